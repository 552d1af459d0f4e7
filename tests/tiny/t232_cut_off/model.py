"""A branch that ends early leaves open only what may lie behind it."""


@state
class State:
    side: Annotated[int, Range(0, 1)]
    lost: Annotated[int, Range(0, 2)]


@book.action("2")
def turn(s: State, who: Player) -> None:
    """Turn it over."""
    permit("2", may_turn=True)
    with effect("2"):
        s.side = 1 - s.side


@book.action("3")
def lose(s: State, who: Player) -> None:
    """Lose one that is not there."""
    permit("3", may_lose=True)
    with effect("3"):
        s.lost = 1 + sum(1 for p in Player if p == the(q for q in Player if s.side > 1))


@checks.always("2")
def one_side(s: State) -> bool:
    return s.side <= 1


@checks.always("3")
def nothing_lost(s: State) -> bool:
    return s.lost == 0


@checks.always("2")
def not_turned(s: State) -> bool:
    return s.side == 0


@checks.sometimes("2")
def turned(s: State) -> bool:
    return s.side == 1


@checks.sometimes("2")
def turned_twice(s: State) -> bool:
    return s.side == 2


@checks.sometimes("3")
def lost_one(s: State) -> bool:
    return s.lost == 1


@checks.step("2", of=turn)
def it_turns(before: State, after: State, who: Player) -> bool:
    return before.side != after.side


@checks.step("2")
def nothing_comes_back(before: State, after: State) -> bool:
    return before.lost <= after.lost


@checks.possible("2")
def it_can_be_turned(s: State) -> bool:
    return s.side == 1


@checks.possible("3")
def one_can_be_lost(s: State) -> bool:
    return s.lost == 1


@checks.leads_to("3")
def one_gets_lost(s: State) -> tuple[bool, bool]:
    return s.lost == 0, s.lost == 1


@checks.leads_to("2")
def it_is_turned(s: State) -> tuple[bool, bool]:
    return s.side == 0, s.side == 1
