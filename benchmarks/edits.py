"""What checks cost after edits of this project's history: `.venv/bin/python -m benchmarks.edits daemons --steps 50`.

The last commits that touched a rulebook are checked one after the other by the tool of today, the oldest first, with
what was kept of those before; a project that the tool of today cannot read is passed over. `--fresh` computes
everything anew. Printed are seconds, and the share of the answers that were known; build/edits.json has each commit.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tarfile
import time
from io import BytesIO
from pathlib import Path
from statistics import mean, median
from tempfile import TemporaryDirectory
from typing import Annotated, Any

import typer

from benchmarks.scopes import ROOT
from ruleslawyer.answers.store import Answers
from ruleslawyer.api import Project
from ruleslawyer.check.check import check_rulesets
from ruleslawyer.diagnostics import ModelError, UsageError
from ruleslawyer.files.write import write_whole

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


def replay(ruleset: str, folder: Path, answers: Path, steps: list[str], *, prove: bool, fresh: bool) -> list[Any]:
    """One check after another."""
    told = []
    for commit in steps:
        checked_out(commit, folder)
        kept, there = Answers(answers, fresh=fresh), len(list(answers.glob("*")))
        began = time.perf_counter()
        try:
            (result,) = check_rulesets([Project.load(folder).ruleset(ruleset)], prove=prove, answers=kept)
        except (ModelError, UsageError) as error:
            print(f"{commit[:8]} passed over: {str(error).splitlines()[0][:90]}", file=sys.stderr)
            continue
        seconds, made = time.perf_counter() - began, len(list(answers.glob("*"))) - there
        share = 1.0 if result.kept else kept.reused / max(1, kept.reused + made)
        told.append({"commit": commit[:8], "seconds": round(seconds, 2), "reused": kept.reused, "made": made,
                     "share": round(share, 3), "whole": result.kept})  # fmt: skip
        print(f"{commit[:8]} {seconds:6.1f} s  {kept.reused:4} known, {made:4} made  {share:4.0%}", flush=True)
    return told


def run(
    ruleset: Annotated[str, typer.Argument(help="Whose history.")] = "daemons",
    steps: Annotated[int, typer.Option(help="How many commits.")] = 200,
    prove: Annotated[bool, typer.Option("--prove/--no-prove", help="Prove properties, too.")] = True,
    fresh: Annotated[bool, typer.Option("--fresh", help="Compute everything anew.")] = False,
) -> None:
    """Check the commits of a rulebook one after the other."""
    with TemporaryDirectory() as folder:
        answers = Path(folder) / "answers"
        answers.mkdir()
        (Path(folder) / "project").mkdir()
        found = replay(ruleset, Path(folder) / "project", answers, commits(ruleset, steps), prove=prove, fresh=fresh)
    after = found[1:]
    if after:
        seconds = [one["seconds"] for one in after]
        share = sum(one["reused"] for one in after) / max(1, sum(one["reused"] + one["made"] for one in after))
        typical = f"median {median(seconds):.1f} s, mean {mean(seconds):.1f} s, worst {max(seconds):.1f} s"
        print(f"{ruleset}: first {found[0]['seconds']:.1f} s; then {len(after)} edits: {typical}")
        print(f"{share:.0%} of the answers were known")
    write_whole(ROOT / "build" / "edits.json", json.dumps({"ruleset": ruleset, "edits": found}, indent=2) + "\n")


if __name__ == "__main__":
    typer.run(run)
