"""Choices of the initial rule: its domain filters them, equal states merge."""


@state
class State:
    count: Annotated[int, Range(0, 2)]


@book.initial("1")
def begin(s: State, chosen: Annotated[int, Range(0)]) -> None:
    """Half of what is chosen."""
    with effect("1"):
        s.count = chosen // 2


@begin.domain
def not_three(s: State, chosen: int) -> bool:
    return chosen != 3


@book.ended("9")
def over(s: State) -> bool:
    """When it ends."""
    return s.count == 2


@book.action("2")
def move(s: State, who: Player) -> None:
    """Go one further."""
    with effect("2"):
        s.count += 1


@move.permit("2")
def below(s: State, who: Player) -> bool:
    return s.count < 2
