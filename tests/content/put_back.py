"""Faults that the models had are put back, one at a time: do laws, windows and the hunter see them?

`python -m tests.content.put_back` tries each with its machine and writes put_back.md; `--only NAME` tries some, and
the others keep their lines. A fault is seen where the command shows what it does not show without the fault, with
equal seed and number of states (`--states`), as long as the time (`--minutes`) suffices. Of questions those count to
which a play leads: what is drawn is another thing in each run. `--machine NAME` tries another machine than the one
that was chosen before any was run, and the line says so.
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
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from tests.planted import planted

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
TABLE = HERE / "put_back.md"
PARTS = ("model", "checks", "spec", "findings")
"""The folders of the project that its commands read."""
MACHINES = ("laws", "windows", "questions", "lint")
SEED = 11
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


def outcome(fault: PutBack, minutes: float, states: int) -> str:
    """The words for what became of a fault."""
    with tempfile.TemporaryDirectory() as folder:
        project = Path(folder)
        for part in PARTS:
            shutil.copytree(ROOT / part, project / part, ignore=shutil.ignore_patterns("__pycache__"))
        shutil.copy(ROOT / "pyproject.toml", project)
        (project / fault.file).write_text(fault.applied(), encoding="utf-8")
        found, tried = _shown(fault, project, minutes, states)
    if not found:
        return f"not seen: {tried}"
    usual, _ = _shown(fault, ROOT, minutes, states)
    news = sorted(found - usual)
    if not news:
        return f"not seen: {tried}, and nothing that is not shown without it"
    return f"**seen**: {'; '.join(news[:3])}{f' and {len(news) - 3} more' if len(news) > 3 else ''}; {tried}"


def _shown(fault: PutBack, project: Path, minutes: float, states: int) -> tuple[set[str], str]:
    """The breaks, differences, questions or faults that a command shows, and how much it tried."""
    bounds = ["--minutes", str(minutes), "--states", str(states), "--seed", str(SEED)]
    more = [] if fault.machine == "lint" else [f"--{fault.machine}", *bounds]
    verb = "lint" if fault.machine == "lint" else "sweep"
    told = _json("--project", str(project), verb, fault.ruleset, *more, "--json")
    if fault.machine == "lint":
        several = [one for of_ruleset in told for one in of_ruleset["diagnostics"]]
        return {f"{one['code']}: {one['message']}" for one in several}, "all rules read"
    if fault.machine == "questions":
        looked = sum(told["looked"].values())
        asked = {one["id"] for one in told["questions"] if one["open"] and not one["drawn"]}
        return asked, f"{looked} states, {minutes:g} min"
    if fault.machine == "windows":
        found = {one["at"] for one in told["differences"] if not one["known"]}
        met = f"{told['inserted']} responses inserted"
    else:
        broken = ((law["name"], one) for law in told["laws"] for one in law["broken"])
        found = {f"{name}, at {one['at']}" for name, one in broken if not one["known"]}
        met = f"{sum(law['met'] for law in told['laws'])} premises met"
    return found, f"{told['states']['played']} states played to, {met}, {minutes:g} min"


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
    parser.add_argument("--states", type=int, default=2000, help="for each")
    parser.add_argument("--machine", choices=MACHINES, default="", help="another one than the table's")
    parser.add_argument("--only", nargs="*", default=[], help="these, by name, ruleset or machine")
    given = parser.parse_args(arguments)
    known = kept()
    TABLE.write_text(table(known), encoding="utf-8")
    for fault in put_back():
        if given.only and not {fault.name, fault.ruleset, fault.machine} & set(given.only):
            continue
        tried = replace(fault, machine=given.machine or fault.machine)
        by = f"by {tried.machine}, " if tried.machine != fault.machine else ""
        known[fault.name] = by + outcome(tried, given.minutes, given.states)
        print(f"{fault.name}: {known[fault.name]}", flush=True)
        TABLE.write_text(table(known), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
