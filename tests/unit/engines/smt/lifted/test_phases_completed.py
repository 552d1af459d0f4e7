"""Models completed: what was asserted of nobody is valued by what it means."""

from __future__ import annotations

import pytest
import z3

from ruleslawyer.engines.smt.lifted.phases import ModelCompletion
from ruleslawyer.engines.smt.lifted.question import Solver
from ruleslawyer.lifted.folds import Folds
from ruleslawyer.lifted.terms import (
    BOOL,
    INT,
    ONE,
    ZERO,
    Term,
    both,
    equal,
    ite,
    less,
    negate,
    number,
    symbol,
    variable,
)
from ruleslawyer.lifted.world import World
from tests.agree.strategies import bundle
from tests.bank import TINY

CARD = "Card"
A, B, C = (symbol(CARD, name) for name in "abc")
X, Y = variable(CARD, "x!1"), variable(CARD, "x!2")


def upon(x: Term, y: Term) -> Term:
    return symbol(BOOL, "upon", (x, y))


def cost(x: Term) -> Term:
    return symbol(INT, "cost", (x,))


@pytest.fixture
def solver() -> Solver:
    return Solver(World(bundle(TINY, "t01_permit").system, {}, {}))


def test_a_fold_of_which_nothing_was_said(solver: Solver) -> None:
    """Of three cards b lies upon a, and they cost 1, 2 and 4. Nothing was asserted of any fold."""
    folds, translation = Folds(), solver.translation
    bears = folds.some(X, upon(X, Y))
    bearing = folds.total(Y, ite(bears, cost(Y), ZERO))
    dearest = folds.extreme("greatest", X, negate(upon(X, A)), cost(X))
    found = z3.SimpleSolver(translation.context)
    pairs = [(x, y) for x in (A, B, C) for y in (A, B, C)]
    facts = [upon(x, y) if (x, y) == (B, A) else negate(upon(x, y)) for x, y in pairs]
    facts += [equal(cost(x), number(n)) for x, n in ((A, 1), (B, 2), (C, 4))]
    facts += [negate(equal(x, y)) for x, y in ((A, B), (A, C), (B, C))]
    for fact in facts:
        translation.put(found, fact)
    assert found.check() == z3.sat
    model = ModelCompletion(found.model(), translation, folds.by_name, (), {CARD: (A, B, C)}, lambda: None)
    assert [model.value(folds.some(X, upon(X, y))) for y in (A, B, C)] == [True, False, False]
    assert model.value(bearing) == 1
    assert model.value(dearest) == 4
    assert model.value(folds.one_of(X, upon(X, A))) == model.value(B)


def test_what_a_law_brings_in_is_not_asked_about(solver: Solver) -> None:
    """Of each card two laws name another one, without end. What is asked hangs on none of them."""
    folds = solver.world.folds
    laws = [
        ((X,), folds.some(Y, both(upon(Y, X), less(cost(X), cost(Y))))),
        ((X,), folds.some(Y, both(upon(X, Y), less(cost(Y), cost(X))))),
    ]
    assert solver.ask(both(less(cost(A), ZERO), less(ONE, cost(A))), (), laws, 2.0).answer == "unsat"
    assert solver.ask(less(cost(A), ZERO), (), laws, 0.5).answer != "unsat"


def test_what_all_keep_is_seen_without_being_asserted(solver: Solver) -> None:
    """No card lies upon another: a fold that nothing asked speaks of. It is wrong where one does."""
    folds = solver.world.folds
    alone = negate(folds.some(X, folds.some(Y, upon(X, Y))))
    assert solver.ask(upon(A, B), [alone], (), 2.0).answer == "unsat"
    assert solver.ask(negate(upon(A, B)), [alone], (), 2.0).answer == "sat"
