"""The keys of a map of maps, in their order."""


class Kind(Enum):
    CUP = "cup"
    PLATE = "plate"


class Hue(Enum):
    RED = "red"
    BLUE = "blue"


@state
class State:
    broken: Map[Kind, Map[Hue, bool]]


@book.action("2")
def drop(s: State, who: Player) -> None:
    """The blue cup breaks."""
    with effect("2"):
        s.broken[Kind.CUP][Hue.BLUE] = True


@drop.permit("2")
def may(s: State, who: Player) -> bool:
    return True


@checks.always("2")
def cup_is_whole(s: State) -> bool:
    return not s.broken[Kind.CUP][Hue.BLUE]


@checks.always("2")
def plate_is_whole(s: State) -> bool:
    return not s.broken[Kind.PLATE][Hue.RED]
