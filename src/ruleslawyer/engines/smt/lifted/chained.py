"""Chains of rules asked, from the last rule to those before it: search, of which nothing is believed."""

from __future__ import annotations

from collections.abc import Sequence
from time import thread_time

from ruleslawyer.engines.smt.lifted.asking import Answer, Asking, Fallen
from ruleslawyer.engines.smt.lifted.induction import Candidate, Chains
from ruleslawyer.lifted.relation import Step
from ruleslawyer.lifted.terms import Term
from ruleslawyer.lifted.values import Unlifted
from ruleslawyer.lifted.world import Law


class Chained(Chains[Asking]):
    """Questions about rules one after the other."""

    def of_states(self, candidate: Candidate, known: Sequence[Candidate], end: float) -> set[str] | Fallen:
        """The conditions by which a candidate holds of all states of its level; or where that is not shown. known: what
        was shown without it."""
        used: set[str] = set()
        unlifted = self.about.lifting_gap()
        if unlifted is not None:
            return Fallen(unlifted[0], None, unlifted[1])
        try:
            self.about.statement(candidate)
        except Unlifted as error:
            return Fallen("", None, str(error))
        for step in self.about.steps:
            try:
                if not self.about.may_break(step, candidate):
                    continue
                wrong, laws = self.about.goal(step, candidate)
            except Unlifted as error:
                return Fallen(step.key, None, str(error))
            why = self.after(step, wrong, laws, [*known, candidate], end, used)
            if why is not None:
                return why
        return used - {candidate.key}

    def after(
        self, step: Step, wrong: Term, laws: Sequence[Law], known: Sequence[Candidate], end: float, used: set[str]
    ) -> Fallen | None:  # fmt: skip
        """The reason why it is not shown that nothing can be wrong after a rule; else what that rests on is added to
        `used`."""
        return self._show_chain((step,), wrong, laws, known, end, used)

    def _show_chain(
        self, chain: tuple[Step, ...], wrong: Term, laws: Sequence[Law], known: Sequence[Candidate], end: float,
        used: set[str],
    ) -> Fallen | None:  # fmt: skip
        """Show the last rule of a chain safe first, then those before it."""
        left = min(self.about.seconds, end - thread_time())
        if left <= 0:
            return Fallen(chain[0].key, None, late=True)
        try:
            answer = self._ask(chain, wrong, laws, known, left)
        except Unlifted as error:
            return Fallen(chain[0].key, None, str(error))
        if answer.asked.answer == "unsat":
            used |= answer.used
            return None
        if self.first(chain) or answer.asked.model is None or self.level(len(chain)).lifting_gap() is not None:
            return Fallen(chain[0].key, answer.asked)
        for before in self.level(len(chain)).steps:
            why = self._show_chain((*chain, before), wrong, laws, known, end, used)
            if why is not None:
                return why
        return None

    def _ask(
        self, chain: Sequence[Step], wrong: Term, laws: Sequence[Law], known: Sequence[Candidate], seconds: float
    ) -> Answer:  # fmt: skip
        hypotheses: list[Term] = []
        assumed: list[Law] = [*laws]
        parts: dict[Term, str] = {}
        for back, step in enumerate(chain):
            if back:
                assumed += self.join(back, step)
            about = self.level(back).assumptions(known, step)
            hypotheses += about.facts
            assumed += [*about.near, *about.far]
            for part, key in about.parts.items():
                parts.setdefault(part, key)
        for step in chain:  # a state is asked as questions are, so that there may be more of them now
            assumed += step.laws
        return self.about.ask_solver(wrong, hypotheses, assumed, parts, known, seconds)
