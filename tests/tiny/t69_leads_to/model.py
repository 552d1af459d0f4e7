"""What every play leads to."""


@state
class State:
    count: Annotated[int, Range(0, 2)]


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


@book.action("3")
def stay(s: State, who: Player) -> None:
    """Stay where one is."""
    with effect("3"):
        s.count = 1


@stay.permit("3")
def in_the_middle(s: State, who: Player) -> bool:
    return s.count == 1


@checks.leads_to("1")
def moves_on(s: State) -> tuple[bool, bool]:
    return s.count == 0, s.count >= 1


@checks.leads_to("1")
def ends(s: State) -> tuple[bool, bool]:
    return True, s.count == 2


@checks.leads_to("1")
def from_five(s: State) -> tuple[bool, bool]:
    return s.count == 5, s.count == 2
