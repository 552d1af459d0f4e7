"""Closed world: what no clause permits is not allowed, and no event."""


@state
class State:
    count: Annotated[int, Range(0, 2)]


@book.ended("9")
def over(s: State) -> bool:
    """When it ends."""
    return s.count == 2


@book.action("2")
def move(s: State, who: Player) -> None:
    """Go one further."""
    with effect("2"):
        s.count += 1


@move.permit("3")
def below(s: State, who: Player) -> bool:
    return s.count < 2


@book.action("4")
def restart(s: State, who: Player) -> None:
    """Begin again."""
    with effect("4"):
        s.count = 0


@restart.permit("5")
def late(s: State, who: Player) -> bool:
    return s.count > 2
