"""Giving up is outside play: it keeps no promise, and breaks none."""


@state
class State:
    at: Annotated[int, Range(0, 2)]
    gone: bool


@book.ended("9")
def over(s: State) -> bool:
    """When it ends."""
    return s.gone


@book.action("2")
def leave(s: State, who: Player, to: Annotated[int, Range(1, 2)]) -> None:
    """Go to 1 or 2."""
    domain(s.at == 0)
    permit("2", may_leave=True)
    with effect("2"):
        s.at = to


@book.action("2")
def dally(s: State, who: Player) -> None:
    """At 2 one may stay."""
    domain(s.at == 2)
    permit("2", may_dally=True)
    with effect("2"):
        s.at = 2


@book.action("3", outside_play=True)
def concede(s: State, who: Player) -> None:
    """Give up."""
    permit("3", at_any_time=True)
    with effect("3"):
        s.gone = True


@checks.leads_to("9")
def it_ends(s: State) -> tuple[bool, bool]:
    return True, over(s)


@checks.leads_to("2")
def somebody_leaves(s: State) -> tuple[bool, bool]:
    return s.at == 0 and not s.gone, s.at > 0


@checks.leads_to("3")
def who_gave_up_comes_back(s: State) -> tuple[bool, bool]:
    return s.gone, not s.gone


@checks.leads_to("3", strongly_fair=concede)
def nobody_stays(s: State) -> tuple[bool, bool]:
    return s.at == 2 and not s.gone, s.gone


@checks.possible("9")
def one_can_end_or_dally(s: State) -> bool:
    return over(s) or s.at == 2


@checks.possible("2")
def one_can_leave(s: State) -> bool:
    return s.at > 0 or s.gone
