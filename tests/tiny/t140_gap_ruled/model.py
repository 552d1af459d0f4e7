"""Answers that speak, answers that differ, and a gap, of one question: a ruling for the gap alone repeals none."""


@state
class State:
    count: Annotated[int, Range(0, 5)]


@book.ended("9")
def over(s: State) -> bool:
    """When it ends."""
    return s.count >= 4


@book.question("how far does a move go?")
def stride(s: State) -> int:
    ask()


@stride.answer("2")
def at_first(s: State) -> int | Silent:
    return 1 if s.count == 0 else SILENT


@stride.answer("3")
def then_two(s: State) -> int | Silent:
    return 2 if s.count == 1 else SILENT


@stride.answer("4")
def then_one(s: State) -> int | Silent:
    return 1 if s.count == 1 else SILENT


@stride.reading("one more", default=True)
def one_more(s: State) -> int:
    return 1


@stride.reading("two at once")
def jump(s: State) -> int:
    return 2


@stride.reading("stay")
def stay(s: State) -> int:
    return 0


@stride.reading("one more, and from two on nobody knows")
def wavers(s: State) -> int | Silent:
    return 1 if s.count < 2 else SILENT


@book.action("6")
def move(s: State, who: Player) -> None:
    """Go one further."""
    with effect("6"):
        s.count += stride(s)


@move.permit("7")
def may(s: State, who: Player) -> bool:
    return True


@checks.always("2")
def not_five(s: State) -> bool:
    return s.count != 5
