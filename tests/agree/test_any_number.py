"""What is proved for any number of cards against every exploration of the same rules: no play of any size breaks it."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleslawyer.api import Project
from ruleslawyer.ir.rules import APART
from ruleslawyer.proof.any_number import scope_difference
from ruleslawyer.rulebook.claims.clashes import pairs
from ruleslawyer.rulebook.claims.limits import Limits
from tests.agree.strategies import CLASSICS, everywhere
from tests.bank import TINY
from tests.bundled import label

RULESETS = [(root, name) for root, name in everywhere() if root == TINY or root in CLASSICS]
EVERY = [(root, name) for root, name in everywhere() if (root, name) not in RULESETS]


def disagreements(root: Path, name: str, total: float) -> tuple[int, list[str]]:
    """How many properties are proved, and those of them that some scope violates under some answer to one question."""
    ruleset = Project.load(root).ruleset(name)
    system = ruleset.system
    found = ruleset.prove_for_any(total=total, timeout=1.0)
    proved = {one.property for one in found if one.verdict == "PROVED"}
    wrong: list[str] = []
    for scope in ruleset.scopes():
        held = ruleset.scope(scope)
        if held.is_open or held.campaign or held.initial or held.size(system.players) != 2:
            continue
        readings = [{}, *({q.name: o.name} for q in system.questions.values() for o in q.options if not o.default)]
        for reading in readings:
            result = ruleset.explore(scope, reading, limits=Limits(states=400, seconds=5))
            wrong += [f"{v.name} in {scope} under {reading}" for v in result.verdicts
                      if v.word == "VIOLATED" and v.name in proved]  # fmt: skip
    return len(proved), wrong


def test_what_is_proved_is_never_broken() -> None:
    """Among the small rulesets many properties are proved, and no exploration breaks one of them."""
    count = 0
    wrong: list[str] = []
    for root, name in RULESETS[7::32]:
        proved, broken = disagreements(root, name, 1.5)
        count, wrong = count + proved, wrong + [f"{name}: {one}" for one in broken]
    assert not wrong
    assert count >= 4


@pytest.mark.campaign
@pytest.mark.parametrize(("root", "name"), [*RULESETS, *EVERY], ids=label)
def test_nowhere(root: Path, name: str) -> None:
    assert not disagreements(root, name, 60.0)[1]


@pytest.mark.campaign
def test_clauses_proved_apart_are_met_nowhere() -> None:
    """Of the small rulesets each pair of clauses, with as many players as a scope has: proved apart, or met there."""
    proved = clash = 0
    for root, name in RULESETS:
        ruleset = Project.load(root).ruleset(name)
        names = [f"{APART}{pair.key}" for pair in pairs(ruleset.system) if not pair.over]
        for scope in map(ruleset.scope, ruleset.scopes() if names else ()):
            players = scope.size(ruleset.system.players)
            if scope.is_open or scope.campaign or scope_difference(ruleset.system, scope, players):
                continue
            found = ruleset.prove_for_any(names, players=players, total=2.0, timeout=0.5)
            apart = {one.property for one in found if one.verdict in ("PROVED", "VACUOUS")}
            events = ruleset.explore(scope.name, limits=Limits(states=400, seconds=5)).events
            keys = [event.event.key for event in events if event.event.kind == "contradiction"]
            met = {f"{APART}{subject}:{one}/{other}" for _, subject, one, other in keys}
            assert not apart & met, (name, scope.name)
            proved, clash = proved + len(apart), clash + len(met)
    assert proved > 10 and clash > 25


def test_interrupted_it_proves_nothing() -> None:
    """What is left of a Houdini that had no time to end is no lemma."""
    root, name = next((root, name) for root, name in RULESETS if Project.load(root).ruleset(name).system.checks)
    found = Project.load(root).ruleset(name).prove_for_any(total=0.0)
    assert found and all(one.verdict == "UNKNOWN" and not one.lemmas for one in found)
