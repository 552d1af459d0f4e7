"""Induction: the certificate of a property, that is the lemmas that it needs and what each of them needs in turn."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ruleslawyer.engines.smt.encoding.relation import Asker, Relation
from ruleslawyer.engines.smt.invariants.derive import Lemma
from ruleslawyer.engines.smt.statements.goals import Goal, group
from ruleslawyer.lifted.scoped.nodes import FALSE, Node, either, negate
from ruleslawyer.lifted.scoped.relation import Instance


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
        self.relation, self._asker = relation, Asker(relation, relation.logic)
        self._cores: dict[tuple[int, Node], list[frozenset[Node]]] = {}
        """For an instance and a lemma the sets of lemmas by which the one is known to keep the other."""

    def certify(self, goal: Goal, lemmas: list[Lemma], deadline: float) -> Certificate | None:
        """The part of the proved lemmas that a goal needs; None where they do not exclude it."""
        names = [lemma.node for lemma in lemmas]
        needed: dict[Node, None] = {}
        steps: dict[int, None] = {}
        for bads in group(goal):
            wrong = either(*(bad.node for bad in bads))
            if wrong is FALSE:
                continue
            core = self._core([wrong], [], [] if bads[0].initial is not None else names, deadline)
            if core is None:
                return None
            needed.update(dict.fromkeys(core))
            if bads[0].step is not None:
                steps[bads[0].step] = None
        return self._close(needed, steps, lemmas, deadline)

    def certificate_for(self, needed: Iterable[Node], lemmas: list[Lemma], deadline: float) -> Certificate | None:
        """Some of the proved lemmas with what each of them needs in turn; None where that is not shown in time."""
        return self._close(dict.fromkeys(needed), {}, lemmas, deadline)

    def _close(
        self, needed: dict[Node, None], steps: dict[int, None], lemmas: list[Lemma], deadline: float
    ) -> Certificate | None:
        names = [lemma.node for lemma in lemmas]
        shown: list[set[Node]] = [set() for _ in self.relation.steps]
        size = -1
        while size < len(needed):
            size = len(needed)
            for i, instance in enumerate(self.relation.steps):
                fresh = [n for n in needed if n not in shown[i]]
                kept = self._supports(fresh, instance, needed, names, deadline)
                if kept is None:
                    return None
                if kept:
                    steps[i] = None
                needed.update(dict.fromkeys(kept))
                shown[i].update(fresh)
        return Certificate(tuple(lem for lem in lemmas if lem.node in needed), tuple(sorted(steps)))

    def _supports(
        self, fresh: list[Node], instance: Instance, needed: dict[Node, None], lemmas: list[Node], deadline: float
    ) -> list[Node] | None:
        """The lemmas by which an instance keeps some of them; none where it does not touch them. What is known to be
        kept by those that are needed anyway is not asked again."""
        if instance.edge is FALSE:
            return []
        touched = [n for n in fresh if self.relation.touches(instance, n)]
        known = ((n, self._cores.setdefault((id(instance), n), [])) for n in touched)
        kept = {n: next((core for core in cores if core <= needed.keys()), None) for n, cores in known}
        asked = [n for n, core in kept.items() if core is None]
        broken = either(*(negate(a) for a in self.relation.all_after(asked, instance)))
        facts = [instance.edge, broken]
        found = [] if broken is FALSE else self._core(facts, list(needed), lemmas, deadline, instance.parameters)
        for n in asked if found is not None else ():
            self._cores[id(instance), n].append(frozenset(found or ()))
        return None if found is None else [*found, *(n for core in kept.values() for n in core or ())]

    def _core(
        self, facts: list[Node], first: list[Node], lemmas: list[Node], deadline: float,
        parameters: Iterable[Node] | None = None,
    ) -> list[Node] | None:  # fmt: skip
        """The lemmas that make some facts impossible together, if possible among the first; None where they do not.
        parameters: those of the facts, where they are known."""
        asker = self._asker
        if parameters is None:
            parameters = (n for fact in facts for n in self.relation.symbols(fact) if n.op == "parameter")
        asker.open(dict.fromkeys(parameters), lemmas)
        try:
            asker.add(self.relation.encoder.encode(f) for f in facts)
            for held in ([first] if first else []) + [lemmas]:
                if asker.check(held, deadline) == "unsat":
                    return asker.core()
            return None
        finally:
            asker.close()
