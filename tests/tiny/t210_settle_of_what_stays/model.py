"""What a settle reads is not what an action writes: it holds as little behind the action as before."""


class Ship(Sort):
    """What sails."""


@state
class State:
    holed: Map[Ship, bool]
    sunk: Map[Ship, bool]
    day: Annotated[int, Range(0, 2)]


@book.action("2")
def hole(s: State, who: Player, ship: Ship) -> None:
    """Make a hole."""
    with effect("2"):
        s.holed[ship] = True


@hole.permit("2")
def is_whole(s: State, who: Player, ship: Ship) -> bool:
    return not s.holed[ship]


@book.action("3")
def sail(s: State, who: Player) -> None:
    """Another day."""
    with effect("3"):
        s.day += 1


@sail.permit("3")
def in_time(s: State, who: Player) -> bool:
    return s.day < 2


@book.settle("4")
def sink(s: State, ship: Ship) -> None:
    """A ship with a hole sinks."""
    with effect("4"):
        s.sunk[ship] = True


@sink.when
def is_sinking(s: State, ship: Ship) -> bool:
    return s.holed[ship] and not s.sunk[ship]
