"""The proofs of a check: those for any number of cards again, and beside them what else the scope `open` asks."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Generic, TypeVar

from ruleslawyer.answers.of_rules import OfRules
from ruleslawyer.answers.store import Answers, key_of
from ruleslawyer.check.expected import OPEN
from ruleslawyer.claims.verdict import PLAYERS
from ruleslawyer.processes.executor import Question
from ruleslawyer.proof.any_number import Again, prove_again
from ruleslawyer.proof.prove import prove
from ruleslawyer.rulesets.loaded import LoadedRuleset, loaded_ruleset

if TYPE_CHECKING:  # the solver is loaded only where something is proved
    from ruleslawyer.engines.smt.lifted.lemmas import Lemmas
    from ruleslawyer.engines.smt.prove.result import ProofResult

T = TypeVar("T")
Tell = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Proofs(Question[T], Generic[T]):
    """A job whose answer is kept by what the rules say. timeout: seconds for each proof, budget: for all of them."""

    root: Path
    ruleset: str
    timeout: float
    budget: float
    answers: Path | None = None
    fresh: bool = False
    ahead: ClassVar[int] = 2

    def __call__(self) -> T:
        return self.of(loaded_ruleset(self.root, self.ruleset))

    def there(self) -> Proofs[T]:
        return replace(self, answers=None)

    def back(self, found: T) -> T:
        ruleset = loaded_ruleset(self.root, self.ruleset)
        self._kept(ruleset).write(found, *self._question(ruleset))
        return found

    def known(self, ruleset: LoadedRuleset) -> T | None:
        """What was proved when the rules said the same."""
        found: T | None = self._kept(ruleset).read(*self._question(ruleset))
        return found

    def of(self, ruleset: LoadedRuleset, tell: Tell | None = None) -> T:
        found = self._proved(ruleset, tell)
        self._kept(ruleset).write(found, *self._question(ruleset))
        return found

    def forget(self, ruleset: LoadedRuleset) -> None:
        self._kept(ruleset).forget(*self._question(ruleset))

    def _kept(self, ruleset: LoadedRuleset) -> OfRules:
        return OfRules(self._answers, ruleset)

    @property
    def _answers(self) -> Answers:
        return Answers(self.answers, fresh=self.fresh)

    @abstractmethod
    def _question(self, ruleset: LoadedRuleset) -> tuple[object, ...]:
        """What is asked besides the rules."""

    @abstractmethod
    def _proved(self, ruleset: LoadedRuleset, tell: Tell | None) -> T:
        """The answer, made."""


@dataclass(frozen=True, slots=True)
class ProofsAgain(Proofs[Again]):
    """What was proved for any number of cards is proved again, if anything was. What each question said is kept: after
    an edit those alone are asked that say something else."""

    lemmas: Lemmas | None = None

    def _question(self, ruleset: LoadedRuleset) -> tuple[object, ...]:
        return "proofs for any number", self.timeout, self.budget, self.lemmas

    def _proved(self, ruleset: LoadedRuleset, tell: Tell | None) -> Again:
        from ruleslawyer.engines.smt.lifted.prove import Kept

        if self.lemmas is None:
            return Again()
        answers, key = self._answers, key_of("hints for any number", self.ruleset, PLAYERS)
        kept = Kept.read(answers.read(key, counted=False))
        found = prove_again(ruleset, self.lemmas, self.timeout, self.budget, tell, kept)
        answers.write(key, kept.written())
        return found


@dataclass(frozen=True, slots=True)
class ProofsInOpen(Proofs[tuple["ProofResult", ...]]):
    """What the scope `open` asks of these properties, or of all where it names none."""

    properties: tuple[str, ...] | None = None
    but: tuple[str, ...] = ()

    def _question(self, ruleset: LoadedRuleset) -> tuple[object, ...]:
        return "proofs", ruleset.scope(OPEN), self.timeout, self.budget, self.properties, self.but

    def _proved(self, ruleset: LoadedRuleset, tell: Tell | None) -> tuple[ProofResult, ...]:
        """The verdicts alone: nodes of a claim are the same only within one process, and nobody asks for
        certificates."""
        found = prove(
            ruleset, self.properties, OPEN, None, None, timeout=self.timeout, total=self.budget, progress=tell,
            witnesses=False, second=False, but=self.but,
        )  # fmt: skip
        return tuple(replace(proof, claim=None) for proof in found)


def in_open(ruleset: LoadedRuleset, again: ProofsAgain) -> ProofsInOpen | None:
    """What the scope `open` is asked beside that which is proved again; None where nothing is left."""
    if OPEN not in ruleset.scopes():
        return None
    scope = ruleset.scope(OPEN)
    known = {*(again.lemmas.properties if again.lemmas else ()), *scope.prove_in_campaign}
    asked = tuple(name for name in scope.prove if name not in known)
    if scope.prove and not asked:
        return None
    return ProofsInOpen(*_about(again), asked or None, () if asked else tuple(sorted(known)))


def lapsed_in_open(ruleset: LoadedRuleset, again: ProofsAgain, found: Again) -> ProofsInOpen | None:
    """What the scope `open` is asked of that which was to be proved again, and is not; None where it is nothing."""
    from ruleslawyer.engines.smt.statements.goals import asked_of

    lapsed = {one.name for one in found.lapsed if one.property}
    if not lapsed or OPEN not in ruleset.scopes():
        return None
    scope = ruleset.scope(OPEN)
    listed = scope.prove or asked_of(ruleset.system, scope)
    asked = tuple(name for name in listed if name in lapsed and name not in scope.prove_in_campaign)
    return ProofsInOpen(*_about(again), asked) if asked else None


def _about(job: ProofsAgain) -> tuple[Path, str, float, float, Path | None, bool]:
    return job.root, job.ruleset, job.timeout, job.budget, job.answers, job.fresh
