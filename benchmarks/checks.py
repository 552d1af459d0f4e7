"""Costs of checks: with nothing kept, stage by stage; after an edit; and after one commit or edit after the other."""

from __future__ import annotations

import cProfile
import json
import os
import shutil
import subprocess
import sys
import tarfile
import time
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from random import Random
from statistics import mean, median
from tempfile import TemporaryDirectory
from typing import Annotated, Any, TypeVar

import typer

from benchmarks import FOLDERS, ROOT, copy_project, goals, machine, spent
from ruleslawyer.api import Project
from ruleslawyer.base.diagnostics import ModelError, Tell, UsageError
from ruleslawyer.base.files.content import write_whole
from ruleslawyer.base.processes.executor import Job, Question, use_only
from ruleslawyer.base.processes.garbage import collect_seldom
from ruleslawyer.check.check import check_rulesets
from ruleslawyer.check.engines import Compare
from ruleslawyer.check.explorations import Group
from ruleslawyer.check.options import AskOptions
from ruleslawyer.check.scenarios import Plays
from ruleslawyer.proof.kept_proofs import ProofJob, ReproofJob
from ruleslawyer.rulebook.answers.store import Answers
from tests.cli.test_kept_checks import without
from tests.edits import edited

# --- with nothing kept ------------------------------------------------------------------------------------------------


T = TypeVar("T")
STAGES: dict[type, str] = {
    Group: "explorations", Plays: "scenarios", ReproofJob: "proofs", AskOptions: "options",
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
            if isinstance(job, ProofJob) and self._profile:
                self._profile.disable()
            began = spent()
            self._results[job] = self._explored(job) if isinstance(job, Group) else job()
            seconds = spent() - began
            if isinstance(job, ProofJob) and self._profile:
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


def measure_stages(name: str, prove: bool, top: int, profile: Path | None) -> dict[str, float]:
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


def cold(
    rulesets: Annotated[list[str] | None, typer.Argument(help="Which; all by default.")] = None,
    prove: Annotated[bool, typer.Option("--prove/--no-prove", help="Prove properties, too.")] = True,
    top: Annotated[int, typer.Option(help="Say which questions took most.")] = 0,
    profile: Annotated[Path | None, typer.Option(help="Keep a profile of one ruleset.")] = None,
    here: Annotated[bool, typer.Option("--here", hidden=True)] = False,
) -> None:
    """A check with nothing kept, stage by stage, in seconds of the processor.

    Each ruleset is checked in a process of its own, with empty folders for answers and machine code, one question after
    the other: explorations with their rulings, options, the two explorers, scenarios, proofs, and what is left, which
    is reading and asking findings again.
    """
    if here and rulesets:
        print(json.dumps(measure_stages(rulesets[0], prove, top, profile)))
        return
    table: dict[str, dict[str, float]] = {}
    for name in rulesets or Project.load(ROOT).rulesets:
        more = ["--prove" if prove else "--no-prove", "--top", str(top)]
        more += ["--profile", str(profile)] if profile else []
        command = [sys.executable, "-m", "benchmarks", "cold", name, "--here", *more]
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


# --- after an edit ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Edit:
    """One text in place of another, in a file; what the rules say stays the same, and how they say it does not."""

    what: str
    file: str = ""
    was: str = ""
    is_: str = ""


EDITS = (
    Edit("nothing changed"),
    Edit(
        "a docstring of Daemons", "model/daemons/attacking.py",
        '"""', '"""Edited: ',
    ),
    Edit(
        "a rule of Daemons", "model/daemons/attacking.py",
        "domain(s.active == who and stands_for(s, who, card))\n",
        "domain(stands_for(s, who, card) and s.active == who)\n",
    ),
    Edit(
        "a keyword of MegaCorp", "model/megacorp/caught.py",
        "surrounded(s, card) and has(s, attacker, Keyword.MELEE)",
        "has(s, attacker, Keyword.MELEE) and surrounded(s, card)",
    ),
    Edit(
        "the money of MegaCorp", "model/megacorp/actions.py",
        "s.money[who] < price_from_hand(s, card)", "not s.money[who] >= price_from_hand(s, card)",
    ),
)  # fmt: skip


@contextmanager
def put_in(project: Path, edit: Edit) -> Iterator[None]:
    """The project with an edit, which is undone at the end."""
    if not edit.file:
        yield
        return
    file = project / edit.file
    text = file.read_text(encoding="utf-8")
    if edit.was not in text:
        raise SystemExit(f"{edit.file} has no `{edit.was}` any more")
    file.write_text(text.replace(edit.was, edit.is_, 1), encoding="utf-8")
    try:
        yield
    finally:
        file.write_text(text, encoding="utf-8")


def check_once(project: Path) -> tuple[float, float, str]:
    """Seconds by the clock and of processors, and the last line that it says."""
    began, before = time.perf_counter(), spent()
    command = [sys.executable, "-m", "ruleslawyer", "check", "-o", "build/report"]
    ran = subprocess.run(command, cwd=project, capture_output=True, text=True, check=False)
    if ran.returncode not in (0, 1):
        raise SystemExit(ran.stderr)
    return time.perf_counter() - began, spent() - before, ran.stdout.strip().splitlines()[-1]


def after_edit() -> None:
    """A `make check` after an edit, once there was one: seconds by the clock and of processors, beside the goal.

    The project is copied, and `ruleslawyer check -o build/report` is run there: once as it is, so that all of it is
    known, then with nothing changed and after each of some edits, each undone before the next. Answers are found by
    places in the project, so what a `make check` kept is known here too.
    """
    seconds = goals("after_edit")
    with TemporaryDirectory() as place:
        project = copy_project(Path(place))
        print(machine())
        print(f"before: {check_once(project)[0]:.1f} s", flush=True)
        for edit in EDITS:
            with put_in(project, edit):
                clock, processors, said = check_once(project)
            took = f"{clock:.1f} s by the clock, {processors:.1f} s of processors (goal {seconds[edit.what]})"
            print(f"{edit.what}: {took}; load {os.getloadavg()[0]:.1f}; {said}", flush=True)


# --- after one edit after the other -----------------------------------------------------------------------------------


def commits(ruleset: str, steps: int) -> list[str]:
    """The last commits of the main line that touched a rulebook, the oldest first."""
    paths = [f"{folder}/{ruleset}" for folder in FOLDERS]
    command = ["git", "log", "--first-parent", f"--max-count={steps}", "--format=%H", "--", *paths]
    return subprocess.run(command, cwd=ROOT, capture_output=True, check=True, text=True).stdout.split()[::-1]


def checked_out(commit: str, folder: Path) -> None:
    """The project of a commit, in place of what is there; files that are the same keep nothing of another one."""
    for name in FOLDERS:
        shutil.rmtree(folder / name, ignore_errors=True)
    command = ["git", "archive", commit, "--", "pyproject.toml", *FOLDERS]
    archive = subprocess.run(command, cwd=ROOT, capture_output=True, check=True).stdout
    with tarfile.open(fileobj=BytesIO(archive)) as found:
        found.extractall(folder, filter="data")


def said(ruleset: str, folder: Path, answers: Path, *more: str) -> Any:
    """All that the command says but how long it took and what was kept."""
    command = [sys.executable, "-m", "ruleslawyer", "check", ruleset, "--json", *more]
    environment = {**os.environ, "RULESLAWYER_ANSWERS": str(answers)}
    ran = subprocess.run(command, cwd=folder, env=environment, capture_output=True, check=False, text=True)
    return ran.returncode, without(json.loads(ran.stdout), {"seconds", "kept"})


def projects_of(ruleset: str, folder: Path, steps: int, made: int, seed: int) -> Iterator[str]:
    """Puts one project after the other in a folder, and says what it is."""
    for commit in commits(ruleset, steps):
        checked_out(commit, folder)
        yield commit[:8]
    checked_out("HEAD", folder)
    random = Random(seed)
    files = [file for name in FOLDERS for file in (folder / name / ruleset).rglob("*") if file.is_file()]
    today = {file: file.read_bytes() for file in files}
    for _ in range(made):
        what = edited(folder, ruleset, random)
        yield what
        for file, content in today.items():
            if not file.exists() or file.read_bytes() != content:
                file.write_bytes(content)


def check_kept(ruleset: str, folder: Path, kept: Answers, *, prove: bool) -> dict[str, Any] | None:
    """One check; None where the project cannot be read."""
    answers = kept.folder or folder
    there, began = len(list(answers.glob("*"))), spent()
    try:
        (result,) = check_rulesets([Project.load(folder).ruleset(ruleset)], prove=prove, answers=kept)
    except (ModelError, UsageError) as error:
        print(f"passed over: {str(error).splitlines()[0][:90]}", file=sys.stderr)
        return None
    seconds, made = spent() - began, len(list(answers.glob("*"))) - there
    share = 1.0 if result.kept else kept.reused / max(1, kept.reused + made)
    return {"seconds": round(seconds, 2), "reused": kept.reused, "made": made, "share": round(share, 3),
            "whole": result.kept}  # fmt: skip


def edits(
    ruleset: Annotated[str, typer.Argument(help="Whose edits.")] = "daemons",
    steps: Annotated[int, typer.Option(help="How many commits.")] = 200,
    made: Annotated[int, typer.Option(help="How many edits that are made alike.")] = 0,
    seed: Annotated[int, typer.Option(help="Of these.")] = 26,
    compare: Annotated[int, typer.Option(help="Compare every so many with a check anew; 0: none.")] = 0,
    prove: Annotated[bool, typer.Option("--prove/--no-prove", help="Prove properties, too.")] = True,
    fresh: Annotated[bool, typer.Option("--fresh", help="Compute everything anew.")] = False,
) -> None:
    """A rulebook checked after one edit after the other: processor seconds, and the share of answers that were known.

    First the last commits of this project's history that touched it, by the tool of today, the oldest first, with what
    was kept of those before; a project that cannot be read is passed over. Then edits are made alike, each undone
    before the next. Every so many (`--compare`) the command is run with what is kept and anew, and has to say the same.
    build/edits-RULESET.json has each edit.
    """
    told: list[dict[str, Any]] = []
    compared = 0
    more = () if prove else ("--no-prove",)
    with TemporaryDirectory() as place:
        folder, answers = Path(place) / "project", Path(place) / "answers"
        for each in (folder, answers):
            each.mkdir()
        for what in projects_of(ruleset, folder, steps, made, seed):
            found = check_kept(ruleset, folder, Answers(answers, fresh=fresh), prove=prove)
            if found is None:
                continue
            told.append({"edit": what, **found})
            print(f"{found['seconds']:6.1f} s  {found['reused']:4} known, {found['made']:4} made  "
                  f"{found['share']:4.0%}  {what}", flush=True)  # fmt: skip
            if compare and len(told) % compare == 0:
                kept, anew = (said(ruleset, folder, answers, *more, *how) for how in ((), ("--fresh",)))
                if kept != anew:
                    raise SystemExit(f"{what}: what is kept says something else than a check anew")
                compared += 1
    after = told[1:]
    if after:
        seconds = [one["seconds"] for one in after]
        share = sum(one["reused"] for one in after) / max(1, sum(one["reused"] + one["made"] for one in after))
        typical = f"median {median(seconds):.1f} s, mean {mean(seconds):.1f} s, worst {max(seconds):.1f} s"
        print(f"{ruleset}: first {told[0]['seconds']:.1f} s; then {len(after)} edits: {typical}")
        print(f"{share:.0%} of the answers were known, {sum(one['whole'] for one in after)} checks as a whole")
        print(f"{compared} compared with a check anew: the same")
    write_whole(ROOT / "build" / f"edits-{ruleset}.json", json.dumps(told, indent=2) + "\n")
