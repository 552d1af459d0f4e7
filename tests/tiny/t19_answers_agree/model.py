"""Two answers that agree: no event."""


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


@stride.answer("2", default=True)
def one(s: State) -> int:
    return 1


@stride.answer("3")
def again(s: State) -> int | Silent:
    return 1 if s.count == 0 else SILENT


@stride.answer("4")
def silent(s: State) -> int | Silent:
    return 5 if s.count > 2 else SILENT


@book.action("6")
def move(s: State, who: Player) -> None:
    """Go one further."""
    with effect("6"):
        s.count += stride(s)


@move.permit("7")
def may(s: State, who: Player) -> bool:
    return True
