"""Two different plain writes to one place at once: a contradiction of the place."""


@state
class State:
    count: Annotated[int, Range(0, 2)]


@book.ended("9")
def over(s: State) -> bool:
    """When it ends."""
    return s.count == 2


@book.action("2")
def clash(s: State, who: Player) -> None:
    """Two clauses want different things."""
    with simultaneous():
        with effect("3"):
            s.count = 1
        with effect("4"):
            s.count = 2


@clash.permit("2")
def may(s: State, who: Player) -> bool:
    return True


@book.action("5")
def agree(s: State, who: Player) -> None:
    """Two clauses want the same."""
    with simultaneous():
        with effect("3"):
            s.count = 2
        with effect("4"):
            s.count = 2


@agree.permit("5")
def may_too(s: State, who: Player) -> bool:
    return True
