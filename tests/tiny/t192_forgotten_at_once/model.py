"""What is forgotten together is asked of one state: that the first is forgotten makes the second mean something again."""


@state
class State:
    a: Annotated[int, Range(0, 1)]
    b: Annotated[int, Range(0, 1)]


@book.matters("a")
def a_matters(s: State) -> bool:
    return s.a > 1


@book.matters("b")
def b_matters(s: State) -> bool:
    return s.a == 0


@book.action("2")
def fill(s: State, who: Player) -> None:
    """Both of them."""
    with effect("2"):
        s.a = 1
        s.b = 1


@fill.permit("2")
def may(s: State, who: Player) -> bool:
    return True


@checks.always("2")
def nothing_is_left(s: State) -> bool:
    return s.b == 0
