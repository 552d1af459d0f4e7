"""Scenario files of a project: where they lie, which ruleset they are about, and running them on both machines."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from ruleslawyer.base.diagnostics import UsageError, nearest
from ruleslawyer.base.files.content import Json
from ruleslawyer.check.scenario.compare import Checked, compare, waiting
from ruleslawyer.check.scenario.document import Document, read
from ruleslawyer.check.scenario.names import Names
from ruleslawyer.check.scenario.resolve import resolve
from ruleslawyer.check.scenario.run import ScenarioPlay, run
from ruleslawyer.check.scenario.scenario import Scenario
from ruleslawyer.ir.schema import Scope
from ruleslawyer.ir.system import System
from ruleslawyer.play.explain import sentence
from ruleslawyer.rulebook.claims.result import event_json
from ruleslawyer.rulebook.rulesets.loaded import LoadedProject, LoadedRuleset
from ruleslawyer.semantics.direct import Direct
from ruleslawyer.semantics.interpret import Interpreter
from ruleslawyer.semantics.look import Machine
from ruleslawyer.semantics.trace import Step, Trace
from ruleslawyer.semantics.transition import Instance, TransitionSystem

GIVEN = "given"
"""What stands in a scenario's play where another one has its initial choice."""


@dataclass(frozen=True, slots=True)
class ReadingRun:
    """One run of a scenario, under one reading: what the direct run gave, which the interpreter has to agree with.

    agree: None where the interpreter ran alone. waiting: for whom the play waits at its end, in words.
    """

    reading: dict[str, str]
    played: ScenarioPlay
    checked: tuple[Checked, ...]
    agree: bool | None
    waiting: str = ""

    @property
    def passed(self) -> bool:
        return self.agree is not False and all(c.passed for c in self.checked)


@dataclass(frozen=True)
class ScenarioResult:
    """A scenario with its runs, one for each of its readings."""

    ruleset: str
    scenario: Scenario
    names: Names
    runs: tuple[ReadingRun, ...]
    seconds: float

    @property
    def passed(self) -> bool:
        return all(r.passed for r in self.runs)

    @cached_property
    def refused_by(self) -> tuple[str, ...]:
        """The clauses behind what forbids the last action; empty where it is not refused."""
        found: dict[str, None] = {}
        for moves in (r.played.moves for r in self.runs):
            if moves and not moves[-1].explanation.allowed:
                found |= dict.fromkeys(c for s in moves[-1].explanation.stance("forbidden") for c in s.clauses)
        return tuple(found)

    def json(self) -> Json:
        """The result for scripts."""
        scenario = self.scenario
        return {
            "ruleset": self.ruleset,
            "name": scenario.name,
            "passed": self.passed,
            "refused_by": list(self.refused_by) or None,
            "seconds": round(self.seconds, 3),
            "file": scenario.file,
            "line": scenario.line,
            "clauses": list(scenario.clauses),
            "scope": scenario.scope.name,
            "shrunk": list(scenario.scope.shrunk),
            "runs": [self._run_json(r) for r in self.runs],
        }

    def _run_json(self, found: ReadingRun) -> Json:
        codec, played = self.names.codec, found.played
        return {
            "reading": found.reading,
            "rulings": sorted(self.scenario.rulings),
            "passed": found.passed,
            "machines_agree": found.agree,
            "waiting": found.waiting,
            "forced": [{"rule": s.name, "clauses": list(s.cites)} for s in played.settled.substeps]
            if played.settled
            else [],
            "actions": [
                {**codec.instance(m.explanation.instance), "verdict": m.explanation.verdict,
                 "allowed": m.explanation.allowed, "taken": m.outcome is not None, "why": sentence(m.explanation)}
                for m in played.moves
            ],
            "expectations": [
                {"expected": c.expected, "found": c.found, "passed": c.passed, "why": c.why or None,
                 "place": f"{self.scenario.file}:{c.line}"}
                for c in found.checked
            ],
            "events": [event_json(e) for e in played.events],
        }  # fmt: skip


@dataclass(frozen=True, slots=True)
class Told:
    """A scenario as evidence tells it: the clauses that it is about, its actions as a person would write them, and what
    came otherwise than it says; empty where it passed. trace: its play in its scope, under its rulings, the state that
    is given in place of a beginning."""

    clauses: tuple[str, ...]
    moves: tuple[str, ...]
    instead: str
    scope: Scope
    rulings: Mapping[str, str]
    trace: Trace


def summarise(result: ScenarioResult) -> Told:
    codec = result.names.codec
    longest = max(result.runs, key=lambda run: len(run.played.moves))
    moves = tuple(codec.call(move.explanation.instance) for move in longest.played.moves)
    said = difference(checked for run in result.runs for checked in run.checked) or "the two machines do not agree"
    scenario = result.scenario
    return Told(
        scenario.clauses, moves, "" if result.passed else said, scenario.scope, scenario.rulings, _trace(longest)
    )  # fmt: skip


def difference(checked: Iterable[Checked]) -> str:
    """The first expectation that is not met, and what was found; empty where all are."""
    return next((f"expected {one.expected}, found {one.found}" for one in checked if not one.passed), "")


def _trace(run: ReadingRun) -> Trace:
    """The play of a run: what is only looked at is its last action."""
    played = run.played
    settled = played.settled
    at = settled.state if settled else played.given
    begun = Step(Instance(GIVEN, ()), (), settled.substeps if settled else (), at)
    steps, last = [], None
    for move in played.moves:
        instance = move.explanation.instance
        if move.outcome is None:
            last = instance
        else:
            clauses = tuple(dict.fromkeys(c for s in move.explanation.stance("permitted") for c in s.clauses))
            steps.append(Step(instance, clauses, move.outcome.substeps, move.outcome.state))
    return Trace(tuple(sorted(run.reading.items())), begun, tuple(steps), last)


class Suite:
    """The scenarios of some files; every file is read, and every name in it looked up, before anything runs. entered:
    where the identity of each function that the interpreter runs is noted. code: whether the project's own functions
    run beside the interpreter; else it runs alone."""

    def __init__(
        self, project: LoadedProject, paths: Sequence[Path] = (), entered: set[int] | None = None, *, code: bool = True
    ) -> None:
        self.project, self._entered, self._code = project, entered, code
        self.scenarios: list[tuple[LoadedRuleset, Scenario]] = []
        for path in _files(project, paths):
            self.read(path)
        self._lately: tuple[tuple[Scope, dict[str, str]], Machine] | None = None
        """The machine by which others than this suite played last, with its scope and rulings."""
        self._machines: list[tuple[str, Scope, dict[str, str], tuple[Machine, Machine]]] = []

    def read(self, path: Path) -> None:
        """One more file."""
        document = read(path, display_path(path, self.project.root))
        ruleset = _ruleset(self.project, path, document).by_the_book  # each says its own reading
        self.scenarios += [(ruleset, scenario) for scenario in resolve(document, ruleset)]

    def of(self, file: str) -> list[Scenario]:
        """The scenarios of one file, as it is shown."""
        return [scenario for _, scenario in self.scenarios if scenario.file == file]

    def run(self, ruleset: LoadedRuleset, scenario: Scenario) -> ScenarioResult:
        """One scenario under each of its readings."""
        began = time.perf_counter()
        direct, interpreter = self._pair(ruleset, scenario)
        names = Names(ruleset.system, scenario.scope)
        runs = []
        for system, interpreted in zip(scenario.systems(direct), scenario.systems(interpreter), strict=True):
            played = run(system, names.codec, scenario)
            checked, agree = compare(system, names, scenario, played), None
            if self._code:
                other = run(interpreted, names.codec, scenario)
                beside = compare(interpreted, names, scenario, other)
                agree = played.facts == other.facts and [c.passed for c in checked] == [c.passed for c in beside]
            waits = waiting(system, played)
            runs.append(ReadingRun(dict(system.reading), played, checked, agree, waits))
        return ScenarioResult(ruleset.name, scenario, names, tuple(runs), time.perf_counter() - began)

    def systems(
        self, rules: Callable[[System], System] | None = None, file: str = ""
    ) -> Iterator[tuple[Scenario, TransitionSystem]]:
        """Each scenario, or each of one file as it is shown, under each of its readings, to be played against somebody
        else; the rules are read, and the project's code is not executed. Scenarios that follow one another in one scope
        and reading share a system. rules: by which other rules they are played."""
        last: TransitionSystem | None = None
        for ruleset, scenario in self.scenarios:
            if file and scenario.file != file:
                continue
            at = scenario.scope, scenario.rulings
            if self._lately is None or self._lately[0] != at:
                own = scenario.rules(ruleset.system)
                made = rules(own) if rules else own
                self._lately = at, Interpreter(made, scenario.scope, entered=self._entered, brief=True)
            for system in scenario.systems(self._lately[1]):
                if last is None or last.machine is not system.machine or last.reading != system.reading:
                    last = system
                yield scenario, last

    def _pair(self, ruleset: LoadedRuleset, scenario: Scenario) -> tuple[Machine, Machine]:
        """Both machines for a scope and rulings; scenarios that share them share the machines."""
        scope = scenario.scope
        for name, known, rulings, machines in self._machines:
            if name == ruleset.name and known == scope and rulings == scenario.rulings:
                return machines
        rules = scenario.rules(ruleset.system)
        interpreter = Interpreter(rules, scope, entered=self._entered, brief=True)
        direct = Direct(rules, scope, ruleset.root, modules=ruleset.modules) if self._code else interpreter
        machines = (direct, interpreter)
        self._machines.append((ruleset.name, scope, scenario.rulings, machines))
        return machines


def suite_of(ruleset: LoadedRuleset, *paths: Path | str, entered: set[int] | None = None, code: bool = True) -> Suite:
    """A ruleset's scenarios, or those of these files and folders, read and not yet run."""
    return Suite(LoadedProject.of(ruleset), [Path(path) for path in paths], entered, code=code)


def folder(project: LoadedProject, ruleset: str) -> Path:
    """The folder of a ruleset's scenarios."""
    return project.root / "checks" / ruleset / "scenarios"


def display_path(path: Path, root: Path) -> str:
    """A path as it is shown: from the project's root, or as the user sees it where it lies outside."""
    full = path.resolve()
    if full.is_relative_to(root):
        return full.relative_to(root).as_posix()
    return Path(os.path.relpath(full)).as_posix() if full.is_relative_to(Path.cwd()) else path.name


def _files(project: LoadedProject, paths: Sequence[Path]) -> list[Path]:
    """The files that are named, those in the folders and of the rulesets that are named; all where nothing is.

    A name of both is the ruleset's: `init` names the folder of a project like its ruleset.
    """
    found: dict[Path, None] = {}
    for path in paths or [Path(name) for name in project.rulesets]:
        of_ruleset = path.as_posix() in project.rulesets
        place = folder(project, path.as_posix()) if of_ruleset else path
        if place.is_dir():
            inside = sorted(place.rglob("*.toml"))
            if not inside and not of_ruleset:
                raise UsageError(
                    "there is no scenario file in this folder", display_path(path, project.root), "name another"
                )
            found |= dict.fromkeys(inside)
        elif not of_ruleset:
            found[place] = None
    return list(found)


def _ruleset(project: LoadedProject, path: Path, document: Document) -> LoadedRuleset:
    """The ruleset that a file names, or in whose folder it lies, or the only one that there is."""
    if document.ruleset:
        if document.ruleset not in project.rulesets:
            mend = nearest(document.ruleset, project.rulesets)
            raise document.top.wrong(f"the project has no ruleset `{document.ruleset}`", mend, "ruleset")
        return project.ruleset(document.ruleset)
    for name in project.rulesets:
        if path.resolve().is_relative_to(folder(project, name).resolve()):
            return project.ruleset(name)
    if len(project.rulesets) == 1:
        return project.ruleset(project.rulesets[0])
    known = ", ".join(project.rulesets)
    raise document.top.wrong("which ruleset is this about?", f'write ruleset = "…" at the top, one of {known}')
