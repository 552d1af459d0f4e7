"""An optional value, in the state and as a parameter."""


@state
class State:
    keeper: Player | None


@book.action("2")
def hand_over(s: State, who: Player, to: Player | None) -> None:
    """The cup goes to somebody, or to nobody."""
    with effect("2"):
        s.keeper = to


@hand_over.domain
def a_change(s: State, who: Player, to: Player | None) -> bool:
    return to != s.keeper


@hand_over.permit("2")
def may(s: State, who: Player, to: Player | None) -> bool:
    return s.keeper is None or s.keeper == who
