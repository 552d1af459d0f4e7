# classes of no known kind
class Plain:
    x: int


class Both(Sort, Enum):
    x: int


@harbour.action("4.2")
class Odd:
    x: int
