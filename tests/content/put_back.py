"""Faults that the models had are put back, one at a time: do laws and the hunter see them?

`python -m tests.content.put_back` tries each with its machine and writes put_back.md; `--only NAME` tries some, and
the others keep their lines. By laws a fault is seen where one is broken that is not broken without it in that very
state; by questions where a way of one is met, and without it in none of the states in which there are any; by `lint`
where it says what it does not say without the fault; by promises where one is broken that is kept without it, in
scenarios, or else in drawn states. `--machine NAME` tries another machine than that of the table,
and the line says so. Minutes are those of the processor: others may use the machine meanwhile.
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
import time
import tomllib
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache, partial
from pathlib import Path
from random import Random

from ruleslawyer.api import Project
from ruleslawyer.check.askings import in_scenarios
from ruleslawyer.check.promises import Promise, judge
from ruleslawyer.exploration.study import Study
from ruleslawyer.rulebook.answers.store import Answers
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset
from ruleslawyer.studies.hunt.run import Hunt
from ruleslawyer.studies.laws.asked import ENOUGH, OF_A_PROMISE
from ruleslawyer.studies.laws.built_in import BuiltInLaw
from ruleslawyer.studies.laws.compare import Trial
from ruleslawyer.studies.laws.drawn import rebuild_state
from ruleslawyer.studies.laws.law import Law
from ruleslawyer.studies.laws.run import Break, Tally, attempt, every_law, try_laws
from tests.content.same_state import Again
from tests.planted import planted

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
TABLE = HERE / "put_back.md"
PARTS = ("model", "checks", "spec", "findings")
"""The folders of the project that its commands read."""
MACHINES = ("laws", "questions", "lint", "promises")
SEED = 11
LEFT = "not looked for yet"
LINE = re.compile(r"^\| `([a-z0-9-]+)` \| .*? \| [a-z]+ \| (.*) \|$", re.MULTILINE)


@dataclass(frozen=True)
class PutBack:
    """A fault: in which file of the project which text is another, and the machine that might see it. independent: it
    is of the second list, for which nothing was changed."""

    name: str
    ruleset: str
    file: str
    says: str
    machine: str
    old: str
    new: str
    independent: bool = False
    missed: str = ""
    """The reason why it is not seen, where somebody has looked into that."""

    def applied(self) -> str:
        """The text of its file with the fault."""
        return planted(self.name, ROOT / self.file, self.old, self.new)

    def law(self) -> str:
        """The law of its rulebook that declares this very fault, which breaks it; empty where none does."""
        with (ROOT / "checks" / self.ruleset / "laws.toml").open("rb") as file:
            several = [(law["name"], law["fault"]) for law in tomllib.load(file)["law"] if "fault" in law]
        same = (
            name for name, fault in several
            if fault["file"] == self.file
            and planted(name, ROOT / self.file, fault["old"], fault["new"]) == self.applied()
        )  # fmt: skip
        return next(same, "")


def put_back() -> list[PutBack]:
    with (HERE / "put_back.toml").open("rb") as file:
        return [PutBack(**fault) for fault in tomllib.load(file)["fault"]]


@contextmanager
def faulty_project(file: str, text: str) -> Iterator[Path]:
    """The folder of a project of which one file says something else."""
    with tempfile.TemporaryDirectory() as folder:
        project = Path(folder)
        for part in PARTS:
            shutil.copytree(ROOT / part, project / part, ignore=shutil.ignore_patterns("__pycache__"))
        shutil.copy(ROOT / "pyproject.toml", project)
        (project / file).write_text(text, encoding="utf-8")
        yield project


def outcome(fault: PutBack, minutes: float, states: int) -> str:
    """The words for what became of a fault."""
    Study.clock = staticmethod(time.process_time)
    with faulty_project(fault.file, fault.applied()) as project:
        if fault.machine == "laws":
            news, tried = _by_laws(fault, project, minutes)
        elif fault.machine == "questions":
            news, tried = _by_questions(fault, project, minutes, states)
        elif fault.machine == "promises":
            news, tried = _by_promises(fault, project, minutes)
        else:
            news, tried = sorted(_linted(fault.ruleset, project) - _linted(fault.ruleset, ROOT)), "all rules read"
    if not news:
        return f"not seen: {tried}"
    return f"**seen**: {'; '.join(news[:3])}{f' and {len(news) - 3} more' if len(news) > 3 else ''}; {tried}"


def _by_promises(fault: PutBack, project: Path, minutes: float) -> tuple[list[str], str]:
    """The promises that are broken with the fault and not without it, in scenarios; where there are none, in drawn
    states; how much was tried."""
    faulty, sound = (Project.load(root).ruleset(fault.ruleset) for root in (project, ROOT))
    broken, usual = ({p.name for p in in_scenarios_alone(one) if p.word == "broken"} for one in (faulty, sound))
    if news := sorted(broken - usual):
        return news, "all scenarios under each option"
    return _by_laws(fault, project, minutes, promises=True)


def in_scenarios_alone(ruleset: LoadedRuleset) -> list[Promise]:
    """What became of the promises of a ruleset in its scenarios."""
    return judge(ruleset.system, in_scenarios(ruleset, Answers()).promised)


def _by_laws(fault: PutBack, project: Path, minutes: float, *, promises: bool = False) -> tuple[list[str], str]:
    """The breaks that there are with the fault and not without it; how much was tried."""
    faulty, sound = (Project.load(root).ruleset(fault.ruleset) for root in (project, ROOT))
    wanted = OF_A_PROMISE if promises else ENOUGH
    tally = try_laws(faulty, (), promises=promises, wanted=wanted, states=None, minutes=minutes, seed=SEED, tell=None)
    told = f"{tally.drawing.walked} states played to, {sum(tally.met.values())} premises met, {minutes:g} min"
    return new_breaks(tally, sound, promises=promises), told


def new_breaks(tally: Tally, sound: LoadedRuleset, *, promises: bool = False) -> list[str]:
    """The breaks of a ruleset with a fault that there are not without it, each tried in the very same state."""
    laws = {law.name: law for law in every_law(sound, promises=promises)[0]}
    several = [one for one in tally.breaks.values() if not one.known]
    return sorted(
        f"{one.law.name}, at {one.broken.at}" for one in several if not _is_broken(laws[one.law.name], one, sound)
    )


def _is_broken(law: Law | BuiltInLaw, one: Break, sound: LoadedRuleset) -> bool:
    """Whether a law is broken at that place without the fault too, where the state of a break comes about."""
    drawn = rebuild_state(sound, one.drawn.deal)
    if drawn is None:
        return False
    tried = attempt(law, drawn, Trial(sound, Random(0)), one.broken)
    return any(broken.at == one.broken.at for broken in tried.broken)


def _by_questions(fault: PutBack, project: Path, minutes: float, states: int) -> tuple[list[str], str]:
    """The ways of questions that there are with the fault, and without it in none of the very states in which there are
    any with it; how much was tried."""
    faulty, sound = (Project.load(root).ruleset(fault.ruleset) for root in (project, ROOT))
    hunted = Hunt(minutes=minutes, states=states, seed=SEED).look(faulty)
    again = Again(sound)
    spots = {id(spot): spot for one in hunted.questions.values() for spot in one.ways.values()}
    usual = {way for spot in spots.values() for way in again.ways(spot)}
    news = [
        f"{one.question.id}, {' '.join(filter(None, way))}{', put elsewhere' if spot.moved else ''}"
        for one in hunted.questions.values()
        for way, spot in one.ways.items()
        if (one.question.id, way) not in usual
    ]
    told = f"{sum(hunted.looked.values())} states, {sum(len(one.ways) for one in hunted.questions.values())} ways"
    return sorted(news), f"{told}, {minutes:g} min"


@cache
def _linted(ruleset: str, project: Path) -> frozenset[str]:
    """What `lint` says of a ruleset."""
    command = [sys.executable, "-m", "ruleslawyer", "--project", str(project), "lint", ruleset, "--json"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    if not done.stdout:
        raise RuntimeError(f"{' '.join(command)}: {done.stderr}")
    several = [one for of_ruleset in json.loads(done.stdout) for one in of_ruleset["diagnostics"]]
    return frozenset(f"{one['code']}: {one['message']}" for one in several)


def kept() -> dict[str, str]:
    """The outcome of each when it was tried last."""
    text = TABLE.read_text(encoding="utf-8") if TABLE.is_file() else ""
    return {name: said for name, said in LINE.findall(text) if said != LEFT}


def table(known: dict[str, str]) -> str:
    lines = [
        "# Faults that the models had, put back",
        "",
        "Written by `python -m tests.content.put_back`; the faults are in put_back.toml: of those that the models had,",
        "by the commits that mended them, those that an edit at one place puts back. Who knew the fault chose the",
        "machine, before any was run; of three by laws a machine that is gone was chosen, and saw none. No law was",
        "written for the second list, and no machine changed to see one of it; while it was run, laws came to be tried",
        "in more states like those that met one.",
    ]
    for title, independent in (("The first list", False), ("The second list", True)):
        faults = [fault for fault in put_back() if fault.independent == independent]
        looked = [fault for fault in faults if fault.name in known]
        seen = sum("**seen**" in known[fault.name] for fault in looked)
        lines += [
            "",
            f"## {title}",
            "",
            f"Of {len(faults)} faults {len(looked)} were looked for, and {seen} of these were seen.",
            "",
            "| fault | what it is | machine | what became of it |",
            "|---|---|---|---|",
        ]
        for fault in faults:
            by = f" (the law {fault.law()} declares it)" if fault.law() else ""
            said = known.get(fault.name, LEFT)
            lines.append(f"| `{fault.name}` | {fault.ruleset}: {fault.says}{by} | {fault.machine} | {said} |")
        missed = [f"`{f.name}`: {f.missed}." for f in faults if f.missed and "**seen**" not in known.get(f.name, "")]
        lines += ["", "Why not: " + " ".join(missed)] if missed else []
    return "\n".join(lines) + "\n"


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser("python -m tests.content.put_back", description=__doc__)
    parser.add_argument("--minutes", type=float, default=10.0, help="for each, at most")
    parser.add_argument("--states", type=int, default=20_000, help="for each")
    parser.add_argument("--machine", choices=MACHINES, default="", help="another one than the table's")
    parser.add_argument("--only", nargs="*", default=[], help="these, by name, ruleset or machine")
    parser.add_argument("--workers", type=int, default=1, help="faults that are tried at once")
    given = parser.parse_args(arguments)
    known = kept()
    TABLE.write_text(table(known), encoding="utf-8")
    wanted = [f for f in put_back() if not given.only or {f.name, f.ruleset, f.machine} & set(given.only)]
    with ProcessPoolExecutor(given.workers) as pool:
        tried = [replace(fault, machine=given.machine or fault.machine) for fault in wanted]
        outcomes = pool.map(partial(outcome, minutes=given.minutes, states=given.states), tried)
        for fault, one, said in zip(wanted, tried, outcomes, strict=True):
            by = f"by {one.machine}, " if one.machine != fault.machine else ""
            known[fault.name] = by + said
            print(f"{fault.name}: {known[fault.name]}", flush=True)
            TABLE.write_text(table(known), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
