"""The largest inductive subset: random plays from what the solver finds change only how soon it is found."""

from __future__ import annotations

from functools import cache
from itertools import chain
from pathlib import Path
from time import monotonic

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ruleslawyer.api import Project
from ruleslawyer.engines.smt.encoding.relation import Asker, Relation
from ruleslawyer.engines.smt.invariants import houdini
from ruleslawyer.engines.smt.invariants.derive import Lemma, candidates
from ruleslawyer.engines.smt.invariants.houdini import Houdini
from ruleslawyer.engines.smt.invariants.relate import relations
from ruleslawyer.engines.smt.invariants.simulate import Plays, Program, together
from ruleslawyer.lifted.scoped.instances import Scoped
from ruleslawyer.lifted.scoped.nodes import FALSE, add, less_equal, multiply, negate, number, symbol
from tests.agree.evaluated import evaluate

PROJECTS = Path(__file__).parents[4] / "projects"
CASES = [("counters", "ring", "open"), ("harbour", "harbour", "small"), ("peterson", "peterson", "two")]


@cache
def scoped_of(project: str, name: str, scope: str) -> Scoped:
    ruleset = Project.load(PROJECTS / project).ruleset(name)
    return Scoped(ruleset.system, ruleset.scope(scope))


def all_of(scoped: Scoped) -> list[Lemma]:
    """Candidates, true and false ones."""
    return [*candidates(scoped), *relations(scoped, ())]


@pytest.mark.parametrize("case", CASES)
def test_walks_drop_what_the_solver_would(case: tuple[str, str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    """With them and without, the same candidates are left."""
    scoped = scoped_of(*case)
    monkeypatch.setattr(houdini, "MANY", 0)
    alone = Houdini(Relation(scoped), all_of(scoped), monotonic() + 60).run()
    walked = Houdini(Relation(scoped), all_of(scoped), monotonic() + 60, (), Plays(scoped)).run()
    assert {lemma.node for lemma in walked} == {lemma.node for lemma in alone}


@pytest.mark.parametrize("seconds", [0.0, 0.05, 0.3])
def test_what_is_kept_is_inductive_whatever_the_time(seconds: float) -> None:
    """Each initial state gives it and each instance keeps it, asked one by one of another solver."""
    scoped = scoped_of(*CASES[1])
    search = Houdini(Relation(scoped), all_of(scoped), monotonic() + seconds)
    kept = [lemma.node for lemma in search.run()]
    assert search.lost or seconds
    relation = Relation(scoped)
    encode = relation.encoder.encode
    for held, instances in (((), relation.initial), (kept, relation.steps)):
        for instance in (i for i in instances if i.edge is not FALSE):
            for after in (relation.after(n, instance) for n in kept if relation.touches(instance, n)):
                asker = Asker(relation)
                asker.open(instance.parameters, ())
                asker.add(map(encode, (*held, instance.edge, negate(after))))
                assert asker.check((), monotonic() + 20) == "unsat"


@pytest.mark.parametrize("case", CASES)
def test_many_plays_at_once_are_plays(case: tuple[str, str, str]) -> None:
    """Each column is a sub-step: the third interpreter takes it, and comes to the same state."""
    scoped = scoped_of(*case)
    plays = Plays(scoped, seed=3)
    taken: set[str] = set()
    for moves in chain.from_iterable(together(plays.moves(monotonic() + 30, 1, 6))):
        for column in range(0, len(moves.taken), 17):
            instance = scoped.steps[moves.taken[column]]
            symbols = {node: values[column].item() for node, values in moves.before.items()}
            edge, *values = evaluate([instance.edge, *(node for _, node in instance.next)], symbols)
            after = {n: v for n, v in symbols.items() if n.op != "parameter"}
            after |= {scoped.layout.leaves[i].node: v for (i, _), v in zip(instance.next, values, strict=True)}
            assert edge
            assert {n: v for n, v in after.items() if n.op != "constant"} == {
                node: column_[column].item() for node, column_ in moves.after.items()
            }
            taken.add(instance.name)
    assert taken


@given(st.lists(st.tuples(st.integers(-9, 9), st.integers(-9, 9)), min_size=1, max_size=8))
@settings(deadline=None)
def test_columns_are_what_each_state_gives(states: list[tuple[int, int]]) -> None:
    """A node over columns is the node over each state, though names are used again."""
    x, y = symbol("leaf", "int", "x"), symbol("leaf", "int", "y")
    both = add(multiply(number(3), x), y)
    roots = [less_equal(both, x), both, negate(less_equal(y, both)), x, number(4)]
    xs, ys = (np.array(each, dtype=np.int64) for each in zip(*states, strict=True))
    columns = [np.broadcast_to(found, len(states)).tolist() for found in Program(roots).run({x: xs, y: ys})]
    assert [list(row) for row in zip(*columns, strict=True)] == [evaluate(roots, {x: a, y: b}) for a, b in states]
