"""Linear programs, with whole numbers or without, by HiGHS; it takes a tenth of a second to load."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ruleslawyer.base.arrays import Integers, Reals

Entries = Sequence[tuple[Integers, ...]]
"""Blocks of a sparse matrix: the rows, the columns and the values of what is not 0."""


def cheapest(
    costs: Integers | Reals | Sequence[int],
    entries: Entries,
    lowest: Integers | Reals | Sequence[int],
    highest: Integers | Reals | Sequence[float] | float = np.inf,
    *,
    whole: bool = False,
    seconds: float = np.inf,
) -> Reals | None:
    """Amounts from 0 to `highest` that cost least in sum, where no row of the matrix comes to less than its `lowest`.
    None where the time did not suffice; there must be such amounts."""
    from highspy import Highs, HighsLp, HighsModelStatus, HighsVarType, MatrixFormat

    rows, columns, values = (np.concatenate(block) for block in zip(*entries, strict=True))
    order = np.argsort(rows, kind="stable")
    program = HighsLp()
    program.num_col_, program.num_row_ = len(costs), len(lowest)
    program.col_cost_ = np.asarray(costs, dtype=np.float64)
    most = np.asarray(highest, dtype=np.float64)
    program.col_lower_, program.col_upper_ = np.zeros(len(costs)), np.broadcast_to(most, len(costs))
    program.row_lower_, program.row_upper_ = np.asarray(lowest, dtype=np.float64), np.full(len(lowest), np.inf)
    program.a_matrix_.format_ = MatrixFormat.kRowwise
    program.a_matrix_.start_ = np.searchsorted(rows[order], np.arange(len(lowest) + 1))
    program.a_matrix_.index_, program.a_matrix_.value_ = columns[order], values[order].astype(np.float64)
    if whole:
        program.integrality_ = [HighsVarType.kInteger] * len(costs)
    solver: Any = Highs()  # type: ignore[no-untyped-call]
    solver.silent()
    solver.setOptionValue("time_limit", seconds)
    if whole:
        solver.setOptionValue("mip_rel_gap", 0.0)
        solver.setOptionValue("mip_abs_gap", 0.0)
    solver.passModel(program)
    solver.run()
    if solver.getModelStatus() != HighsModelStatus.kOptimal:
        return None
    return np.array(solver.getSolution().col_value)
