"""The proofs of a check: those for any number of cards again, and then what else the scope `open` asks."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from ruleslawyer.answers.of_rules import OfRules
from ruleslawyer.answers.store import Answers
from ruleslawyer.check.expected import OPEN
from ruleslawyer.processes.executor import Question
from ruleslawyer.proof.any_number import Again, prove_again
from ruleslawyer.proof.prove import prove
from ruleslawyer.rulesets.loaded import LoadedRuleset, loaded_ruleset

if TYPE_CHECKING:  # the solver is loaded only where something is proved
    from ruleslawyer.engines.smt.lifted.lemmas import Lemmas


@dataclass(frozen=True, slots=True)
class Proofs(Question[Again]):
    """A job: what was proved for any number of cards is proved again, and then what else the scope `open` asks."""

    root: Path
    ruleset: str
    timeout: float
    budget: float
    lemmas: Lemmas | None
    answers: Path | None = None
    fresh: bool = False
    ahead: ClassVar[int] = 2

    def __call__(self) -> Again:
        return self.of(loaded_ruleset(self.root, self.ruleset))

    def there(self) -> Proofs:
        return replace(self, answers=None)

    def back(self, found: Again) -> Again:
        self._keep(loaded_ruleset(self.root, self.ruleset), found)
        return found

    def known(self, ruleset: LoadedRuleset) -> Again | None:
        """What was proved when the rules said the same."""
        found: Again | None = self.kept(ruleset).read(*self.question(ruleset))
        return found

    def of(self, ruleset: LoadedRuleset, tell: Callable[[str], None] | None = None) -> Again:
        found = _proved(ruleset, self, tell)
        self._keep(ruleset, found)
        return found

    def _keep(self, ruleset: LoadedRuleset, found: Again) -> None:
        self.kept(ruleset).write(found, *self.question(ruleset))

    def kept(self, ruleset: LoadedRuleset) -> OfRules:
        return OfRules(Answers(self.answers, fresh=self.fresh), ruleset)

    def question(self, ruleset: LoadedRuleset) -> tuple[object, ...]:
        scope = ruleset.scope(OPEN) if OPEN in ruleset.scopes() else None
        return "proofs", scope, self.timeout, self.budget, self.lemmas


def _proved(ruleset: LoadedRuleset, job: Proofs, tell: Callable[[str], None] | None = None) -> Again:
    """The verdicts alone: nodes of a claim are the same only within one process, and nobody asks for certificates."""
    end = time.monotonic() + job.budget
    again = prove_again(ruleset, job.lemmas, job.timeout, job.budget / 2, tell) if job.lemmas else Again()
    known = {proof.property for proof in again.proofs}
    if OPEN not in ruleset.scopes():
        return again
    listed, known = ruleset.scope(OPEN).prove, known.union(ruleset.scope(OPEN).prove_in_campaign)
    asked = [name for name in listed if name not in known]
    if listed and not asked:
        return again
    found = prove(
        ruleset, asked or None, OPEN, None, None, timeout=job.timeout, total=max(0.0, end - time.monotonic()),
        progress=tell, witnesses=False, second=False, but=known,
    )  # fmt: skip
    return replace(again, proofs=(*again.proofs, *(replace(proof, claim=None) for proof in found)))
