"""Three insteads that differ, of which each may prevail over the next: then the first that is declared replaces."""


@state
class State:
    count: Annotated[int, Range(0, 4)]


@book.deed("2")
def two(s: State) -> None:
    """Go to two."""
    with effect("2"):
        s.count = 2


@book.deed("2")
def three(s: State) -> None:
    """Go to three."""
    with effect("2"):
        s.count = 3


@book.deed("2")
def four(s: State) -> None:
    """Go to four."""
    with effect("2"):
        s.count = 4


@book.deed("2")
def one(s: State) -> None:
    """Go to one."""
    with effect("2"):
        s.count = 1


@one.instead("3", by=two)
def wings(s: State) -> bool:
    return s.count == 0


@one.instead("4", by=three)
def boots(s: State) -> bool:
    return s.count == 0


@one.instead("5", by=four)
def sledge(s: State) -> bool:
    return s.count == 0


@book.action("6")
def move(s: State, who: Player) -> None:
    """Try to go on."""
    with effect("6"):
        one(s)


@move.permit("7")
def may(s: State, who: Player) -> bool:
    return s.count == 0


@checks.always("3")
def two_or_nothing(s: State) -> bool:
    """By default, and in a circle."""
    return s.count == 0 or s.count == 2
