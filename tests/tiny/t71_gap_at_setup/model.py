"""A gap in the initial rule."""


@state
class State:
    count: Annotated[int, Range(0, 2)]


@book.question("how many does one begin with?")
def start(s: State) -> int:
    ask()


@start.reading("nothing", default=True)
def with_nothing(s: State) -> int:
    return 0


@start.reading("one")
def with_one(s: State) -> int:
    return 1


@book.initial("1")
def begin(s: State) -> None:
    """How it starts."""
    with effect("1"):
        s.count = start(s)


@book.ended("9")
def over(s: State) -> bool:
    """When it ends."""
    return s.count == 2


@book.action("2")
def move(s: State, who: Player) -> None:
    """Go one further."""
    with effect("2"):
        s.count += 1


@move.permit("2")
def below(s: State, who: Player) -> bool:
    return s.count < 2
