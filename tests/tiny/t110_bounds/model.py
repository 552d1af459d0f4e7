"""Bounds apply last: the greatest lower, the least upper one."""


@state
class State:
    count: Annotated[int, Range(0)]


@book.ended("9")
def over(s: State) -> bool:
    """When it ends."""
    return s.count >= 15


@book.term("2")
def stride(s: State) -> int:
    """How far a move goes."""
    return 1


@stride.adjust("3")
def wind(s: State) -> int | Silent:
    return s.count


@stride.at_least("4")
def two(s: State) -> int | Silent:
    return 2


@stride.at_least("4")
def three(s: State) -> int | Silent:
    return 3 if s.count == 0 else SILENT


@stride.at_most("5")
def four(s: State) -> int | Silent:
    return 4 if s.count <= 4 else SILENT


@stride.at_most("5")
def nine(s: State) -> int | Silent:
    return 9


@four.exception("5")
def late(s: State) -> bool:
    return s.count == 4


@book.action("6")
def move(s: State, who: Player) -> None:
    """Go as far as that."""
    with effect("6"):
        s.count += stride(s)


@move.permit("7")
def may(s: State, who: Player) -> bool:
    return True
