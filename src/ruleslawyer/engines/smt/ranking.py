"""Ranking functions: numbers that no sub-step raises and some lower, one after the other until every sub-step counts.

A template: weights, none below 0, for counts of the state that proved invariants keep from falling below 0. Weights
are solved for by z3 from sub-steps of random plays; z3 is then asked for a sub-step that does not keep to them from any
state with the invariants, which is one more to solve for, until there is none. Of all such functions the one that most
instances lower comes first (greedily, which loses nothing: Alias, Darte, Feautrier, Gonnord, SAS 2010), and what it
lowers need not be lowered by the next.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import lcm
from time import monotonic
from typing import Any

import numpy as np
import z3

from ruleslawyer.checking.verdict import Ending
from ruleslawyer.engines.smt.counts import Count, flag, holders, single, stages, totals
from ruleslawyer.engines.smt.derive import Lemma
from ruleslawyer.engines.smt.relation import Asker, Relation
from ruleslawyer.engines.smt.simulate import Program, sampled
from ruleslawyer.engines.smt.stated import counting, put
from ruleslawyer.engines.smt.words import Words
from ruleslawyer.ground.instances import Instance
from ruleslawyer.ground.interpret import evaluate
from ruleslawyer.ground.layout import Scalar
from ruleslawyer.ground.nodes import (
    Node,
    add,
    both,
    equal,
    less_equal,
    multiply,
    negate,
    number,
    subtract,
)

PLAYS, LENGTH = 100, 80
"""Random plays, and the most sub-steps of each."""
SAMPLING = 0.1
"""The part of the time that goes to them."""
WIDEST = 250
"""Counts in a template, at most; totals and stages come first."""
MOST_ROWS = 40
"""Sub-steps of one instance that are solved for at the beginning; others once they are needed."""
READY = 10
"""How many other counts one is worth that says what can be done: it is taken where it is needed."""
COMPONENTS = 12
"""Components of a ranking function, at most."""


@dataclass(frozen=True, slots=True)
class Component:
    """One number of a ranking function: in words, as a term, and the rules of which it falls by every sub-step."""

    words: str
    node: Node
    lowered_by: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Ranking:
    """What was found. `why`: why it is none, with the components found so far; empty where every sub-step counts.
    left: the rules that nothing lowers."""

    components: tuple[Component, ...]
    why: str = ""
    left: tuple[str, ...] = ()

    @property
    def found(self) -> bool:
        return not self.why


class OutOfTime(Exception):
    """The solver gave no answer in its time."""


def ranking(
    relation: Relation,
    lemmas: Sequence[Lemma],
    name: Ending,
    deadline: float,
    seed: int = 0,
    progress: Callable[[str], None] | None = None,
) -> Ranking:
    """A ranking function for the sub-steps that an ending counts, from states with these lemmas."""
    search = _Search(relation, lemmas, name, deadline, seed)
    while search.left and len(search.components) < COMPONENTS:
        if progress:
            progress(f"{name}: component {len(search.components) + 1}, {len(search.left)} instances are left")
        try:
            component = search.component()
        except OutOfTime:
            return Ranking(tuple(search.components), "the solver gives no answer in its time", search.rules())
        if component is None:
            return Ranking(tuple(search.components), "nothing that the template says falls by these", search.rules())
        search.components.append(component)
    return Ranking(tuple(search.components), "too many components" if search.left else "", search.rules())


class _Search:
    """`left` are the instances, by index, that no component lowers yet, each with when it counts; `same` says that all
    components stay as they are."""

    def __init__(self, relation: Relation, lemmas: Sequence[Lemma], name: Ending, deadline: float, seed: int) -> None:
        self.relation, self.deadline = relation, deadline
        self.lemmas = [lemma.node for lemma in lemmas]
        self.left = dict(counting(relation.ground, name, aside=True))
        plain = features(relation, lemmas)
        self.features = [*plain, *ready(relation, self.left)]
        self.costs = [1 if f < len(plain) else READY for f in range(len(self.features))]
        self.program = Program([count.node for count in self.features])
        self.components: list[Component] = []
        self.asker = Asker(relation)
        self.rows: dict[int, list[Any]] = {i: [] for i in self.left}
        """For each instance by how much each count falls, in the sub-steps that are known."""
        self._sample(seed)

    def rules(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(self.relation.steps[i].name for i in self.left))

    def _sample(self, seed: int) -> None:
        ground = self.relation.ground
        index = {id(step): i for i, step in enumerate(ground.steps)}
        before: Any = None
        seen: dict[int, set[bytes]] = {i: set() for i in self.left}
        stop = monotonic() + SAMPLING * max(0.0, self.deadline - monotonic())
        for instance, symbols in sampled(ground, stop, PLAYS, LENGTH, seed):
            after = np.array([int(v) for v in self.program.run(symbols)], dtype=np.int64)
            i = index.get(id(instance))
            if i in seen and before is not None and i is not None:
                fall = before - after
                if fall.tobytes() not in seen[i] and (fall.any() or instance.kind != "action"):
                    seen[i].add(fall.tobytes())
                    self.rows[i].append(fall)
            before = after

    # --- one component --------------------------------------------------------------------------------------------

    def component(self) -> Component | None:
        """The next one, and what it lowers is no longer left; None where no weights lower anything."""
        asked = {i: list(rows[:MOST_ROWS]) for i, rows in self.rows.items() if i in self.left}
        while True:
            solved = self._weights(asked)
            if solved is None:
                return None
            weights, lowered = solved
            if self._violated(weights, lowered, asked):
                continue
            wrong = self._counterexamples(weights, lowered)
            if not wrong:
                break
            for i, fall in wrong.items():
                self.rows[i].append(fall)
                asked[i].append(fall)
        return self._accept(weights, self._sum(weights), lowered)

    def _weights(self, asked: dict[int, list[Any]]) -> tuple[list[int], set[int]] | None:
        """Whole weights by which no known sub-step rises, and the instances of which all fall: as many as can be.

        What can fall at all can fall at once, as two functions add up: so the sum of the falls, each at most 1, is
        greatest where each of them is 0 or 1.
        """
        solver = z3.Optimize(ctx=(context := self.relation.encoder.context))
        solver.set("timeout", max(1, int((self.deadline - monotonic()) * 1000)))
        weights = [z3.Real(f"weight!{f}", context) for f in range(len(self.features))]
        falls = {i: z3.Real(f"fall!{i}", context) for i in asked}
        solver.add(*(w >= 0 for w in weights), *(f >= 0 for f in falls.values()), *(f <= 1 for f in falls.values()))
        for i, rows in asked.items():
            for row in rows:
                terms = [int(row[f]) * weights[f] for f in np.flatnonzero(row)]
                solver.add(z3.Sum(terms) >= falls[i] if terms else falls[i] <= 0)
        solver.maximize(z3.Sum(list(falls.values())))
        solver.minimize(z3.Sum([cost * w for cost, w in zip(self.costs, weights, strict=True)]))
        if solver.check() != z3.sat:
            raise OutOfTime
        model = solver.model()
        found = [model.eval(w, model_completion=True).as_fraction() for w in weights]
        whole = lcm(*(f.denominator for f in found))
        lowered = {i for i, f in falls.items() if model.eval(f, model_completion=True).as_fraction() == 1}
        return ([int(f * whole) for f in found], lowered) if lowered else None

    def _violated(self, weights: Sequence[int], lowered: set[int], asked: dict[int, list[Any]]) -> bool:
        """Whether a sub-step that is known, and was not solved for, does not keep to the weights: now it is."""
        found = False
        for i, rows in self.rows.items():
            if i in self.left and len(rows) > MOST_ROWS:
                falls = np.array(rows) @ np.array(weights, dtype=np.int64)
                worst = int(np.argmin(falls))
                if falls[worst] < (1 if i in lowered else 0):
                    asked[i].append(rows[worst])
                    found = True
        return found

    def _counterexamples(self, weights: Sequence[int], lowered: set[int]) -> dict[int, Any]:
        """For each instance a sub-step that does not keep to what a component promises, if there is one, as the falls
        of all counts."""
        found, node = {}, self._sum(weights)
        for i, counts in self.left.items():
            instance = self.relation.steps[i]
            if i not in lowered and not self.relation.touches(instance, node):
                continue
            after = self._sum(weights, instance)
            wrong = negate(less_equal(after, add(node, number(-1)) if i in lowered else node))
            symbols = self._asked(instance, [counts, wrong])
            if symbols is not None:
                found[i] = self._fall(instance, symbols)
        return found

    def _asked(self, instance: Instance, facts: Iterable[Node]) -> dict[Node, Scalar] | None:
        """A state with the lemmas in which some facts hold, if there is one."""
        relation, asker, encoder = self.relation, self.asker, self.relation.encoder
        asker.open(instance.parameters, self.lemmas)
        try:
            asker.solver.add(*(encoder.encode(fact) for fact in facts))
            answer = asker.check(self.lemmas, self.deadline)
            if answer == "unknown":
                raise OutOfTime
            if answer == "unsat":
                return None
            model = asker.solver.model()
            leaves = (leaf.node for leaf in relation.ground.layout.leaves)
            every = (*leaves, *relation.ground.rigids.values(), *instance.parameters)
            return {symbol: encoder.scalar(model, symbol, None) for symbol in every}
        finally:
            asker.close()

    def _fall(self, instance: Instance, symbols: dict[Node, Scalar]) -> Any:
        changed = put(self.relation.ground, instance)
        values = dict(zip(changed, evaluate(list(changed.values()), symbols), strict=True))
        before, after = self.program.run(symbols), self.program.run({**symbols, **values})
        return np.array([int(b) - int(a) for b, a in zip(before, after, strict=True)], dtype=np.int64)

    def _sum(self, weights: Sequence[int], instance: Instance | None = None) -> Node:
        """The counts with their weights, in a state or after an instance; each count is substituted once."""
        nodes = [(w, c.node) for w, c in zip(weights, self.features, strict=True) if w]
        after = self.relation.after
        return add(*(multiply(number(w), n if instance is None else after(n, instance)) for w, n in nodes))

    def _accept(self, weights: Sequence[int], node: Node, lowered: set[int]) -> Component:
        chosen = [(w, c.words) for w, c in zip(weights, self.features, strict=True) if w]
        words = " + ".join(_times(w, text) for w, text in chosen)
        names = tuple(dict.fromkeys(self.relation.steps[i].name for i in self.left if i in lowered))
        for i in lowered:
            del self.left[i]
        for i, counts in self.left.items():  # where it falls, nothing else has to
            instance = self.relation.steps[i]
            if self.relation.touches(instance, node):
                self.left[i] = both(counts, equal(self._sum(weights, instance), node))
            self.rows[i] = [row for row in self.rows[i] if int(row @ np.array(weights, dtype=np.int64)) == 0]
        return Component(words, node, names)


def features(relation: Relation, lemmas: Sequence[Lemma]) -> list[Count]:
    """Counts that never fall below 0: those of a state and what is missing from their most, and the difference of what
    a lemma orders."""
    ground = relation.ground
    counts = (*stages(ground), *totals(ground), *holders(ground), *single(ground))
    named = {count.node: count.words for count in reversed(counts)}
    found: dict[Node, Count] = {}
    words = Words(ground)
    for lemma in lemmas:
        difference = _difference(lemma.node)
        if difference is not None and relation.support(difference):
            said = named.get(difference) or words.say(difference).removeprefix("(").removesuffix(")")
            found.setdefault(difference, Count(said, difference))
    for count in counts:
        if count.node.op != "constant":
            found.update((one.node, one) for one in _both_ways(count) if one.node not in found)
    return list(found.values())[:WIDEST]


def ready(relation: Relation, edges: Mapping[int, Node]) -> list[Count]:
    """Whether an instance without numbers to choose could be taken (`edges`: by index, when): what has just been done
    often cannot be again."""
    found: list[Count] = []
    for i, edge in edges.items():
        instance = relation.steps[i]
        if not any(symbol.op == "parameter" for symbol in relation.symbols(edge)):
            said = "can be taken" if instance.kind == "action" else "is due"
            found += _both_ways(Count(f"{instance.label} {said}", flag(edge), 1))
    return found


def _both_ways(count: Count) -> Iterator[Count]:
    """A count with a most, and what is missing from it."""
    if count.most is not None:
        yield count
        missing = subtract(number(count.most), count.node)
        yield replace(count, words=_missing(count), node=missing)


def _missing(count: Count) -> str:
    return f"not ({count.words})" if count.most == 1 else f"{count.most} - {count.words}"


def _times(weight: int, words: str) -> str:
    if weight == 1:
        return words
    return f"{weight} * ({words})" if " - " in words or " + " in words else f"{weight} * {words}"


def _difference(node: Node) -> Node | None:
    """What an inequality says not to be below 0."""
    denied = node.op == "not"
    inner = node.args[0] if denied else node
    if inner.op != "less_equal":
        return None
    small, large = inner.args
    return add(small, number(-1), _minus(large)) if denied else add(large, _minus(small))


def _minus(node: Node) -> Node:
    return number(-node.value) if node.op == "constant" else multiply(number(-1), node)
