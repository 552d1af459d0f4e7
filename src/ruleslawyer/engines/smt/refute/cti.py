"""Counterexamples to induction: a state that keeps all that is assumed, a sub-step from it into a bad situation, and
what else would exclude that state.

Nothing says that a play reaches the state. It is made plain: whatever is not to blame is at its default, and numbers
are small.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from time import monotonic

import z3

from ruleslawyer.engines.smt.encoding.encode import symbols_of
from ruleslawyer.engines.smt.encoding.relation import Answer, Asker, Relation
from ruleslawyer.engines.smt.invariants.derive import Lemma
from ruleslawyer.engines.smt.refute.paths import Move
from ruleslawyer.engines.smt.refute.witness import ProofStep, close_scope, reading_of, step_of
from ruleslawyer.engines.smt.statements.goals import Goal, group
from ruleslawyer.engines.smt.statements.words import Words
from ruleslawyer.ir.scope import Scope
from ruleslawyer.lifted.scoped.evaluate import evaluate
from ruleslawyer.lifted.scoped.layout import Canonical, Scalar
from ruleslawyer.lifted.scoped.nodes import FALSE, TRUE, Node, both, either, equal, less_equal, negate, number
from ruleslawyer.lifted.scoped.relation import Instance
from ruleslawyer.lifted.scoped.values import flatten

HINTS = 3
"""So many lemmas of each kind are named as a hint."""
BOUNDS = (0, 1, 2, 3, 5, 10, 20, 100)
"""The bounds that are tried on the numbers of the state, the first that fits is kept."""


@dataclass(frozen=True, slots=True)
class Cti:
    """A counterexample to induction: `state` (None: the step begins a game), the step from it, and what the step
    breaks.

    broken: the property that the step leads out of. properties: others that are false in the state; invariants:
    derived ones that are. Each of them excludes the state, if it is invariant itself. lemma: what is to blame in the
    state, denied: the least that would exclude it; empty where the step begins a game, or in want of time.
    unreachable: that the lemma always holds is proved, so that no play reaches the state.
    """

    state: Canonical | None
    step: ProofStep
    broken: str
    reading: Mapping[str, str]
    scope: Scope
    properties: tuple[str, ...]
    invariants: tuple[str, ...]
    lemma: str = ""
    unreachable: bool = False


class Undecided(Exception):
    """The solver gave no answer in its time."""


class Induction:
    """Asks whether some properties are inductive together, beside lemmas that are proved already."""

    def __init__(self, relation: Relation, held: Sequence[Lemma], known: Sequence[Goal], more: Sequence[Lemma]) -> None:
        self.relation, self.held, self.known, self.more = relation, held, known, more
        self._asker = Asker(relation)
        self.excluding: Node | None = None
        """The lemma that would exclude the state that was found last."""

    def counterexample(self, goals: Sequence[Goal], deadline: float) -> Cti | None:
        """A state that keeps what is held and all of the goals, and a step that leads to what one of them excludes;
        None where there is none. `Undecided` where the solver does not say."""
        states = [goal.state for goal in goals if goal.state is not None]
        held = list(dict.fromkeys([*(lemma.node for lemma in self.held), *states]))
        for goal in goals:
            for instance, facts in self._questions(goal):
                found = self._counterexample_at(goal, goals, instance, facts, held, deadline)
                if found is not None:
                    return found
        return None

    def _questions(self, goal: Goal) -> Iterator[tuple[Instance, list[Node]]]:
        """The questions that must be impossible, one instance at a time: those of the initial rule first."""
        relation = self.relation
        wrong = either(*(bad.node for bad in goal.bads if bad.step is None and bad.initial is None))
        for instance in (*relation.initial, *relation.steps):
            begins = instance.kind == "initial"
            if wrong is not FALSE and instance.edge is not FALSE and (begins or relation.touches(instance, wrong)):
                before = [] if begins else [negate(wrong)]
                yield instance, [*before, instance.edge, relation.after(wrong, instance)]
        for bads in group(goal):
            node, first = either(*(bad.node for bad in bads)), bads[0]
            if first.step is not None and node is not FALSE:
                yield relation.steps[first.step], [node]
            elif first.initial is not None and node is not FALSE:
                yield relation.initial[first.initial], [node]

    def _counterexample_at(
        self,
        goal: Goal,
        goals: Sequence[Goal],
        instance: Instance,
        facts: Sequence[Node],
        held: list[Node],
        deadline: float,
    ) -> Cti | None:
        given = [] if instance.kind == "initial" else held
        asker = self._asker
        asker.open(dict.fromkeys(n for f in facts for n in self.relation.symbols(f) if n.op == "parameter"), given)
        try:
            asker.solver.add(*(self.relation.encoder.encode(f) for f in facts))
            answer: Answer = asker.check(given, deadline)
            if answer == "unknown":
                raise Undecided
            if answer == "unsat":
                return None
            symbols = self._plain(instance, given, deadline)
        finally:
            asker.close()
        found = self._counterexample(goal, goals, instance, symbols)
        blamed = [] if found.state is None else self._blame(facts, symbols, deadline)
        self.excluding, words = negate(both(*blamed)) if blamed else None, Words(self.relation.scoped)
        return replace(found, lemma=f"not ({' and '.join(map(words.say, blamed))})") if blamed else found

    def _blame(self, facts: Sequence[Node], symbols: Mapping[Node, Scalar], deadline: float) -> list[Node]:
        """The values of leaves that are enough for the same step to be possible and go wrong; none in want of time. The
        last two of the facts say that it is: where a property of the state has to hold before, that is another."""
        leaves = [leaf for leaf in self._leaves() if leaf.op != "constant"]
        blamed = [_is(leaf, symbols[leaf]) for leaf in leaves]
        below = (n for fact in facts for n in self.relation.symbols(fact))
        step = [n for n in dict.fromkeys((*below, *self.relation.scoped.rigids.values())) if n.op != "leaf"]
        given = [_is(n, symbols[n]) for n in step if n.op != "constant"]
        asker = self._asker
        asker.open([n for n in step if n.op == "parameter"], blamed)
        try:
            wrong = negate(both(*facts[-2:]))
            asker.solver.add(*(self.relation.encoder.encode(f) for f in (*given, wrong)))
            if asker.check(blamed, deadline) != "unsat":
                return []
            core = list(asker.core())
            for one in tuple(core):
                fewer = [other for other in core if other is not one]
                if asker.check(fewer, deadline) == "unsat":
                    core = fewer
        finally:
            asker.close()
        return core

    # --- a plain state --------------------------------------------------------------------------------------------

    def _plain(self, instance: Instance, given: list[Node], deadline: float) -> dict[Node, Scalar]:
        """The values of symbols, as plain as time allows; there is a model with what is asserted."""
        asker, encoder = self._asker, self.relation.encoder
        best = self._symbols(asker.solver.model(), instance)
        numbers = [
            encoder.symbol(n, None)
            for n in (*self._leaves(), *self.relation.scoped.rigids.values(), *instance.parameters)
            if n.sort == "int" and not n.finite
        ]
        marks: list[z3.BoolRef] = []
        for bound in BOUNDS if numbers else ():
            mark = encoder.flag(f"within!{bound}")
            asker.solver.add(z3.Implies(mark, z3.And(*(z3.And(-bound <= v, v <= bound) for v in numbers))))
            if asker.check(given, deadline, mark) == "sat":
                best, marks = self._symbols(asker.solver.model(), instance), [mark]
                break
        wanted = [n for n in self._usual() if n not in (TRUE, FALSE)]
        for i, node in enumerate(wanted):  # one after the other, so that the first fields are plainest
            if monotonic() > deadline:
                break
            if evaluate([node], best)[0]:
                held = True
            else:
                mark = encoder.flag(f"usual!{i}")
                asker.solver.add(z3.Implies(mark, encoder.encode(node)))
                held = asker.check(given, deadline, *marks, mark) == "sat"
                if held:
                    best = self._symbols(asker.solver.model(), instance)
            if held:
                asker.solver.add(encoder.encode(node))
        return best

    def _usual(self) -> Iterator[Node]:
        """The conditions that something is as it is by default: frames closed, choices of the reading, then fields, in
        their order."""
        scoped = self.relation.scoped
        yield from (negate(node) for node in scoped.layout.open.values())
        for name, rigid in scoped.world.rigids.items():
            question = scoped.system.questions.get(name)
            if rigid.options:
                default = rigid.options.index(question.default) if question is not None else False
                yield negate(rigid.node) if question is None else equal(rigid.node, number(int(default)))
        for cell in scoped.layout.cells.values():
            for node, usual in zip(flatten(cell.value), flatten(cell.default), strict=True):
                yield equal(node, usual)
        for node in scoped.rigids.values():
            if node.sort == "int" and not node.finite:
                yield less_equal(node, number(0))

    def _leaves(self) -> Iterator[Node]:
        return (leaf.node for leaf in self.relation.scoped.layout.leaves)

    def _symbols(self, model: object, instance: Instance) -> dict[Node, Scalar]:
        scalar = self.relation.encoder.scalar
        nodes = (*self._leaves(), *self.relation.scoped.rigids.values(), *instance.parameters)
        return {node: scalar(model, node, None) for node in nodes}

    # --- what is shown --------------------------------------------------------------------------------------------

    def _counterexample(
        self, goal: Goal, goals: Sequence[Goal], instance: Instance, symbols: dict[Node, Scalar]
    ) -> Cti:
        scoped = self.relation.scoped
        vector = tuple(symbols[n] for n in self._leaves())
        move = Move(instance, {str(n.value): symbols[n] for n in instance.parameters})
        after = list(vector)
        edge, *changed = evaluate([instance.edge, *(n for _, n in instance.next)], symbols)
        for (index, _), value in zip(instance.next, changed, strict=True):
            after[index] = value
        bounds: dict[str, tuple[int, int]] = {}
        step = step_of(scoped, move, symbols, scoped.layout.state(after) if edge else None, bounds)
        rigids = {name: symbols[node] for name, node in scoped.rigids.items()}
        begins = instance.kind == "initial"
        held = {lemma.node for lemma in self.held} | {g.state for g in goals}
        asked = {g.name for g in goals}
        others = {g.name: g.state for g in self.known if g.state is not None and not g.witness and g.name not in asked}
        told = {g.name for g in self.known}  # a property is a hint as itself, not as the lemma that was made of it
        lemmas = {
            lemma.name: lemma.node
            for lemma in self.more
            if lemma.node not in held and lemma.name.partition(" at ")[0] not in told
        }
        return Cti(
            None if begins else scoped.layout.state(vector),
            step,
            goal.name,
            reading_of(scoped, rigids),
            close_scope(scoped, rigids, bounds),
            () if begins else tuple(_false(others, symbols)),
            () if begins else tuple(_false(lemmas, symbols)),
        )


def _is(node: Node, value: Scalar) -> Node:
    """The condition that a symbol has a value."""
    if node.sort == "bool":
        return node if value else negate(node)
    return equal(node, number(int(value)))


def _false(nodes: Mapping[str, Node], symbols: Mapping[Node, Scalar]) -> Iterable[str]:
    """The first names whose nodes are false."""
    found: list[str] = []
    for name, node in nodes.items():
        if len(found) < HINTS and all(n in symbols for n in symbols_of([node])) and not evaluate([node], symbols)[0]:
            found.append(name)
    return found
