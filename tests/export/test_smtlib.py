"""The exported relation, run by z3 and by cvc5: what it reaches are the explorer's rest states, and no others."""

from __future__ import annotations

import re
from pathlib import Path
from time import monotonic
from typing import Any

import pytest
import z3

from ruleslawyer.bridges.export.smtlib import smtlib
from ruleslawyer.engines.explore.search import explore
from ruleslawyer.engines.smt.certify import second
from ruleslawyer.lifted.scoped.layout import Layout
from ruleslawyer.lifted.scoped.nodes import SYMBOLS
from ruleslawyer.semantics.transition import TransitionSystem
from tests.agree.test_native import system_of
from tests.bank import TINY
from tests.cli.command import Command
from tests.cli.conftest import command as command  # the fixture

SAMPLE = (
    "t20_answers_differ",
    "t29_joint",  # parameters, and valuations that mean nothing
    "t33_chance",
    "t36_stays_due",  # a branch that ends after a duty
    "t40_until",
    "t42_matters_map",  # leaves that are forgotten at rest
    "t46_cap",
    "t47_pile",
    "t182_equal_cards",
    "t50_optional",
    "t63_unwritten",  # of two beginnings one fails
    "t75_arithmetic",  # quotients
    "t80_settle",
)
Vector = tuple[int, ...]


def explored(system: TransitionSystem) -> set[Vector]:
    """The leaves of every state that the reference explorer reaches, those of one possible value left out."""
    layout = Layout(system.system, system.scope)
    vectors = (layout.vector(state) for state in explore(system).graph)
    varies = [leaf.node.op in SYMBOLS for leaf in layout.leaves]
    return {tuple(int(v) for v, free in zip(x, varies, strict=True) if free) for x in vectors}


def models(solver: Any, name: str) -> set[Vector]:
    """Every state that a constant may be."""
    found: set[Vector] = set()
    while solver.check() == z3.sat:
        model = solver.model()
        value = next(model[d] for d in model.decls() if d.name() == name)
        found.add(tuple(int(z3.is_true(v)) if z3.is_bool(v) else v.as_long() for v in value.children()))
        solver.add(next(d for d in model.decls() if d.name() == name)() != value)
    return found


def written(values: Vector, sorts: list[str]) -> str:
    numbers = [f"(- {-v})" if v < 0 else str(v) for v in values]
    texts = [n if s == "Int" else str(bool(v)).lower() for v, n, s in zip(values, numbers, sorts, strict=True)]
    return f"(state {' '.join(texts)})" if texts else "state"


def asked(text: str, *assertions: str) -> set[Vector]:
    solver = z3.Solver()
    declared = "(declare-const a State) (declare-const l Label) (declare-const b State)"
    solver.from_string("\n".join([text, declared, *(f"(assert {a})" for a in assertions)]))
    return models(solver, "b")


def sorts_of(text: str) -> list[str]:
    """The sort of each leaf of a state, in its order."""
    state = text.split("(((state\n")[1].split("))))")[0]
    return re.findall(r" (Bool|Int)\)$", state, re.MULTILINE)


def reached(text: str) -> tuple[set[Vector], int]:
    """What z3 reaches, sub-step by sub-step, and in how many rounds."""
    sorts = sorts_of(text)
    seen = new = asked(text, "(init l b)", "(kind b)")
    rounds = 0
    while new:
        rounds += 1
        new = {b for a in new for b in asked(text, f"(step {written(a, sorts)} l b)", "(kind b)")} - seen
        seen |= new
    rest = {s for s in seen if asked(text, f"(= b {written(s, sorts)})", "(rest b)")}
    return rest, rounds


def unlike_cvc5(text: str, states: set[Vector]) -> list[str]:
    """What cvc5 says otherwise: the states that it does not come to, and whether it comes to others."""
    sorts = sorts_of(text)
    _, rounds = reached(text)
    path = [f"(declare-const s{i} State) (declare-const l{i} Label)" for i in range(rounds + 1)]
    path.append("(assert (init l0 s0))")
    path += [f"(assert (or (step s{i} l{i + 1} s{i + 1}) (= s{i} s{i + 1})))" for i in range(rounds)]
    path.append(f"(assert (rest s{rounds}))")

    def asks(what: str) -> second.Answers:
        return second.ask("\n".join([text, *path, f"(assert {what})(check-sat)"]), 1, monotonic() + 60)

    others = " ".join(f"(not (= s{rounds} {written(s, sorts)}))" for s in sorted(states))
    missed = [str(s) for s in sorted(states) if not asks(f"(= s{rounds} {written(s, sorts)})").refuted]
    return missed + (["others"] if asks(f"(and true {others})").wrong else [])


@pytest.mark.parametrize("name", SAMPLE)
def test_z3_reaches_the_same(name: str) -> None:
    system = system_of(TINY, name, "tiny")
    found, _ = reached(smtlib(system))
    assert found == explored(system)


@pytest.mark.skipif(not second.available(), reason="not installed: cvc5")
@pytest.mark.parametrize("name", ["t34_duty", "t29_joint", "t47_pile"])
def test_cvc5_reaches_the_same(name: str) -> None:
    """Each of the explorer's states is a last one of some path of that many sub-steps, and no other state is."""
    system = system_of(TINY, name, "tiny")
    assert unlike_cvc5(smtlib(system), explored(system)) == []


def test_the_command(command: Command, tmp_path: Path) -> None:
    """Worked by hand: once at rest, a player who is not tired works, and is tired then."""
    file = tmp_path / "duty.smt2"
    assert command("export", "t34_duty", "--to", "smtlib", "-o", str(file)).code == 0
    text = file.read_text("utf-8")
    assert "; work(Player0): 2" in text
    assert asked(text, "(step (state 0 false) l b)") == {(1, 1)}
    assert asked(text, "(step (state 1 true) l b)") == {(1, 0)}
    assert asked(text, "(= b (state 1 true))", "(rest b)") == set()
