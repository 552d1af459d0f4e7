"""Legacy of a round: what lasts for a turn, what is carried over to the next round, and what is fixed at a moment.

1. A match has two rounds. In a round each player in turn either boasts or works; the younger begins.
2. Whoever boasts shames the next player until the round ends. Nobody who is shamed works.
3. Whoever works gets the wage of the day: one coin, or two once somebody has become a master.
4. Whoever worked in the first round is a master from then on.
5. The wage of a day is what it was when the round began.
6. When both have had a turn, the round ends. After two rounds whoever has more coins wins.
"""

from __future__ import annotations

from enum import Enum
from typing import Annotated

from ruleslawyer.lang import Checks, Map, Range, Ruleset, Sort, effect, remembers, state, until

game = Ruleset("legacy")
game.closed_world(assumed="what no sentence allows is not done")


class Player(Sort):
    """Who plays, and who is next."""

    left: Player
    younger: bool


class Phase(Enum):
    """Whether a round is on."""

    MORNING = "a round begins"
    DAY = "a round is on"
    EVENING = "a round is over"


@state
class State:
    """The table: a field of one round has a lifetime, a field of the whole match has none."""

    phase: Phase
    round: Annotated[int, Range(0, 2)]
    turn: Player | None
    shamed: Annotated[Map[Player, bool], until("2", phase=Phase.EVENING)]
    worked: Annotated[Map[Player, bool], until("6", phase=Phase.EVENING)]
    boasted: Annotated[Map[Player, bool], until("6", phase=Phase.EVENING)]
    wage: Annotated[int, Range(0, 2), remembers("5")]
    master: Map[Player, bool]
    coins: Map[Player, Annotated[int, Range(0, 4)]]


@game.initial("1")
def before_the_match(s: State) -> None:
    with effect("1"):
        s.phase = Phase.MORNING


@game.awaits
def whoever_has_the_turn(s: State) -> frozenset[Player]:
    return frozenset(p for p in Player if s.turn == p)


@game.ended("6")
def two_rounds_are_over(s: State) -> bool:
    return s.round == 2


@game.winners("6")
def more_coins(s: State) -> frozenset[Player]:
    return frozenset(p for p in Player if all(s.coins[p] > s.coins[q] for q in Player if q != p))


@game.term("3")
def wage_now(s: State) -> int:
    """One coin, or two where there is a master."""
    return 2 if any(s.master[p] for p in Player) else 1


@game.duty("1", "5")
def morning(s: State) -> None:
    """A round begins: the wage is fixed, and the younger has the turn."""
    with effect("5"):
        s.wage = wage_now(s)
    with effect("1"):
        s.phase = Phase.DAY
        for p in Player:
            if p.younger:
                s.turn = p


@morning.when
def it_is_morning(s: State) -> bool:
    return s.phase == Phase.MORNING


@game.matters("wage")
def by_day(s: State) -> bool:
    """Between rounds nobody asks for the wage: states that differ in it alone are one."""
    return s.phase == Phase.DAY


@game.action("1")
def work(s: State, who: Player) -> None:
    """Work for the wage of the day."""
    with effect("3"):
        s.coins[who] += s.wage
    with effect("4"):
        s.worked[who] = True
        if s.round == 0:
            s.master[who] = True
    with effect("1"):
        s.turn = None if had_a_turn(s, who.left) else who.left


@work.permit("1")
def on_ones_turn(s: State, who: Player) -> bool:
    return s.turn == who


@work.cannot("2", "nobody who is shamed works")
def too_ashamed(s: State, who: Player) -> bool:
    return s.shamed[who]


@game.action("1")
def boast(s: State, who: Player) -> None:
    """Shame the next player, until the round ends."""
    with effect("2"):
        s.shamed[who.left] = True
        s.boasted[who] = True
    with effect("1"):
        s.turn = None if had_a_turn(s, who.left) else who.left


@boast.permit("1")
def in_place_of_working(s: State, who: Player) -> bool:
    return s.turn == who


def had_a_turn(s: State, who: Player) -> bool:
    """Whether somebody has had his turn in this round."""
    return s.worked[who] or s.boasted[who]


@game.duty("6", turn_end=True)
def evening(s: State) -> None:
    """The round ends: what has a lifetime goes."""
    with effect("6"):
        s.phase = Phase.EVENING
        s.round += 1


@evening.when
def all_have_had_a_turn(s: State) -> bool:
    return s.phase == Phase.DAY and s.turn is None


@game.duty("6")
def night(s: State) -> None:
    """The round ends; coins and masters stay."""
    with effect("6"):
        s.phase = Phase.MORNING


@night.when
def another_round_follows(s: State) -> bool:
    return s.phase == Phase.EVENING and s.round < 2


checks = Checks(game)


@checks.sometimes("4")
def a_master_earns_two(s: State) -> bool:
    return any(s.master[p] and s.coins[p] == 3 for p in Player)


@checks.always("2", reached=a_master_earns_two)
def shame_ends_with_the_round(s: State) -> bool:
    return s.phase == Phase.DAY or all(not s.shamed[p] for p in Player)


@checks.step("5")
def the_wage_stays(before: State, after: State) -> bool:
    """Also where somebody becomes a master by day: both get what was fixed in the morning."""
    return before.phase != Phase.DAY or after.phase != Phase.DAY or before.wage == after.wage
