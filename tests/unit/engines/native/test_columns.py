"""Ground nodes over columns of packed states, against the ground interpreter on each state."""

from __future__ import annotations

from random import Random

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from ruleslawyer.engines.native.columns import Columns, Plan, positions, unpacked
from ruleslawyer.ground import nodes as n
from tests.unit.engines.native.native_nodes import ROUNDED, division, expected, random_layout, random_nodes

SEEDS = st.integers(0, 2**32 - 1)


@settings(max_examples=60, deadline=None)
@given(SEEDS)
def test_nodes(seed: int) -> None:
    """Numbers too: each of them is asked about by comparisons with what it should be, and with more."""
    dice = Random(seed)
    drawn = random_layout(dice, dice.choice((1, 7, 8, 9, 40)))
    nodes = random_nodes(dice, drawn, 40)
    answers = [expected(nodes, drawn, vector) for vector in drawn.vectors]
    roots, told = [], []
    for k, node in enumerate(nodes):
        column = [answer[k] for answer in answers]
        if node.sort == "bool":
            roots.append(node)
            told.append(column)
        else:
            for value in {v for v in column if v is not None}:
                roots += [n.equal(node, n.number(int(value))), n.less_equal(n.number(int(value) + 1), node)]
                told.append([None if v is None else v == value for v in column])
                told.append([None if v is None else v > value for v in column])
    words = np.array([drawn.packing.pack(vector) for vector in drawn.vectors], dtype=np.uint64)
    rows = Columns(drawn.packing, drawn.leaves).evaluate(Plan(roots), words)
    for root, bits, column in zip(roots, rows, told, strict=True):
        found = unpacked(bits, len(words)).tolist()
        assert [None if v is None else f for f, v in zip(found, column, strict=True)] == column, root
        assert list(positions(bits, len(words))) == [i for i, is_set in enumerate(found) if is_set]


def test_nothing_is_asked() -> None:
    drawn = random_layout(Random(1), 3)
    words = np.array([drawn.packing.pack(vector) for vector in drawn.vectors], dtype=np.uint64)
    assert Columns(drawn.packing, drawn.leaves).evaluate(Plan([]), words) == []


def test_rounding() -> None:
    """Towards minus infinity, as in Python."""
    drawn, quotient = division()
    words = np.array([drawn.packing.pack(vector) for vector in drawn.vectors], dtype=np.uint64)
    roots = [n.equal(quotient, n.number(result)) for result in ROUNDED]
    for bits, result in zip(Columns(drawn.packing, drawn.leaves).evaluate(Plan(roots), words), ROUNDED, strict=True):
        assert list(positions(bits, len(words))) == [k for k, other in enumerate(ROUNDED) if other == result]
