"""A walk by chance with one place at which somebody decides: what he can prevent for ever, and what he cannot."""


@state
class State:
    at: Annotated[int, Range(0, 3)]


@book.awaits
def who_is_next(s: State) -> frozenset[Player] | Chance:
    """He decides at 1."""
    return frozenset(Player) if s.at == 1 else CHANCE


@book.chance("2")
def walk(s: State, right: bool) -> None:
    """A step to either side; who is at an end and would leave it stays."""
    permit("2", not_decided=s.at != 1)
    with effect("2"):
        if right and s.at < 3:
            s.at += 1
        elif not right and s.at > 0:
            s.at -= 1


@book.action("3")
def go_on(s: State, who: Player) -> None:
    """To 2."""
    permit("3", on_from_one=s.at == 1)
    with effect("3"):
        s.at = 2


@book.action("3")
def turn_back(s: State, who: Player) -> None:
    """To 0."""
    permit("3", back_from_one=s.at == 1)
    with effect("3"):
        s.at = 0


@checks.leads_to("9", fair=CHANCE)
def he_comes_to_the_end(s: State) -> tuple[bool, bool]:
    return True, s.at == 3


@checks.leads_to("9", fair=CHANCE, strongly_fair=go_on)
def he_comes_there_if_he_goes_on(s: State) -> tuple[bool, bool]:
    return True, s.at == 3


@checks.leads_to("9", strongly_fair=(go_on, walk.each("right")))
def he_comes_there_by_each_side(s: State) -> tuple[bool, bool]:
    return True, s.at == 3


@checks.leads_to("9", fair=CHANCE)
def he_has_to_decide(s: State) -> tuple[bool, bool]:
    return s.at != 1, s.at == 1
