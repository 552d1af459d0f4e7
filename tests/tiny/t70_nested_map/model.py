"""A map of maps."""


class Kind(Enum):
    WOOD = "wood"
    IRON = "iron"


@state
class State:
    pool: Map[Player, Map[Kind, Annotated[int, Range(0, 1)]]]


@book.ended("9")
def over(s: State) -> bool:
    """When it ends."""
    return all(s.pool[p][k] == 1 for p in Player for k in Kind)


@book.action("2")
def fill(s: State, who: Player, kind: Kind) -> None:
    """Fill a place of one's own."""
    with effect("2"):
        s.pool[who][kind] += 1


@fill.permit("2")
def empty(s: State, who: Player, kind: Kind) -> bool:
    return s.pool[who][kind] == 0
