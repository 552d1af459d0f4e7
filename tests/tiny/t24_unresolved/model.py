"""A reading that is silent where it is needed: unresolved, and the branch ends."""


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


@stride.reading("only at first", default=True)
def only_first(s: State) -> int | Silent:
    return 1 if s.count == 0 else SILENT


@stride.reading("always")
def always_one(s: State) -> int:
    return 1


@book.action("6")
def move(s: State, who: Player) -> None:
    """Go one further."""
    with effect("6"):
        s.count += stride(s)


@move.permit("7")
def may(s: State, who: Player) -> bool:
    return True


@checks.always("1")
def small(s: State) -> bool:
    return s.count < 3
