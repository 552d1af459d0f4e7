"""Invariants for any number of cards: induction over the lifted rules, and Houdini among candidates.

A candidate is *strong* where it holds after every sub-step, *at rest* where somebody decides or the game is over. What
Houdini keeps is inductive only once nothing more is dropped: interrupted, it proves nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from time import monotonic
from typing import Any

from ruleslawyer.engines.smt.lifted.question import Asked, Solver
from ruleslawyer.lifted.context import Check, Store
from ruleslawyer.lifted.relation import Relation, Said, Step
from ruleslawyer.lifted.terms import FALSE, Term, both, either, negate, substitute, symbol
from ruleslawyer.lifted.values import Unlifted
from ruleslawyer.lifted.world import Law

Reads = frozenset[Any]
"""Fields, and names of frames."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """Something that may hold of every state; reads: of what it speaks. rest: of those at rest alone."""

    name: str
    says: Callable[[Store], Said]
    reads: Reads
    rest: bool = False
    property: bool = True


@dataclass(slots=True)
class Fallen:
    """Why a candidate is none: at which rule, and what the solver said there."""

    rule: str
    asked: Asked | None
    reason: str = ""


@dataclass(slots=True)
class Kept:
    """What Houdini leaves. whole: nothing more was dropped at the end, so that it is inductive."""

    candidates: list[Candidate]
    fallen: dict[str, Fallen] = field(default_factory=dict)
    whole: bool = False


class Induction:
    """Questions about one relation. also: laws that are assumed of everything, such as a reading."""

    def __init__(self, relation: Relation, solver: Solver, seconds: float, also: Sequence[Law] = ()) -> None:
        self.relation, self.solver, self.seconds = relation, solver, seconds
        self.also = tuple(also)
        self._facts: dict[str, Said] = {}
        self._goals: dict[tuple[str, str], tuple[Term, tuple[Law, ...]]] = {}
        self.steps = [s for kind, name in relation.rules() if (s := relation.step(kind, name)) is not None]

    # --- what is asked ----------------------------------------------------------------------------------------------

    def assumed(self, candidates: Iterable[Candidate], step: Step) -> tuple[list[Term], list[Law]]:
        """What is known before a rule: what holds where it is taken, and the candidates."""
        terms = list(step.facts)
        laws = [*self.relation.world.laws, *self.also, *step.laws, *(check.law for check in step.checks)]
        if step.kind != "initial":
            laws += self.relation.base_laws
            for candidate in candidates:
                if candidate.rest and step.kind != "action":
                    continue
                said = self._fact(candidate)
                terms.append(said.holds)
                laws += [*said.laws, *(check.law for check in said.checks)]
        return terms, laws

    def _fact(self, candidate: Candidate) -> Said:
        if candidate.name not in self._facts:
            self._facts[candidate.name] = candidate.says(self.relation.base)
        return self._facts[candidate.name]

    def goal(self, step: Step, candidate: Candidate) -> tuple[Term, tuple[Law, ...]]:
        """That the candidate is wrong after a rule, or cannot be evaluated there; and laws of that."""
        key = step.key, candidate.name
        if key not in self._goals:
            said = candidate.says(step.after)
            wrong, laws = denied(said), said.laws
            if candidate.rest:
                rest = self.relation.at_rest(step.after)
                if rest is None:
                    raise Unlifted("whether a state is at rest")
                wrong, laws = both(rest.holds, wrong), (*laws, *rest.laws, *(c.law for c in rest.checks))
            self._goals[key] = wrong, laws
        return self._goals[key]

    def ask(self, step: Step, wrong: Term, laws: Sequence[Law], known: Iterable[Candidate], seconds: float) -> Asked:
        """Whether something can be wrong after a rule, before which candidates hold."""
        hypotheses, assumed = self.assumed(known, step)
        return self.solver.ask(wrong, hypotheses, [*assumed, *laws, *step.laws], seconds)

    def keeps(self, step: Step, candidate: Candidate, known: Sequence[Candidate]) -> Asked | None:
        """None where a rule keeps a candidate, else what the solver said."""
        if not candidate.rest and not step.touches(candidate.reads):
            return None
        wrong, laws = self.goal(step, candidate)
        if wrong is FALSE:
            return None
        found = self.ask(step, wrong, laws, known, self.seconds)
        return None if found.answer == "unsat" else found

    # --- Houdini ----------------------------------------------------------------------------------------------------

    def houdini(self, candidates: Sequence[Candidate], base: Sequence[Candidate], end: float) -> Kept:
        """The largest part of some candidates that is inductive together with others that are so already."""
        kept = Kept(list(candidates))
        for step in self.steps:
            if step.kind == "initial":
                self._sift(step, kept, [], end)
        changed = True
        while changed and monotonic() < end:
            changed = False
            for step in self.steps:
                if step.kind != "initial":
                    changed |= self._sift(step, kept, base, end)
        kept.whole = not changed and monotonic() < end
        return kept

    def _sift(self, step: Step, kept: Kept, base: Sequence[Candidate], end: float) -> bool:
        """Drop what a rule does not keep; whether anything was."""
        before = len(kept.candidates)
        while monotonic() < end:
            goals = []
            for candidate in list(kept.candidates):
                if step.kind == "initial" or candidate.rest or step.touches(candidate.reads):
                    try:
                        wrong, laws = self.goal(step, candidate)
                    except Unlifted as error:
                        self._drop(kept, candidate, Fallen(step.key, None, str(error)))
                        continue
                    if wrong is not FALSE:
                        goals.append((candidate, wrong, laws))
            if not goals:
                break
            known = [*base, *kept.candidates]
            laws = tuple(law for _, _, more in goals for law in more)
            found = self.ask(
                step, either(*(w for _, w, _ in goals)), laws, known, min(self.seconds, end - monotonic())
            )  # fmt: skip
            if found.answer == "unsat":
                break
            model = found.model
            suspects = [g for g in goals if model is None or model.value(g[1])]
            others = [g for g in goals if g not in suspects]
            fallen = False
            for candidate, wrong, more in (*suspects, *others):
                if monotonic() > end or (fallen and (candidate, wrong, more) in others):
                    break  # the others are asked together again
                if found.answer == "sat" and not candidate.property:
                    self._drop(kept, candidate, Fallen(step.key, found))
                    fallen = True
                    continue
                alone = self.ask(step, wrong, more, [*base, *kept.candidates], self.seconds)
                if alone.answer != "unsat":
                    self._drop(kept, candidate, Fallen(step.key, alone))
                    fallen = True
            if not fallen:
                break
        return len(kept.candidates) < before

    @staticmethod
    def _drop(kept: Kept, candidate: Candidate, why: Fallen) -> None:
        kept.candidates.remove(candidate)
        kept.fallen[candidate.name] = why


def denied(said: Said) -> Term:
    """That what is said is wrong, or that asking it fails a check."""
    return either(negate(said.holds), *map(fails, said.checks))


def fails(check: Check) -> Term:
    """That a check fails, of somebody."""
    put = {v: symbol(v.sort, f"who {v.value}") for v in check.variables}
    return substitute(both(check.path, negate(check.holds)), put)
