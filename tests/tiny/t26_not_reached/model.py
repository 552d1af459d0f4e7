"""A question behind a condition that never holds is not asked."""


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


@stride.reading("one", default=True)
def one(s: State) -> int:
    return 1


@book.action("6")
def move(s: State, who: Player) -> None:
    """Go one further."""
    with effect("6"):
        s.count += 1


@move.permit("7")
def may(s: State, who: Player) -> bool:
    return s.count < 2 or stride(s) == 1
