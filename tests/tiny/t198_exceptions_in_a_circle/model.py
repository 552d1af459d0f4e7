"""Three exceptions that differ, of which each may prevail over the next: then the first that is declared speaks."""


@state
class State:
    count: Annotated[int, Range(0, 4)]


@book.term("2")
def stride(s: State) -> int:
    """How far a move goes."""
    return 1


@stride.exception("3")
def wings(s: State) -> int | Silent:
    return 2 if s.count == 0 else SILENT


@stride.exception("4")
def boots(s: State) -> int | Silent:
    return 3 if s.count == 0 else SILENT


@stride.exception("5")
def sledge(s: State) -> int | Silent:
    return 4 if s.count == 0 else SILENT


@book.action("6")
def move(s: State, who: Player) -> None:
    """Go as far as that."""
    with effect("6"):
        s.count = stride(s)


@move.permit("7")
def may(s: State, who: Player) -> bool:
    return s.count == 0


@checks.always("3")
def two_at_most(s: State) -> bool:
    """By default, and in a circle."""
    return s.count <= 2
