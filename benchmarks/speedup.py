"""What two workers save by the clock: `python -m benchmarks.speedup`, on a machine that has nothing else to do.

A search of ten million states on disk (the one of `benchmarks.beyond`, with a quarter of the memory that it takes in
memory), and a campaign: what a check of three rulebooks asks about scopes, rulings and scenarios. Each is done by one
process and by two, with nothing kept but machine code, which is made before. It takes some four minutes.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated, Any

import typer

from benchmarks.beyond import DOUBLES, NUMBERS
from benchmarks.machine import finish, machine
from benchmarks.scopes import ROOT
from ruleslawyer.base.processes.executor import Job
from ruleslawyer.base.processes.pool import Workers
from ruleslawyer.check.evidence.finding import findings_of
from ruleslawyer.check.explorations import Explorations
from ruleslawyer.engines.native.disk.search import explore_on_disk
from ruleslawyer.engines.native.explore import search_natively
from ruleslawyer.project.config import Project
from ruleslawyer.rulebook.claims.limits import MEBIBYTE, Limits
from ruleslawyer.rulebook.rulesets.loaded import LoadedProject
from tests.agree.written import system_written

RULEBOOKS = "daemons", "mnemonic", "mere_mortals"
WORKERS = 1, 2


class Noted(Workers):
    """Notes what is wanted of it."""

    def __init__(self, width: int) -> None:
        super().__init__(width)
        self.jobs: list[Job[Any]] = []

    def want(self, job: Job[Any], pieces: int = 1) -> None:
        self.jobs.append(job)
        super().want(job, pieces)


def campaign(workers: int) -> int:
    """All that a check asks of the rulebooks' scopes and scenarios, by so many processes; how many states that were."""
    project, states = LoadedProject(Project.load(ROOT)), 0
    executor = Noted(workers)
    with executor:
        for name in RULEBOOKS:
            ruleset = project.ruleset(name)
            scopes = [s for s in ruleset.scopes() if not ruleset.scope(s).is_open and not ruleset.scope(s).campaign]
            Explorations(ruleset, lambda title: nullcontext(), executor).want(findings_of(ruleset), scopes)
        executor.start()
        for job in executor.jobs:
            found = executor.result(job)
            states += sum(one.states for one in found) if isinstance(found, tuple) else 0
    return states


def search(numbers: int) -> Callable[[int], int]:
    """The search of so many states on disk, by so many processes; how many it counts."""

    def searched(workers: int) -> int:
        with TemporaryDirectory() as place:
            system = system_written(Path(place) / "project", "doubles", DOUBLES.format(last=numbers))
            limits = Limits(memory=max(1, numbers * 25 // MEBIBYTE // 4))
            return explore_on_disk(system, Path(place) / "disk", "benchmark", limits, workers).found.size

    with TemporaryDirectory() as place:  # machine code is kept
        system = system_written(Path(place) / "project", "doubles", DOUBLES.format(last=numbers))
        finish(search_natively(system, Limits(states=1), workers=1).book)
    return searched


def compared(what: str, done: Callable[[int], int]) -> None:
    """By one process and by two: seconds by the clock, and that both count the same."""
    taken, counts = list[float](), set[int]()
    for workers in WORKERS:
        began = time.perf_counter()
        counts.add(done(workers))
        taken.append(time.perf_counter() - began)
        print(f"{what}, {workers} at a time: {taken[-1]:.1f} s, {taken[0] / taken[-1]:.2f} times one; "
              f"load {os.getloadavg()[0]:.1f}", flush=True)  # fmt: skip
    if len(counts) > 1:
        raise SystemExit(f"they counted differently: {counts}")


def main(numbers: Annotated[int, typer.Option(min=2, help="States of the search.")] = NUMBERS) -> None:
    """Measure, and print."""
    print(machine())
    compared(f"a search of {numbers} states", search(numbers))
    campaign(2)  # machine code is kept
    compared(f"what a check asks of {', '.join(RULEBOOKS)}", campaign)


if __name__ == "__main__":
    typer.run(main)
