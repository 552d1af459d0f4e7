"""Induction: the certificate of a property, that is the lemmas that it needs and what each of them needs in turn."""

from __future__ import annotations

from dataclasses import dataclass

from ruleslawyer.engines.smt.derive import Lemma
from ruleslawyer.engines.smt.goals import Goal
from ruleslawyer.engines.smt.relation import Asker, Relation
from ruleslawyer.ground.instances import Instance
from ruleslawyer.ground.nodes import FALSE, TRUE, Node, negate


@dataclass(frozen=True, slots=True)
class Certificate:
    """An inductive set of lemmas that excludes every bad situation of a goal.

    `steps` are the instances whose rules the argument rests on, by index.
    """

    lemmas: tuple[Lemma, ...]
    steps: tuple[int, ...]


class Certifier:
    """Looks for certificates among proved lemmas, with one solver for all goals."""

    def __init__(self, relation: Relation) -> None:
        self.relation, self._asker = relation, Asker(relation)
        self._steps: dict[tuple[Node, int], tuple[Node, ...]] = {}

    def certify(self, goal: Goal, lemmas: list[Lemma], deadline: float) -> Certificate | None:
        """The part of the proved lemmas that a goal needs; None where they do not exclude it."""
        names = [lemma.node for lemma in lemmas]
        needed: dict[Node, None] = {}
        steps: dict[int, None] = {}
        for bad in goal.bads:
            if bad.node is FALSE:
                continue
            core = self._core([bad.node], [] if bad.initial is not None else names, deadline)
            if core is None:
                return None
            needed.update(dict.fromkeys(core))
            if bad.step is not None:
                steps[bad.step] = None
        waiting = list(needed)
        while waiting:
            lemma = waiting.pop()
            for i, instance in enumerate(self.relation.steps):
                found = self._kept(lemma, i, instance, names, deadline)
                if found is None:
                    return None
                if found:
                    steps[i] = None
                fresh = [n for n in found if n not in needed]
                needed.update(dict.fromkeys(fresh))
                waiting += fresh
        return Certificate(tuple(lem for lem in lemmas if lem.node in needed), tuple(sorted(steps)))

    def _kept(
        self, lemma: Node, index: int, instance: Instance, lemmas: list[Node], deadline: float
    ) -> tuple[Node, ...] | None:
        """The lemmas by which an instance keeps a lemma; itself alone where that is enough."""
        if instance.edge is FALSE or not self.relation.touches(instance, lemma):
            return ()
        known = self._steps.get((lemma, index))
        if known is not None:
            return known
        after = self.relation.after(lemma, instance)
        if after is TRUE or after is lemma:
            found: list[Node] | None = []
        else:
            found = self._core([instance.edge, negate(after)], lemmas, deadline, prefer=lemma)
        if found is None:
            return None
        self._steps[lemma, index] = tuple(dict.fromkeys((lemma, *found)))
        return self._steps[lemma, index]

    def _core(
        self, facts: list[Node], lemmas: list[Node], deadline: float, *, prefer: Node | None = None
    ) -> list[Node] | None:
        """The lemmas that make the conjunction of some facts impossible; None where they do not."""
        asker = self._asker
        parameters = [n for fact in facts for n in self.relation.symbols(fact) if n.op == "parameter"]
        asker.open(dict.fromkeys(parameters), lemmas)
        try:
            asker.solver.add(*(self.relation.encoder.encode(f) for f in facts))
            for held in ([[prefer]] if prefer is not None else []) + [lemmas]:
                if asker.check(held, deadline) == "unsat":
                    return asker.core()
            return None
        finally:
            asker.close()
