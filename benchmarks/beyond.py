"""A search on disk of ten million states against the same in memory, and how it speeds up with workers.

`python -m benchmarks.beyond` searches the numbers up to ten million: from 1 one goes to the double, or to one more than
that, and back to the half. So each number is a state, and all but 1 have one step that leads to them from the half and
one back: with n numbers 2 (n - 1) transitions, and as many levels as the last has binary digits. It is searched in
memory, and on disk with a quarter of the memory that this takes. Both have to count that. Each task of the search on
disk is measured in seconds of a processor, so that others on the machine matter little. What several workers would take
is worked out from those: in each of the two rounds of a level the next task goes to whoever is free, and all wait for
the last.
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

from benchmarks.machine import finish, machine
from ruleslawyer.engines.native.disk.search import TASKS, TaskName, explore_on_disk
from ruleslawyer.engines.native.explore import ByCode, search_natively
from ruleslawyer.rulebook.claims.limits import MEBIBYTE, Limits
from tests.agree.written import system_written

NUMBERS = 10_000_000
WORKERS = (1, 2, 4)
DOUBLES = '''
@state
class State:
    number: Annotated[int, Range(1, {last})]


@book.initial("1")
def begin(s: State) -> None:
    """With one."""
    with effect("1"):
        s.number = 1


@book.action("2")
def double(s: State, who: Player, more: bool) -> None:
    """The double, or one more."""
    with effect("2"):
        s.number = 2 * s.number + (1 if more else 0)


@double.permit("2")
def up_to_the_last(s: State, who: Player, more: bool) -> bool:
    return 2 * s.number + (1 if more else 0) <= {last}


@book.action("3")
def halve(s: State, who: Player) -> None:
    """The half."""
    with effect("3"):
        s.number = s.number // 2


@halve.permit("3")
def beyond_one(s: State, who: Player) -> bool:
    return s.number > 1
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


def measured(search: Callable[[], ByCode]) -> tuple[ByCode, float]:
    """What a search finds, and for how many seconds it kept a processor."""
    began = time.process_time()
    return search(), time.process_time() - began


def main(numbers: Annotated[int, typer.Option(min=2, help="How many.")] = NUMBERS) -> None:
    """Measure, and print."""
    counts = numbers, 2 * (numbers - 1), numbers.bit_length() - 1
    with TemporaryDirectory() as place:
        system = system_written(Path(place) / "project", "doubles", DOUBLES.format(last=numbers))
        finish(search_natively(system, Limits(states=1), workers=1).book)
        memory, seconds = measured(lambda: search_natively(system, workers=1))
        print(machine())
        print(f"in memory: {memory.found.size} states, {memory.found.transitions} transitions, "
              f"{memory.found.set.bytes / MEBIBYTE:.0f} MiB, {seconds:.0f} s")  # fmt: skip
        given = max(1, memory.found.set.bytes // MEBIBYTE // 4)
        runner = Measured()
        disk, all_of_it = measured(
            lambda: explore_on_disk(system, Path(place) / "disk", "benchmark", Limits(memory=given), executor=runner)
        )
        for found in (memory.found, disk.found):
            if (found.size, found.transitions, found.depth) != counts:
                raise SystemExit(f"counted {found.size}, {found.transitions}, {found.depth}: {counts} are right")
        spent, left = runner.spent, disk.found.set.bytes / MEBIBYTE
        print(f"on disk, with {given} MiB: {left:.0f} MiB there at the end, {all_of_it:.0f} s: "
              f"{spent['expand']:.0f} expanding, {spent['merge']:.0f} merging")  # fmt: skip
        alone = all_of_it - runner.taken(1)
        for workers in WORKERS:
            taken = alone + runner.taken(workers)
            print(f"{workers} workers: {taken:.0f} s, {all_of_it / taken:.2f} times one")


if __name__ == "__main__":
    typer.run(main)
