"""Proofs whose answers are kept by what the rules say: those for any number of cards, proved again."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from ruleslawyer.base.diagnostics import Tell, UsageError
from ruleslawyer.base.processes.executor import Question
from ruleslawyer.proof.any_number import ReproofResult, prove_again
from ruleslawyer.proof.lemmas import Instances, keep_instances, keep_lemmas, load_instances
from ruleslawyer.proof.plays import open_numbers
from ruleslawyer.proof.result import ProofResult
from ruleslawyer.rulebook.answers.memo import Memo
from ruleslawyer.rulebook.answers.store import Answers, key_of
from ruleslawyer.rulebook.claims.verdict import PLAYERS
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset, loaded_ruleset

if TYPE_CHECKING:  # the solver is loaded only where something is proved
    from ruleslawyer.engines.smt.lifted.lemmas import Lemmas

T = TypeVar("T")
BUDGET = 300.0
"""Seconds for all proofs of a ruleset together; what is left then is for `prove`, which `make campaign` runs."""
TIMEOUT = 30.0
"""Seconds for each proof."""


@dataclass(frozen=True, slots=True)
class ProofJob(Question[T], Generic[T]):
    """A job whose answer is kept by what the rules say. timeout: seconds for each proof, budget: for all of them."""

    root: Path
    ruleset: str
    timeout: float
    budget: float
    answers: Path | None = None
    fresh: bool = False
    ahead: ClassVar[int] = 2
    kind: ClassVar[type[Any]]

    def __call__(self) -> T:
        return self.of(loaded_ruleset(self.root, self.ruleset))

    def there(self) -> ProofJob[T]:
        return replace(self, answers=None)

    def back(self, found: T) -> T:
        ruleset = loaded_ruleset(self.root, self.ruleset)
        self._memo(ruleset).write(found, *self._question(ruleset))
        return found

    def recall(self, ruleset: LoadedRuleset) -> T | None:
        """The proofs from when the rules said the same."""
        found: T | None = self._memo(ruleset).read(self.kind, *self._question(ruleset))
        return found

    def of(self, ruleset: LoadedRuleset, tell: Tell | None = None) -> T:
        found = self._prove(ruleset, tell)
        self._memo(ruleset).write(found, *self._question(ruleset))
        return found

    def forget(self, ruleset: LoadedRuleset) -> None:
        self._memo(ruleset).forget(*self._question(ruleset))

    def _memo(self, ruleset: LoadedRuleset) -> Memo:
        return Memo(self._answers, ruleset)

    @property
    def _answers(self) -> Answers:
        return Answers(self.answers, fresh=self.fresh)

    @abstractmethod
    def _question(self, ruleset: LoadedRuleset) -> tuple[object, ...]:
        """The parts of the question besides the rules."""

    @abstractmethod
    def _prove(self, ruleset: LoadedRuleset, tell: Tell | None) -> T:
        """The answer, made."""


@dataclass(frozen=True, slots=True)
class ReproofJob(ProofJob[ReproofResult]):
    """Properties proved for any number of cards, proved again, if there are any (`only`: these properties). What each
    question said is kept: after an edit those alone are asked that say something else."""

    kind: ClassVar[type[Any]] = ReproofResult
    lemmas: Lemmas | None = None
    only: tuple[str, ...] | None = None

    def _question(self, ruleset: LoadedRuleset) -> tuple[object, ...]:
        numbers = () if self.lemmas is None else open_numbers(ruleset)
        return "proofs for any number", self.timeout, self.budget, self.lemmas, self.only, numbers

    def _prove(self, ruleset: LoadedRuleset, tell: Tell | None) -> ReproofResult:
        from ruleslawyer.engines.smt.lifted.prove import ProverMemory

        if self.lemmas is None:
            return ReproofResult()
        answers = self._answers
        keys = {players: key_of("hints for any number", self.ruleset, players) for players in (None, PLAYERS)}
        kept = {players: ProverMemory.read(answers.read(key, counted=False)) for players, key in keys.items()}
        for players, instances in load_instances(ruleset.root, ruleset.name).items():
            kept[players].accepted = {**instances, **kept[players].accepted}
        found = prove_again(ruleset, self.lemmas, self.timeout, self.budget, tell, kept, self.only)
        if self.only is None:
            for players, key in keys.items():
                answers.write(key, kept[players].as_data())
        return found


def keep_proofs(ruleset: LoadedRuleset, lemmas: Lemmas, tell: Tell | None = None) -> None:
    """Keeps what was proved: its names, and the instances that answer what is asked for it and of rankings. Where those
    that were kept before answer still, they are kept again."""
    from ruleslawyer.engines.smt.lifted.prove import ProverMemory
    from ruleslawyer.proof.proposed_rankings import keep_ranking_instances

    keep_lemmas(ruleset.root, ruleset.name, lemmas)
    before: dict[int | None, Instances] = {}
    with suppress(UsageError):  # a file of another form is written anew
        before = load_instances(ruleset.root, ruleset.name)
    kept = {players: ProverMemory(accepted=before.get(players, {}), lasting=True) for players in (None, PLAYERS)}
    prove_again(ruleset, lemmas, TIMEOUT, BUDGET, tell, kept)
    keep_instances(ruleset.root, ruleset.name, {players: one.accepted for players, one in kept.items()})
    keep_ranking_instances(ruleset, lemmas, BUDGET, tell or (lambda _: None))


def check_reproof_job(
    ruleset: LoadedRuleset, timeout: float, budget: float, answers: Answers, lemmas: Lemmas | None
) -> ReproofJob:  # fmt: skip
    """The proofs that a check makes again: half of its time is for what else is asked, where there is something to
    prove."""
    share = budget / 2 if lemmas else budget
    return ReproofJob(ruleset.root, ruleset.name, timeout, share, answers.folder, answers.fresh, lemmas)


def reprove(
    ruleset: LoadedRuleset, lemmas: Lemmas, names: Collection[str], seconds: float, answers: Answers, tell: Tell | None
) -> tuple[ProofResult, ...]:  # fmt: skip
    """Some of what is kept, proved again in so many seconds; what a check has proved of the same rules is known."""
    checked = check_reproof_job(ruleset, TIMEOUT, BUDGET, answers, lemmas)
    found = checked.recall(ruleset)
    if found is None:
        wanted = tuple(name for name in lemmas.properties if name in names)
        some = replace(checked, budget=seconds, only=None if len(wanted) == len(lemmas.properties) else wanted)
        found = some.recall(ruleset) or some.of(ruleset, tell)
    return tuple(proof for proof in found.proofs if proof.property in names)
