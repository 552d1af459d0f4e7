"""An exception of a term, lifted by an exception of its own."""


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
    return 1


@stride.exception("3")
def boots(s: State) -> int | Silent:
    return 2


@boots.exception("4")
def worn_out(s: State) -> bool:
    return s.count >= 2


@book.action("6")
def move(s: State, who: Player) -> None:
    """Go one further."""
    with effect("6"):
        s.count += stride(s)


@move.permit("7")
def may(s: State, who: Player) -> bool:
    return True
