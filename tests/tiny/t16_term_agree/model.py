"""Two live exceptions of a term that agree: no event."""


@state
class State:
    count: Annotated[int, Range(0)]


@book.ended("9")
def over(s: State) -> bool:
    """When it ends."""
    return s.count >= 4


@book.term("2")
def stride(s: State) -> int:
    """How far a move goes."""
    return 1


@stride.exception("3")
def boots(s: State) -> int | Silent:
    return 2


@stride.exception("4")
def sledge(s: State) -> int | Silent:
    return 2 if s.count >= 1 else SILENT


@book.action("6")
def move(s: State, who: Player) -> None:
    """Go one further."""
    with effect("6"):
        s.count += stride(s)


@move.permit("7")
def may(s: State, who: Player) -> bool:
    return True
