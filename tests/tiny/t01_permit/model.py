"""A permit alone: legal while it holds, and not allowed otherwise."""


@state
class State:
    count: Annotated[int, Range(0, 3)]


@book.ended("9")
def over(s: State) -> bool:
    """When it ends."""
    return s.count == 3


@book.action("2")
def move(s: State, who: Player) -> None:
    """Go one further."""
    with effect("2"):
        s.count += 1


@move.permit("3")
def below(s: State, who: Player) -> bool:
    return s.count < 3


@checks.sometimes("1")
def full(s: State) -> bool:
    return s.count == 3


@checks.always("1", reached=full)
def within(s: State) -> bool:
    return s.count <= 3
