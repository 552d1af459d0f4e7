"""An optional value, in the state and as a parameter."""

from ruleslawyer.lang import Ruleset, Sort, effect, state

book = Ruleset("t50_optional")
book.closed_world(assumed="what no clause permits is not allowed")


class Player(Sort):
    """Who plays."""


@state
class State:
    keeper: Player | None


@book.initial("1")
def begin(s: State) -> None:
    """How it starts."""


@book.awaits
def awaited(s: State) -> frozenset[Player]:
    """Everybody, always."""
    return frozenset(Player)


@book.ended("9")
def over(s: State) -> bool:
    """When it ends."""
    return False


@book.winners("9")
def won(s: State) -> frozenset[Player]:
    """Nobody wins."""
    return frozenset()


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
