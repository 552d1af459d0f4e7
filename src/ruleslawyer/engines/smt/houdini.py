"""The largest inductive subset of candidate invariants.

Houdini: drop each candidate that some initial state, or some step from a state with all the others, refutes, until
nothing is refuted. What is left is proved.
"""

from __future__ import annotations

from collections.abc import Sequence

import z3

from ruleslawyer.engines.smt.derive import Lemma
from ruleslawyer.engines.smt.relation import Asker, Relation
from ruleslawyer.ground.instances import Instance
from ruleslawyer.ground.nodes import FALSE, TRUE, Node


class Houdini:
    """The largest inductive subset of some lemmas; `proved` are invariants already."""

    def __init__(
        self, relation: Relation, lemmas: list[Lemma], deadline: float, proved: Sequence[Lemma] = ()
    ) -> None:
        self.relation, self.deadline = relation, deadline
        self.proved = [lemma.node for lemma in proved]
        known = set(self.proved)
        self.alive: dict[Node, Lemma] = {lemma.node: lemma for lemma in lemmas if lemma.node not in known}
        self._asker = Asker(relation)
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
        relation, encode = self.relation, self.relation.encoder.encode
        if instance.edge is FALSE:
            return True
        goals = {n: relation.after(n, instance) for n in self.alive if relation.touches(instance, n)}
        goals = {n: after for n, after in goals.items() if after is not TRUE and after is not n}
        if not goals:
            return True
        fixed = set(self.proved)
        asker, held = self._asker, [*self.proved, *self.alive] if assume else []
        asker.open([instance.edge, *goals.values()], held)
        try:
            asker.solver.add(encode(instance.edge))
            wrong = {node: z3.Bool(f"wrong!{i}") for i, node in enumerate(goals)}
            for node, after in goals.items():
                asker.solver.add(z3.Implies(wrong[node], z3.Not(encode(after))))
            while goals:
                some = z3.Bool(f"some!{len(goals)}")
                asker.solver.add(z3.Implies(some, z3.Or(*(wrong[n] for n in goals))))
                answer = asker.check([n for n in held if n in self.alive or n in fixed], self.deadline, some)
                if answer == "unknown":
                    return False
                if answer == "unsat":
                    self._needed[id(instance)] = set(asker.core())
                    return True
                model = asker.solver.model()
                refuted = [
                    n for n, after in goals.items() if z3.is_false(model.eval(encode(after), model_completion=True))
                ]
                assert refuted
                for node in refuted:
                    del goals[node], self.alive[node]
            return True
        finally:
            asker.close()
