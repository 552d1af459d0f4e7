"""Forms of a ruleset that are compiled together behave as each of them, run by the interpreter alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleslawyer.engines.explore.search import Exploration, explore
from ruleslawyer.engines.native.schemata import Schemata
from ruleslawyer.engines.native.storage import width_of
from ruleslawyer.rulebook.claims.limits import Limits
from ruleslawyer.semantics.interpret import Interpreter
from ruleslawyer.semantics.transition import TransitionSystem
from ruleslawyer.studies.adequacy.faults import Fault, generate_faults
from ruleslawyer.studies.adequacy.place import MutatedScope, NamedScope
from tests.bundled import bundled

ROOT = Path(__file__).parents[2]
MOST = 3_000
SMALL = {"daemons": "burn", "mnemonic": "hearts", "mere_mortals": "tiny", "memesis": "pump", "megacorp": "dawn"}
"""A scope of each rulebook that the interpreter explores at once."""


def alone(fault: Fault, spot: TransitionSystem) -> Exploration:
    """The mistake in a ruleset of its own, without any code."""
    return explore(
        TransitionSystem(Interpreter(fault.form.system, spot.scope), spot.reading, spot.rulings), Limits(MOST)
    )


def compare(ruleset: str, scope: str, most: int, seed: int) -> int:
    """How many faults make a difference."""
    loaded = bundled().ruleset(ruleset)
    system, chosen = loaded.transition_system(scope), generate_faults(loaded.system, ROOT, most, seed)[0]
    members = max(len(names) for names in system.scope.names.values())
    schemata = Schemata(loaded.system, width_of(loaded.system, members), [fault.form for fault in chosen])
    place = MutatedScope(NamedScope(scope, "hand", system), schemata, Limits(MOST, memory=64))
    usual, differ = explore(system, Limits(MOST)), 0
    for number, fault in enumerate(chosen, 1):
        if number in schemata.refused:
            continue
        reference, tried = alone(fault, system), place.try_fault(number, fault)
        if tried is None:
            assert set(reference.graph) == set(usual.graph), fault.name
            assert (reference.transitions, set(reference.events)) == (usual.transitions, set(usual.events)), fault.name
            continue
        differ += 1
        found = tried.native.found
        assert place.reaches(number, fault), fault.name
        if found.stopped or not reference.complete:  # the two come by different states first
            continue
        states = {tried.native.by_code.state(int(i)) for _, _, ids in found.rest_states() for i in ids}
        assert states == set(reference.graph), fault.name
        assert found.transitions == reference.transitions, fault.name
        assert {o.event.key for o in tried.native.occurrences} == set(reference.events), fault.name
        words = {v.name: v.word for v in tried.native.verdicts() if v.kind in ("always", "sometimes", "step")}
        assert {name for name, word in words.items() if word == "VIOLATED"} == set(reference.violated), fault.name
    return differ


SLOW = [pytest.param(name, marks=pytest.mark.campaign) for name in ("memesis", "megacorp", "mere_mortals")]


@pytest.mark.parametrize("ruleset", ["daemons", "mnemonic", *SLOW])
def test_some_faults_of_each_rulebook(ruleset: str) -> None:
    compare(ruleset, SMALL[ruleset], 6, 3)


@pytest.mark.campaign
@pytest.mark.parametrize("ruleset", SMALL)
def test_dozens_of_faults_of_each_rulebook(ruleset: str) -> None:
    """In the scope that is called tiny, and so that some of them make a difference there."""
    assert compare(ruleset, "tiny", 48, 1)
