# enums with something else in them, with one value twice, or without members
class Colour(Enum):
    RED = "red"
    CRIMSON = "red"
    other: int


class Empty(Enum):
    """Nothing."""
