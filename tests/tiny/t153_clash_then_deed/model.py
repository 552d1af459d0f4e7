"""What stands behind two different writes at once is asked and demanded all the same."""


@state
class State:
    count: Annotated[int, Range(0, 2)]
    marked: bool


@book.ended("9")
def over(s: State) -> bool:
    """When it ends."""
    return s.count == 2


@book.deed("2")
def mark(s: State) -> None:
    """Leave a mark."""
    with effect("2"):
        s.marked = True


@mark.forbid("3")
def not_now(s: State) -> bool:
    """Never, and nothing says which of the two goes first."""
    return True


@book.action("4")
def clash(s: State, who: Player) -> None:
    """Two writes, and then a deed."""
    with effect("4"), simultaneous():
        s.count = 1
        s.count = 2
        mark(s)


@clash.permit("4")
def may(s: State, who: Player) -> bool:
    return True


@book.action("5")
def fail(s: State, who: Player) -> None:
    """Two writes, and then a check that fails."""
    with effect("5"), simultaneous():
        s.count = 1
        s.count = 2
        s.marked = the(p for p in Player if p != who) == who


@fail.permit("5")
def may_too(s: State, who: Player) -> bool:
    return True
