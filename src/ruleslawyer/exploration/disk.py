"""A scope that takes more than memory: searched on disk, by whom it may be, and reported like any other."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path

import numpy as np

from ruleslawyer.base.processes.executor import Executor, Question
from ruleslawyer.engines.native.disk.found import whole_graph
from ruleslawyer.engines.native.disk.search import TaskName, explore_on_disk, take_part
from ruleslawyer.engines.native.disk.waiting import Bits, PendingGraph, StepRelation, union_of_bits
from ruleslawyer.engines.native.graph import Graph, GraphTooLarge
from ruleslawyer.engines.native.liveness import LivenessResult, follow_plays, settle_plays
from ruleslawyer.exploration.explore import result_of
from ruleslawyer.exploration.native import NativeExploration
from ruleslawyer.ir.rules import FOLLOWED, Check
from ruleslawyer.rulebook.claims.conclusion import NOT_FROM_HERE, evaluation_failure
from ruleslawyer.rulebook.claims.limits import Limits, Progress
from ruleslawyer.rulebook.claims.promised import NOBODY, each_promise
from ruleslawyer.rulebook.claims.result import ScopeResult
from ruleslawyer.rulebook.claims.verdict import Verdict
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset, loaded_ruleset
from ruleslawyer.semantics.transition import TransitionSystem


class DiskExploration(NativeExploration):
    """An exploration made on disk."""

    def _make_graph(self) -> Graph | str:
        """The graph by the steps on disk, where there is memory for it."""
        if not any(check.kind in FOLLOWED for check in self.system.system.checks.values()):
            return "a search on disk keeps steps only where a property asks about them"
        return whole_graph(self.by_code, self.memory)

    def _follow(self, check: Check) -> Verdict:
        """Where the graph of all states has no room, steps are gone through on disk: word and reason are those that the
        graph gives."""
        if self.found.stopped or isinstance(self.graph, Graph):
            return super()._follow(check)
        try:
            by_kind = {"possible": self._possible, "eventually_always": self._eventually_always}
            ask = partial(by_kind.get(check.kind, self._comes), check)
            said = each_promise(self.system, check, ask, self._verdict_of(check, "VACUOUS", NOBODY))
            return self._whole(check, said.word) or said
        except GraphTooLarge as error:
            return self._verdict_of(check, "UNKNOWN", str(error))

    def _possible(self, check: Check, members: tuple[int, ...]) -> Verdict:
        goal, unclear = self._reaching.answers_of(check.function, members)
        can = self._reaching.leading_to(union_of_bits(goal, unclear))
        lost = self._reaching.first([~bits for bits in can])
        if lost is not None and not self._may_matter(check):
            return self._verdict_of(check, "VIOLATED", NOT_FROM_HERE, self.trace(lost))
        return self._unclear_in(check, unclear) or self._verdict_of(
            check, "HOLDS IN SCOPE", f"from all {self.found.size} rest states"
        )

    def _comes(self, check: Check, members: tuple[int, ...]) -> Verdict:
        """The verdict on a `leads_to` or an `eventually`, from a graph of the states in which something is waited
        for."""
        reaching = self._reaching
        asks, failed = reaching.beginnings if check.goal is None else reaching.answers_of(check.function, members)
        done, unclear = reaching.answers_of(check.goal or check.function, members)
        lost = union_of_bits(failed, unclear)
        asks, done = [one & ~other for one, other in zip(asks, lost, strict=True)], union_of_bits(done, lost)
        many = sum(int(np.count_nonzero(bits)) for bits in asks)
        waits = [one & ~other for one, other in zip(asks, done, strict=True)]
        left = self._reaching.going_on(waits, [~bits for bits in done])
        graph = PendingGraph(self.by_code, left, self.memory)
        found = follow_plays(graph, check, graph.among(waits), graph.outside, many)
        return self._by(check, graph, found, lost)

    def _eventually_always(self, check: Check, members: tuple[int, ...]) -> Verdict:
        """The verdict on an `eventually_always`, from a graph of the states on the ways from where it is not so to
        where it is not."""
        holds, unclear = self._reaching.answers_of(check.function, members)
        wrong = [~(one | other) for one, other in zip(holds, unclear, strict=True)]
        left = self._reaching.going_on(wrong, self._reaching.leading_to(wrong))
        graph = PendingGraph(self.by_code, left, self.memory)
        flags = np.zeros(graph.size, dtype=np.bool_)
        flags[graph.among(wrong)] = True
        return self._by(check, graph, settle_plays(graph, check, flags), unclear)

    def _by(self, check: Check, graph: PendingGraph, found: LivenessResult, lost: Bits) -> Verdict:
        if found.play is not None:
            return self._verdict_of(check, found.word, found.reason, graph.trace(found.play))
        return self._unclear_in(check, lost) or self._verdict_of(check, found.word, found.reason)

    def _unclear_in(self, check: Check, where: Bits) -> Verdict | None:
        """The verdict that a property cannot be evaluated, shown in the nearest of some states; None where there are
        none."""
        unknown = self._reaching.first(where)
        if unknown is None:
            return None
        trace = self.trace(unknown)
        event = next(e for e in self._asking(check, self.by_code.state(unknown)) if e.of_property)
        return self._verdict_of(check, "UNKNOWN", evaluation_failure(check, trace, event)[0], trace)

    @cached_property
    def _reaching(self) -> StepRelation:
        return StepRelation(self.by_code)


def explore_beyond(
    system: TransitionSystem,
    folder: Path,
    question: str,
    limits: Limits,
    progress: Progress | None = None,
    workers: int = 1,
) -> ScopeResult:
    """Every state, in a folder where a search of the same `question` goes on."""
    began = time.perf_counter()
    found = explore_on_disk(system, folder, question, limits, workers, progress)
    return result_of(DiskExploration(found, began, limits.memory))


def explore_together(
    asked: SearchSubject,
    folder: Path,
    question: str,
    limits: Limits,
    others: AbstractContextManager[Executor],
    progress: Progress | None = None,
) -> ScopeResult:
    """The same, where others do the pieces: all of them see the folder, by that name. The memory of `limits` is what
    each of them has."""
    began = time.perf_counter()
    with others as executor:
        pieces = TaskDispatcher(asked, question, limits.bytes, executor)
        found = explore_on_disk(asked.system, folder.absolute(), question, limits, 1, progress, pieces)
    return result_of(DiskExploration(found, began, limits.memory))


@dataclass(frozen=True, slots=True)
class SearchSubject:
    """The subject of a search: a scope of a ruleset under a reading, with rulings."""

    ruleset: LoadedRuleset
    scope: str
    reading: Mapping[str, str]
    rulings: Mapping[str, str]

    @property
    def system(self) -> TransitionSystem:
        return self.ruleset.transition_system(self.scope, self.reading, self.rulings)


@dataclass(frozen=True, slots=True)
class TaskDispatcher:
    """Has the pieces of a search done by an executor of questions."""

    asked: SearchSubject
    question: str
    memory: int
    executor: Executor

    def each(self, task: TaskName, numbers: Iterable[int], level: int, folder: str) -> Iterator[None]:
        asked = self.asked
        yield from self.executor.map(
            SearchTask(
                asked.ruleset.root, asked.ruleset.name, asked.scope, tuple(sorted(asked.reading.items())),
                tuple(sorted(asked.rulings.items())), self.question, self.memory, folder, task, number, level,
            )
            for number in numbers
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class SearchTask(Question[None]):
    """A job: one task of a search on disk. What it makes are files; what is there is not made again."""

    root: Path
    ruleset: str
    scope: str
    reading: tuple[tuple[str, str], ...]
    rulings: tuple[tuple[str, str], ...]
    question: str
    memory: int
    folder: str
    task: TaskName
    number: int
    level: int

    def __call__(self) -> None:
        ruleset = loaded_ruleset(self.root, self.ruleset)
        take_part(
            lambda: ruleset.transition_system(self.scope, dict(self.reading), dict(self.rulings)),
            self.folder, self.question, self.memory, self.task, self.number, self.level,
        )  # fmt: skip
