"""The largest inductive subset of candidate invariants.

Houdini: drop each candidate that some initial state, or some step from a state with all the others, refutes, until
nothing is refuted. What is left is proved.
"""

from __future__ import annotations

from collections.abc import Sequence

import z3

from ruleslawyer.engines.smt.derive import Lemma
from ruleslawyer.engines.smt.relation import Answer, Asker, Relation
from ruleslawyer.engines.smt.terms import any_of, implies, no
from ruleslawyer.ground.instances import Instance
from ruleslawyer.ground.nodes import FALSE, TRUE, Node


class Houdini:
    """The largest inductive subset of some lemmas; `proved` are invariants already."""

    def __init__(self, relation: Relation, lemmas: list[Lemma], deadline: float, proved: Sequence[Lemma] = ()) -> None:
        self.relation, self.deadline = relation, deadline
        self.proved = [lemma.node for lemma in proved]
        known = set(self.proved)
        self.alive: dict[Node, Lemma] = {lemma.node: lemma for lemma in lemmas if lemma.node not in known}
        self._questions: dict[int, _Question] = {}
        self._needed: dict[int, set[Node]] = {}

    def run(self) -> list[Lemma] | None:
        """The lemmas that hold initially and are kept by every step; None where time or the solver does not suffice."""
        for instance in self.relation.initial:
            if not self._filter(instance, assume=False):
                return None
        waiting = list(self.relation.steps)
        while waiting:
            before = set(self.alive)
            if not self._filter(waiting.pop(0), assume=True):
                return None
            lost = before - set(self.alive)
            if lost:  # what rested on a lost lemma is asked again
                again = [i for i in self.relation.steps if self._needed.get(id(i), set()) & lost]
                waiting += [i for i in again if i not in waiting]
        return list(self.alive.values())

    def _filter(self, instance: Instance, *, assume: bool) -> bool:
        """Drop what the instance refutes, until it refutes nothing more; False where the solver gives up."""
        if instance.edge is FALSE:
            return True
        question = self._questions.get(id(instance))
        if question is None:
            question = self._questions[id(instance)] = _Question(self.relation, instance, list(self.alive))
        while True:
            goals = [n for n in question.goals if n in self.alive]
            if not goals:
                return True
            held = [*self.proved, *self.alive] if assume else []
            answer = question.ask(goals, held, self.deadline)
            if answer == "unknown":
                return False
            if answer == "unsat":
                self._needed[id(instance)] = set(question.asker.core())
                return True
            refuted = question.refuted(goals)
            assert refuted
            for node in refuted:
                del self.alive[node]


class _Question:
    """What one instance does to each lemma, in a solver of its own that is kept between rounds."""

    def __init__(self, relation: Relation, instance: Instance, lemmas: list[Node]) -> None:
        encoder = relation.encoder
        encode = encoder.encode
        after = {n: relation.after(n, instance) for n in lemmas if relation.touches(instance, n)}
        self.goals = {n: encode(a) for n, a in after.items() if a is not TRUE and a is not n}
        self.asker, self._rounds = Asker(relation), 0
        self.asker.open(instance.parameters, [])
        self.asker.solver.add(encode(instance.edge))
        self._wrong = {node: encoder.flag(f"wrong!{i}") for i, node in enumerate(self.goals)}
        self.asker.solver.add(*(implies(self._wrong[n], no(goal)) for n, goal in self.goals.items()))

    def ask(self, goals: list[Node], held: list[Node], deadline: float) -> Answer:
        """Whether the instance can refute one of the goals, from a state with what is held."""
        self._rounds += 1
        some = self.asker.relation.encoder.flag(f"round!{self._rounds}")
        self.asker.solver.add(implies(some, any_of([self._wrong[n] for n in goals], some.ctx)))
        for lemma in held:
            self.asker.mark(lemma)
        return self.asker.check(held, deadline, some)

    def refuted(self, goals: list[Node]) -> list[Node]:
        """The goals that the last answer refutes."""
        model = self.asker.solver.model()
        return [n for n in goals if z3.is_false(model.eval(self.goals[n], model_completion=True))]
