"""Real sub-steps of plays: the lifted relation has each of them, in every scope, and has none with a wrong cell.

A sub-step that is refused would be one of which a proof says nothing. What says too little of a rule, so that a wrong
cell passes, proves too little at worst; but a relation that has everything would pass the first test as well.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from ruleslawyer.api import Project, Ruleset
from ruleslawyer.engines.smt.lifted.question import relation_of
from ruleslawyer.ir import types as t
from ruleslawyer.semantics.state import Schema, State
from tests.agree.strategies import CLASSICS, everywhere
from tests.any_number.plays import Plays
from tests.any_number.rulesets import NAMES, SIZES, trap
from tests.bank import TINY
from tests.bundled import label

SMALL = [(root, name) for root, name in everywhere() if root == TINY or root in CLASSICS]
LARGE = [(root, name) for root, name in everywhere() if (root, name) not in SMALL]
SHARE = 0.95
"""Of single wrong cells at least so many are refused. The others are what the relation does not say: what lies in a
pile below its top, which of several members a rule takes, what was forgotten, and what a loop does of which the order
may matter."""


def scopes(ruleset: Ruleset) -> Iterator[str]:
    """Those in which games begin as the book says, and all its rules are there."""
    for name in ruleset.scopes():
        scope = ruleset.scope(name)
        if not (scope.is_open or scope.initial or scope.off or scope.campaign):
            yield name


def plays_of(ruleset: Ruleset, scope: str, each: int, most: int, *, any_players: bool = False) -> Plays:
    """Plays of a scope, and the relation of as many players, or of any number of them."""
    system = ruleset.transition_system(scope)
    players = None if any_players else system.scope.size(ruleset.system.players)
    relation, _ = relation_of(ruleset.system, players)
    relation.world.numbers = dict(system.scope.constants)
    return Plays(system, relation, each, most)


def refused(
    ruleset: Ruleset, scope: str, each: int, most: int, *, any_players: bool = False
) -> tuple[int, list[str]]:  # fmt: skip
    """How many sub-steps there are, and those that the relation does not have."""
    plays, count, found = plays_of(ruleset, scope, each, most, any_players=any_players), 0, []
    for one in plays:
        count += 1
        why = plays.refusal(one)
        if why:
            found.append(f"{scope}: {one.step.key}: {why}")
    return count, found


def test_the_relation_has_every_sub_step() -> None:
    count = 0
    for root, name in SMALL[::24]:
        ruleset = Project.load(root).ruleset(name)
        for scope in scopes(ruleset):
            more, wrong = refused(ruleset, scope, each=1, most=8)
            assert not wrong, name
            count += more
    assert count > 12


def test_the_relation_of_any_number_of_players_has_every_sub_step() -> None:
    count = 0
    for root, name in SMALL[12::24]:
        ruleset = Project.load(root).ruleset(name)
        for scope in scopes(ruleset):
            more, wrong = refused(ruleset, scope, each=1, most=8, any_players=True)
            assert not wrong, name
            count += more
    assert count > 12


@pytest.mark.parametrize("name", NAMES)
def test_of_what_misleads_too(tmp_path: Path, name: str) -> None:
    ruleset = trap(tmp_path, name)
    for size in SIZES[:3]:
        assert not refused(ruleset, f"cards{size}", each=2, most=8)[1]


@pytest.mark.campaign
@pytest.mark.parametrize("any_players", [False, True])
@pytest.mark.parametrize(("root", "name"), [*SMALL, *LARGE], ids=label)
def test_everywhere(root: Path, name: str, any_players: bool) -> None:
    ruleset = Project.load(root).ruleset(name)
    for scope in scopes(ruleset):
        assert not refused(ruleset, scope, each=6, most=60, any_players=any_players)[1]


# --- wrong cells -----------------------------------------------------------------------------------------------------


def wrong(dice: Random, schema: Schema, sizes: dict[str, int], state: State) -> State | None:
    """The state with one cell changed; None where there is none to change."""
    fields = list(state.fields)
    places = [i for i, slot in enumerate(schema.slots) if _varies(slot.field.type, fields[i], sizes)]
    if not places:
        return None
    i = dice.choice(places)
    fields[i] = _other(dice, schema.slots[i].field.type, fields[i], sizes)
    return State(tuple(fields), state.frames)


def _varies(type_: t.Type, value: Any, sizes: dict[str, int]) -> bool:
    match type_:
        case t.Map(_, item):
            return any(_varies(item, v, sizes) for v in value)
        case t.Sort(name) | t.Enum(name):
            return sizes[name] > 1
        case t.Int(low, high):
            return low is None or low != high
        case t.Pile():
            return bool(value)
    return True


def _other(dice: Random, type_: t.Type, value: Any, sizes: dict[str, int]) -> Any:
    """Another value of a type, in one place."""
    match type_:
        case t.Map(_, item):
            k = dice.choice([k for k, v in enumerate(value) if _varies(item, v, sizes)])
            return (*value[:k], _other(dice, item, value[k], sizes), *value[k + 1 :])
        case t.Bool():
            return not value
        case t.Int(_, high):
            return value + 1 if high is None or value < high else value - 1
        case t.Sort(name) | t.Enum(name):
            return (value + 1) % sizes[name]
        case t.Optional():
            return None if value is not None else 0
        case t.Set(t.Sort(name) | t.Enum(name)) | t.Awaits(t.Sort(name)):
            return value ^ {dice.randrange(sizes[name])}
        case t.Pile():
            return value[:-1]
    return value


def passed(ruleset: Ruleset, scope: str, dice: Random, each: int, most: int) -> tuple[int, list[str]]:
    """How many sub-steps with a wrong cell there are, and those that the relation has."""
    plays, count, found = plays_of(ruleset, scope, each, most), 0, []
    held = plays.system.scope
    sizes = {name: len(enum.members) for name, enum in ruleset.system.enums.items()}
    sizes |= {name: held.size(name) for name in ruleset.system.sorts}
    for one in plays:
        other = wrong(dice, plays.system.schema, sizes, one.after)
        if other is None or other == one.after:
            continue
        count += 1
        if not plays.refusal(one, other):
            changed = [
                f.name
                for f, a, b in zip(ruleset.system.state.fields, one.after.fields, other.fields, strict=True)
                if a != b
            ]
            found.append(f"{scope}: {one.step.key}: {', '.join(changed)}")
    return count, found


def test_it_has_few_with_a_wrong_cell() -> None:
    dice, count, missed = Random(1), 0, list[str]()
    for root, name in SMALL[1::28]:
        ruleset = Project.load(root).ruleset(name)
        for scope in scopes(ruleset):
            more, found = passed(ruleset, scope, dice, each=2, most=8)
            count, missed = count + more, missed + [f"{name} {one}" for one in found]
    assert count > 10
    assert len(missed) <= (1 - SHARE) * count, missed


@pytest.mark.campaign
def test_it_has_few_with_a_wrong_cell_anywhere() -> None:
    dice, count, missed = Random(1), 0, list[str]()
    for root, name in [*SMALL, *LARGE]:
        ruleset = Project.load(root).ruleset(name)
        for scope in scopes(ruleset):
            more, found = passed(ruleset, scope, dice, each=4, most=30)
            count, missed = count + more, missed + [f"{name} {one}" for one in found]
    assert len(missed) <= (1 - SHARE) * count, missed
