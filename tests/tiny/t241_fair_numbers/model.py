"""A number that is chosen again and again: fair to each of them, or to the action alone."""


@state
class State:
    at: Annotated[int, Range(0, 3)]


@book.action("2")
def press(s: State, who: Player, to: Annotated[int, Range(1, 3)]) -> None:
    """Press a number."""
    permit("2")
    s.at = to


@checks.leads_to("9", fair=press.each("to"))
def two_comes(s: State) -> tuple[bool, bool]:
    return True, s.at == 2


@checks.leads_to("9", fair=press)
def two_comes_by_itself(s: State) -> tuple[bool, bool]:
    return True, s.at == 2


@checks.leads_to("9", fair=press.each("who", "to"))
def two_comes_from_somebody(s: State) -> tuple[bool, bool]:
    return True, s.at == 2
