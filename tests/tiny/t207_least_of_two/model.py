"""The lesser and the greater of two numbers that are written side by side."""


@state
class State:
    steps: Annotated[int, Range(0, 9)]


@book.action("2")
def walk(s: State, who: Player) -> None:
    """One step more, two at least, and three at most."""
    with effect("2"):
        s.steps = min(3, max(s.steps + 1, 2))


@walk.permit("3")
def may(s: State, who: Player) -> bool:
    return s.steps < 3
