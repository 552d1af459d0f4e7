"""Two duties run in their order."""


@state
class State:
    number_: Annotated[int, Range(0)]
    double: bool
    add: bool


@book.ended("9")
def over(s: State) -> bool:
    """When it ends."""
    return s.number_ == 7


@book.action("2")
def go(s: State, who: Player) -> None:
    """Ask for both steps."""
    with effect("2"):
        s.double = True
        s.add = True


@go.permit("2")
def may(s: State, who: Player) -> bool:
    return True


@book.duty("3")
def doubled(s: State) -> None:
    """First it is doubled."""
    with effect("3"):
        s.number_ = 2 * s.number_
        s.double = False


@doubled.when
def to_double(s: State) -> bool:
    return s.double


@book.duty("4")
def added(s: State) -> None:
    """Then one is added."""
    with effect("4"):
        s.number_ += 1
        s.add = False


@added.when
def to_add(s: State) -> bool:
    return s.add
