"""Two sentences that replace one event: whoever it happens to chooses which of them does.

1. On his turn a player attacks a unit of the other: it is lost.
2. A unit with armour loses its armour instead.
3. A unit at the gate withdraws from it instead.
4. Where both sentences apply, the owner of the unit chooses one.
5. Whoever has no units left loses.
"""

from __future__ import annotations

from enum import Enum

from ruleslawyer.lang import (
    Checks,
    Ruleset,
    Sort,
    close_frame,
    effect,
    frame,
    open_frame,
    permit,
    state,
    the,
)

game = Ruleset("either")
game.closed_world(assumed="what no sentence allows is not done")


class Player(Sort):
    """Who plays."""


class Unit(Sort):
    """A unit, whose it is, and what it begins with."""

    owner: Player
    armoured: bool
    guard: bool


class Way(Enum):
    """The two replacements, of which one is applied."""

    ARMOUR = "its armour is lost"
    GATE = "it withdraws"


@state
class State:
    """Which units are lost, which have armour and which are at the gate, and whose turn it is."""

    lost: frozenset[Unit]
    armour: frozenset[Unit]
    gate: frozenset[Unit]
    turn: Player


@frame("4")
class Either:
    """The owner of a unit chooses what happens instead of its loss."""

    unit: Unit
    awaits: frozenset[Player]


def other(who: Player) -> Player:
    """The other player."""
    return the(p for p in Player if p != who)


def has_lost(s: State, who: Player) -> bool:
    """Whether nothing is left to somebody."""
    return all(unit in s.lost for unit in Unit if unit.owner == who)


@game.initial("1")
def begin(s: State, first: Player) -> None:
    with effect("1"):
        s.turn = first
        s.armour = frozenset(unit for unit in Unit if unit.armoured)
        s.gate = frozenset(unit for unit in Unit if unit.guard)


@game.awaits
def whoever_has_the_turn(s: State) -> frozenset[Player]:
    return frozenset({s.turn})


@game.ended("5")
def somebody_has_none(s: State) -> bool:
    return any(has_lost(s, p) for p in Player)


@game.winners("5")
def whoever_has_some(s: State) -> frozenset[Player]:
    return frozenset(p for p in Player if not has_lost(s, p))


@game.deed("2")
def lose_armour(s: State, unit: Unit) -> None:
    """Its armour is gone."""
    with effect("2"):
        s.armour = s.armour - frozenset({unit})


@game.deed("3")
def withdraw(s: State, unit: Unit) -> None:
    """It is at the gate no more."""
    with effect("3"):
        s.gate = s.gate - frozenset({unit})


@game.deed("4")
def ask_the_owner(s: State, unit: Unit) -> None:
    """The event waits until the owner has chosen."""
    with effect("4"):
        open_frame(s, Either(unit=unit, awaits=frozenset({unit.owner})))


@game.deed("1")
def lose(s: State, unit: Unit) -> None:
    """A unit is lost, unless a sentence says what happens instead."""
    with effect("1"):
        s.lost = s.lost | frozenset({unit})


@lose.instead("2", by=lose_armour)
def it_has_armour(s: State, unit: Unit) -> bool:
    return unit in s.armour


@lose.instead("3", by=withdraw)
def it_is_at_the_gate(s: State, unit: Unit) -> bool:
    return unit in s.gate


@lose.instead("4", by=ask_the_owner, over=(it_has_armour, it_is_at_the_gate), because="4: the owner chooses one")
def both_apply(s: State, unit: Unit) -> bool:
    return unit in s.armour and unit in s.gate


@game.action("1")
def attack(s: State, who: Player, unit: Unit) -> None:
    """Attack a unit of the other."""
    permit("1", a_unit_of_the_other=s.turn == who and unit.owner != who and unit not in s.lost)
    with effect("1"):
        s.turn = other(who)
        lose(s, unit)


@game.action("4", at=Either)
def choose(s: State, f: Either, who: Player, way: Way) -> None:
    """Choose what happens to the unit."""
    permit("4", it_is_his=f.unit.owner == who)
    with effect("4"):
        unit = f.unit
        close_frame(s, Either)
        if way == Way.ARMOUR:
            lose_armour(s, unit)
        else:
            withdraw(s, unit)


checks = Checks(game)


@checks.step("4", of=choose)
def one_of_both(before: State, after: State, who: Player, way: Way) -> bool:
    """Either happens and not both, and the unit is not lost."""
    return before.lost == after.lost and (before.armour == after.armour) != (before.gate == after.gate)
