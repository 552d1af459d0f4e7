"""A question answered in some states: a gap in the others."""


@state
class State:
    count: Annotated[int, Range(0, 2)]


@book.ended("9")
def over(s: State) -> bool:
    """When it ends."""
    return s.count == 2


@book.question("how far does a move go?")
def stride(s: State) -> int:
    ask()


@stride.answer("2")
def at_first(s: State) -> int | Silent:
    return 1 if s.count == 0 else SILENT


@stride.reading("one more", default=True)
def one_more(s: State) -> int:
    return 1


@stride.reading("stay")
def stay(s: State) -> int:
    return 0


@book.action("6")
def move(s: State, who: Player) -> None:
    """Go one further."""
    with effect("6"):
        s.count += stride(s)


@move.permit("7")
def may(s: State, who: Player) -> bool:
    return True
