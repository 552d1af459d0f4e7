"""A question that no clause answers: a gap, and the reading decides."""


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


@stride.reading("a short step", default=True)
def short(s: State) -> int:
    return 1


@stride.reading("a long step")
def long(s: State) -> int:
    return 2


@book.action("6")
def move(s: State, who: Player) -> None:
    """Go one further."""
    with effect("6"):
        s.count += stride(s)


@move.permit("7")
def may(s: State, who: Player) -> bool:
    return True
