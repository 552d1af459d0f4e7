"""What is forgotten together is asked of one state: that the first is forgotten makes the second mean something again."""


@state
class State:
    a: Annotated[int, Range(0, 2)]
    b: Annotated[int, Range(0, 1)]


@book.matters("a")
def a_matters(s: State) -> bool:
    return s.a > 1


@book.matters("b")
def b_matters(s: State) -> bool:
    return s.a == 0


@book.initial("1")
def begin(s: State) -> None:
    """With all of the first."""
    with effect("1"):
        s.a = 2


@book.action("2")
def fill(s: State, who: Player, amount: Annotated[int, Range(0, 2)]) -> None:
    """Both of them."""
    with effect("2"):
        s.a = amount
        s.b = 1


@fill.permit("2")
def may(s: State, who: Player, amount: int) -> bool:
    return True
