"""What a check with nothing kept costs, stage by stage: `.venv/bin/python -m benchmarks.cold [RULESET...] [--table F]`.

Each ruleset is checked in a process of its own, with empty folders for answers and machine code, and every question in
that process, one after the other. Printed are seconds of the processor: explorations with their rulings, options, the
two explorers, scenarios, proofs, and what is left, which is reading and asking findings again. `--top N` says which
questions took most, `--profile FILE` keeps a profile of all that is no proof.
"""

from __future__ import annotations

import cProfile
import json
import os
import subprocess
import sys
import time
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated, Any, TypeVar

import typer

from benchmarks.edits import spent
from benchmarks.scopes import ROOT
from ruleslawyer.api import Project
from ruleslawyer.base.diagnostics import Tell
from ruleslawyer.base.processes.executor import Job, Question
from ruleslawyer.base.processes.garbage import collect_seldom
from ruleslawyer.base.processes.processors import use_only
from ruleslawyer.check.check import check_rulesets
from ruleslawyer.check.engines import Compare
from ruleslawyer.check.explorations import Group
from ruleslawyer.check.options import AskOptions
from ruleslawyer.check.scenarios import Plays
from ruleslawyer.proof.kept_proofs import Proofs, ProofsAgain
from ruleslawyer.rulebook.answers.store import Answers

T = TypeVar("T")
STAGES: dict[type, str] = {
    Group: "explorations", Plays: "scenarios", ProofsAgain: "proofs", AskOptions: "options",
    Compare: "two explorers",
}  # fmt: skip
RULINGS = "of them rulings"


class Timed:
    """Does every question here when its answer is wanted, and says how long it took."""

    width = 1

    def __init__(self, profile: cProfile.Profile | None) -> None:
        self.seconds: dict[str, float] = dict.fromkeys(("explorations", RULINGS, *STAGES.values()), 0.0)
        self.each: list[tuple[float, str]] = []
        self._wanted: set[Job[Any]] = set()
        self._results: dict[Job[Any], Any] = {}
        self._profile = profile

    def __enter__(self) -> Timed:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def want(self, job: Job[Any], pieces: int = 1) -> None:
        self._wanted.add(job)

    def start(self) -> None:
        pass

    def has_begun(self, job: Job[Any]) -> bool:
        return job in self._wanted

    def is_done(self, job: Job[Any]) -> bool:
        return job in self._results

    def result(self, job: Job[T], tell: Tell | None = None) -> T:
        if job not in self._results:
            if isinstance(job, Proofs) and self._profile:
                self._profile.disable()
            began = spent()
            self._results[job] = self._explored(job) if isinstance(job, Group) else job()
            seconds = spent() - began
            if isinstance(job, Proofs) and self._profile:
                self._profile.enable()
            self.seconds[STAGES[type(job)]] += seconds
            what = [str(getattr(job, name)) for name in ("scope", "reading", "file") if getattr(job, name, "")]
            rulings = f", {len(job.rulings)} rulings" if isinstance(job, Group) and job.rulings else ""
            self.each.append((seconds, f"{STAGES[type(job)]} {' '.join(what)}{rulings}"))
        found: T = self._results[job]
        return found

    def _explored(self, job: Group) -> Any:
        """As the job does it; what its rulings take is told apart."""
        explorations, reading = job.explorations(), dict(job.reading)
        found: list[Any] = [explorations.result(job.scope, reading)]
        began = spent()
        found += [explorations.result(job.scope, reading, dict(ruling)) for ruling in job.rulings]
        self.seconds[RULINGS] += spent() - began
        return tuple(found)

    def first(self, jobs: Collection[Job[Any]], seconds: float) -> Job[Any] | None:
        return next(iter(jobs), None)

    def map(self, jobs: Iterable[Question[T]]) -> Iterator[T]:
        return (job() for job in jobs)


def one(name: str, prove: bool, top: int, profile: Path | None) -> dict[str, float]:
    """The stages of one ruleset, in this process."""
    use_only(1)
    collect_seldom()  # as the processes of a check do
    began = spent()
    measured = cProfile.Profile(time.process_time) if profile else None
    timed = Timed(measured)
    with TemporaryDirectory() as folder:
        if measured:
            measured.enable()
        ruleset = Project.load(ROOT).ruleset(name)
        (result,) = check_rulesets([ruleset], prove=prove, answers=Answers(Path(folder)), executor=timed)
        if measured and profile:
            measured.disable()
            measured.dump_stats(profile)
    together = spent() - began
    rest = together - sum(took for stage, took in timed.seconds.items() if stage != RULINGS)
    seconds = {**timed.seconds, "the rest": rest, "together": together}
    for took, what in sorted(timed.each, reverse=True)[:top]:
        print(f"{took:8.2f}  {name} {what}", file=sys.stderr)
    for shortfall in result.falls_short:
        print(f"FALLS SHORT {shortfall.message}", file=sys.stderr)
    return {stage: round(took, 2) for stage, took in seconds.items()}


def run(
    rulesets: Annotated[list[str] | None, typer.Argument(help="Which; all by default.")] = None,
    prove: Annotated[bool, typer.Option("--prove/--no-prove", help="Prove properties, too.")] = True,
    top: Annotated[int, typer.Option(help="Say which questions took most.")] = 0,
    profile: Annotated[Path | None, typer.Option(help="Keep a profile of one ruleset.")] = None,
    here: Annotated[bool, typer.Option("--here", hidden=True)] = False,
) -> None:
    """Check with nothing kept, and say what each stage took."""
    if here and rulesets:
        print(json.dumps(one(rulesets[0], prove, top, profile)))
        return
    table: dict[str, dict[str, float]] = {}
    for name in rulesets or Project.load(ROOT).rulesets:
        more = ["--prove" if prove else "--no-prove", "--top", str(top)]
        more += ["--profile", str(profile)] if profile else []
        command = [sys.executable, "-m", "benchmarks.cold", name, "--here", *more]
        with TemporaryDirectory() as cache:
            ran = subprocess.run(
                command, env={**os.environ, "RULESLAWYER_CACHE": cache}, stdout=subprocess.PIPE, check=True, text=True
            )
        table[name] = json.loads(ran.stdout)
    stages = list(next(iter(table.values())))
    print(f"{'':14}" + "".join(f"{stage:>16}" for stage in stages))
    for name, seconds in table.items():
        print(f"{name:14}" + "".join(f"{seconds[stage]:16.1f}" for stage in stages))
    print(f"{'all':14}" + "".join(f"{sum(row[stage] for row in table.values()):16.1f}" for stage in stages))
    print(f"load average {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    typer.run(run)
