"""The largest inductive subset of candidate invariants, found by Houdini (Flanagan, Leino 2001).

Houdini drops each candidate that some initial state, or some step from a state with all the others, refutes, until
nothing is refuted. What is left is proved. Where the solver has a state from which a candidate is lost, random plays go
on from there: every subset that is inductive holds wherever they lead, so whatever they refute is dropped too.

Where time ends, what was not asked counts as refuted, and so does what rested on it: less is kept, never too much.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from time import monotonic
from typing import TypeAlias

import numpy as np
import z3

from ruleslawyer.engines.smt.encoding.relation import NEXT, Answer, Asker, Relation
from ruleslawyer.engines.smt.encoding.terms import any_of, implies, no
from ruleslawyer.engines.smt.invariants.derive import Lemma
from ruleslawyer.engines.smt.invariants.simulate import BIGGEST, Columns, Plays, Program
from ruleslawyer.lifted.scoped.evaluate import evaluate
from ruleslawyer.lifted.scoped.layout import Scalar
from ruleslawyer.lifted.scoped.nodes import FALSE, Node
from ruleslawyer.lifted.scoped.relation import Instance

Symbols: TypeAlias = dict[Node, Scalar]

MANY = 50
"""From so many candidates on, plays go on from what the solver finds."""
WALKS, FAR = 32, 8
"""Plays that go on from there, and their sub-steps."""
PATIENCE = 0.2
"""The part of the time that is left which one question may take; then half of its candidates are asked about."""


class Houdini:
    """The largest inductive subset of some lemmas; `proved` are invariants already. plays: of the same rules, to go on
    from what the solver finds. lost: the candidates that were dropped only because there was no time."""

    def __init__(
        self,
        relation: Relation,
        lemmas: Iterable[Lemma],
        deadline: float,
        proved: Sequence[Lemma] = (),
        plays: Plays | None = None,
    ) -> None:
        self.relation, self.deadline, self.plays = relation, deadline, plays
        self.proved = [lemma.node for lemma in proved]
        known = set(self.proved)
        self.alive: dict[Node, Lemma] = {lemma.node: lemma for lemma in lemmas if lemma.node not in known}
        self.lost: list[Lemma] = []
        self._speaks: dict[Node, list[Node]] = {}
        for node in self.alive:
            for leaf in relation.support(node):
                self._speaks.setdefault(leaf, []).append(node)
        self._needed: dict[int, set[Node]] = {}
        """For each instance that refutes nothing what that rests on."""
        self._said: _Said | None = None
        self._leaves = relation.scoped.layout.leaves
        self._program: tuple[list[Node], Program] = ([], Program([]))
        self._met: list[Symbols] = []
        """States by which the solver refuted something since plays last went on from such."""
        self._asking, self._walking = 0.0, 0.0
        """Seconds that the solver has taken since then, and those of the plays."""

    def run(self) -> list[Lemma]:
        """The lemmas that hold initially and are kept by every step, as far as there was time to ask."""
        for instance in self.relation.initial:
            self._filter(instance, self._affects(instance), initial=True)
        waiting = deque(self.relation.steps)
        while waiting:
            before = set(self.alive)
            instance = waiting.popleft()
            self._filter(instance, self._affects(instance), initial=False)
            lost = before - set(self.alive)
            if lost:  # what rested on a lost lemma is asked again
                queued = set(map(id, waiting))
                again = (i for i in self.relation.steps if self._needed.get(id(i), set()) & lost)
                waiting += [i for i in again if id(i) not in queued]
        return list(self.alive.values())

    def _affects(self, instance: Instance) -> list[Node]:
        """The remaining candidates that speak of something which an instance changes."""
        if instance.edge is FALSE:
            return []
        leaves = (self._leaves[index].node for index, _ in instance.next)
        return [n for n in dict.fromkeys(n for leaf in leaves for n in self._speaks.get(leaf, ())) if n in self.alive]

    def _filter(self, instance: Instance, goals: list[Node], *, initial: bool) -> None:
        """Drop what the instance refutes, until it refutes nothing more of some candidates."""
        needed = self._needed[id(instance)] = set()
        parts = [goals]  # halves of what was too much for one question
        while parts:
            goals = [n for n in parts.pop() if n in self.alive]
            if not goals:
                continue
            answer, found = self._ask(instance, goals, initial=initial)
            if answer == "unsat":
                needed |= found
            elif answer == "sat":
                assert not found.isdisjoint(goals)
                self._drop(found)
                parts.append(goals)
            elif len(goals) > 1 and monotonic() < self.deadline:
                parts += [goals[: len(goals) // 2], goals[len(goals) // 2 :]]
            else:
                self.lost += [self.alive[n] for n in goals]
                self._drop(goals)

    def _drop(self, nodes: Iterable[Node]) -> None:
        for node in nodes:
            self.alive.pop(node, None)

    def _ask(self, instance: Instance, goals: Sequence[Node], *, initial: bool) -> tuple[Answer, set[Node]]:
        """Whether the instance can refute one of the goals from a state with all the others: what it refutes then, or
        what it rests on that it cannot."""
        if self._said is None or len(self._said.lemmas) > 2 * len(self.alive):
            self._said = _Said(self.relation, list(self.alive), self.proved)
        said, relation = self._said, self.relation
        solver = said.asker.solver
        now = monotonic()
        until = min(self.deadline, now + max(1.0, PATIENCE * (self.deadline - now)))
        said.asker.open(instance.parameters, [])
        try:
            said.asker.add([relation.move(instance), any_of([said.wrong[n] for n in goals], solver.ctx)])
            held = () if initial else self.alive
            answer = said.asker.check(held, until, *(() if initial else (said.known,)))
            self._asking += monotonic() - now
            if answer == "unsat":
                return answer, {node for node in said.asker.core() if node in self.alive}
            return (answer, self._refutes(solver.model(), goals)) if answer == "sat" else (answer, set())
        finally:
            said.asker.close()

    # --- what a state refutes -------------------------------------------------------------------------------------

    def _refutes(self, model: object, goals: Sequence[Node]) -> set[Node]:
        """The candidates that are lost in the state after a model's sub-step, or in what random plays make of it."""
        encoder = self.relation.encoder
        state: Symbols = {leaf.node: encoder.scalar(model, leaf.node, NEXT) for leaf in self._leaves}
        state |= {rigid: encoder.scalar(model, rigid, None) for rigid in self.relation.scoped.rigids.values()}
        wrong = {n for n, holds in zip(goals, evaluate(goals, state), strict=True) if not holds}
        if self.plays is not None and len(self.alive) >= MANY and all(abs(v) < BIGGEST for v in state.values()):
            self._met.append(state)
            if self._asking >= self._walking:  # what plays take is no more than what the solver takes
                wrong |= self._walk(self.plays)
        return wrong

    def _walk(self, plays: Plays) -> set[Node]:
        """The candidates that are lost in random plays from the states which the solver found since the last ones."""
        began = monotonic()
        states, self._met = self._met[-WALKS:], []
        nodes, program = self._program
        if not nodes or len(nodes) > 1.5 * len(self.alive):
            nodes = list(self.alive)
            program = Program(nodes)
            self._program = nodes, program
        columns = {n: np.resize([state[n] for state in states], WALKS) for n in states[0] if n.op != "constant"}
        wrong = _losses(nodes, program, columns)
        for moves in plays.walk(columns, FAR, self.deadline):
            wrong |= _losses(nodes, program, moves.after)
        self._asking, self._walking = 0.0, monotonic() - began
        return wrong & self.alive.keys()


def _losses(nodes: Sequence[Node], program: Program, columns: Columns) -> set[Node]:
    return {node for node, holds in zip(nodes, program.run(columns), strict=True) if not np.all(holds)}


class _Said:
    """Some candidates in a solver, of a state and of the next one; what is proved is switched on by `known`."""

    def __init__(self, relation: Relation, lemmas: Sequence[Node], proved: Sequence[Node]) -> None:
        encoder = relation.encoder
        self.asker, self.lemmas = Asker(relation, relation.logic), lemmas
        self.known = encoder.flag("proved!")
        self.asker.add(implies(self.known, encoder.encode(n)) for n in proved)
        self.wrong: Mapping[Node, z3.BoolRef] = {n: encoder.flag(f"wrong!{i}") for i, n in enumerate(lemmas)}
        self.asker.add(implies(self.wrong[n], no(encoder.encode(n, NEXT))) for n in lemmas)
        for lemma in lemmas:
            self.asker.mark(lemma)
