"""Adjustments add up, after the exceptions, and may be lifted."""


@state
class State:
    count: Annotated[int, Range(0)]


@book.ended("9")
def over(s: State) -> bool:
    """When it ends."""
    return s.count >= 8


@book.term("2")
def stride(s: State) -> int:
    """How far a move goes."""
    return 1


@stride.exception("3")
def boots(s: State) -> int | Silent:
    return 2 if s.count >= 4 else SILENT


@stride.adjust("4")
def wind(s: State) -> int | Silent:
    return 1 if s.count >= 1 else SILENT


@stride.adjust("5")
def slope(s: State) -> int | Silent:
    return 1


@slope.exception("5")
def level(s: State) -> bool:
    return s.count >= 5


@book.action("6")
def move(s: State, who: Player) -> None:
    """Go as far as that."""
    with effect("6"):
        s.count += stride(s)


@move.permit("7")
def may(s: State, who: Player) -> bool:
    return True
