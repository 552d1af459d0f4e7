"""Promises of answers: kept, broken, not met, or saying nothing, over small scopes and the scenarios of a suite."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from ruleslawyer.base.diagnostics import Tell, UsageError
from ruleslawyer.base.files.content import Json
from ruleslawyer.base.processes.executor import Question
from ruleslawyer.check.scenario.names import Names
from ruleslawyer.check.scenario.run import ScenarioPlay, run
from ruleslawyer.check.scenario.scenario import Scenario
from ruleslawyer.check.scenario.suite import Suite, suite_of
from ruleslawyer.exploration.variants.choices import Noted
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
    question, option = check.under or ("", "")
    return Promise(
        check.name, question, option, check.origin.cites,
        tuple(one.place for one in tried if option in one.broken),
        tuple(one.place for one in tried if {*one.broken} - {option}),
        tuple(one.place for one in tried if option in one.asked),
    )  # fmt: skip


def in_scenarios(suite: Suite, tell: Tell | None = None) -> Iterator[Promised]:
    """The promises of the questions that a scenario asks, in its play under each of their options."""
    for number, (scenario, system) in enumerate(suite.systems()):
        promises = _by_question(system.system)
        if not promises:
            return
        if tell is not None and number % 20 == 0:
            tell(f"promises, {number} of {len(suite.scenarios)} scenarios")
        names, noted = Names(system.system, scenario.scope), Noted(system.reading)
        run(TransitionSystem(system.machine, noted, system.rulings), names.codec, scenario)
        for question in promises.keys() & noted.asked:
            yield from _of_question(system, names, scenario, promises[question], question)


def _of_question(
    system: TransitionSystem, names: Names, scenario: Scenario, promises: list[Check], question: str
) -> Iterator[Promised]:
    asked: list[str] = []
    broken: dict[str, list[str]] = {check.name: [] for check in promises}
    for option in (one.name for one in system.system.questions[question].options):
        other = system.under(question, option)
        try:
            played = run(other, names.codec, replace(scenario, then=()))
        except UsageError:
            continue  # the state cannot be given under this option
        asked.append(option)
        for check in promises:
            if _breaks(other, check, scenario, played):
                broken[check.name].append(option)
    for name, options in broken.items():
        yield Promised(name, f"{scenario.place} “{scenario.name}”", tuple(asked), tuple(options))


def _breaks(system: TransitionSystem, check: Check, scenario: Scenario, played: ScenarioPlay) -> bool:
    """Whether a state at rest, or a step, of a play breaks a promise."""
    moves = zip(scenario.when, played.moves, strict=False)
    if check.kind == "step":
        return any(
            False in system.step_answers(check, move.before, instance, move.outcome)[0]
            for instance, move in moves if move.outcome is not None
        )  # fmt: skip
    states = [played.settled.state if played.settled else None, *(m.outcome.state for m in played.moves if m.outcome)]
    return any(state is not None and system.holds(check, state)[0] is False for state in states)


def _by_question(system: System) -> Mapping[str, list[Check]]:
    found: dict[str, list[Check]] = {}
    for check in system.promises.values():
        found.setdefault((check.under or ("", ""))[0], []).append(check)
    return found
