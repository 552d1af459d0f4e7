"""A remainder that becomes large on the way to a small number: 32 bits do not hold it."""


@state
class State:
    count: Annotated[int, Range(0, 2)]
    factor: Annotated[int, Range(0, 60_000)]


@book.initial("1")
def begin(s: State) -> None:
    """With one, and a large factor."""
    with effect("1"):
        s.count = 1
        s.factor = 60_000


@book.action("2")
def double(s: State, who: Player) -> None:
    """Two of what is odd, and once only."""
    with effect("2"):
        s.count = s.count % 2 * s.factor * s.factor // 40_000 // 45_000
        s.factor = 0


@double.permit("2")
def may(s: State, who: Player) -> bool:
    return True
