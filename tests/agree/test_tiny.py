"""The tiny rulesets: the explorer finds what was worked out by hand, and its plays replay through the direct run."""

from __future__ import annotations

import ast
import tomllib
from functools import cache
from typing import Any

import pytest

from ruleslawyer.exploration.explore import explore_scope
from ruleslawyer.rulebook.claims.readings import mend
from ruleslawyer.rulebook.claims.result import ScopeResult
from ruleslawyer.semantics.direct import Direct
from ruleslawyer.semantics.interpret import Interpreter
from ruleslawyer.semantics.transition import TransitionSystem
from tests.agree.strategies import bundle
from tests.bank import NAMES, PRELUDE, TINY, WHOLE, fragment

COUNTS = ("states", "transitions", "depth", "deadlocks")


@cache
def expected(name: str) -> dict[str, Any]:
    return tomllib.loads((TINY / name / "expected.toml").read_text(encoding="utf-8"))


@cache
def explored(name: str, reading: tuple[tuple[str, str], ...] = (), ruled: tuple[str, ...] = ()) -> ScopeResult:
    found = bundle(TINY, name)
    scope, system = found.scope("tiny"), mend(found.system, {key: dict(reading)[key] for key in ruled})
    interpreter, direct = (
        TransitionSystem(machine, dict(reading), ruled)
        for machine in (Interpreter(system, scope), Direct(system, scope, found.root, modules=found.modules))
    )
    return explore_scope(interpreter, direct)


def counts(result: ScopeResult) -> dict[str, int]:
    deadlocks = sum(d.states for d in result.deadlocks)
    return dict(zip(COUNTS, (result.states, result.transitions, result.depth, deadlocks), strict=True))


def keys(result: ScopeResult) -> list[tuple[str, ...]]:
    return sorted(e.event.key for e in result.events)


def test_a_fragment_repeats_nothing_of_the_prelude() -> None:
    prelude = {ast.dump(node) for node in ast.parse(PRELUDE).body}
    for name in NAMES:
        if not (text := fragment(name)).startswith(WHOLE):
            own = {ast.dump(node) for node in ast.parse(text).body}
            assert own.isdisjoint(prelude), name


@pytest.mark.parametrize("name", NAMES)
def test_as_worked_out_by_hand(name: str) -> None:
    result, hand = explored(name), expected(name)
    assert_counts(result, hand)
    assert_events(result, hand)
    assert_properties(result, hand)
    assert list(result.never_live) == hand["never_live"]
    if "nearest_deadlock" in hand:
        assert min(d.trace.length for d in result.deadlocks) == hand["nearest_deadlock"]
    assert_plays_replay(result)


def assert_counts(result: ScopeResult, hand: dict[str, Any]) -> None:
    """Forced passes are counted once as they are and once contracted; nothing changes where there are none."""
    assert result.complete
    assert counts(result) == {key: hand[key] for key in COUNTS}
    assert result.initial == hand["initial"]
    assert list(result.scope.shrunk) == hand.get("shrunk", [])
    contracted = hand.get("contracted", hand)
    assert result.contracted == (contracted["states"], contracted["transitions"])


def assert_events(result: ScopeResult, hand: dict[str, Any]) -> None:
    """What is wrong with the text, and whether it matters."""
    assert keys(result) == sorted(tuple(e) for e in hand["events"])
    immaterial = sorted(e.event.key for e in result.events if not e.material)
    assert immaterial == sorted(tuple(e) for e in hand.get("immaterial", []))


def assert_properties(result: ScopeResult, hand: dict[str, Any]) -> None:
    """The word of each verdict, and how long the shortest violation is."""
    assert {v.name: v.word for v in result.verdicts} == hand.get("properties", {})
    lengths = {v.name: v.trace.length for v in result.verdicts if v.word == "VIOLATED" and v.trace}
    assert lengths == hand.get("violations", {})
    assert {v.name: dict(v.member) for v in result.verdicts if v.member} == hand.get("members", {})
    assert {v.name: list(v.off) for v in result.verdicts if v.off} == hand.get("switched_off", {})
    assert list(result.rims) == hand.get("rims", [])


def assert_plays_replay(result: ScopeResult) -> None:
    """The play to every event, deadlock and verdict, through both machines."""
    assert result.replayed_by == ("interpreter", "direct")
    assert result.unreplayed == ()
    assert [e.trace.length for e in result.events] == [e.depth for e in result.events]


@pytest.mark.parametrize("name", [n for n in NAMES if "readings" in expected(n)])
def test_other_readings(name: str) -> None:
    for hand in expected(name)["readings"]:
        result = explored(name, tuple(hand["choose"].items()), tuple(hand.get("ruled", ())))
        assert counts(result) == {key: hand[key] for key in COUNTS}
        if "events" in hand:
            assert keys(result) == sorted(tuple(e) for e in hand["events"])
        told = {v.name: v.word for v in result.verdicts}
        assert {name: told[name] for name in hand.get("properties", {})} == hand.get("properties", {})
        assert result.unreplayed == ()
