"""Candidates that random plays suggest: the bounds that they kept, values that never came up, linear laws."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Any

import numpy as np

from ruleslawyer.base.arrays import Integers
from ruleslawyer.engines.smt.invariants.counts import Count, holders, members, single, totals
from ruleslawyer.engines.smt.invariants.derive import Lemma, distinct
from ruleslawyer.engines.smt.invariants.laws import laws
from ruleslawyer.engines.smt.invariants.simulate import BIGGEST, Columns, Plays, Program
from ruleslawyer.engines.smt.statements.words import Words
from ruleslawyer.lifted.scoped.instances import Scoped
from ruleslawyer.lifted.scoped.nodes import Node, constant, equal_constant, less_equal, negate, number
from ruleslawyer.lifted.scoped.values import Choice

MOST = 4000
"""Different rows that are kept of the plays."""
WIDEST = 400
"""Counts that are related to one another, at most: elimination takes the cube of it."""


def suggest(scoped: Scoped, plays: Plays, seconds: float) -> list[Lemma]:
    """All of them, in a fixed order, without doubles; none of them is proved."""
    sample = _Sample(scoped, plays, seconds)
    if not len(sample.rows):
        return []
    return distinct((*_laws(scoped, sample), *_bounds(scoped, sample), *_unheld_members(scoped, sample)))


def constants(scoped: Scoped, states: Columns) -> list[Lemma]:
    """Candidates that a field keeps the one value which it had in all states of some plays."""
    found: list[Lemma] = []
    words = Words(scoped)
    for leaf in scoped.layout.leaves:
        column = states.get(leaf.node, ())
        if len(column) and (column == column[0]).all():
            found.append(Lemma(f"{words.say(leaf.node)}: never changes", _has(leaf.node, column[0]), "range"))
    return found


def fixed_leaves(scoped: Scoped, proved: Collection[Node]) -> dict[Node, Node]:
    """The leaves that are proved to keep one value, with that value."""
    found: dict[Node, Node] = {}
    for leaf in (leaf.node for leaf in scoped.layout.leaves if leaf.node.op != "constant"):
        if leaf.sort == "bool":
            found.update((leaf, constant(value)) for value in (True, False) if _has(leaf, value) in proved)
    for node in proved:
        if node.op == "equal" and node.args[0].op == "leaf" and node.args[1].op == "constant":
            found[node.args[0]] = node.args[1]
    return found


def _has(leaf: Node, value: Any) -> Node:
    if leaf.sort == "bool":
        return leaf if value else negate(leaf)
    return equal_constant(leaf, int(value))


class _Sample:
    """Counts and numbers of the book, and their values in the states that some plays met: a row for each state."""

    def __init__(self, scoped: Scoped, plays: Plays, seconds: float) -> None:
        self.families = [totals(scoped), holders(scoped), *(counts for _, counts in members(scoped)), single(scoped)]
        self.constants = [(name, n) for name, n in scoped.rigids.items() if n.sort == "int" and not n.finite]
        self.choices = [cell for cell in scoped.layout.cells.values() if isinstance(cell.value, Choice)]
        values = [leaf for cell in self.choices for leaf in [cell.value] if isinstance(leaf, Choice)]
        counted = dict.fromkeys(count.node for family in self.families for count in family)
        asked = [*counted, *(node for _, node in self.constants)]
        asked += [at for choice in values for _, at in choice.cases]
        self._place = {node: i for i, node in reversed(list(enumerate(asked)))}
        states = plays.states(seconds)
        width = max((len(column) for column in states.values()), default=0)
        columns = (np.clip(column, -BIGGEST, BIGGEST) for column in Program(asked).run(states))
        found = [np.broadcast_to(column, width).astype(np.int64) for column in columns]
        rows: Integers = np.array(found, dtype=np.int64).reshape(len(asked), width).T
        rows = rows[(np.abs(rows) < BIGGEST).all(axis=1)]
        _, first = np.unique(rows, axis=0, return_index=True)
        self.rows: Integers = rows[np.sort(first)[:MOST]]

    def values(self, nodes: Sequence[Node]) -> Integers:
        return self.rows[:, [self._place[node] for node in nodes]]


def _laws(scoped: Scoped, sample: _Sample) -> Iterator[Lemma]:
    """Between totals, among what belongs to one thing, and between all numbers and flags: the broad ones first."""
    for family in sample.families:
        counts = list({count.node: count for count in family if count.node.op != "constant"}.values())[:WIDEST]
        if counts:
            nodes = [*(count.node for count in counts), *(node for _, node in sample.constants)]
            yield from laws(counts, sample.constants, sample.values(nodes))


def _bounds(scoped: Scoped, sample: _Sample) -> Iterator[Lemma]:
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
        for name, bound in sample.constants:
            (values,) = sample.values([bound]).T
            if (column <= values).all() and (column > 0).any():
                yield Lemma(f"{count.words} <= {name}", less_equal(node, bound), "order")


def _unheld_members(scoped: Scoped, sample: _Sample) -> Iterator[Lemma]:
    """Members that a field never holds."""
    for cell in sample.choices:
        assert isinstance(cell.value, Choice)
        for member, at in cell.value.cases:
            if not sample.values([at]).any():
                yield Lemma(f"{cell.name} is never {scoped.layout.member(cell.type, member)}", negate(at), "range")
