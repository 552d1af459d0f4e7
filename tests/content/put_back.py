"""Faults that the models had are put back, one at a time: do laws, windows and the hunter see them?

`python -m tests.content.put_back` tries each with its machine and writes put_back.md; `--only NAME` tries some, and
the others keep their lines. A fault is seen where the command shows what it shows with none of some seeds without the
fault, each with as many states (`--states`) or as much time (`--minutes`). `--machine NAME` tries another machine than
the one that was chosen before any was run, and the line says so.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections import defaultdict
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from threading import Lock
from typing import Any

from tests.planted import planted

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
TABLE = HERE / "put_back.md"
PARTS = ("model", "checks", "spec", "findings")
"""The folders of the project that its commands read."""
MACHINES = ("laws", "windows", "questions", "lint")
SEEDS = 11, 12, 13
"""The first is that of the run with the fault; what is drawn is another thing with each."""
OFTEN = 20_000
"""Laws are tried until their premises were met so often, if the time suffices."""
LEFT = "not looked for yet"
LINE = re.compile(r"^\| `([a-z0-9-]+)` \| .*? \| [a-z]+ \| (.*) \|$", re.MULTILINE)


@dataclass(frozen=True)
class PutBack:
    """A fault: in which file of the project which text is another, and the machine that might see it."""

    name: str
    ruleset: str
    file: str
    says: str
    machine: str
    old: str
    new: str

    def applied(self) -> str:
        """The text of its file with the fault."""
        return planted(self.name, ROOT / self.file, self.old, self.new)


def put_back() -> list[PutBack]:
    with (HERE / "put_back.toml").open("rb") as file:
        return [PutBack(**fault) for fault in tomllib.load(file)["fault"]]


def outcome(fault: PutBack, usual: Callable[[PutBack], set[str]], minutes: float, states: int) -> str:
    """The words for what became of a fault. usual: what its machine shows without it."""
    with tempfile.TemporaryDirectory() as folder:
        project = Path(folder)
        for part in PARTS:
            shutil.copytree(ROOT / part, project / part, ignore=shutil.ignore_patterns("__pycache__"))
        shutil.copy(ROOT / "pyproject.toml", project)
        (project / fault.file).write_text(fault.applied(), encoding="utf-8")
        found, tried = _shown(fault, project, SEEDS[0], minutes, states)
    news = sorted(found - usual(fault)) if found else []
    if not news:
        return f"not seen: {tried}{', and nothing that is not shown without it' if found else ''}"
    return f"**seen**: {'; '.join(news[:3])}{f' and {len(news) - 3} more' if len(news) > 3 else ''}; {tried}"


class Usual:
    """What the machines show of each ruleset without a fault, with any of the seeds; each is asked once."""

    def __init__(self, minutes: float, states: int) -> None:
        self.minutes, self.states = minutes, states
        self._shown: dict[tuple[str, str], set[str]] = {}
        self._locks: defaultdict[tuple[str, str], Lock] = defaultdict(Lock)

    def __call__(self, fault: PutBack) -> set[str]:
        key = fault.ruleset, fault.machine
        with self._locks[key]:
            if key not in self._shown:
                seeds = SEEDS[:1] if fault.machine == "lint" else SEEDS
                several = [_shown(fault, ROOT, seed, self.minutes, self.states)[0] for seed in seeds]
                self._shown[key] = set[str]().union(*several)
            return self._shown[key]


def _shown(fault: PutBack, project: Path, seed: int, minutes: float, states: int) -> tuple[set[str], str]:
    """The breaks, differences, questions or faults that a command shows, and how much it tried."""
    bounds = ["--minutes", str(minutes), "--states", str(states), "--seed", str(seed)]
    more = [] if fault.machine == "lint" else [f"--{fault.machine}", *bounds]
    more += ["--times", str(OFTEN)] if fault.machine in ("laws", "windows") else []
    verb = "lint" if fault.machine == "lint" else "sweep"
    told = _json("--project", str(project), verb, fault.ruleset, *more, "--json")
    if fault.machine == "lint":
        several = [one for of_ruleset in told for one in of_ruleset["diagnostics"]]
        return {f"{one['code']}: {one['message']}" for one in several}, "all rules read"
    if fault.machine == "questions":
        looked = sum(told["looked"].values())
        asked = {f"{one['id']}{_drawn(one['drawn'])}" for one in told["questions"] if one["open"]}
        return asked, f"{looked} states, {minutes:g} min"
    if fault.machine == "windows":
        found = {one["at"] for one in told["differences"] if not one["known"]}
        met = f"{told['inserted']} responses inserted"
    else:
        broken = ((law["name"], one) for law in told["laws"] for one in law["broken"])
        found = {
            f"{name}, at {one['at']}{_drawn(one['drawn'] or one['printed'])}"
            for name, one in broken
            if not one["known"]
        }
        met = f"{sum(law['met'] for law in told['laws'])} premises met"
    return found, f"{told['states']['played']} states played to, {met}, {minutes:g} min"


def _drawn(drawn: object) -> str:
    """Whether a play leads there: what is seen in a drawn state alone is another thing."""
    return ", drawn" if drawn else ""


def _json(*words: str) -> Any:
    command = [sys.executable, "-m", "ruleslawyer", *words]
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    if not done.stdout:
        raise RuntimeError(f"{' '.join(command)}: {done.stderr}")
    return json.loads(done.stdout)


def kept() -> dict[str, str]:
    """The outcome of each when it was tried last."""
    text = TABLE.read_text(encoding="utf-8") if TABLE.is_file() else ""
    return {name: said for name, said in LINE.findall(text) if said != LEFT}


def table(known: dict[str, str]) -> str:
    faults = put_back()
    looked = [fault for fault in faults if fault.name in known]
    seen = sum("**seen**" in known[fault.name] for fault in looked)
    lines = [
        "# Faults that the models had, put back",
        "",
        "Written by `python -m tests.content.put_back`; the faults are in put_back.toml: of those that the models had,",
        "by the commits that mended them, those that an edit at one place puts back. Who knew the fault chose the",
        "machine, before any was run.",
        "",
        f"Of {len(faults)} faults {len(looked)} were looked for, and {seen} of these were seen.",
        "",
        "| fault | what it is | machine | what became of it |",
        "|---|---|---|---|",
    ]
    lines += [f"| `{f.name}` | {f.ruleset}: {f.says} | {f.machine} | {known.get(f.name, LEFT)} |" for f in faults]
    return "\n".join(lines) + "\n"


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser("python -m tests.content.put_back", description=__doc__)
    parser.add_argument("--minutes", type=float, default=10.0, help="for each, at most")
    parser.add_argument("--states", type=int, default=20_000, help="for each")
    parser.add_argument("--machine", choices=MACHINES, default="", help="another one than the table's")
    parser.add_argument("--only", nargs="*", default=[], help="these, by name, ruleset or machine")
    parser.add_argument("--workers", type=int, default=1, help="faults that are tried at once")
    given = parser.parse_args(arguments)
    known, usual = kept(), Usual(given.minutes, given.states)
    TABLE.write_text(table(known), encoding="utf-8")
    wanted = [f for f in put_back() if not given.only or {f.name, f.ruleset, f.machine} & set(given.only)]

    def attempt(fault: PutBack) -> None:
        tried = replace(fault, machine=given.machine or fault.machine)
        by = f"by {tried.machine}, " if tried.machine != fault.machine else ""
        known[fault.name] = by + outcome(tried, usual, given.minutes, given.states)
        print(f"{fault.name}: {known[fault.name]}", flush=True)
        TABLE.write_text(table(dict(known)), encoding="utf-8")

    with ThreadPoolExecutor(given.workers) as pool:
        list(pool.map(attempt, wanted))
    return 0


if __name__ == "__main__":
    sys.exit(main())
