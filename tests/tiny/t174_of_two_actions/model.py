# whole
"""A permit and a forbid that clash for two actions."""

from ruleslawyer.lang import Ruleset, Sort, effect, state

book = Ruleset("t174_of_two_actions")
book.closed_world(assumed="what no clause permits is not allowed")


class Player(Sort):
    """Who plays."""


@state
class State:
    rowed: bool
    sailed: bool


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
def row(s: State, who: Player) -> None:
    """Row out."""
    with effect("2"):
        s.rowed = True


@row.domain
def not_rowed(s: State, who: Player) -> bool:
    return not s.rowed


@book.action("3")
def sail(s: State, who: Player) -> None:
    """Sail out."""
    with effect("3"):
        s.sailed = True


@sail.domain
def not_sailed(s: State, who: Player) -> bool:
    return not s.sailed


@row.permit("4", also=sail)
def by_day(s: State, who: Player) -> bool:
    """Of both actions."""
    return True


@row.forbid("5", also=sail)
def in_a_storm(s: State, who: Player) -> bool:
    """Of both, and nothing says which of the two clauses prevails."""
    return True
