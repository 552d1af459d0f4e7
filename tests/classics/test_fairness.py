"""Liveness under fairness, as it was published: true and false, weak and strong, by both engines, each circle replayed.

Where TLC's counts are published too, they are those of the model: states, transitions without the `idle` that stands
for TLA+'s stuttering, and depth (TLC counts the states of a play, and the beginning as a step).
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from ruleslawyer.engines.explore.properties import verdicts
from ruleslawyer.engines.explore.search import Exploration, explore
from ruleslawyer.exploration.native import explore_natively
from ruleslawyer.front.lower import lower
from ruleslawyer.play.replay import replay_problem, violation_problem
from ruleslawyer.project.config import Project
from ruleslawyer.rulebook.claims.verdict import Verdict
from ruleslawyer.rulebook.scopes.load import load_scope
from ruleslawyer.semantics.interpret import Interpreter
from ruleslawyer.semantics.transition import TransitionSystem

HERE = Path(__file__).parent
YES, NO = "HOLDS IN SCOPE", "VIOLATED"

PUBLISHED: dict[tuple[str, str, str], dict[str, str]] = {
    # Baier and Katoen, section 3.5: the semaphore needs strong fairness, of each process.
    ("fair", "semaphore", "two"): {
        "without_fairness": NO,
        "weakly_fair": NO,
        "strongly_fair_to_somebody": NO,
        "strongly_fair_to_each": YES,
    },
    # Peterson (1981): lockout-freedom needs that both go on; see N. Lynch: Distributed Algorithms, section 10.5.1.
    ("peterson", "peterson", "two"): {"without_fairness": NO, "nobody_starves": YES},
    # Ben-Ari, algorithm 3.10: free from starvation under weak fairness of each process.
    ("fair", "dekker", "two"): {
        "exclusive": YES,
        "without_fairness": NO,
        "fair_to_somebody": NO,
        "fair_to_each": YES,
    },
    # tlaplus/Examples, allocator/SimpleAllocator.tla: the theorems at its end, and the two that "do not hold".
    ("fair", "allocator", "published"): {
        "clients_will_return": YES,
        "clients_will_obtain": YES,
        "often_satisfied": YES,
        "those_will_return": YES,
        "those_will_obtain": NO,
        "those_are_often_satisfied": NO,
        "weak_fairness_is_not_enough": NO,
    },
    # tlaplus/Examples, ewd840/EWD840.tla: `Liveness`, and `FalseLiveness`, of which it says that it does not hold.
    ("fair", "detection", "published"): {
        "no_false_alarm": YES,
        "liveness": YES,
        "without_fairness": NO,
        "false_liveness": NO,
    },
    # tlaplus/Examples, DiningPhilosophers: `NobodyStarves`, and "each process can stop" where they are not fair.
    ("fair", "dining", "published"): {"nobody_starves": YES, "without_fairness": NO},
    # tlaplus/Examples, ReadersWriters: `Liveness`, its four parts; fairness is to each request of each actor.
    ("fair", "readers", "two"): {
        "writes_again": YES,
        "reads_again": YES,
        "stops_writing": YES,
        "stops_reading": YES,
        "need_not_ask": NO,
    },
    # Specifying Systems, section 14.6: `SentLeadsToRcvd` of the alternating bit, with `ABFairness`.
    ("fair", "protocol", "lines"): {
        "sent_leads_to_received": YES,
        "weak_fairness_is_not_enough": NO,
        "it_must_be_sent_again": NO,
    },
    # Dijkstra (1974); tlaplus/Examples, ewd426/TokenRing.tla: `Stab` where there are at most M + 1 nodes.
    ("fair", "ring", "values_4"): {
        "stays_single": YES,
        "stabilises": YES,
        "stabilises_where_all_are_chosen": YES,
    },
    ("fair", "ring", "values_3"): {"stabilises": YES, "stabilises_where_all_are_chosen": YES},
    ("fair", "ring", "values_2"): {"stabilises": NO, "stabilises_where_all_are_chosen": NO},
}

COUNTS = {
    # result in the manifest.json beside each specification: distinct states, generated ones less the beginnings, depth
    ("fair", "allocator", "published"): (400, 1633 - 1, 6 - 1),
    ("fair", "dining", "published"): (67, 336 - 1, 29 - 1),
}


@cache
def system_of(folder: str, name: str, scope: str) -> TransitionSystem:
    project = Project.load(HERE / folder)
    config = project.ruleset(name)
    system = lower(config, project.root)
    return TransitionSystem(Interpreter(system, load_scope(config.scopes / f"{scope}.toml", system)))


@cache
def explored(folder: str, name: str, scope: str) -> Exploration:
    found = explore(system_of(folder, name, scope))
    assert found.complete
    assert not found.events
    return found


def assert_published(expected: dict[str, str], found: list[Verdict], system: TransitionSystem) -> None:
    known = {verdict.name: verdict for verdict in found}
    assert {name: known[name].word for name in expected} == expected
    for verdict in found:
        if verdict.word == NO:
            assert verdict.trace is not None
            assert verdict.trace.back is not None  # each of these systems goes on for ever
            assert violation_problem(system, system.system.checks[verdict.name], verdict.trace) == ""
            assert replay_problem(system, verdict.trace) == ""


@pytest.mark.parametrize("case", PUBLISHED, ids="/".join)
def test_reference(case: tuple[str, str, str]) -> None:
    found = explored(*case)
    assert_published(PUBLISHED[case], verdicts(found), found.system)


@pytest.mark.parametrize("case", PUBLISHED, ids="/".join)
def test_native(case: tuple[str, str, str]) -> None:
    system = system_of(*case)
    found = explore_natively(system, workers=1)
    assert found.found.size == explored(*case).states
    assert_published(PUBLISHED[case], found.verdicts(), system)


@pytest.mark.parametrize("case", COUNTS, ids="/".join)
def test_counts(case: tuple[str, str, str]) -> None:
    found = explored(*case)
    idle = sum(1 for _, _, step in found.graph.edges(data=True) if step["instance"].action == "idle")
    assert (found.states, found.transitions - idle, found.depth) == COUNTS[case]


def test_states_of_the_detection() -> None:
    """TLC generates more transitions than there are: one for each part of a guard that holds."""
    assert explored("fair", "detection", "published").states == 302


@pytest.mark.parametrize(
    ("case", "waits", "fair"),
    [
        (("fair", "semaphore", "two"), "weakly_fair", "strongly_fair_to_each"),
        (("peterson", "peterson", "two"), "without_fairness", "nobody_starves"),
        (("fair", "dekker", "two"), "without_fairness", "fair_to_each"),
    ],
)
def test_a_play_that_is_not_fair_shows_nothing(case: tuple[str, str, str], waits: str, fair: str) -> None:
    """One that waits where less fairness is asked for: with more it is no evidence."""
    found = explored(*case)
    (trace,) = (verdict.trace for verdict in verdicts(found) if verdict.name == waits)
    assert trace is not None
    assert "going round is not " in violation_problem(found.system, found.system.system.checks[fair], trace)
