"""What `make check` takes after an edit: `.venv/bin/python -m benchmarks.after_edit`, after a `make check`.

The project is copied, and `ruleslawyer check -o build/report` is run there: once as it is, so that all of it is known,
then with nothing changed and after each of some edits, each undone before the next. Answers are found by places in the
project, so what a `make check` kept is known here too. Printed are seconds by the clock and of processors, the load of
the machine, and the goal of issue 26.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import typer

from benchmarks.edits import FOLDERS, spent
from benchmarks.machine import machine
from benchmarks.scopes import ROOT


@dataclass(frozen=True, slots=True)
class Edit:
    """One text in place of another, in a file; what the rules say stays the same, and how they say it does not."""

    what: str
    goal: int
    file: str = ""
    was: str = ""
    is_: str = ""


EDITS = (
    Edit("nothing changed", 5),
    Edit(
        "a docstring of Daemons", 6, "model/daemons/attacking.py",
        '"""', '"""Edited: ',
    ),
    Edit(
        "a rule of Daemons", 6, "model/daemons/attacking.py",
        "domain(s.active == who and stands_for(s, who, card))\n",
        "domain(stands_for(s, who, card) and s.active == who)\n",
    ),
    Edit(
        "a keyword of MegaCorp", 25, "model/megacorp/caught.py",
        "surrounded(s, card) and has(s, attacker, Keyword.MELEE)",
        "has(s, attacker, Keyword.MELEE) and surrounded(s, card)",
    ),
    Edit(
        "the money of MegaCorp", 90, "model/megacorp/actions.py",
        "s.money[who] < price_from_hand(s, card)", "not s.money[who] >= price_from_hand(s, card)",
    ),
)  # fmt: skip


@contextmanager
def edited(project: Path, edit: Edit) -> Iterator[None]:
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


def check(project: Path) -> tuple[float, float, str]:
    """Seconds by the clock and of processors, and the last line that it says."""
    began, before = time.perf_counter(), spent()
    command = [sys.executable, "-m", "ruleslawyer", "check", "-o", "build/report"]
    ran = subprocess.run(command, cwd=project, capture_output=True, text=True, check=False)
    if ran.returncode not in (0, 1):
        raise SystemExit(ran.stderr)
    return time.perf_counter() - began, spent() - before, ran.stdout.strip().splitlines()[-1]


def main() -> None:
    """Measure, and print."""
    with TemporaryDirectory() as place:
        project = Path(place) / "project"
        project.mkdir()
        shutil.copy(ROOT / "pyproject.toml", project)
        for name in FOLDERS:
            shutil.copytree(ROOT / name, project / name, ignore=shutil.ignore_patterns("__pycache__"))
        print(machine())
        print(f"before: {check(project)[0]:.1f} s", flush=True)
        for edit in EDITS:
            with edited(project, edit):
                clock, processors, said = check(project)
            print(f"{edit.what}: {clock:.1f} s by the clock, {processors:.1f} s of processors (goal {edit.goal}); "
                  f"load {os.getloadavg()[0]:.1f}; {said}", flush=True)  # fmt: skip


if __name__ == "__main__":
    typer.run(main)
