"""A scope that takes more than memory: searched on disk, by whom it may be, and reported like any other."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from ruleslawyer.claims.limits import Limits, Progress
from ruleslawyer.claims.result import ScopeResult
from ruleslawyer.engines.native.disk.search import TaskName, explore_on_disk, take_part
from ruleslawyer.engines.native.graph import Graph
from ruleslawyer.exploration.explore import native_summary
from ruleslawyer.exploration.native import NativeExploration
from ruleslawyer.processes.executor import Executor, Question
from ruleslawyer.rulesets.loaded import LoadedRuleset, loaded_ruleset
from ruleslawyer.semantics.transition import TransitionSystem


class DiskExploration(NativeExploration):
    """What was found on disk."""

    @cached_property
    def graph(self) -> Graph | str:
        """Edges are more than states, and are not kept."""
        return "the graph of a search on disk is not kept"


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
    return native_summary(DiskExploration(explore_on_disk(system, folder, question, limits, workers, progress), began))


def explore_together(
    asked: Searched,
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
        pieces = Pieces(asked, question, limits.bytes, executor)
        found = explore_on_disk(asked.system, folder.absolute(), question, limits, 1, progress, pieces)
    return native_summary(DiskExploration(found, began))


@dataclass(frozen=True, slots=True)
class Searched:
    """What is searched: a scope of a ruleset under a reading, with rulings."""

    ruleset: LoadedRuleset
    scope: str
    reading: Mapping[str, str]
    rulings: Mapping[str, str]

    @property
    def system(self) -> TransitionSystem:
        return self.ruleset.transition_system(self.scope, self.reading, self.rulings)


@dataclass(frozen=True, slots=True)
class Pieces:
    """Has the pieces of a search done by an executor of questions."""

    asked: Searched
    question: str
    memory: int
    executor: Executor

    def each(self, task: TaskName, numbers: Iterable[int], level: int, folder: str) -> Iterator[None]:
        asked = self.asked
        yield from self.executor.map(
            Piece(
                asked.ruleset.root, asked.ruleset.name, asked.scope, tuple(sorted(asked.reading.items())),
                tuple(sorted(asked.rulings.items())), self.question, self.memory, folder, task, number, level,
            )
            for number in numbers
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Piece(Question[None]):
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
