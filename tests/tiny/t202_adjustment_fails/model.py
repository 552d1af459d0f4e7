"""A term's exceptions are asked before its adjustments: they differ, and are live, though an adjustment fails."""


@state
class State:
    count: Annotated[int, Range(0)]


@book.ended("9")
def over(s: State) -> bool:
    """When it ends."""
    return s.count >= 3


@book.term("2")
def stride(s: State) -> int:
    """How far a move goes."""
    return 3


@stride.exception("3")
def boots(s: State) -> int:
    return 1


@stride.exception("4")
def wings(s: State) -> int | Silent:
    return 2 if s.count == 2 else SILENT


@stride.adjust("5")
def wind(s: State) -> int:
    """It adds nothing, and divides by zero at two."""
    return 0 // (2 - s.count)


@stride.at_most("5")
def calm(s: State) -> int | Silent:
    """It is asked beside the wind, and is not live where that fails."""
    return 9 if s.count == 2 else SILENT


@book.action("6")
def move(s: State, who: Player) -> None:
    """Go as far as that."""
    with effect("6"):
        s.count += stride(s)


@move.permit("7")
def may(s: State, who: Player) -> bool:
    return True
