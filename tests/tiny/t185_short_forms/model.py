"""Short forms: guards and permits in the first lines, no `with effect` at all, options in the brackets of `ask`."""


@state
class State:
    count: Annotated[int, Range(0, 2)]
    due: bool


@book.ended("9")
def over(s: State) -> bool:
    """When it ends."""
    return s.count == 2


@book.question("how far does a move go?", "2")
def how_far(s: State) -> int:
    return ask(
        one=says(1, "3", default=True),
        two_at_first=says(2 if s.count == 0 else SILENT, "Two from the start.", "4"),
        all_the_way=says(2, "twice"),
    )


@book.action("6")
def move(s: State, who: Player, past: Player) -> None:
    """Go past another."""
    domain(past != who)
    permit("7", "Whoever it is.", may=True)
    s.count += how_far(s)
    s.due = True


@book.duty("8")
def rest(s: State) -> None:
    """After each move."""
    when(s.due)
    s.due = False


