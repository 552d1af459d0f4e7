"""A term of two arguments; adjustments before bounds; bounds that meet."""


@state
class State:
    count: Annotated[int, Range(0, 3)]


@book.ended("9")
def over(s: State) -> bool:
    """When it ends."""
    return s.count == 3


@book.term("2")
def worth(s: State, first: int, second: int) -> int:
    """The second number counts, too."""
    return first + second


@book.term("3")
def stride(s: State) -> int:
    return 2


@stride.adjust("3")
def wind(s: State) -> int:
    return -2


@stride.at_least("4")
def one(s: State) -> int:
    return 1


@stride.at_most("5")
def no_more(s: State) -> int:
    """It meets the other bound, and both are kept."""
    return 1


@book.term("8")
def reach(s: State) -> int:
    return 3


@reach.at_least("8")
def some(s: State) -> int:
    """There is room between this bound and the other."""
    return 1


@reach.at_most("8")
def two(s: State) -> int:
    return 2


@book.action("6")
def move(s: State, who: Player) -> None:
    """Go as far as that."""
    with effect("6"):
        s.count += stride(s)


@move.permit("7")
def may(s: State, who: Player) -> bool:
    return worth(s, 1, 0) == 1 and worth(s, 1, 1) == 2 and worth(s, 0, 1) == 1 and reach(s) == 2
