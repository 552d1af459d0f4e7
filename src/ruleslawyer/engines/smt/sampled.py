"""Candidates that random plays suggest: the bounds that they kept, values that never came up, linear laws."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from time import monotonic
from typing import Any

import numpy as np

from ruleslawyer.engines.smt.counts import Count, holders, members, single, totals
from ruleslawyer.engines.smt.derive import Lemma, distinct
from ruleslawyer.engines.smt.laws import laws
from ruleslawyer.engines.smt.simulate import Program, sampled
from ruleslawyer.ground.instances import Ground
from ruleslawyer.ground.nodes import Node, less_equal, negate, number
from ruleslawyer.ground.values import Choice

PLAYS, LENGTH = 150, 60
"""Random plays, and the most sub-steps of each."""
MOST = 4000
"""Different states that are kept of them."""
WIDEST = 400
"""Counts that are related to one another, at most: elimination takes the cube of it."""
BIGGEST = 1 << 30
"""Numbers of a sample beyond which a state is left out."""


def suggested(ground: Ground, seconds: float, seed: int = 0) -> list[Lemma]:
    """All of them, in a fixed order, without doubles; none of them is proved."""
    sample = _Sample(ground, seconds, seed)
    if not len(sample.rows):
        return []
    return distinct((*_laws(ground, sample), *_bounds(ground, sample), *_unused(ground, sample)))


class _Sample:
    """Counts and numbers of the book, and their values in the states that some plays met: a row for each state."""

    def __init__(self, ground: Ground, seconds: float, seed: int) -> None:
        self.families = [totals(ground), holders(ground), *(counts for _, counts in members(ground)), single(ground)]
        self.constants = [(name, n) for name, n in ground.rigids.items() if n.sort == "int" and not n.finite]
        self.choices = [cell for cell in ground.layout.cells.values() if isinstance(cell.value, Choice)]
        values = [leaf for cell in self.choices for leaf in [cell.value] if isinstance(leaf, Choice)]
        counted = dict.fromkeys(count.node for family in self.families for count in family)
        asked = [*counted, *(node for _, node in self.constants)]
        asked += [at for choice in values for _, at in choice.cases]
        self._place = {node: i for i, node in reversed(list(enumerate(asked)))}
        program = Program(asked)
        found: dict[tuple[int, ...], None] = {}
        for _, symbols in sampled(ground, monotonic() + seconds, PLAYS, LENGTH, seed):
            row = tuple(int(value) for value in program.run(symbols))
            if all(abs(value) < BIGGEST for value in row):
                found[row] = None
            if len(found) >= MOST:
                break
        self.rows: Any = np.array(list(found), dtype=np.int64).reshape(len(found), len(asked))

    def values(self, nodes: Sequence[Node]) -> Any:
        return self.rows[:, [self._place[node] for node in nodes]]


def _laws(ground: Ground, sample: _Sample) -> Iterator[Lemma]:
    """Between totals, among what belongs to one thing, and between all numbers and flags: the broad ones first."""
    for family in sample.families:
        counts = list({count.node: count for count in family if count.node.op != "constant"}.values())[:WIDEST]
        if counts:
            nodes = [*(count.node for count in counts), *(node for _, node in sample.constants)]
            yield from laws(counts, sample.constants, sample.values(nodes))


def _bounds(ground: Ground, sample: _Sample) -> Iterator[Lemma]:
    """The bounds of each count, where its form does not give them, and numbers of the book that it does not exceed."""
    counts: dict[Node, Count] = {}
    for family in sample.families:
        counts.update((count.node, count) for count in family if count.node.op != "constant")
    for node, count in counts.items():
        (column,) = sample.values([node]).T
        low, high = int(column.min()), int(column.max())
        kind = "range" if count.most is None else "count"
        if count.most is None or low > 0:
            yield Lemma(f"{count.words} >= {low}", less_equal(number(low), node), kind)
        if count.most is None or high < count.most:
            yield Lemma(f"{count.words} <= {high}", less_equal(node, number(high)), kind)
        for name, constant in sample.constants:
            (values,) = sample.values([constant]).T
            if (column <= values).all() and (column > 0).any():
                yield Lemma(f"{count.words} <= {name}", less_equal(node, constant), "order")


def _unused(ground: Ground, sample: _Sample) -> Iterator[Lemma]:
    """Members that a field never holds."""
    for cell in sample.choices:
        assert isinstance(cell.value, Choice)
        for member, at in cell.value.cases:
            if not sample.values([at]).any():
                yield Lemma(f"{cell.key} is never {member}", negate(at), "range")
