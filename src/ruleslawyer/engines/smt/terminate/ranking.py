"""Ranking functions: numbers that no sub-step raises and some lower, one after the other until every sub-step counts.

A template: weights, none below 0, for counts of the state that proved invariants keep from falling below 0. Weights
are solved for from sub-steps of random plays; z3 is then asked for a sub-step that does not keep to them from any state
with the invariants, which is one more to solve for, with what random plays make of that state, until there is none. Of
all such functions the one that most instances lower comes first (greedily, which loses nothing: Alias, Darte,
Feautrier, Gonnord, SAS 2010), and what it lowers need not be lowered by the next.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from time import monotonic
from typing import Any

import numpy as np

from ruleslawyer.base.arrays import Integers
from ruleslawyer.engines.smt.encoding.relation import Asker, Relation
from ruleslawyer.engines.smt.invariants.counts import Count, flag, holders, single, stages, totals
from ruleslawyer.engines.smt.invariants.derive import Lemma
from ruleslawyer.engines.smt.invariants.simulate import BIGGEST, Moves, Plays, Program, together
from ruleslawyer.engines.smt.statements.stated import counting, put
from ruleslawyer.engines.smt.statements.words import Words
from ruleslawyer.engines.smt.terminate.weights import OutOfTime, solve
from ruleslawyer.lifted.scoped.evaluate import evaluate
from ruleslawyer.lifted.scoped.layout import Scalar
from ruleslawyer.lifted.scoped.nodes import (
    FALSE,
    Node,
    add,
    both,
    differing,
    equal,
    less_equal,
    multiply,
    negate,
    number,
    subtract,
)
from ruleslawyer.lifted.scoped.relation import Instance
from ruleslawyer.rulebook.claims.verdict import Ending

SAMPLING = 0.1
"""The part of the time that goes to random plays."""
WIDEST = 2000
"""Counts in a template, at most; stages and totals come first."""
MOST_ROWS = 40
"""Sub-steps of one instance that are solved for at the beginning; others once they are needed."""
AT_ONCE = 10
"""So many instances that do not keep to the weights are looked for before others are solved for."""
WALKS, FAR = 16, 6
"""Random plays that go on from a state in which one does not, and their sub-steps."""
READY = 10
"""How many other counts one is worth that says what can be done: it is taken where it is needed."""
COMPONENTS = 12
"""Components of a ranking function, at most."""
LARGEST = 1 << 40
"""A count that comes to this is not solved for: with its weight it still fits into 64 bits."""


@dataclass(frozen=True, slots=True)
class Component:
    """One number of a ranking function: in words, as a term, and the rules of which it falls by every sub-step;
    `weights`: of each count of the template."""

    words: str
    node: Node
    lowered_by: tuple[str, ...]
    weights: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Ranking:
    """The ranking function that was found. `why`: why it is none, with the components found so far; empty where every
    sub-step counts. left: the rules that nothing lowers."""

    components: tuple[Component, ...]
    why: str = ""
    left: tuple[str, ...] = ()

    @property
    def is_found(self) -> bool:
        return not self.why


def ranking(
    relation: Relation,
    lemmas: Sequence[Lemma],
    name: Ending,
    deadline: float,
    plays: Plays,
    progress: Callable[[str], None] | None = None,
) -> Ranking:
    """A ranking function for the sub-steps that an ending counts, from states with these lemmas."""
    search = _Search(relation, lemmas, name, deadline, plays)
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
    """`left` are the instances, by index, that no component lowers yet, each with when it counts and no component
    falls."""

    def __init__(self, relation: Relation, lemmas: Sequence[Lemma], name: Ending, end: float, plays: Plays) -> None:
        self.relation, self.deadline, self.plays = relation, end, plays
        self.left = dict(counting(relation.scoped, name, aside=True))
        plain = features(relation, lemmas)
        self.features = [*plain, *ready(relation, self.left)]
        self.costs = [1 if f < len(plain) else READY for f in range(len(self.features))]
        self.program = Program([count.node for count in self.features])
        self.components: list[Component] = []
        self.asker = Asker(relation)
        self.asker.add(relation.encoder.encode(lemma.node) for lemma in lemmas)
        self.rows: dict[int, list[Integers]] = {i: [] for i in self.left}
        """For each instance by how much each count falls, in the sub-steps that are known."""
        self.suspects: set[int] = set()
        """Those of which the solver knew a sub-step that did not keep to some weights."""
        self._excluded: set[tuple[int, Node, Node]] = set()
        """Questions that no state answers: the instance, when it counts, and what would be wrong then."""
        self._seen: dict[int, set[bytes]] = {i: set() for i in self.left}
        self._learn(self._falls(self.plays.moves(monotonic() + SAMPLING * max(0.0, end - monotonic()))))

    def rules(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(self.relation.steps[i].name for i in sorted(self.left)))

    def _learn(self, falls: Iterable[tuple[int, Integers]]) -> None:
        """Sub-steps that weights have to be solved for, unless they are idle, or something has fallen already."""
        for i, fall in falls:
            if i in self.left and (fall.any() or self.relation.steps[i].kind != "action") and _is_small(fall):
                self._note_fall(i, fall)

    def _note_fall(self, i: int, fall: Integers) -> None:
        done = (int(fall @ np.array(c.weights, dtype=np.int64)) for c in self.components)
        if fall.tobytes() not in self._seen[i] and not any(done):
            self._seen[i].add(fall.tobytes())
            self.rows[i].append(fall)

    def _falls(self, several: Iterable[Moves]) -> Iterator[tuple[int, Integers]]:
        """For each sub-step its instance, and by how much each count falls, cut off where a number is too large."""
        for group in together(several):
            taken = [i for moves in group for i in moves.taken.tolist()]
            states = [*(moves.before for moves in group), *(moves.after for moves in group)]
            columns = {n: np.concatenate([state[n] for state in states]) for n in self.program.symbols}
            found = np.array(np.broadcast_arrays(*self.program.run(columns)))
            counts = np.clip(found, -LARGEST, LARGEST).astype(np.int64).T
            yield from zip(taken, counts[: len(taken)] - counts[len(taken) :], strict=True)

    # --- one component --------------------------------------------------------------------------------------------

    def component(self) -> Component | None:
        """The next one, and what it lowers is no longer left; None where no weights lower anything."""
        asked = {i: list(rows[:MOST_ROWS]) for i, rows in self.rows.items() if i in self.left}
        while True:
            found = solve(asked, self.costs, self.deadline)
            if found is None:
                return None
            weights, lowered = found
            if self._add_violations(weights, lowered, asked):
                continue
            wrong = self._counterexamples(weights, lowered)
            if not wrong:
                break
            for i, fall in wrong.items():
                self._note_fall(i, fall)
                asked[i].append(fall)
        return self._accept(weights, self._sum(weights), lowered)

    def _add_violations(self, weights: Sequence[int], lowered: set[int], asked: dict[int, list[Integers]]) -> bool:
        """Whether a sub-step that is known, and was not solved for, does not keep to the weights: now it is."""
        found = False
        for i, rows in self.rows.items():
            if i in self.left and rows:
                falls = np.array(rows) @ np.array(weights, dtype=np.int64)
                worst = int(np.argmin(falls))
                if falls[worst] < (1 if i in lowered else 0):
                    asked[i].append(rows[worst])
                    found = True
        return found

    def _counterexamples(self, weights: Sequence[int], lowered: set[int]) -> dict[int, Integers]:
        """For some instances a sub-step that does not keep to what a component promises, as the falls of all counts;
        for none where all keep to it. Those that did not before are asked first, and the others only where these do."""
        found, node, walks = dict[int, dict[Node, Scalar]](), self._sum(weights), list[Moves]()
        suspects = [i for i in self.left if i in self.suspects]
        for k, i in enumerate((*suspects, *(i for i in self.left if i not in self.suspects))):
            if len(found) >= (1 if k >= len(suspects) else AT_ONCE):
                break
            instance, counts = self.relation.steps[i], self.left[i]
            after, before = differing(self._sum(weights, instance), node)
            wrong = negate(less_equal(after, add(before, number(-1)) if i in lowered else before))
            if wrong is FALSE or (i, counts, wrong) in self._excluded:
                continue
            symbols = self._ask(instance, [counts, wrong])
            if symbols is None:
                self._excluded.add((i, counts, wrong))
            else:
                found[i] = symbols
                walks += self._walk(symbols)
        self.suspects.update(found)
        falls = list(self._falls([self._moves_of(found), *walks])) if found else []
        self._learn(falls[len(found) :])
        if not all(_is_small(fall) for _, fall in falls[: len(found)]):
            raise OutOfTime
        return dict(falls[: len(found)])

    def _walk(self, symbols: dict[Node, Scalar]) -> Iterator[Moves]:
        """Random plays from a state of the model with the lemmas, which it keeps too."""
        state = {n: v for n, v in symbols.items() if n.op in ("leaf", "rigid")}
        if all(abs(value) < BIGGEST for value in state.values()):
            yield from self.plays.walk({n: np.full(WALKS, v) for n, v in state.items()}, FAR, self.deadline)

    def _ask(self, instance: Instance, facts: Iterable[Node]) -> dict[Node, Scalar] | None:
        """A state with the lemmas in which some facts hold, if there is one."""
        relation, asker, encoder = self.relation, self.asker, self.relation.encoder
        asker.open(instance.parameters, ())
        try:
            asker.add(encoder.encode(fact) for fact in facts)
            answer = asker.check((), self.deadline)
            if answer == "unknown":
                raise OutOfTime
            if answer == "unsat":
                return None
            model = asker.solver.model()
            leaves = (leaf.node for leaf in relation.scoped.layout.leaves)
            every = (*leaves, *relation.scoped.rigids.values(), *instance.parameters)
            return {symbol: encoder.scalar(model, symbol, None) for symbol in every}
        finally:
            asker.close()

    def _moves_of(self, found: Mapping[int, dict[Node, Scalar]]) -> Moves:
        """Instances that are taken, each from a state."""
        states, after = list(found.values()), list[dict[Node, Scalar]]()
        for i, symbols in found.items():
            changed = put(self.relation.scoped, self.relation.steps[i])
            after.append({**symbols, **dict(zip(changed, evaluate(list(changed.values()), symbols), strict=True))})
        nodes = [n for n in states[0] if n.op in ("leaf", "rigid")]
        columns = ({n: _column([s[n] for s in each]) for n in nodes} for each in (states, after))
        return Moves(np.array(list(found)), *columns)

    def _sum(self, weights: Sequence[int], instance: Instance | None = None) -> Node:
        """The counts with their weights, in a state or after an instance; each count is substituted once."""
        chosen = [(w, c.node) for w, c in zip(weights, self.features, strict=True) if w]
        nodes = [node for _, node in chosen]
        then = nodes if instance is None else self.relation.all_after(nodes, instance)
        return add(*(multiply(number(w), n) for (w, _), n in zip(chosen, then, strict=True)))

    def _accept(self, weights: Sequence[int], node: Node, lowered: set[int]) -> Component:
        chosen = [(w, c.words) for w, c in zip(weights, self.features, strict=True) if w]
        words = " + ".join(_times(w, text) for w, text in chosen)
        names = tuple(dict.fromkeys(self.relation.steps[i].name for i in sorted(lowered)))
        for i in lowered:
            del self.left[i]
        for i, counts in self.left.items():  # where it falls, nothing else has to
            instance = self.relation.steps[i]
            if self.relation.touches(instance, node):
                self.left[i] = both(counts, equal(*differing(self._sum(weights, instance), node)))
            self.rows[i] = [row for row in self.rows[i] if int(row @ np.array(weights, dtype=np.int64)) == 0]
        return Component(words, node, names, tuple(weights))


def _is_small(fall: Integers) -> bool:
    return bool((np.abs(fall) < LARGEST).all())


def _column(values: Sequence[Scalar]) -> Any:
    """Values as a column of states, whatever their size."""
    wide = any(abs(value) >= BIGGEST for value in values)
    return np.array(values, dtype=bool if isinstance(values[0], bool) else object if wide else np.int64)


def features(relation: Relation, lemmas: Sequence[Lemma]) -> list[Count]:
    """Counts that never fall below 0: those of a state and what is missing from their most, and the difference of what
    a lemma orders."""
    scoped = relation.scoped
    counts = (*stages(scoped), *totals(scoped), *holders(scoped), *single(scoped))
    named = {count.node: count.words for count in reversed(counts)}
    found: dict[Node, Count] = {}
    words = Words(scoped)
    for count in counts:
        if count.node.op != "constant":
            found.update((one.node, one) for one in _both_ways(count) if one.node not in found)
    for lemma in lemmas:
        difference = _difference(lemma.node)
        if difference is not None and relation.support(difference):
            said = named.get(difference) or words.say(difference).removeprefix("(").removesuffix(")")
            found.setdefault(difference, Count(said, difference))
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
    """The number that an inequality says not to be below 0."""
    denied = node.op == "not"
    inner = node.args[0] if denied else node
    if inner.op != "less_equal":
        return None
    small, large = inner.args
    return add(small, number(-1), _minus(large)) if denied else add(large, _minus(small))


def _minus(node: Node) -> Node:
    return number(-node.value) if node.op == "constant" else multiply(number(-1), node)
