"""The net, tested: faults are put into the engines, one at a time, and the net has to catch each of them.

`python -m tests.oracle.faults --workers 2` goes through all of them and writes faults.md; `--only NAME` looks at some.
A fault is an exact replacement in one file of a copy of the product, which a process of its own imports. The first
program of which that one says something else than the oracle, and the product itself does not, catches it.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from multiprocessing import get_context
from multiprocessing.connection import wait
from pathlib import Path
from typing import Any

from tests.oracle.graph import Found, TooLarge, explored
from tests.oracle.programs import Program, Seeded, program

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
WRONG = HERE / "wrong"
"""The faults, as data."""
PRODUCT = "ruleslawyer"
FIRST = 1_000_000
"""The first seed: programs that no other test looks at."""
KEPT = ROOT / "build" / "faults.json"
"""What became of each the last time."""
STOPS = (100, 400)
"""After so many programs it is looked which faults are left."""
MOST = 600
"""States up to which a program is looked at."""
SECONDS = 60
"""For one program."""
ENOUGH = 0.95
"""Of the faults that have to be caught."""


@dataclass(frozen=True)
class Fault:
    """A mistake: in which file (of the product) which text is another, and what it is an instance of.

    ways, programs: how it is looked for, and in how many programs at most. survives: why the net cannot see it, where
    that is known.
    """

    name: str
    engine: str
    file: str
    says: str
    old: str
    new: str
    ways: tuple[str, ...]
    programs: int
    survives: str = ""

    @property
    def source(self) -> Path:
        return ROOT / "src" / PRODUCT / self.file

    def applied(self) -> str:
        """The text of its file with the fault."""
        text = self.source.read_text(encoding="utf-8")
        if text.count(self.old) != 1:
            raise ValueError(f"{self.name}: its text is {text.count(self.old)} times in {self.file}: {self.old}")
        return text.replace(self.old, self.new)

    def put_into(self, folder: Path) -> None:
        """A copy of the product with the fault."""
        copy = folder / PRODUCT
        shutil.copytree(ROOT / "src" / PRODUCT, copy, ignore=shutil.ignore_patterns("__pycache__"))
        (copy / self.file).write_text(self.applied(), encoding="utf-8")


@dataclass(frozen=True)
class Told:
    """What became of a fault: after how many programs which way caught it, at which seed and by what; way: empty where
    none did."""

    fault: Fault
    programs: int
    way: str = ""
    seed: int = 0
    what: str = ""


Known = tuple[int, Program, Found]
"""A seed, its program, and what the oracle finds."""
Caught = tuple[str, int, str]
"""By which way, at which seed, and what differs there."""


def faults() -> list[Fault]:
    """All of them, those of one engine together."""
    return [fault for file in sorted(WRONG.glob("*.toml")) for fault in _read(file)]


def _read(file: Path) -> Iterator[Fault]:
    table = tomllib.loads(file.read_text(encoding="utf-8"))
    for given in table["fault"]:
        said: dict[str, Any] = {key: table[key] for key in ("engine", "ways", "programs")} | given
        yield Fault(**{**said, "ways": tuple(said["ways"])})


def looked_for(wanted: Sequence[Fault], workers: int, most: int) -> Iterator[Told]:
    """Look for faults, each in processes of its own; what the oracle says is worked out once for all of them."""
    left, first = list(wanted), 0
    for stop in (*(s for s in STOPS if s < most), most):
        said = _said(range(FIRST + first, FIRST + stop)) if left else []
        still = []
        for fault, found in _each(left, said, workers):
            if found is not None:
                yield Told(fault, found[1] + 1 - FIRST, found[0], found[1], found[2])
            elif stop >= min(fault.programs, most):
                yield Told(fault, stop)
            else:
                still.append(fault)
        left, first = still, stop


def _said(seeds: range) -> list[Known]:
    """Programs that are not too large, and what the oracle finds."""
    made = []
    for seed in seeds:
        with tempfile.TemporaryDirectory() as folder, suppress(TooLarge):
            text = program(Seeded(seed))
            made.append((seed, text, explored(text.write(Path(folder)), text.name, most=MOST)))
    return made


def _each(wanted: Sequence[Fault], said: list[Known], workers: int) -> Iterator[tuple[Fault, Caught | None]]:
    """What is said of each, some at a time."""
    waiting, running = list(reversed(wanted)), dict[int, tuple[Fault, _Child]]()
    while waiting or running:
        while waiting and len(running) < workers:
            fault = waiting.pop()
            child = _Child(fault, said)
            running[child.sentinel] = (fault, child)
        for ready in wait(list(running)):
            assert isinstance(ready, int)
            fault, child = running.pop(ready)
            yield fault, child.result()


class _Child:
    """A process in which the product is the copy with a fault; it begins with what the oracle said."""

    def __init__(self, fault: Fault, said: list[Known]) -> None:
        self.folder = tempfile.TemporaryDirectory()
        fault.put_into(Path(self.folder.name))
        self.told = Path(self.folder.name, "told.json")
        self.process = get_context("fork").Process(target=_inside, args=(fault, Path(self.folder.name), said, self.told))
        self.process.start()
        self.sentinel = self.process.sentinel

    def result(self) -> Caught | None:
        """What caught it: what was told last, where the fault has ended the process."""
        self.process.join()
        last = json.loads(self.told.read_text(encoding="utf-8").splitlines()[-1])
        self.folder.cleanup()
        way, seed, what = last["way"], last["seed"], last["what"]
        if last["done"]:
            return (way, seed, what) if way else None
        return way, seed, f"ends the process ({self.process.exitcode})"


def _inside(fault: Fault, folder: Path, said: list[Known], told: Path) -> None:
    sys.path.insert(0, str(folder))
    os.environ["RULESLAWYER_CACHE"] = str(folder / "cache")
    signal.signal(signal.SIGALRM, signal.SIG_DFL)  # a program on which a fault never comes to an end, ends the process
    from tests.oracle.campaign import failure, kind

    spec = importlib.util.find_spec(PRODUCT)
    if spec is None or folder not in Path(spec.origin or "").parents:
        raise AssertionError(f"{PRODUCT} is imported from elsewhere than {folder}")

    def tell(way: str, seed: int, what: str = "", *, done: bool = False) -> None:
        told.write_text(json.dumps({"way": way, "seed": seed, "what": what, "done": done}), encoding="utf-8")

    for seed, made, found in said:
        for way in fault.ways:
            tell(way, seed)
            signal.alarm(SECONDS)
            what = failure(made, way, seed, found)
            if what and not _own(made, way, seed):
                tell(way, seed, kind(what), done=True)
                return
    tell("", 0, done=True)


def _own(made: Program, way: str, seed: int) -> bool:
    """Whether the product fails by itself there."""
    code = f"from tests.oracle.campaign import *; print(bool(failure(program(Seeded({seed})), {way!r}, {seed})))"
    path = os.pathsep.join([str(ROOT / "src"), str(ROOT)])
    done = subprocess.run([sys.executable, "-c", code], env={**os.environ, "PYTHONPATH": path}, cwd=ROOT, capture_output=True, text=True, check=True)
    return done.stdout.strip() == "True"


def table(told: Sequence[Told]) -> str:
    """The table, as text."""
    caught = sum(bool(one.way) for one in told)
    lines = [
        "# Faults put into the engines, and what caught them",
        "",
        "Written by `python -m tests.oracle.faults`; the faults are in `wrong/`. Each is put into a copy of the product, and",
        "random programs are compared with the oracle until one tells the two apart: *by* is the way of comparing, *programs*",
        f"how many were looked at, *seed* the one that showed it (`--seed`, counted from {FIRST}).",
        "",
        f"{caught} of {len(told)} are caught ({caught / len(told):.1%}).",
    ]
    for engine in dict.fromkeys(one.fault.engine for one in told):
        lines += ["", f"## {engine}", "", "| fault | what it is | by | programs | seed | what differs |", "|---|---|---|--:|--:|---|"]
        for one in (t for t in told if t.fault.engine == engine):
            shown = (one.way, one.programs, one.seed - FIRST, one.what) if one.way else ("**survives**", one.programs, "", "")
            lines.append(f"| `{one.fault.name}` | {one.fault.says} | " + " | ".join(map(str, shown)) + " |")
    left = [one for one in told if not one.way]
    if left:
        lines += ["", "## What survives, and why", ""]
        lines += [f"- `{one.fault.name}`: {one.fault.survives or 'not explained yet'}" for one in left]
    return "\n".join(lines) + "\n"


def main(arguments: Sequence[str] | None = None) -> int:
    given = _parser().parse_args(arguments)
    wanted = [f for f in faults() if not given.only or f.name in given.only or f.engine in given.only]
    told: dict[str, Told] = {}
    for one in looked_for(wanted, given.workers, given.programs):
        told[one.fault.name] = one
        _remember(one)
        how = f"{one.way} after {one.programs}: {one.what}" if one.way else f"survives {one.programs}"
        print(f"{one.fault.name}: {how}", flush=True)
    known = _remembered()
    if all(fault.name in known for fault in faults()):
        (HERE / "faults.md").write_text(table([known[fault.name] for fault in faults()]), encoding="utf-8")
    caught = sum(bool(one.way) for one in told.values())
    print(f"{caught} of {len(told)} caught")
    return 0 if caught >= ENOUGH * len(told) and all(t.way or t.fault.survives for t in told.values()) else 1


def _remembered() -> dict[str, Told]:
    """What became of each fault when it was looked for last."""
    known = json.loads(KEPT.read_text(encoding="utf-8")) if KEPT.is_file() else {}
    return {f.name: Told(f, **known[f.name]) for f in faults() if f.name in known}


def _remember(one: Told) -> None:
    told = {name: asdict(other) for name, other in _remembered().items()} | {one.fault.name: asdict(one)}
    KEPT.parent.mkdir(exist_ok=True)
    KEPT.write_text(json.dumps({name: {k: v for k, v in t.items() if k != "fault"} for name, t in told.items()}), encoding="utf-8")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("python -m tests.oracle.faults", description=__doc__)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--only", nargs="*", default=[], help="these faults, by name or by engine; the others keep their lines")
    parser.add_argument("--programs", type=int, default=1500, help="at most so many programs for each")
    return parser


if __name__ == "__main__":
    sys.exit(main())
