"""Two dead ends, one nearer than the other."""


@state
class State:
    place: Annotated[int, Range(0, 4)]


@book.ended("9")
def over(s: State) -> bool:
    """When it ends."""
    return s.place == 4


@book.action("2")
def go(s: State, who: Player, to: Annotated[int, Range(1, 4)]) -> None:
    """Follow a path."""
    with effect("2"):
        s.place = to


@go.permit("2")
def forks(s: State, who: Player, to: int) -> bool:
    return s.place == 0 and to <= 2


@go.permit("3")
def leads_on(s: State, who: Player, to: int) -> bool:
    return s.place == 2 and to >= 3
