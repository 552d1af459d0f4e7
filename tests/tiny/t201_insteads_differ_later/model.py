"""Two insteads name deeds that do the same at first, and something else later: the event matters all the same."""


@state
class State:
    count: Annotated[int, Range(0)]


@book.ended("9")
def over(s: State) -> bool:
    """When it ends."""
    return s.count >= 3


@book.deed("2")
def hop(s: State) -> None:
    """Go one further."""
    with effect("2"):
        s.count += 1


@book.deed("2")
def leap(s: State) -> None:
    """Go one further, or where it was two already as far again."""
    with effect("2"):
        s.count += 2 if s.count == 2 else 1


@book.deed("2")
def step(s: State) -> None:
    """Neither of them ever lets it be."""


@step.instead("3", by=hop)
def light(s: State) -> bool:
    return True


@step.instead("4", by=leap)
def strong(s: State) -> bool:
    return True


@book.action("5")
def move(s: State, who: Player) -> None:
    """Try to go on."""
    with effect("5"):
        step(s)


@move.permit("6")
def may(s: State, who: Player) -> bool:
    return True
