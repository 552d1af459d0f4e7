# whole: precedence in a circle cannot be written, since a name must be defined first; by the whole action it can
from __future__ import annotations

from ruleslawyer.lang import Chance, Ruleset, Sort, state

harbour = Ruleset("harbour")


class Player(Sort):
    """A player."""


@state
class State:
    turn: Player


@harbour.initial("1.1")
def begin(s: State) -> None:
    """Nothing."""


@harbour.awaits
def awaited(s: State) -> frozenset[Player]:
    return frozenset({s.turn})


@harbour.ended("1.1")
def over(s: State) -> bool:
    return False


@harbour.winners("1.1")
def won(s: State) -> frozenset[Player]:
    return frozenset(Player)


@harbour.action("4.2")
def buy(s: State, who: Player) -> None:
    """Buy."""


@buy.permit("4.2", over=buy, because="in any case")
def first(s: State, who: Player) -> bool:
    return True


@buy.permit("4.3", over=first, because="only then")
def second(s: State, who: Player) -> bool:
    return True
