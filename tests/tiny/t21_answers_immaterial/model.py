"""Two answers that differ, with one result: an immaterial contradiction."""


@state
class State:
    count: Annotated[int, Range(0, 2)]


@book.ended("9")
def over(s: State) -> bool:
    """When it ends."""
    return s.count == 1


@book.question("how far does a move go?")
def stride(s: State) -> int:
    ask()


@stride.answer("2", default=True)
def one(s: State) -> int:
    return 1


@stride.answer("3")
def two(s: State) -> int:
    return 2


@book.action("6")
def move(s: State, who: Player) -> None:
    """Go one further."""
    with effect("6"):
        s.count = 1 if stride(s) > 0 else 2


@move.permit("7")
def may(s: State, who: Player) -> bool:
    return True
