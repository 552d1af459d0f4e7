"""A promise of which neither part can be told: each asks for the one player of two, the second by a term."""


@state
class State:
    side: Annotated[int, Range(0, 1)]


@book.action("2")
def turn(s: State, who: Player) -> None:
    """Turn it over."""
    permit("2", may_turn=True)
    with effect("2"):
        s.side = 1 - s.side


@book.term("3")
def whoever_is_there(s: State) -> Player:
    """The one who sees its second side."""
    return the(p for p in Player if s.side > 1)


@checks.leads_to("2")
def somebody_sees_it(s: State) -> tuple[bool, bool]:
    return any(q == the(p for p in Player if s.side > 1) for q in Player), any(
        q == whoever_is_there(s) for q in Player
    )


@checks.always("2")
def one_side(s: State) -> bool:
    return s.side <= 1
