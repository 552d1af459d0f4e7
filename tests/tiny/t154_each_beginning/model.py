"""Steps are asked for from each choice of the beginning, though two choices lead to one state."""


@state
class State:
    left: Annotated[int, Range(0, 2)]


@book.initial("1")
def begin(s: State, much: Annotated[int, Range(0, 2)]) -> None:
    """With as much as one likes."""
    with effect("1"):
        s.left = much


@book.ended("9")
def over(s: State) -> bool:
    """When it ends."""
    return s.left == 0


@book.duty("2")
def lose(s: State) -> None:
    """All of it goes at once."""
    with effect("2"):
        s.left = 0


@lose.when
def something(s: State) -> bool:
    return s.left > 0


@checks.step("2")
def one_at_most(before: State, after: State) -> bool:
    """False of the third choice alone."""
    return before.left - after.left <= 1


@checks.step("2")
def two_at_most(before: State, after: State) -> bool:
    return before.left - after.left <= 2
