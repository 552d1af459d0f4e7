"""A sentence that may mean two things: what two sentences answer differently, and what none answers.

1. On his turn a collector takes half of the chest. Eleven coins are in it at the start.
2. In summer a half coin stays in the chest.
3. Whoever has nothing yet is never given less than half.
4. After each turn the next season comes: summer, autumn, winter. The game begins in summer.
5. When the chest has one coin or none, collecting ends. Whoever has more coins wins.
"""

from __future__ import annotations

from enum import Enum
from typing import Annotated

from ruleslawyer.lang import SILENT, Checks, Constants, Map, Range, Ruleset, Silent, Sort, ask, effect, number, state

game = Ruleset("tax")
game.closed_world(assumed="what no sentence allows is not done")


class Player(Sort):
    """Who collects, and who is next."""

    left: Player


class Rounding(Enum):
    """Where the half coin of a tax goes."""

    DOWN = "it stays in the chest"
    UP = "it is made a whole one"


class Numbers(Constants):
    """The numbers of the book."""

    coins: int = number(11, "1")
    seasons: int = number(3, "4")


@state
class State:
    """The chest, the season (0 is summer), what players have, and whose turn it is."""

    chest: Annotated[int, Range(0, 11)]
    season: Annotated[int, Range(0, 2)]
    coins: Map[Player, Annotated[int, Range(0, 11)]]
    turn: Player


@game.initial("1")
def begin(s: State, first: Player) -> None:
    with effect("1"):
        s.chest = Numbers.coins
        s.turn = first


@game.awaits
def whoever_has_the_turn(s: State) -> frozenset[Player]:
    return frozenset({s.turn})


@game.ended("5")
def one_coin_or_none(s: State) -> bool:
    return s.chest <= 1


@game.winners("5")
def more_coins(s: State) -> frozenset[Player]:
    return frozenset(p for p in Player if all(s.coins[p] > s.coins[q] for q in Player if q != p))


@game.question("what becomes of a half coin?", "1")
def rounding(s: State, who: Player) -> Rounding:
    return ask()


@rounding.answer("2")
def it_stays_in_summer(s: State, who: Player) -> Rounding | Silent:
    """The sentence about summer; it does not speak of other seasons."""
    return Rounding.DOWN if s.season == 0 else SILENT


@rounding.answer("3")
def never_less_for_the_poor(s: State, who: Player) -> Rounding | Silent:
    """The sentence about whoever has nothing."""
    return Rounding.UP if s.coins[who] == 0 else SILENT


@rounding.reading("it always stays", default=True)
def it_always_stays(s: State, who: Player) -> Rounding | Silent:
    """Nobody says so; it is what one might do where no sentence speaks."""
    return Rounding.DOWN


@game.action("1")
def collect(s: State, who: Player) -> None:
    """Take half; the question is asked only where there is a half coin."""
    if s.chest % 2 == 0:
        share = s.chest // 2
    elif rounding(s, who) == Rounding.UP:
        share = (s.chest + 1) // 2
    else:
        share = s.chest // 2
    with effect("1"):
        s.chest -= share
        s.coins[who] += share
        s.turn = who.left
    with effect("4"):
        s.season = (s.season + 1) % Numbers.seasons


@collect.permit("1")
def on_ones_turn(s: State, who: Player) -> bool:
    return s.turn == who


checks = Checks(game)


@checks.leads_to("5")
def collecting_ends(s: State) -> tuple[bool, bool]:
    return True, one_coin_or_none(s)


@checks.promise(rounding.never_less_for_the_poor, "3", where={"coins": 0})
def nobody_begins_with_less_than_half(before: State, after: State) -> bool:
    """With this answer whoever has nothing gets half at least."""
    return all(before.coins[p] > 0 or after.coins[p] == 0 or 2 * after.coins[p] >= before.chest for p in Player)
