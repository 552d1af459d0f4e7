"""Simultaneous losses of one place add up."""


class Place(Enum):
    COMMON = "common"
    LOST = "lost"


class Player(Sort):
    store: Place


@state
class State:
    stock: Map[Place, Annotated[int, Range(0)]]


@book.initial("1")
def begin(s: State) -> None:
    """How it starts."""
    with effect("1"):
        s.stock[Place.COMMON] = 4


@book.ended("9")
def over(s: State) -> bool:
    """When it ends."""
    return s.stock[Place.COMMON] == 0


@book.action("2")
def storm(s: State, who: Player) -> None:
    """Each player's ship costs one of the stock it takes from."""
    with effect("2"), simultaneous():
        for p in Player:
            lose(s.stock, p.store, 1)
            gain(s.stock, Place.LOST, 1)


@storm.permit("3")
def may(s: State, who: Player) -> bool:
    return True


@checks.always("2")
def nothing_vanishes(s: State) -> bool:
    return s.stock[Place.COMMON] + s.stock[Place.LOST] == 4
