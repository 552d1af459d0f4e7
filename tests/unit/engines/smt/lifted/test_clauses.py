"""A clause is read again from its text; of a state with given members it says what its lifted form says there."""

from __future__ import annotations

from itertools import islice

import pytest

from ruleslawyer.api import Project
from ruleslawyer.engines.smt.lifted.clauses import clause_candidate, parse
from ruleslawyer.engines.smt.lifted.guesses import guess_clauses
from ruleslawyer.engines.smt.lifted.situation import clause_predicate, sizes_of
from ruleslawyer.lifted.context import Cell, Store, constant_cell
from ruleslawyer.lifted.relation import Relation
from ruleslawyer.lifted.terms import FALSE, TRUE, truth
from ruleslawyer.lifted.world import Field
from ruleslawyer.semantics.state import State
from tests.agree.strategies import ROOT, bundle

GOOD = (
    "all a: Card: not sick[a] or zone[a] is FIELD",
    "all a: Player, b: Player: not lost[a] or not lost[b] or a is b",
    "all a: Card: not attacker is a or zone[a] is FIELD",
    "all a: Player: not damage[a] <= 1",
    "not Choosing is open or first is set",
    "step is DRAFT or crossed",
)
BAD = (
    "all a: Card: not sick[a] or zone[a] is NOWHERE", "all a: Card: sick[b]", "all a: Player: sick[a]",
    "all a: Thing: sick[a]", "all a: Card: damage[a] <= few", "all a: Card: sick", "all a: Card", "nothing of the kind",
    "all a: Card: first is a", "Choosing.nobody is set", "all a: Card: a in zone[a]", "",
)  # fmt: skip


@pytest.fixture(scope="module")
def states() -> list[State]:
    """States of a short play with two cards, each by the first action that is allowed and by the last."""
    ruleset = Project.load(ROOT).ruleset("daemons")
    system = ruleset.in_scope(ruleset.scope("tiny"))
    found: list[State] = []
    for last in (0, -1):
        _, outcome = next(iter(system.initial()))
        state = outcome.state
        for _ in range(25):
            if state is None or system.is_over(state):
                break
            found.append(state)
            due = system.due(state)
            allowed = [one.instance for one in islice(system.candidates(state), 500) if one.is_allowed]
            state = system.substep(state, due if due is not None else allowed[last]).state
    return found


@pytest.mark.parametrize("text", GOOD)
def test_text_is_read_again(text: str) -> None:
    clause = parse(bundle(ROOT, "daemons").system, text)
    assert clause is not None and clause.text == text


@pytest.mark.parametrize("text", BAD)
def test_other_text_is_no_clause(text: str) -> None:
    assert parse(bundle(ROOT, "daemons").system, text) is None


def test_both_meanings_are_one(states: list[State]) -> None:
    """The lifted form with the domain closed at two cards, in which every term has a value, against the test of a
    state; of all guesses, and of what is wrong somewhere."""
    ruleset = Project.load(ROOT).ruleset("daemons")
    system = ruleset.system
    relation = Relation(system, {"Player": 2, "Module": 2, "Card": 2}, {}, lambda _: False)
    clauses = [clause for text in GOOD if (clause := parse(system, text)) is not None]
    clauses += guess_clauses(system, states, frozenset({(None, "zone"), (None, "first")}))
    answers = set()
    for state in states:
        store = lifted(relation, state)
        for clause in clauses:
            if None in [f for f, n in zip(state.frames, system.frames, strict=True) if n in clause.reads]:
                continue  # of a closed frame a test says nothing
            said = clause_candidate(relation, clause).says(store).holds
            assert said in (TRUE, FALSE)
            assert said is truth(clause_predicate(system, clause)(state, sizes_of(system, state))), clause.text
            answers.add(said)
    assert answers == {TRUE, FALSE}


def lifted(relation: Relation, state: State) -> Store:
    """A state as values of the lifted relation."""
    system, world = relation.system, relation.world
    cells: dict[Field, Cell] = {
        (None, field.name): constant_cell(world.lift(field.type, value))
        for field, value in zip(system.state.fields, state.fields, strict=True)
    }  # fmt: skip
    for (name, frame), values in zip(system.frames.items(), state.frames, strict=True):
        for i, field in enumerate(frame.fields):
            key = name, field.name
            cells[key] = constant_cell(world.usual(key) if values is None else world.lift(field.type, values[i]))
    there = (truth(values is not None) for values in state.frames)
    return Store(cells, dict(zip(system.frames, there, strict=True)))
