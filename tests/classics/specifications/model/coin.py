"""A shared coin: processes toss coins and add them up, until the sum is far enough from where it began.

After J. Aspnes and M. Herlihy (1990), as a case study of PRISM has it (coin2.nm). There a process tosses in one step,
which is a choice of what chance decides; here it says so first. So there is a state more, and a step more, for each of
those choices, and no step where all have finished.
"""

from __future__ import annotations

from enum import Enum

from ruleslawyer.lang import CHANCE, Chance, Checks, Constants, Map, Ruleset, Sort, number, permit, state

coin = Ruleset("coin")
coin.closed_world(assumed="nothing happens but what a rule describes")


class Numbers(Constants):
    """How far the sum has to go, for each process."""

    far: int = number(2, "1")


class Player(Sort):
    """A process."""


class Line(Enum):
    """What a process does next."""

    TOSS = "toss"
    WRITE = "write"
    CHECK = "check"
    FINISHED = "finished"


@state
class State:
    sum: int
    line: Map[Player, Line]
    heads: Map[Player, bool]
    tossing: Player | None


@coin.initial("1")
def begin(s: State) -> None:
    for p in Player:
        s.line[p] = Line.TOSS


@coin.awaits
def whoever_is_next(s: State) -> frozenset[Player] | Chance:
    return frozenset(Player) if s.tossing is None else CHANCE


@coin.action("2")
def toss(s: State, who: Player) -> None:
    permit("2", s.line[who] == Line.TOSS)
    s.tossing = who


@coin.chance("2", uniform="2")
def falls(s: State, heads: bool) -> None:
    for p in Player:
        if p == s.tossing:
            s.heads[p] = heads
            s.line[p] = Line.WRITE
    s.tossing = None


@coin.action("3")
def write(s: State, who: Player) -> None:
    permit("3", s.line[who] == Line.WRITE)
    s.sum += 1 if s.heads[who] else -1
    s.heads[who] = False
    s.line[who] = Line.CHECK


@coin.action("4")
def look(s: State, who: Player) -> None:
    """Far enough it decides, and else tosses again."""
    permit("4", s.line[who] == Line.CHECK)
    if s.sum >= Numbers.far * len(Player) or s.sum <= -Numbers.far * len(Player):
        s.heads[who] = s.sum > 0
        s.line[who] = Line.FINISHED
    else:
        s.line[who] = Line.TOSS


@coin.ended("5")
def over(s: State) -> bool:
    return all(s.line[p] == Line.FINISHED for p in Player)


checks = Checks(coin)


@checks.eventually("5", fair=CHANCE)
def it_ends(s: State) -> bool:
    return over(s)


@checks.eventually("5")
def it_ends_without_luck(s: State) -> bool:
    return over(s)


@checks.sometimes("5")
def they_may_disagree(s: State) -> bool:
    return over(s) and any(s.heads[p] for p in Player) and not all(s.heads[p] for p in Player)


@checks.always("5")
def the_sum_stays_near(s: State) -> bool:
    """By as many as there are processes, it may go on."""
    return (Numbers.far + 1) * len(Player) >= s.sum and s.sum >= -(Numbers.far + 1) * len(Player)
