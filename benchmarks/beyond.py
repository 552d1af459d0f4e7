"""A search on disk of ten million states against the same in memory, and how it speeds up with workers.

`python -m benchmarks.beyond` steps four pieces along a track of 57 fields, each on its own: 57⁴ = 10 556 001 states,
4 · 56 · 57³ = 41 483 232 transitions, 224 steps to the last. It is searched in memory, and on disk with a quarter of
the memory that this takes. Both have to count that. Each task of the search on disk is measured in seconds of a
processor, so that others on the machine matter little. What several workers would take is worked out from those: in
each of the two rounds of a level the next task goes to whoever is free, and all wait for the last.
"""

from __future__ import annotations

import heapq
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated

import typer

from benchmarks.machine import machine
from ruleslawyer.claims.limits import MEBIBYTE, Limits
from ruleslawyer.engines.native.disk.search import TASKS, TaskName, explore_on_disk
from ruleslawyer.engines.native.lifted.explore import Lifted, explore_lifted
from tests.agree.written import system_written

PIECES = 4
WORKERS = (1, 2, 4)
TRACK = '''
@state
class State:
    at: Map[Thing, Annotated[int, Range(0, {last})]]


@book.action("2")
def step(s: State, who: Player, thing: Thing) -> None:
    """A piece goes on by a field."""
    with effect("2"):
        s.at[thing] += 1


@step.permit("2")
def before_the_last(s: State, who: Player, thing: Thing) -> bool:
    return s.at[thing] < {last}
'''


class Measured:
    """Does each task here, one after the other, and notes how long it kept a processor."""

    def __init__(self) -> None:
        self.rounds: dict[tuple[int, TaskName], list[float]] = defaultdict(list)

    def each(self, task: TaskName, numbers: Iterable[int], level: int, folder: str) -> Iterator[None]:
        for number in numbers:
            began = time.process_time()
            TASKS[task](number, level, folder)
            self.rounds[level, task].append(time.process_time() - began)
            yield

    def taken(self, workers: int) -> float:
        """Seconds of so many workers, each with a processor of its own."""
        return sum(_round(times, workers) for times in self.rounds.values())

    @property
    def spent(self) -> dict[TaskName, float]:
        found: dict[TaskName, float] = defaultdict(float)
        for (_, task), times in self.rounds.items():
            found[task] += sum(times)
        return found


def _round(times: Iterable[float], workers: int) -> float:
    """Until the last of some tasks is done, that are handed out in their order."""
    free = [0.0] * workers
    for seconds in times:
        heapq.heappush(free, heapq.heappop(free) + seconds)
    return max(free)


def measured(search: Callable[[], Lifted]) -> tuple[Lifted, float]:
    """What a search finds, and for how many seconds it kept a processor."""
    began = time.process_time()
    return search(), time.process_time() - began


def main(fields: Annotated[int, typer.Option(min=2, help="Of the track.")] = 57) -> None:
    """Measure, and print."""
    states, transitions = fields**PIECES, PIECES * (fields - 1) * fields ** (PIECES - 1)
    counts = states, transitions, PIECES * (fields - 1)
    with TemporaryDirectory() as place:
        scope = f"[sorts]\nPlayer = 1\nThing = {PIECES}\n"
        system = system_written(Path(place) / "project", "track", TRACK.format(last=fields - 1), scope)
        explore_lifted(system, Limits(states=1), workers=1).book.finish()  # type: ignore[attr-defined]
        memory, seconds = measured(lambda: explore_lifted(system, workers=1))
        print(machine())
        print(f"in memory: {memory.found.size} states, {memory.found.transitions} transitions, "
              f"{memory.found.bytes / MEBIBYTE:.0f} MiB, {seconds:.0f} s")  # fmt: skip
        given = max(1, memory.found.bytes // MEBIBYTE // 4)
        runner = Measured()
        disk, all_of_it = measured(
            lambda: explore_on_disk(system, Path(place) / "disk", "benchmark", Limits(memory=given), executor=runner)
        )
        for found in (memory.found, disk.found):
            if (found.size, found.transitions, found.depth) != counts:
                raise SystemExit(f"counted {found.size}, {found.transitions}, {found.depth}: {counts} are right")
        spent = runner.spent
        print(f"on disk, with {given} MiB: {disk.found.bytes / MEBIBYTE:.0f} MiB there at the end, {all_of_it:.0f} s: "
              f"{spent['expand']:.0f} expanding, {spent['merge']:.0f} merging")  # fmt: skip
        alone = all_of_it - runner.taken(1)
        for workers in WORKERS:
            taken = alone + runner.taken(workers)
            print(f"{workers} workers: {taken:.0f} s, {all_of_it / taken:.2f} times one")


if __name__ == "__main__":
    typer.run(main)
