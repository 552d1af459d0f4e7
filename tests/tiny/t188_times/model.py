"""A number is multiplied after the exceptions and before the bounds; a factor may be lifted, or hang on a question."""


@state
class State:
    count: Annotated[int, Range(0)]


@book.ended("9")
def over(s: State) -> bool:
    """When it ends."""
    return s.count >= 18


@book.question("how much further is it downhill?")
def downhill(s: State) -> int:
    ask()


@downhill.reading("twice as far", default=True)
def twice(s: State) -> int:
    return 2


@downhill.reading("three times as far")
def thrice(s: State) -> int:
    return 3


@book.term("2")
def stride(s: State) -> int:
    """How far a move goes."""
    return 1


@stride.exception("3")
def boots(s: State) -> int | Silent:
    return 2 if s.count >= 4 else SILENT


@stride.times("4")
def wind(s: State) -> int:
    return 2


@wind.exception("4")
def lull(s: State) -> bool:
    return s.count == 6


@stride.times("5")
def slope(s: State) -> int | Silent:
    return downhill(s) if s.count >= 2 else SILENT


@stride.at_most("8")
def seven(s: State) -> int:
    return 7


@book.action("6")
def move(s: State, who: Player) -> None:
    """Go as far as that."""
    with effect("6"):
        s.count += stride(s)


@move.permit("7")
def may(s: State, who: Player) -> bool:
    return True
