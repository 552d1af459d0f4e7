# whole
"""A domain says which instances there are at all."""

from ruleslawyer.lang import Ruleset, Sort, effect, state

book = Ruleset("t13_domain")


class Player(Sort):
    """Who plays."""


@state
class State:
    holder: Player


@book.initial("1")
def begin(s: State, first: Player) -> None:
    """Somebody holds the token."""
    with effect("1"):
        s.holder = first


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
def give(s: State, who: Player, to: Player) -> None:
    """Give the token to another."""
    with effect("2"):
        s.holder = to


@give.domain
def somebody_else(s: State, who: Player, to: Player) -> bool:
    return to != who


@give.permit("3")
def holds_it(s: State, who: Player, to: Player) -> bool:
    return s.holder == who
