"""A field of a sort that the initial rule forgets: a broken check."""

from ruleslawyer.lang import Ruleset, Sort, effect, state

book = Ruleset("t63_unwritten")
book.closed_world(assumed="what no clause permits is not allowed")


class Player(Sort):
    """Who plays."""


@state
class State:
    holder: Player


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
def keep(s: State, who: Player) -> None:
    """Keep it."""
    with effect("2"):
        s.holder = who


@keep.permit("2")
def may(s: State, who: Player) -> bool:
    return True
