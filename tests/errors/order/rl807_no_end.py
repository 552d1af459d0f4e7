# whole
"""Sections 1 to 4: what each gets and who wins are said, and never when."""

from __future__ import annotations

from ruleslawyer.lang import Range, Ruleset, Sort, effect, state
from typing import Annotated

harbour = Ruleset("harbour")


class Player(Sort):
    """A player."""


@state
class State:
    coins: Annotated[int, Range(0, 3)]


@harbour.initial("1.1")
def begin(s: State) -> None:
    """Nothing to do."""
    with effect("1.1"):
        s.coins = 0


@harbour.payoff("4.2")
def gets(s: State, who: Player) -> int:
    return s.coins


@harbour.winners("4.3")
def won(s: State) -> frozenset[Player]:
    return frozenset(p for p in Player if gets(s, p) > 0)


@harbour.action("4.4")
def earn(s: State, who: Player) -> None:
    with effect("4.4"):
        s.coins += 1


@earn.permit("4.4")
def always(s: State, who: Player) -> bool:
    return s.coins == 0
