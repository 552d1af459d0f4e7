"""Mutants of rules and of properties: what is proved of one for any number of cards, as a user asks for it, no
exploration of the same mutant violates.

A mutant is the ruleset with one mistake in it, so that much of what was true is false by a little.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest

from ruleslawyer.api import Project, Ruleset
from ruleslawyer.engines.explore.search import explore
from ruleslawyer.exploration.explore import result_of
from ruleslawyer.exploration.reference import ReferenceExploration
from ruleslawyer.ir.schema import Scope
from ruleslawyer.ir.system import System
from ruleslawyer.play.vectors.mutants import Mutant, mutants
from ruleslawyer.rulebook.claims.limits import Limits
from ruleslawyer.semantics.interpret import Interpreter
from ruleslawyer.semantics.transition import TransitionSystem
from tests.any_number.rulesets import NAMES, SIZES, trap
from tests.any_number.test_substeps import LARGE, SMALL, scopes
from tests.bundled import label

LIMITS = Limits(states=150, seconds=5.0)


def proved(ruleset: Ruleset, system: System, players: int, total: float) -> set[str]:
    """Of a ruleset with other rules."""
    changed = Ruleset(ruleset.root, ruleset.config)
    changed.take(system)
    found = changed.prove_for_any(players=players, total=total, timeout=0.5)
    return {one.property for one in found if one.verdict == "PROVED"}


def violated(system: System, scope: Scope) -> set[str]:
    """What plays of a scope violate, or cannot evaluate."""
    result = result_of(ReferenceExploration(explore(TransitionSystem(Interpreter(system, scope)), LIMITS)))
    wrong = {verdict.name for verdict in result.verdicts if verdict.word == "VIOLATED"}
    return wrong | {event.event.subject for event in result.events if event.event.of_property}


def disagreements(ruleset: Ruleset, mutant: Mutant, scopes: Sequence[Scope], total: float) -> tuple[int, list[str]]:
    """How many properties of a mutant are proved, and those of them that a scope violates."""
    players = scopes[0].size(mutant.system.players)
    try:
        wrong = {name: scope.name for scope in scopes for name in violated(mutant.system, scope)}
        held = proved(ruleset, mutant.system, players, total)
    except Exception:  # a mutant may be ill-typed
        return 0, []
    return len(held), [f"{mutant.name}: {name} in {wrong[name]}" for name in held & wrong.keys()]


def of_ruleset(ruleset: Ruleset, root: Path, names: Sequence[str], dice: Random, each: int) -> tuple[int, list[str]]:
    count, found = 0, list[str]()
    held = [ruleset.scope(name) for name in names]
    every = list(mutants(ruleset.system, root))
    for mutant in dice.sample(every, min(each, len(every))):
        more, wrong = disagreements(ruleset, mutant, held, 1.0)
        count, found = count + more, found + wrong
    return count, found


def test_no_play_breaks_what_is_proved_of_a_mutant(tmp_path: Path) -> None:
    dice, count = Random(5), 0
    for name in NAMES[::5]:
        sizes = [f"cards{size}" for size in SIZES]
        more, wrong = of_ruleset(trap(tmp_path / name, name), tmp_path / name, sizes, dice, 3)
        assert not wrong
        count += more
    assert count >= 3


@pytest.mark.campaign
@pytest.mark.parametrize("name", NAMES)
def test_of_what_misleads(tmp_path: Path, name: str) -> None:
    sizes = [f"cards{size}" for size in SIZES]
    assert not of_ruleset(trap(tmp_path, name), tmp_path, sizes, Random(name), 60)[1]


@pytest.mark.campaign
@pytest.mark.parametrize(("root", "name"), SMALL, ids=label)
def test_of_small_rulesets(root: Path, name: str) -> None:
    ruleset = Project.load(root).ruleset(name)
    names = list(scopes(ruleset))
    if names:
        assert not of_ruleset(ruleset, root, names[:1], Random(name), 20)[1]


@pytest.mark.campaign
@pytest.mark.parametrize(("root", "name"), LARGE, ids=label)
def test_of_rulebooks(root: Path, name: str) -> None:
    ruleset = Project.load(root).ruleset(name)
    held = proved(ruleset, ruleset.system, 2, 120.0)
    for scope in ruleset.scopes():
        one = ruleset.scope(scope)
        if one.size(ruleset.system.players) == 2 and not (one.is_open or one.initial or one.off or one.campaign):
            assert not held & violated(ruleset.system, one), scope
