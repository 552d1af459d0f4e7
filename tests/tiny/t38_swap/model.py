"""Inside a simultaneous block every read sees the state before it."""


@state
class State:
    left: Annotated[int, Range(0, 2)]
    right: Annotated[int, Range(0, 2)]


@book.initial("1")
def begin(s: State) -> None:
    """How it starts."""
    with effect("1"):
        s.left = 1
        s.right = 2


@book.action("2")
def swap(s: State, who: Player) -> None:
    """Exchange the two."""
    with effect("2"), simultaneous():
        s.left = s.right
        s.right = s.left


@swap.permit("3")
def may(s: State, who: Player) -> bool:
    return True
