"""A forbid that prevails over a deed: it does not happen."""


@state
class State:
    count: Annotated[int, Range(0)]


@book.ended("9")
def over(s: State) -> bool:
    """When it ends."""
    return s.count >= 2


@book.deed("2")
def step(s: State, far: int) -> None:
    """Go that far."""
    with effect("2"):
        s.count += far


@step.cannot("3", "cannot")
def stuck(s: State, far: int) -> bool:
    return s.count == 1


@step.cannot("4", "cannot")
def tired(s: State, far: int) -> bool:
    return far > 1


@book.action("6")
def move(s: State, who: Player) -> None:
    """Try to go on."""
    with effect("6"):
        step(s, 1)


@move.permit("7")
def may(s: State, who: Player) -> bool:
    return True
