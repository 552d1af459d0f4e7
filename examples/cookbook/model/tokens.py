"""Tokens and tracks: a supply that runs out, a track with an end, and a yield that sentences change.

1. There are four gems in the supply. On his turn a player mines: he takes one gem.
2. In the last space of the track a player takes one more. A lantern doubles what he takes.
3. If the supply has fewer, he takes what there is.
4. Or he walks one space along the track, which has three beyond the first, and pays a gem, back to the supply.
5. Or the player gives each of the others a gem, and all others give him one: that happens at the same time.
6. The game ends when the supply is empty. Whoever has most gems wins.
"""

from __future__ import annotations

from typing import Annotated

from ruleslawyer.lang import (
    SILENT,
    Checks,
    Constants,
    Map,
    Range,
    Ruleset,
    Silent,
    Sort,
    cite,
    effect,
    gain,
    lose,
    number,
    simultaneous,
    state,
)

game = Ruleset("tokens")
game.closed_world(assumed="what no sentence allows is not done")


class Player(Sort):
    """Who plays, who is next, and whether he has a lantern."""

    left: Player
    lantern: bool


class Numbers(Constants):
    """The numbers of the book."""

    gems: int = number(4, "1")
    track: int = number(3, "4")


@state
class State:
    """The supply, the gems of players, the markers on the track, and whose turn it is."""

    supply: Annotated[int, Range(0, 4), cite("1")]
    gems: Map[Player, Annotated[int, Range(0, 4)]]
    space: Annotated[Map[Player, Annotated[int, Range(0, 3)]], cite("4")]
    turn: Player


@game.initial("1")
def begin(s: State, first: Player) -> None:
    with effect("1"):
        s.supply = Numbers.gems
        s.turn = first


@game.awaits
def whoever_has_the_turn(s: State) -> frozenset[Player]:
    return frozenset({s.turn})


@game.ended("6")
def the_supply_is_empty(s: State) -> bool:
    return s.supply == 0


@game.winners("6")
def most_gems(s: State) -> frozenset[Player]:
    return frozenset(p for p in Player if s.gems[p] == max(s.gems[q] for q in Player))


@game.term("1")
def found(s: State, who: Player) -> int:
    """The ore that mining finds."""
    return 1 + at_the_end(s, who)


@game.term("2")
def at_the_end(s: State, who: Player) -> int:
    """The last space of the track adds to it."""
    return 1 if s.space[who] == Numbers.track else 0


@found.times("2")
def by_lantern(s: State, who: Player) -> int | Silent:
    """It doubles the one more as well, which therefore is a part of the term and no `adjust` of it."""
    return 2 if who.lantern else SILENT


@found.at_most("3")
def what_there_is(s: State, who: Player) -> int | Silent:
    return s.supply


@game.action("1")
def mine(s: State, who: Player) -> None:
    """Take gems from the supply."""
    with effect("1"):
        s.gems[who] += found(s, who)
        s.supply -= found(s, who)
        s.turn = who.left


@mine.permit("1")
def on_ones_turn(s: State, who: Player) -> bool:
    return s.turn == who


@game.action("4")
def walk(s: State, who: Player) -> None:
    """Go one space further."""
    with effect("4"):
        s.space[who] += 1
        s.gems[who] -= 1
        s.supply += 1
        s.turn = who.left


@walk.permit("4")
def with_a_gem_and_not_at_the_end(s: State, who: Player) -> bool:
    return s.turn == who and s.gems[who] > 0 and s.space[who] < Numbers.track


@game.action("5")
def swap(s: State, who: Player) -> None:
    """Everybody gives what he owes at the same time, so nobody has too few because of the order."""
    with effect("5"), simultaneous():
        for p in Player:
            if p != who:
                lose(s.gems, who, 1)
                gain(s.gems, p, 1)
                lose(s.gems, p, 1)
                gain(s.gems, who, 1)
        s.turn = who.left


@swap.permit("5")
def with_gems_for_all(s: State, who: Player) -> bool:
    return s.turn == who and all(s.gems[p] > 0 for p in Player)


checks = Checks(game)


@checks.sometimes("6")
def the_supply_runs_out(s: State) -> bool:
    return the_supply_is_empty(s)


@checks.always("1", "3", "4", reached=the_supply_runs_out)
def no_gem_is_lost(s: State) -> bool:
    """All gems are in the supply or with players."""
    return s.supply + sum(s.gems[p] for p in Player) == Numbers.gems
