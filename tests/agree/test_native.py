"""The native engine against the networkx explorer: every tiny ruleset, the classics, and scopes of MegaCorp."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from ruleslawyer.engines.explore.search import Exploration, explore
from ruleslawyer.engines.native import scope_code
from ruleslawyer.engines.native.lowering import gathers_bits
from ruleslawyer.engines.native.names import Register
from ruleslawyer.exploration.native import explore_natively
from ruleslawyer.rulebook.claims.readings import mend
from ruleslawyer.semantics.interpret import Interpreter
from ruleslawyer.semantics.transition import TransitionSystem
from tests.agree.native import assert_same, natively
from tests.agree.strategies import CLASSICS, ROOT, bundle, names
from tests.bank import TINY

NAMES = [name for name in names(TINY) if name != "t175_large_numbers"]
"""That one needs more than 64 bits: `test_large_numbers.py`."""
MEGACORP = (
    "start2",
    "mesa",  # code that asked too little behind something forgotten met here alone what no play meets: decision 0212
    *(pytest.param(scope, marks=pytest.mark.campaign) for scope in ("upkeep", "challenge", "network", "responses")),
)
MEMESIS = ("tiny", "shared_markings")
LARGE = frozenset({("cube", "all_turns"), ("cube", "two_sides"), ("sliding", "eight"), ("twophase", "five")}) | {
    ("hanoi", "eight_discs"),
    ("hanoi", "twelve"),
    ("beggar", "casella"),
    ("npeterson", "five"),
    ("npeterson", "seven"),
    ("chameneos", "published"),
    ("ring", "published"),
    ("life", "published"),
    ("lamport", "published"),
    ("consensus", "three"),
    ("messages", "published"),
    ("memory", "published"),
    ("bridge", "published"),
    ("spanning", "published"),
}
"""Scopes that one of the two explorers is spared; what is published of them is in `tests/classics`."""


LATER = frozenset({("readers", "published")})
"""Scopes for the campaign: the same with fewer actors is looked at here, and what is published of them elsewhere."""


def classic_scopes() -> list[Any]:
    found = [
        (root, name, scope.stem)
        for root in CLASSICS
        for name in names(root)
        for scope in sorted(bundle(root, name).config.scopes.glob("*.toml"))
    ]
    return [
        pytest.param(root, name, scope, marks=pytest.mark.campaign if (name, scope) in LATER else ())
        for root, name, scope in found
        if (name, scope) not in LARGE
    ]


def system_of(
    root: Path, name: str, scope: str, reading: dict[str, str] | None = None, ruled: tuple[str, ...] = ()
) -> TransitionSystem:
    found, chosen = bundle(root, name), reading or {}
    system = mend(found.system, {key: chosen[key] for key in ruled})
    return TransitionSystem(Interpreter(system, found.scope(scope)), chosen, ruled)


@cache
def reference_of(root: Path, name: str, scope: str) -> Exploration:
    """What the reference explorer finds in a scope, once for all tests of a process."""
    return explore(system_of(root, name, scope))


@pytest.mark.parametrize("name", NAMES)
def test_tiny(name: str) -> None:
    """Under the default reading, and under each reading that was worked out by hand."""
    expected = tomllib.loads((TINY / name / "expected.toml").read_text(encoding="utf-8"))
    reference = reference_of(TINY, name, "tiny")
    assert_same(natively(reference.system), reference)
    for hand in expected.get("readings", []):
        system = system_of(TINY, name, "tiny", hand["choose"], tuple(hand.get("ruled", ())))
        assert_same(natively(system, (1,)), explore(system))


@pytest.mark.skipif(not gathers_bits(), reason="such code is made where a processor gathers bits")
@pytest.mark.parametrize("name", NAMES)
def test_tiny_packed_by_code_for_the_scope(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Code for a scope, which a search makes once it is large; here behind the first states."""
    monkeypatch.setattr(scope_code, "MANY", 0)
    reference = reference_of(TINY, name, "tiny")
    found = natively(reference.system)
    assert found.contexts[0].array[Register.SINK] or not found.found.size
    assert_same(found, reference)


@pytest.mark.parametrize(("root", "name", "scope"), classic_scopes(), ids=lambda part: str(part).rpartition("/")[2])
def test_classics(root: Path, name: str, scope: str) -> None:
    reference = reference_of(root, name, scope)
    assert_same(natively(reference.system), reference)


@pytest.mark.parametrize("scope", MEMESIS)
def test_memesis(scope: str) -> None:
    reference = reference_of(ROOT, "memesis", scope)
    assert_same(natively(reference.system, (1, 2)), reference)


@pytest.mark.parametrize("scope", MEGACORP)
def test_megacorp(scope: str) -> None:
    reference = reference_of(ROOT, "megacorp", scope)
    assert_same(natively(reference.system, (1, 2)), reference)


def test_behind_what_is_forgotten() -> None:
    """Generated code finds in `mesa` what `explore megacorp --scope mesa --engine networkx` prints, and breaks no
    promise. `test_megacorp` runs both; that takes seconds, so it is for the campaign."""
    found = explore_natively(system_of(ROOT, "megacorp", "mesa"), workers=2)
    counts = found.counts
    assert (counts.complete, counts.states, counts.transitions, counts.depth) == (True, 366, 445, 16)
    assert (counts.ended, counts.deadlocked) == (46, 0)
    assert {key[0] for key in found.event_keys} == {"contradiction", "gap"}
