"""What checks cost after edits: `.venv/bin/python -m benchmarks.edits daemons --steps 50 --made 50 --compare 10`.

First the last commits of this project's history that touched a rulebook are checked one after the other by the tool of
today, the oldest first, with what was kept of those before; a project that the tool of today cannot read is passed
over. Then edits are made alike: each of the project of today, one after the other, and undone before the next.
`--fresh` computes everything anew. Every so many (`--compare`) the command is run once more, with what is kept and
anew, and has to say the same. Printed are seconds of processors, and the share of the answers that were known;
build/edits-RULESET.json has each edit.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from random import Random
from statistics import mean, median
from tempfile import TemporaryDirectory
from typing import Annotated, Any

import typer

from benchmarks.scopes import ROOT
from ruleslawyer.api import Project
from ruleslawyer.base.diagnostics import ModelError, UsageError
from ruleslawyer.base.files.write import write_whole
from ruleslawyer.check.check import check_rulesets
from ruleslawyer.rulebook.answers.store import Answers
from tests.cli.test_kept_checks import without
from tests.edits import edited

FOLDERS = ("model", "checks", "spec", "findings")


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


def edits(ruleset: str, folder: Path, steps: int, made: int, seed: int) -> Iterator[str]:
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


def spent() -> float:
    """Seconds of processors, those of processes that ended included."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


def check(ruleset: str, folder: Path, kept: Answers, *, prove: bool) -> dict[str, Any] | None:
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


def said(ruleset: str, folder: Path, answers: Path, *more: str) -> Any:
    """All that the command says but how long it took and what was kept."""
    command = [sys.executable, "-m", "ruleslawyer", "check", ruleset, "--json", *more]
    environment = {**os.environ, "RULESLAWYER_ANSWERS": str(answers)}
    ran = subprocess.run(command, cwd=folder, env=environment, capture_output=True, check=False, text=True)
    return ran.returncode, without(json.loads(ran.stdout), {"seconds", "kept"})


def run(
    ruleset: Annotated[str, typer.Argument(help="Whose edits.")] = "daemons",
    steps: Annotated[int, typer.Option(help="How many commits.")] = 200,
    made: Annotated[int, typer.Option(help="How many edits that are made alike.")] = 0,
    seed: Annotated[int, typer.Option(help="Of these.")] = 26,
    compare: Annotated[int, typer.Option(help="Compare every so many with a check anew; 0: none.")] = 0,
    prove: Annotated[bool, typer.Option("--prove/--no-prove", help="Prove properties, too.")] = True,
    fresh: Annotated[bool, typer.Option("--fresh", help="Compute everything anew.")] = False,
) -> None:
    """Check a rulebook after one edit after the other."""
    told: list[dict[str, Any]] = []
    compared = 0
    more = () if prove else ("--no-prove",)
    with TemporaryDirectory() as place:
        folder, answers = Path(place) / "project", Path(place) / "answers"
        for each in (folder, answers):
            each.mkdir()
        for what in edits(ruleset, folder, steps, made, seed):
            found = check(ruleset, folder, Answers(answers, fresh=fresh), prove=prove)
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


if __name__ == "__main__":
    typer.run(run)
