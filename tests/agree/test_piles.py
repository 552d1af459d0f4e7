"""Laws of sequences, of piles of equal things and of piles of things: explored, by generated code, proved, and asked of
longer random piles by each engine that evaluates."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ruleslawyer.api import Project
from ruleslawyer.engines.explore.properties import verdicts
from ruleslawyer.engines.explore.search import Exploration, explore
from ruleslawyer.exploration.symmetry import explore_orbits
from ruleslawyer.ir.schema import Scope
from ruleslawyer.lang.records import Pile
from ruleslawyer.semantics.direct import Direct
from ruleslawyer.semantics.interpret import Interpreter
from ruleslawyer.semantics.look import Look
from ruleslawyer.semantics.state import Schema, State, Store
from ruleslawyer.semantics.transition import TransitionSystem
from tests.agree.native import assert_same, natively
from tests.agree.strategies import ROOT, Bundle, bundle

PILES = ROOT / "tests" / "projects" / "piles"
NO_LAW = {"kinds": {"order_counts"}, "things": set[str]()}
"""What is said to be a law, and is none: that it fails shows that the others are asked."""
STATES = {"kinds": (1 + 2 + 4) ** 3, "things": 1 + 3 * 2 + 6 * 3 + 6 * 4}
"""Three piles of up to two of two colours; none to three of three cards in a row that is cut in two at some place."""
LONGEST = 4


@cache
def explored(name: str) -> Exploration:
    found = bundle(PILES, name)
    return explore(TransitionSystem(Interpreter(found.system, found.scope("laws"))))


@pytest.mark.parametrize("name", STATES)
def test_explored(name: str) -> None:
    found = explored(name)
    assert (found.complete, found.states, found.events) == (True, STATES[name], {})
    words = {v.name: v.word for v in verdicts(found)}
    assert {law for law, word in words.items() if word != "HOLDS IN SCOPE"} == NO_LAW[name]


@pytest.mark.parametrize("name", STATES)
def test_by_generated_code(name: str) -> None:
    assert_same(natively(explored(name).system), explored(name))


def test_up_to_symmetry() -> None:
    """Cards are alike: what is left is how many there are, and how many of them lie left, 1 + 2 + 3 + 4."""
    system = explored("things").system
    scope = replace(system.scope, interchangeable=("Card",))
    found = explore_orbits(TransitionSystem(Interpreter(system.system, scope)), workers=1)
    assert (found.orbits.counts.states, found.found.size) == (STATES["things"], 10)
    assert {v.word for v in found.verdicts()} == {"HOLDS IN SCOPE"}


@pytest.mark.parametrize("name", STATES)
def test_proved(name: str) -> None:
    results = Project.load(PILES).ruleset(name).prove(scope="laws", timeout=60.0)
    assert {r.property for r in results if r.verdict not in ("PROVED", "HOLDS IN SCOPE")} == NO_LAW[name]


def larger(name: str) -> tuple[Bundle, Scope]:
    """A scope with longer piles, made in memory."""
    found = bundle(PILES, name)
    scope = found.scope("laws")
    cards = {"Card": tuple(f"Card{i}" for i in range(LONGEST))} if "Card" in scope.names else {}
    constants = dict.fromkeys(scope.constants, LONGEST)
    return found, replace(scope, names={**scope.names, **cards}, constants=constants)


class Asked:
    """All properties of a state, by the interpreter and the project's own code."""

    def __init__(self, name: str) -> None:
        found, scope = larger(name)
        self.system, self.schema = found.system, Schema(found.system, scope)
        self.machines = (
            Interpreter(found.system, scope),
            Interpreter(found.system, scope, reverse=True),
            Direct(found.system, scope, found.root, modules=found.modules),
        )

    def answers(self, state: State) -> list[dict[str, bool]]:
        return [
            {
                name: bool(Look(machine, {}).call(check.function, (Store(self.schema, state),)))
                for name, check in self.system.checks.items()
            }
            for machine in self.machines
        ]


asked = cache(Asked)
COLOURS = st.lists(st.integers(0, 1), max_size=LONGEST).map(tuple)


@settings(max_examples=60, deadline=None)
@given(piles=st.tuples(COLOURS, COLOURS, COLOURS))
def test_equal_things(piles: tuple[tuple[int, ...], ...]) -> None:
    a, b, _ = piles
    differ = len(a) >= 2 and len(b) >= 2 and a != b and a.count(0) == b.count(0)
    for answers in asked("kinds").answers(State((piles,), ())):
        assert answers.pop("order_counts") == (not differ)
        assert all(answers.values())


@settings(max_examples=60, deadline=None)
@given(row=st.permutations(range(LONGEST)), cut=st.integers(0, LONGEST), end=st.integers(0, LONGEST))
def test_things(row: list[int], cut: int, end: int) -> None:
    kept = row[:end]
    state = State((tuple(kept[:cut]), tuple(kept[cut:])), ())
    for answers in asked("things").answers(state):
        assert all(answers.values())


@given(a=st.lists(st.booleans()), b=st.lists(st.booleans()))
def test_as_lists(a: list[bool], b: list[bool]) -> None:
    """What authors run is what Python's lists do."""
    one, other = Pile(a), Pile(b)
    assert list(one.on(other)) == a + b == list(other.under(one))
    assert list(one.reversed()) == a[::-1]
    assert list(one) == [*([one.top, *one.without_top()] if a else [])]
    assert list(one) == [*([*one.without_bottom(), one.bottom] if a else [])]
