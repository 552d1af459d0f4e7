"""Bounds that cross: a contradiction."""


@state
class State:
    count: Annotated[int, Range(0)]


@book.ended("9")
def over(s: State) -> bool:
    """When it ends."""
    return s.count >= 2


@book.term("2")
def stride(s: State) -> int:
    """How far a move goes."""
    return 1


@stride.at_most("3")
def slow(s: State) -> int | Silent:
    return 1 if s.count >= 1 else SILENT


@stride.at_least("4")
def fast(s: State) -> int | Silent:
    return 2 if s.count >= 1 else SILENT


@book.action("6")
def move(s: State, who: Player) -> None:
    """Go as far as that."""
    with effect("6"):
        s.count += stride(s)


@move.permit("7")
def may(s: State, who: Player) -> bool:
    return True
