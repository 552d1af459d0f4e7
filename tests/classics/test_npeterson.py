"""Peterson's mutual exclusion for n processes, against what Murphi's model of it (ex/mux/n_peterson.m) says of itself.

With symmetry: 172 states of three processes, 6 770 of five, 163 298 of seven; without it 882 and 628 868. Each rule is
fired in every state by one process, so that there are n times as many steps.
"""

from __future__ import annotations

import pytest

from ruleslawyer.exploration.symmetry import explore_orbits
from tests.classics.published import instance, natively

ORBITS = {"three": (3, 172), "five": (5, 6_770), "seven": (7, 163_298)}


@pytest.mark.parametrize(("scope", "states"), [("three", 882), ("five", 628_868)])
def test_states(scope: str, states: int) -> None:
    found = natively("npeterson", scope).found
    assert (found.size, found.transitions, found.deadlocks) == (states, states * ORBITS[scope][0], [])


@pytest.mark.parametrize("scope", ORBITS)
def test_orbits(scope: str) -> None:
    found = explore_orbits(instance("npeterson", scope))
    processes, orbits = ORBITS[scope]
    assert (found.found.size, found.found.transitions) == (orbits, orbits * processes)
    assert [(v.name, v.word, v.states) for v in found.verdicts()] == [
        ("one_is_critical", "HOLDS IN SCOPE", found.orbits.counts.states)
    ]


@pytest.mark.parametrize("scope", ["three", "five"])
def test_orbits_stand_for_all_states(scope: str) -> None:
    whole = natively("npeterson", scope).found
    counts = explore_orbits(instance("npeterson", scope)).orbits.counts
    assert (counts.states, counts.transitions) == (whole.size, whole.transitions)
