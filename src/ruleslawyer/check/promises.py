"""Promises of answers: kept, broken, not met, or saying nothing, over small scopes and the scenarios of a suite."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from ruleslawyer.base.diagnostics import Tell
from ruleslawyer.base.files.content import Json
from ruleslawyer.base.processes.executor import Question
from ruleslawyer.check.scenario.options import Played, each_play, play_under
from ruleslawyer.check.scenario.run import ScenarioPlay
from ruleslawyer.check.scenario.scenario import Scenario
from ruleslawyer.check.scenario.suite import Suite, suite_of
from ruleslawyer.exploration.variants.shown import Promised
from ruleslawyer.ir.checks import Check
from ruleslawyer.ir.system import System
from ruleslawyer.rulebook.answers.memo import FILES, Memo
from ruleslawyer.rulebook.answers.store import Answers
from ruleslawyer.rulebook.rulesets.loaded import loaded_ruleset
from ruleslawyer.semantics.transition import TransitionSystem

Word = Literal["kept", "broken", "not met", "says nothing"]


@dataclass(frozen=True, slots=True)
class Promise:
    """A promise and what became of it. broken_in: the scopes and scenarios that break it under its own option; told_by:
    those that break it under another option of its question, which shows that it says something; places: all in which
    the question was asked."""

    name: str
    question: str
    option: str
    cites: tuple[str, ...]
    broken_in: tuple[str, ...]
    told_by: tuple[str, ...]
    places: tuple[str, ...]

    @property
    def word(self) -> Word:
        if self.broken_in:
            return "broken"
        return "not met" if not self.places else "kept" if self.told_by else "says nothing"

    def json(self) -> Json:
        return {
            "promise": self.name, "question": self.question, "option": self.option, "clauses": list(self.cites),
            "word": self.word, "broken_in": list(self.broken_in), "told_by": list(self.told_by),
            "asked_in": list(self.places),
        }  # fmt: skip


@dataclass(frozen=True, slots=True)
class AskScenarios(Question["tuple[Promised, ...]"]):
    """A job: the promises of a ruleset in all of its scenarios."""

    root: Path
    ruleset: str
    answers: Path | None = None
    fresh: bool = False

    def __call__(self) -> tuple[Promised, ...]:
        return self.back(tuple(in_scenarios(suite_of(loaded_ruleset(self.root, self.ruleset)))))

    def there(self) -> AskScenarios:
        return replace(self, answers=None)

    def back(self, found: tuple[Promised, ...]) -> tuple[Promised, ...]:
        self._memo().write(found, "promises", reads=(FILES,))
        return found

    def recall(self) -> tuple[Promised, ...] | None:
        """The same from when the project said the same."""
        return self._memo().read(tuple, "promises")

    def _memo(self) -> Memo:
        return Memo(Answers(self.answers, fresh=self.fresh), loaded_ruleset(self.root, self.ruleset))


def judge(system: System, tried: Iterable[Promised]) -> list[Promise]:
    """The promises of a ruleset, by what was tried of them."""
    by_name: dict[str, list[Promised]] = {name: [] for name in system.promises}
    for one in tried:
        by_name[one.name].append(one)
    return [_judge(system.promises[name], of) for name, of in by_name.items()]


def _judge(check: Check, tried: list[Promised]) -> Promise:
    option = check.option
    return Promise(
        check.name, check.question, option, check.origin.cites,
        tuple(one.place for one in tried if option in one.broken),
        tuple(one.place for one in tried if {*one.broken} - {option}),
        tuple(one.place for one in tried if option in one.asked),
    )  # fmt: skip


def in_scenarios(suite: Suite, tell: Tell | None = None) -> Iterator[Promised]:
    """The promises of the questions that a scenario asks, in its play under each of their options."""
    for own in each_play(suite, tell):
        promises = [one for one in own.system.system.promises.values() if one.question in own.asked]
        for question in dict.fromkeys(one.question for one in promises):
            yield from _of_question(own, [one for one in promises if one.question == question], question)


def _of_question(own: Played, promises: list[Check], question: str) -> Iterator[Promised]:
    asked: list[str] = []
    broken: dict[str, list[str]] = {check.name: [] for check in promises}
    for option in (one.name for one in own.system.system.questions[question].options):
        other = own.system.under(question, option)
        played = play_under(other, own)
        if played is None:
            continue
        asked.append(option)
        for check in promises:
            if _breaks(other, check, own.scenario, played):
                broken[check.name].append(option)
    for name, options in broken.items():
        place = f"{own.scenario.place} “{own.scenario.name}”"
        yield Promised(name, place, tuple(asked), tuple(options))


def _breaks(system: TransitionSystem, check: Check, scenario: Scenario, played: ScenarioPlay) -> bool:
    """Whether a state at rest, or a step, of a play breaks a promise."""
    moves = zip(scenario.when, played.moves, strict=False)
    if check.kind == "step":
        return any(
            False in system.step_answers(check, move.before, instance, move.outcome)[0]
            for instance, move in moves if move.outcome is not None
        )  # fmt: skip
    return any(system.holds(check, state)[0] is False for state in played.rests)
