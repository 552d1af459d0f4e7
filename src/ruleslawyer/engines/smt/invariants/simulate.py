"""Random plays on a scope's relation, many at once: what they meet refutes most candidates before z3 is asked.

States are columns: for each symbol an array of its values, one for each play. Seeded, so that every run meets the same
states. They only discard candidates; nothing is concluded from them.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from time import monotonic
from typing import Any, TypeAlias

import numpy as np

from ruleslawyer.base.arrays import Flags, Integers
from ruleslawyer.engines.smt.invariants.derive import Lemma
from ruleslawyer.lifted.scoped.instances import Scoped
from ruleslawyer.lifted.scoped.nodes import SYMBOLS, Node, both, postorder
from ruleslawyer.lifted.scoped.ranges import Ranges
from ruleslawyer.lifted.scoped.relation import Instance

NUMBERS = (0, 0, 1, 1, 2, 3, 5, 10)
"""What a number that is free to choose is drawn from."""
BIGGEST = 1 << 30
"""Plays in which a number comes to this are left there."""
WIDTH, LENGTH = 128, 60
"""Plays at once, and the most sub-steps of each."""
MOST = 20_000
"""States that are kept of them, at most."""
TOGETHER = 2000
"""So many sub-steps are looked at together."""
FIRST = 500
"""So many states are asked first about all candidates: they refute most of what can be refuted."""

Columns: TypeAlias = dict[Node, Any]


def _exact(column: object) -> Any:
    """Numbers as Python's integers, which hold all that is made of them."""
    return np.asarray(column).astype(object)


class Program:
    """Nodes as one Python function of columns: a few operations on whole arrays for each node. What 64 bits do not hold
    for sure, of symbols below `BIGGEST`, is calculated in Python's integers."""

    def __init__(self, roots: Sequence[Node]) -> None:
        self.symbols: list[Node] = []
        order = list(postorder(roots))
        symbols = (node for node in order if node.op in SYMBOLS and node.sort == "int")
        self._ranges = Ranges(dict.fromkeys(symbols, (-BIGGEST, BIGGEST)))
        last = {a: i for i, node in enumerate(order) for a in node.args}
        last.update(dict.fromkeys(roots, len(order)))
        lines, names, free, used = ["def run(s, where):"], {}, [], 0
        self._wide = {node for node in order if node.sort == "int" and not self._ranges.narrow(node)}
        for i, node in enumerate(order):
            if node.op == "constant":
                names[node] = f"({node.value})"
                continue
            text = self._operation(node, names)
            free += [names[a] for a in dict.fromkeys(node.args) if last[a] == i and a.op != "constant"]
            if not free:  # a name is used again for another node, so that arrays do not pile up
                free.append(f"v{used}")
                used += 1
            names[node] = free.pop()
            lines.append(f" {names[node]} = {text}")
        lines.append(f" return [{', '.join(names[root] for root in roots)}]")
        scope: dict[str, Any] = {"exact": _exact, "integer": np.int64}
        exec("\n".join(lines), scope)  # only names and operators written here
        self._run: Callable[[list[Any], Any], list[Any]] = scope["run"]

    def _operation(self, node: Node, names: dict[Node, str]) -> str:
        args = [names[a] for a in node.args]
        if node in self._wide or not self._wide.isdisjoint(node.args):
            args = [f"exact({x})" if n.sort == "int" else x for n, x in zip(node.args, args, strict=True)]
        match node.op:
            case "leaf" | "rigid" | "parameter":
                self.symbols.append(node)
                return f"s[{len(self.symbols) - 1}]"
            case "not":
                return f"~{args[0]}"
            case "ite" if [a.value for a in node.args[1:] if a.op == "constant" and a.sort == "int"] == [1, 0]:
                return f"{args[0]}.astype(integer)"  # a count's flag: much quicker than to choose
            case "ite":
                return f"where({', '.join(args)})"
            case "quotient":
                return f"where({args[1]} == 0, 0, {args[0]} // where({args[1]} == 0, 1, {args[1]}))"
            case op:
                return f" {_OPERATORS[op]} ".join(args)

    def run(self, columns: Mapping[Node, Any], where: object = slice(None)) -> list[Any]:
        """The values of each root in all states, or where some are picked; of a constant, its value."""
        return self._run([columns[node][where] for node in self.symbols], np.where)


_OPERATORS = {
    "and": "&",
    "or": "|",
    "add": "+",
    "subtract": "-",
    "multiply": "*",
    "less_equal": "<=",
    "equal": "==",
}


def _none(node: Node) -> Any:
    """The values of a symbol in no states: perhaps no play begins."""
    return np.zeros(0, dtype=bool if node.sort == "bool" else np.int64)


@dataclass(frozen=True, slots=True)
class Moves:
    """A sub-step of many plays: which instance each takes, by its index, and the states before and after."""

    taken: Integers
    before: Columns
    after: Columns


def together(several: Iterable[Moves]) -> Iterator[list[Moves]]:
    """The same sub-steps, but the first of each play, in groups: a node costs little more for many columns."""
    waiting: list[Moves] = []
    for moves in several:
        if moves.taken[0] >= 0:
            waiting.append(moves)
        if sum(len(m.taken) for m in waiting) >= TOGETHER:
            yield waiting
            waiting = []
    if waiting:
        yield waiting


class Plays:
    """Random plays of a scope's rules. Rules that were taken seldom are taken rather than others."""

    def __init__(self, scoped: Scoped, seed: int = 0, like: Plays | None = None) -> None:
        """`like`: others of the same rules, whose programs serve these too."""
        self.scoped = scoped
        self._random = np.random.default_rng(seed)
        self._leaves = [leaf.node for leaf in scoped.layout.leaves]
        self._parameters = list(dict.fromkeys(p for i in (*scoped.initial, *scoped.steps) for p in i.parameters))
        self._programs: dict[int, Program] = like._programs if like else {}
        self._edges: dict[bool, Program] = like._edges if like else {}
        self._count: dict[str, int] = {}
        self._states: Columns | None = None

    def states(self, seconds: float) -> Columns:
        """States that some plays met within some seconds; the same ones from then on."""
        if self._states is None:
            symbols = [*(n for n in self._leaves if n.op != "constant"), *self.scoped.rigids.values()]
            found = [moves.after for moves in self.moves(monotonic() + seconds)]
            self._states = {s: np.concatenate([_none(s), *(after[s] for after in found)]) for s in symbols}
        return self._states

    def surviving(self, lemmas: list[Lemma], seconds: float) -> list[Lemma]:
        """The lemmas that no state of some plays refutes."""
        states = self.states(seconds)
        if not states or not lemmas:
            return lemmas
        stretches = (slice(0, None, max(1, len(next(iter(states.values()))) // FIRST)), slice(None))
        for where in stretches:
            held = Program([lemma.node for lemma in lemmas]).run(states, where)
            lemmas = [lemma for lemma, holds in zip(lemmas, held, strict=True) if np.all(holds)]
        return lemmas

    def moves(self, deadline: float, plays: int = 2 * WIDTH, length: int = LENGTH) -> Iterator[Moves]:
        """The sub-steps of some plays from their beginning, as many at once as go together; the first of each, by which
        it begins, is no instance of a step and its `taken` is empty."""
        kept = 0
        for _ in range(0, plays, WIDTH):
            begun = self._begin()
            if begun is None:
                continue
            yield begun
            for moves in self.walk(begun.after, length, deadline):
                yield moves
                kept += len(moves.taken)
                if kept > MOST:
                    return

    def walk(self, columns: Columns, length: int, deadline: float = math.inf) -> Iterator[Moves]:
        """Walk `length` sub-steps from some states on, as far as each goes."""
        for _ in range(length):
            moves = None if monotonic() > deadline else self._step(columns, self.scoped.steps, initial=False)
            if moves is None:
                return
            yield moves
            columns = moves.after

    def _begin(self) -> Moves | None:
        rigids = list(self.scoped.rigids.values())
        drawn = {node: self._draw(node, 4 * WIDTH) for node in rigids}
        fits = np.broadcast_to(Program([both(*self.scoped.assumptions)]).run(drawn)[0], 4 * WIDTH)
        picked = np.flatnonzero(fits)[:WIDTH]
        columns = {node: values[picked] for node, values in drawn.items()}
        for leaf in self._leaves:
            if leaf.op != "constant":
                columns[leaf] = np.zeros(len(picked), dtype=_none(leaf).dtype)
        if not rigids:
            columns = {leaf: np.zeros(WIDTH, dtype=values.dtype) for leaf, values in columns.items()}
        begun = self._step(columns, self.scoped.initial, initial=True)
        return None if begun is None else Moves(np.full(len(begun.taken), -1), begun.before, begun.after)

    def _step(self, columns: Columns, instances: Sequence[Instance], *, initial: bool) -> Moves | None:
        """One sub-step of each play that has one; None where none has."""
        width = len(next(iter(columns.values()), ()))
        if not instances:
            return None
        columns = {**columns, **{node: self._draw(node, width) for node in self._parameters}}
        if initial not in self._edges:
            self._edges[initial] = Program([i.edge for i in instances])
        edges = np.array([np.broadcast_to(e, width) for e in self._edges[initial].run(columns)])
        often = np.array([1 + self._count.get(i.name, 0) for i in instances])
        # The greatest of u ** (1 / weight) falls on each with its weight's share (Efraimidis, Spirakis 2006).
        chances = np.where(edges, np.log(1 - self._random.random(edges.shape)) * often[:, None], -np.inf)
        taken: Integers = chances.argmax(axis=0)
        going: Flags = np.any(edges, axis=0)
        after = {node: values.copy() for node, values in columns.items() if node.op != "parameter"}
        for i in np.unique(taken[going]):
            where = np.flatnonzero((taken == i) & going)
            going[where] = self._take(instances[i], columns, after, where)
            self._count[instances[i].name] = self._count.get(instances[i].name, 0) + len(where)
        if not going.any():
            return None
        picked = np.flatnonzero(going)
        before = {node: values[picked] for node, values in columns.items()}
        return Moves(taken[picked], before, {node: values[picked] for node, values in after.items()})

    def _take(self, instance: Instance, columns: Columns, after: Columns, where: Integers) -> Flags:
        """Put what an instance makes of some plays into their states; which of them stay within what fits."""
        if id(instance) not in self._programs:
            self._programs[id(instance)] = Program([node for _, node in instance.next])
        values = self._programs[id(instance)].run(columns, where)
        fits = np.ones(len(where), dtype=bool)
        for (index, _), value in zip(instance.next, values, strict=True):
            leaf = self._leaves[index]
            if leaf.op != "constant":
                if leaf.sort == "int":
                    small = np.abs(value) < BIGGEST
                    fits &= small
                    value = np.where(small, value, 0)
                after[leaf][where] = value
        return fits

    def _draw(self, node: Node, width: int) -> Any:
        if node.sort == "bool":
            return self._random.random(width) < 0.5
        if node.low is not None and node.high is not None:
            return self._random.integers(node.low, node.high + 1, width)
        return self._random.choice(NUMBERS, width)
