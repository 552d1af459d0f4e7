"""Candidates for lemmas of Daemons come again by their names, and give way by one phase where a model breaks them."""

from __future__ import annotations

from typing import Any, cast

import pytest

from ruleslawyer.engines.smt.lifted.conditions import BUT, WHERE, read_template
from ruleslawyer.engines.smt.lifted.induction import Candidate
from ruleslawyer.engines.smt.lifted.phases import suggest_candidates, weaken_by_phase
from ruleslawyer.engines.smt.lifted.question import relation_of
from ruleslawyer.engines.smt.lifted.translate import Evaluation
from ruleslawyer.ir import types as t
from ruleslawyer.lifted.relation import Relation
from ruleslawyer.lifted.terms import Term
from ruleslawyer.semantics.state import State
from tests.agree.strategies import ROOT, bundle


@pytest.fixture(scope="module")
def relation() -> Relation:
    return relation_of(bundle(ROOT, "daemons").system, 2)[0]


class In:
    """A model in which the step after a rule is one that is given."""

    def __init__(self, step: int) -> None:
        self.step = step

    def value(self, term: Term) -> int:
        assert term.sort == "Step"
        return self.step


def at(relation: Relation, step: int, sick: tuple[bool, ...] = (False,), zone: tuple[int, ...] = (0,)) -> State:
    """A state of one card or more in which all else is as it is by default."""
    given = {"step": step, "sick": sick, "zone": zone}

    def usual(type_: t.Type, value: Any) -> Any:
        if not isinstance(type_, t.Map):
            return value
        assert isinstance(type_.key, t.Sort)
        return (usual(type_.value, value),) * {"Player": 2, "Card": len(sick)}.get(type_.key.name, 1)

    fields = relation.system.state.fields
    made = tuple(given.get(f.name, usual(f.type, f.default)) for f in fields)
    return State(made, (None,) * len(relation.system.frames))


def named(relation: Relation, states: list[State], begin: str) -> list[Candidate]:
    return [one for one in suggest_candidates(relation, states) if one.name.startswith(begin)]


def test_phases_in_which_it_is_otherwise(relation: Relation) -> None:
    """Sick in one step of two, in the zone of that card: the one step is named, and the one zone."""
    members = relation.system.enums["Step"].members
    zones = relation.system.enums["Zone"].members
    found = named(relation, [at(relation, 0), at(relation, 4, (True, False), (2, 1))], "sick is as at first")
    assert {one.name for one in found} == {
        f"sick is as at first{BUT}step is {members[4]}", f"sick is as at first{WHERE}zone is {zones[2]}",
    }  # fmt: skip


def test_they_give_way_by_a_phase(relation: Relation) -> None:
    members = relation.system.enums["Step"].members
    (one,) = (c for c in named(relation, [at(relation, 4, (True,))], "sick") if BUT in c.name)
    less = weaken_by_phase(relation, one, cast(Evaluation, In(6)), relation.base)
    assert less is not None and less.name == f"sick is as at first{BUT}step is {members[4]}, {members[6]}"
    assert weaken_by_phase(relation, one, cast(Evaluation, In(4)), relation.base) is None  # there it said nothing


def test_they_come_again_by_name(relation: Relation) -> None:
    states = [at(relation, 0), at(relation, 4, (True, False), (2, 1))]
    names = [one.name for one in suggest_candidates(relation, states)]
    again = [read_template(relation, name) for name in names]
    assert len(names) > 30 and [one.name for one in again if one is not None] == names
