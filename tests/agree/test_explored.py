"""Both explorers answer everything that is asked of an exploration, and the same; nobody asks which of them it is."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from ruleslawyer.engines.explore.search import explore
from ruleslawyer.exploration.explored import ExploredGraph
from ruleslawyer.exploration.native import explore_natively
from ruleslawyer.exploration.reference import ReferenceExploration
from tests.agree.test_native import system_of
from tests.bank import NAMES, TINY

SOURCES = Path(__file__).parents[2] / "src" / "ruleslawyer"
UNLIKE = ("t150_unclear", "t196_first_named_decides")
"""A property meets what no play does; who is told apart is the second key of a map."""
ASKED = frozenset(name for name in vars(ExploredGraph) if not name.startswith("_"))
APART = frozenset({"engine", "native", "steps", "stored_graph", "sample", "event_trace", "material", "occurrences"})
"""Who it is, what the interpreter remembers, how a graph is kept; and plays, of which several may be as short."""


def said(found: ExploredGraph) -> dict[str, Any]:
    """All that is asked, without plays."""
    graph = found.network()
    counts, (contracted, rounds) = found.counts, found.contraction
    states = list(found.states())
    checks = found.system.system.checks.values()
    return {
        "system": found.system.system.name,
        "counts": (counts.initial, counts.states, counts.transitions, counts.depth, counts.ended, counts.deadlocked,
                   counts.complete, counts.stopped),
        "live": {name for name in found.live if not name.startswith("§")},
        "decisive": set(found.decisive),
        "judged_actions": set(found.judged_actions),
        "spoken": set(found.spoken),
        "rims": found.rims,
        "event_keys": set(found.event_keys),
        "events": {event.key for event in found.events()},
        "deadlock_kinds": set(found.deadlock_kinds),
        "deadlock_results": {(d.unspoken, d.forbidden, d.states) for d in found.deadlock_results()},
        "contraction": (contracted, {(met.event.key, met.depth) for met in rounds}),
        "verdicts": [(verdict.name, verdict.word, verdict.states) for verdict in found.verdicts()],
        "verdict": [found.verdict(check).word for check in checks],
        "word": [found.word(check) for check in checks],
        "violations": set(found.violations()),
        "unlisted": found.unlisted,
        "failure": found.failure,
        "network": {(state, data["depth"], data["ended"], data["deadlock"]) for state, data in graph.nodes(data=True)},
        "states": set(states),
        "moves": {(state, found.moves(state)) for state in states},
        "said_apart": [found.said_apart("Player", most) for most in (2, 5, 50)],
    }  # fmt: skip


@pytest.mark.parametrize("name", UNLIKE)
def test_both_say_the_same_of_what_is_unlike_the_others(name: str) -> None:
    assert_both_say_the_same(name)


@pytest.mark.parametrize("name", [name for name in NAMES[::5] if name not in UNLIKE])
def test_both_say_the_same(name: str) -> None:
    assert_both_say_the_same(name)


def assert_both_say_the_same(name: str) -> None:
    system = system_of(TINY, name, "tiny")
    code = explore_natively(system, workers=1)
    if code.by_code.beyond:
        pytest.skip("generated code has no room for a number of it")
    one, other = said(ReferenceExploration(explore(system))), said(code)
    assert one.keys() == other.keys() == ASKED - APART
    assert {key: one[key] for key in one if one[key] != other[key]} == {}
    assert code.sample(3).differing == ()


def test_nobody_asks_which_it_is() -> None:
    which = re.compile(r"isinstance\([^()]*,[^()]*\b(Exploration|NativeExploration|Reference)\b")
    asking = {file.name for file in SOURCES.rglob("*.py") if which.search(file.read_text(encoding="utf-8"))}
    assert asking == set()
