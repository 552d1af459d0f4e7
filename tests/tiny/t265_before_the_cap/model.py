"""A counter with a cap at which plays are cut off: an `eventually` that holds before it, and one that does not."""


@state
class State:
    count: Annotated[int, Range(0)]


@book.action("2")
def go(s: State, who: Player) -> None:
    """One more."""
    permit("2", may_go=True)
    with effect("2"):
        s.count += 1


@checks.eventually("2")
def is_at_the_beginning(s: State) -> bool:
    return s.count == 0


@checks.eventually("2")
def comes_to_two(s: State) -> bool:
    return s.count == 2


@checks.eventually("2")
def comes_to_two_for_each(s: State, who: Player) -> bool:
    return s.count == 2


@checks.eventually("2")
def comes_to_three(s: State) -> bool:
    return s.count == 3


@checks.eventually("2")
def comes_to_three_for_each(s: State, who: Player) -> bool:
    return s.count == 3


@checks.eventually_always("2")
def is_away(s: State) -> bool:
    return s.count > 0


@checks.leads_to("2")
def one_leads_to_two(s: State) -> tuple[bool, bool]:
    return s.count == 1, s.count == 2
