"""Values that are read out of a model of z3."""

from __future__ import annotations

import z3

from ruleslawyer.engines.smt.lifted.translate import Evaluation, Translation
from ruleslawyer.lifted.terms import member, symbol


def test_a_function_may_be_one_of_its_arguments_elsewhere() -> None:
    """z3 may say so of one of which little is asked (seed 5140 of the net)."""
    translation = Translation({"Phase": 3})
    term = symbol("Phase", "of", [member("Phase", 1), member("Phase", 2)])
    phase, solver = translation.sort("Phase"), z3.Solver(ctx=translation.context)
    assert solver.check() == z3.sat
    for place, value in enumerate((1, 2)):
        model = solver.model()
        elsewhere = z3.Var(place, phase)
        z3.Z3_add_func_interp(model.ctx.ref(), model.model, translation.declare(term).ast, elsewhere.as_ast())
        assert Evaluation(model, translation).value(term) == value
