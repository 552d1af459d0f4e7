"""Promises of answers: kept, broken, not met, or saying nothing, over small scopes and the scenarios of a suite."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from ruleslawyer.base.diagnostics import Tell
from ruleslawyer.base.files.content import Json
from ruleslawyer.base.processes.executor import Question
from ruleslawyer.check.askings import KeptFiles, Tried, all_of, in_scenarios
from ruleslawyer.exploration.variants.choices import PromiseResult
from ruleslawyer.ir.rules import Check
from ruleslawyer.ir.sites import AskingSite
from ruleslawyer.ir.system import System
from ruleslawyer.rulebook.answers.store import Answers
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset, loaded_ruleset

Word = Literal["kept", "broken", "not met", "says nothing"]


@dataclass(frozen=True, slots=True)
class Promise:
    """A promise and what became of it. broken_in: the scopes and scenarios that break it under its own option; told_by:
    those that break it under another option of its question, which shows that it says something; places: all in which
    the question was asked; sites: the places in the rules that ask under its option, each with the scenario that breaks
    the promise where another option is taken there alone, or nothing; says: the promise in its author's words."""

    name: str
    question: str
    option: str
    cites: tuple[str, ...]
    broken_in: tuple[str, ...]
    told_by: tuple[str, ...]
    places: tuple[str, ...]
    sites: Mapping[AskingSite, str]
    says: str

    @property
    def word(self) -> Word:
        if self.broken_in:
            return "broken"
        return "not met" if not self.places else "kept" if self.told_by else "says nothing"

    @property
    def counts(self) -> bool:
        """True where it is kept, and would have seen a place in the rules that forgets the answer."""
        return self.word == "kept" and any(self.sites.values())

    def json(self) -> Json:
        return {
            "promise": self.name, "question": self.question, "option": self.option, "clauses": list(self.cites),
            "says": self.says, "word": self.word, "counts": self.counts, "broken_in": list(self.broken_in),
            "told_by": list(self.told_by), "asked_in": list(self.places),
            "sites": [
                {**site.json(), "noticed_in": place or None} for site, place in self.sites.items()
            ],
        }  # fmt: skip


@dataclass(frozen=True, slots=True)
class AskScenarios(Question[Tried]):
    """A job: the options and promises of a ruleset in all of its scenarios."""

    root: Path
    ruleset: str
    answers: Path | None = None
    fresh: bool = False

    def __call__(self) -> Tried:
        return self.of(self._rules())

    def of(self, written: LoadedRuleset, tell: Tell | None = None) -> Tried:
        """The same of the rules as they were just read."""
        return in_scenarios(written, self._answers, tell)

    def there(self) -> AskScenarios:
        return replace(self, answers=None)

    def back(self, found: Tried) -> Tried:
        kept = KeptFiles(self._rules(), self._answers)
        for tried in found.files:
            kept.write(tried)
        return found

    def recall(self, written: LoadedRuleset) -> Tried | None:
        """The same where no edit since bears on it."""
        found = KeptFiles(written, self._answers).all()
        return None if found is None else all_of(written.system, found)

    def _rules(self) -> LoadedRuleset:
        return loaded_ruleset(self.root, self.ruleset, ())

    @property
    def _answers(self) -> Answers:
        return Answers(self.answers, fresh=self.fresh)


def judge(system: System, tried: Iterable[PromiseResult]) -> list[Promise]:
    """The promises of a ruleset, by what was tried of them."""
    by_name: dict[str, list[PromiseResult]] = {name: [] for name in system.promises}
    for one in tried:
        by_name[one.name].append(one)
    return [_judge(system.promises[name], of) for name, of in by_name.items()]


def _judge(check: Check, tried: list[PromiseResult]) -> Promise:
    option = check.option
    sites = {site: "" for one in tried for site in one.sites}
    for one in tried:
        for site in one.noticed:
            sites[site] = sites[site] or one.place
    return Promise(
        check.name, check.question, option, check.origin.cites,
        tuple(one.place for one in tried if option in one.broken),
        tuple(one.place for one in tried if {*one.broken} - {option}),
        tuple(one.place for one in tried if option in one.asked),
        sites, check.function.in_words,
    )  # fmt: skip
