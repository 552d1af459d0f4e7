"""The net, tested: faults are put into the engines, one at a time, and the net has to catch each of them.

`python -m tests.oracle.faults --workers 2` goes through all of them and writes faults.md; `--only NAME` looks for some.
A fault is an exact replacement in one file of a copy of the product, which a process of its own imports. The first
program of which that copy says something else than the oracle, and the product itself does not, catches it; after some
programs the rulesets that are written by hand (written.py) are looked at, too.
"""

from __future__ import annotations

import argparse
import compileall
import importlib.util
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from multiprocessing import get_context
from multiprocessing.connection import wait
from pathlib import Path
from typing import Any

from tests.oracle.graph import TooLarge
from tests.oracle.programs import Program, Seeded, program
from tests.oracle.truth import Oracle
from tests.oracle.written import SPOKEN, Place, traps, written
from tests.planted import planted

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
WRONG = HERE / "wrong"
"""The faults, as data."""
TABLE = HERE / "faults.md"
BUILD = ROOT / "build" / "faults"
"""What became of each the last time, and the least programs."""
PRODUCT = "ruleslawyer"
FIRST = 1_000_000
"""The first seed: programs that no other test looks at."""
STOPS = (30, 90, 300, 900)
"""After so many programs it is looked which faults are left; after the first ones, by the rulesets written by hand."""
WRITTEN = "written"
"""How these are called as a way of comparing. They are compared in the ways of the fault."""
CHANGING = ("relations",)
"""Ways that change a program's text, and so are not for them."""
MOST = 60
"""States up to which a program is looked at."""
SECONDS = 120
"""Of computing, for one program: where a fault goes round for ever, that is how it is caught."""
QUICK = ("explore", "family", "check", "readings")
"""Commands that are given all rulesets which are written by hand; others are given this net's own."""
OWN = sum(place.name in SPOKEN for place in written())
"""How many rulesets are this net's own, in their scopes: they are looked at first."""
TRAPS = range(len(written()) - len(list(traps().glob("*/model.py"))), len(written()))
"""The numbers of the traps among what is written by hand."""
FEW = 6
"""Programs for a fault that is looked for by what commands print, after the rulesets that are written by hand."""
ENOUGH = 0.95
"""Of the faults that have to be caught."""


@dataclass(frozen=True)
class Fault:
    """A mistake: in which file (of the product) which text is another, and what it is an instance of.

    ways, programs: how it is looked for, and in how many programs at most. survives: why the net cannot see it, where
    that is known. seen: a command that showed it to whoever chose it. at: the ruleset that is written by hand which is
    looked at first, in all these ways.
    """

    name: str
    engine: str
    file: str
    says: str
    old: str
    new: str
    ways: tuple[str, ...]
    programs: int = FEW
    survives: str = ""
    seen: str = ""
    at: str = ""

    def applied(self) -> str:
        """The text of its file with the fault."""
        return planted(self.name, ROOT / "src" / PRODUCT / self.file, self.old, self.new)

    def put_into(self, folder: Path, clean: Path) -> None:
        """A copy of the product with the fault. What the `clean` one has compiled stays good: times are copied."""
        copy = folder / PRODUCT
        shutil.copytree(clean / PRODUCT, copy)
        (copy / self.file).write_text(self.applied(), encoding="utf-8")


@dataclass(frozen=True)
class Told:
    """What became of a fault: which way caught it at which seed, after how many programs, and what differs there; way:
    empty where none did."""

    programs: int
    way: str = ""
    seed: int = 0
    what: str = ""


HEADER = ("engine", "ways", "programs", "at")
"""What the faults of one file have in common."""
OF_PART: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("exploration/variants/ablation", ("ablate",)),
    ("exploration/variants/options", ("readings",)),
    ("exploration/variants/impact", ("sheets",)),
    ("exploration/variants/", ("family",)),
    ("studies/sweep/", ("sweep",)),
    ("studies/adequacy/", ("adequacy",)),
    ("report/compare", ("diff",)),
    ("report/games", ("games",)),
    ("report/", ("report", "check", "sheets")),
    ("proof/termination", ("terminates",)),
    ("proof/cycles", ("terminates",)),
    ("proof/tried_out", ("any_number",)),
    ("proof/any_number", ("any_number",)),
    ("proof/", ("prove", "any_number", "terminates")),
    ("engines/smt/lifted", ("any_number", "unlifted")),
    ("cli/any_number", ("any_number",)),
    ("cli/ablate", ("ablate",)),
    ("cli/cores", ("cores",)),
    ("cli/diff", ("diff",)),
    ("cli/verifying", ("verify",)),
    ("cli/solve", ("solve",)),
    ("cli/stats", ("stats",)),
    ("cli/", ("explore", "check", "family")),
)
"""The ways in which faults of a part are looked for that do not say it themselves, the cheapest first."""
Known = tuple[int, Program | Place, Oracle]
"""A seed, its program, and the oracle that has explored it; or the number of a ruleset that is written by hand."""


def faults() -> list[Fault]:
    """All of them, those of one engine together."""
    return [fault for file in sorted(WRONG.glob("*.toml")) for fault in _read(file)]


def _read(file: Path) -> Iterator[Fault]:
    table = tomllib.loads(file.read_text(encoding="utf-8"))
    for given in table["fault"]:
        said: dict[str, Any] = {key: table[key] for key in HEADER if key in table} | given
        ways = said.get("ways") or next((ways for part, ways in OF_PART if said["file"].startswith(part)), ("explore",))
        yield Fault(**{**said, "ways": tuple(ways)})


# looking for them


def looked_for(
    wanted: Sequence[Fault], workers: int, most: int, least: bool, known: Mapping[str, Told]
) -> Iterator[tuple[Fault, Told]]:
    """Look for faults, each in processes of its own; what the oracle says is worked out once for all of them. `known`:
    what caught some of them the last time, which is looked at first; then come the rulesets that faults name."""
    left, first, by_hand = list[Fault](), 0, list[Known]()
    with tempfile.TemporaryDirectory() as run:
        shutil.copytree(ROOT / "src" / PRODUCT, Path(run, PRODUCT))
        compileall.compile_dir(run, quiet=1)  # once for all copies
        for fault in wanted:
            said = _said_before(known.get(fault.name))
            told = next((told for _, told in _each([fault], said, 1, least, Path(run))), None) if said else None
            if told is None:
                left.append(fault)
            else:
                yield fault, replace(told, programs=known[fault.name].programs)
        named = {fault.at for fault in left}
        trapped = any("any_number" in fault.ways for fault in left)
        at = [i for i, place in enumerate(written()) if place.name in named]
        for numbers in (at, [*range(OWN), *(TRAPS if trapped else ())]):
            looking = [fault for fault in left if fault.at or numbers is not at]
            said = _by_hand(numbers) if looking else []
            for fault, told in _each(looking, said, workers, least, Path(run)):
                if told is not None:
                    left.remove(fault)
                    yield fault, told
        stops = (*(s for s in STOPS if s < most), most)
        for stop in stops:
            said = _said(range(FIRST + first, FIRST + stop)) if left else []
            still = []
            for fault, told in _each(left, said, workers, least, Path(run)):
                if told is None and stop == stops[0]:
                    by_hand = by_hand or _by_hand()
                    told = next(told for _, told in _each([fault], by_hand, 1, least, Path(run)))
                    told = told and replace(told, programs=stop)
                if told is not None:
                    yield fault, told
                elif stop >= min(fault.programs, most):
                    yield fault, Told(stop)
                else:
                    still.append(fault)
            left, first = still, stop


def _said(seeds: range) -> list[Known]:
    """Programs that are not too large, and what the oracle finds."""
    made = list[Known]()
    for seed in seeds:
        with tempfile.TemporaryDirectory() as folder, suppress(TooLarge):
            text = program(Seeded(seed))
            made.append((seed, text, _asked(Place(text.write(Path(folder)), text.name, "tiny"))))
    return made


def _asked(place: Place, most: int = MOST) -> Oracle:
    oracle = Oracle(place.folder, place.name, place.scope, most)
    oracle.found()
    return oracle


def _by_hand(numbers: Sequence[int] | None = None) -> list[Known]:
    """The rulesets that are written by hand (those of some numbers), and what the oracle finds."""
    made, places = list[Known](), written()
    for i in range(len(places)) if numbers is None else numbers:
        with suppress(TooLarge):
            made.append((i, places[i], _asked(places[i], 5 * MOST)))
    return made


def _said_before(told: Told | None) -> list[Known]:
    """What caught a fault the last time."""
    if told is None or not told.way:
        return []
    if told.way != WRITTEN:
        return _said(range(told.seed, told.seed + 1))
    name = told.what.split(":")[0]
    return _by_hand([i for i, place in enumerate(written()) if place.name == name])


def _each(
    wanted: Sequence[Fault], said: list[Known], workers: int, least: bool, run: Path
) -> Iterator[tuple[Fault, Told | None]]:
    """What is said of each, some at a time. A program that ends the product itself tells no fault apart."""
    waiting, running, endless = list(reversed(wanted)), dict[int, tuple[Fault, _Child]](), set[tuple[str, int]]()
    while waiting or running:
        while waiting and len(running) < workers:
            fault = waiting.pop()
            child = _Child(fault, [one for one in said if not _is_passed(one, fault, endless)], least, run)
            running[child.sentinel] = (fault, child)
        for ready in wait(list(running)):
            assert isinstance(ready, int)
            fault, child = running.pop(ready)
            told = child.result()
            if (
                child.ended
                and child.ended not in endless
                and _fails(*child.ended, by_hand=False, product=run, ends=True)
            ):
                endless.add(child.ended)
            if child.ended in endless:
                waiting.append(fault)
            else:
                yield fault, told


class _Child:
    """A process in which the product is the copy with a fault; it begins with what the oracle said."""

    def __init__(self, fault: Fault, said: list[Known], least: bool, run: Path) -> None:
        self.folder = tempfile.TemporaryDirectory(dir=run)
        place = Path(self.folder.name)
        fault.put_into(place, run)
        self.told = place / "told.json"
        self.process = get_context("fork").Process(target=_inside, args=(fault, place, said, self.told, least))
        self.process.start()
        self.sentinel = self.process.sentinel
        self.ended: tuple[str, int] | None = None
        """The way and the seed of a program that ended it."""

    def result(self) -> Told | None:
        """What caught it: what was looked at last, where the fault has ended the process."""
        self.process.join()
        last = json.loads(self.told.read_text(encoding="utf-8"))
        self.folder.cleanup()
        what = last["what"] if last["done"] else f"ends the process ({self.process.exitcode})"
        self.ended = None if last["done"] or last["way"] == WRITTEN else (last["way"], last["seed"])
        return _told(last["way"], last["seed"], what) if last["way"] else None


def _is_passed(one: Known, fault: Fault, endless: set[tuple[str, int]]) -> bool:
    return isinstance(one[1], Program) and any((way, one[0]) in endless for way in fault.ways)


def _told(way: str, seed: int, what: str) -> Told:
    if way == WRITTEN:
        return Told(0, way, seed, f"{written()[seed].name}: {what}")
    return Told(seed + 1 - FIRST, way, seed, what)


def _inside(fault: Fault, folder: Path, said: list[Known], told: Path, least: bool) -> None:
    """In that process: compare until something differs. The product is imported here, and nowhere before."""
    sys.path.insert(0, str(folder))
    os.environ["RULESLAWYER_CACHE"] = str(folder / "cache")
    os.environ["PYTHONPATH"] = os.pathsep.join([str(folder), str(ROOT)])  # for processes that it starts
    spec = importlib.util.find_spec(PRODUCT)
    if spec is None or folder not in Path(spec.origin or "").parents:
        raise AssertionError(f"{PRODUCT} is imported from elsewhere than {folder}")

    from tests.oracle.campaign import MAKERS, failure, kind, maker_of, shrunk, unlike

    def tell(way: str, seed: int, what: str = "", *, done: bool = False) -> None:
        told.write_text(json.dumps({"way": way, "seed": seed, "what": what, "done": done}), encoding="utf-8")

    for seed, made, oracle in sorted(said, key=lambda one: not isinstance(one[1], Place) or one[1].name != fault.at):
        for way in fault.ways:
            by = way if isinstance(made, Program) else WRITTEN
            if by == WRITTEN and made.name != fault.at and not _is_for(way, seed):
                continue
            tell(by, seed)
            signal.setitimer(signal.ITIMER_PROF, SECONDS)
            if isinstance(made, Place):
                what = unlike(_alone(made, folder), way, oracle)
            elif way in MAKERS:
                what = failure(maker_of(way)(Seeded(seed)), way, seed)
            else:
                what = failure(made, way, seed, oracle)
            signal.setitimer(signal.ITIMER_PROF, 0)
            if what and not _own(way, seed, by == WRITTEN, folder.parent):
                tell(by, seed, kind(what), done=True)
                if least and isinstance(made, Program):
                    shrunk(way, seed, kind(what)).write(BUILD / fault.name)
                return
    tell("", 0, done=True)


def _alone(place: Place, folder: Path) -> Place:
    """A ruleset in a copy of its project: commands write scopes there, which other processes must not see."""
    copy = folder / "projects" / place.folder.name
    if not copy.exists():
        shutil.copytree(place.folder, copy, ignore=shutil.ignore_patterns("__pycache__"))
    return replace(place, folder=copy)


def _is_for(way: str, place: int) -> bool:
    """Whether a ruleset that is written by hand is asked in a way: this net's own in theirs, the traps for any number,
    the others in what is quick."""
    from tests.oracle.verbs import DOORS

    if place in TRAPS:
        return way == "any_number"
    if place < OWN and way in DOORS:
        return way in SPOKEN[written()[place].name]
    return way not in CHANGING and way != "unlifted" and (way not in DOORS or way in QUICK)


def _own(way: str, seed: int, by_hand: bool, asked: Path) -> bool:
    """Whether the product fails by itself there. `asked`: where it is, and the answers for other faults."""
    answer = asked / f"{way}-{seed}"
    if not answer.exists():
        answer.write_text(str(_fails(way, seed, by_hand, asked)), encoding="utf-8")
    return answer.read_text(encoding="utf-8") == "True"


def _fails(way: str, seed: int, by_hand: bool, product: Path, *, ends: bool = False) -> bool:
    """Whether the product fails on a program; `ends`: whether it comes to no end there."""
    what = f"failure(maker_of({way!r})(Seeded({seed})), {way!r}, {seed})"
    if by_hand:
        what = f"unlike(written()[{seed}], {way!r})"
    limit = f"import signal; signal.setitimer(signal.ITIMER_PROF, {SECONDS}); " if ends else ""
    imports = "from tests.oracle.campaign import *; from tests.oracle.written import written; "
    code = f"{imports}{limit}print(bool({what}))"
    path = os.pathsep.join([str(product), str(ROOT)])
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONPATH": path}, cwd=ROOT, capture_output=True, check=not ends,
    )  # fmt: skip
    return done.returncode < 0 if ends else done.stdout.strip() == b"True"


# what is said of them


def table(known: dict[str, Told]) -> str:
    """The table, as text."""
    put_in = faults()
    looked = [fault for fault in put_in if fault.name in known]
    left = [fault for fault in looked if not known[fault.name].way]
    explained = [fault for fault in left if fault.survives]
    caught = len(looked) - len(left)
    unseen = len(left) - len(explained)
    share = (
        f"{len(put_in)} faults: {caught} caught, {len(explained)} explained, {unseen} *unseen* in as many programs as "
        f"the table says, and {len(put_in) - len(looked)} not looked for yet."
    )
    lines = [
        "# Faults put into the engines, and what caught them",
        "",
        "Written by `python -m tests.oracle.faults`; the faults are in `wrong/`. Each is put into a copy of the",
        "product, and random programs are compared with the oracle until one tells the two apart: *by* is the way of",
        f"comparing (README.md), *programs* how many there were until then, from seed {FIRST} on, and *differs* what",
        f"is told otherwise. *{WRITTEN}*: a ruleset that is written by hand does (written.py, with its name); this",
        "net's own, and what a fault names, are looked at first, the others after the first programs.",
        "",
        share,
    ]
    for engine in dict.fromkeys(fault.engine for fault in put_in):
        head = ["| fault | what it is | by | programs | differs |", "|---|---|---|--:|---|"]
        lines += ["", f"## {engine.capitalize()}", "", *head]
        lines += [_line(fault, known.get(fault.name)) for fault in put_in if fault.engine == engine]
    if explained:
        lines += ["", "## What survives, and why", ""]
        lines += [f"- `{fault.name}`: {fault.survives}" for fault in explained]
    return "\n".join(lines) + "\n"


def _line(fault: Fault, told: Told | None) -> str:
    shown = "– | | not looked for yet"
    if told is not None:
        missed = SURVIVES if fault.survives else UNSEEN
        shown = f"{told.way or missed} | {told.programs} | {told.what}"
    return f"| `{fault.name}` | {fault.says} | {shown} |"


UNSEEN = "unseen"
"""What stands in the place of a way where none told a fault apart, and nobody knows why."""
SURVIVES = "**survives**"
"""The same where it is known why."""
LINE = re.compile(r"^\| `([a-z0-9-]+)` \| .*? \| ([a-z_]+|\*\*survives\*\*) \| (\d+) \| (.*) \|$", re.MULTILINE)


def _kept(file: Path) -> dict[str, Told]:
    """What became of each fault when it was looked for last."""
    text = file.read_text(encoding="utf-8") if file.is_file() else ""
    return {
        name: Told(int(n)) if by in (UNSEEN, SURVIVES) else Told(int(n), by, FIRST + int(n) - 1, what)
        for name, by, n, what in LINE.findall(text)
    }


def main(arguments: Sequence[str] | None = None) -> int:
    given = _parser().parse_args(arguments)
    wanted = [f for f in faults() if not given.only or {f.name, f.engine} & set(given.only)]
    file: Path = TABLE if given.output == BUILD else given.output / TABLE.name
    file.parent.mkdir(parents=True, exist_ok=True)
    known, left = _kept(file), list[Fault]()
    caught = {name: told for name, told in known.items() if told.way}
    wanted = [fault for fault in wanted if not given.left or fault.name not in caught]
    before = {fault.name: caught[fault.name] for fault in wanted if given.again and fault.name in caught}
    for fault, told in looked_for(wanted, given.workers, given.programs, given.least, before):
        known[fault.name] = told
        left += [] if told.way else [fault]
        how = f"{told.way} after {told.programs}: {told.what}" if told.way else f"survives {told.programs}"
        print(f"{fault.name}: {how}", flush=True)
        file.write_text(table(known), encoding="utf-8")
    print(f"{len(wanted) - len(left)} of {len(wanted)} caught")
    return 1 if len(left) > (1 - ENOUGH) * len(wanted) or not all(fault.survives for fault in left) else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("python -m tests.oracle.faults", description=__doc__)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--only", nargs="*", default=[], help="these, by name or engine; the others keep their lines")
    parser.add_argument("--programs", type=int, default=1500, help="at most so many for each")
    parser.add_argument("--left", action="store_true", help="those that were not caught yet")
    parser.add_argument("--again", action="store_true", help="look first at what caught each the last time")
    parser.add_argument(
        "--least", action="store_true", help="shrink the program that catches it, into the output folder"
    )
    parser.add_argument("--output", type=Path, default=BUILD, help="where what became of each is kept")
    return parser


if __name__ == "__main__":
    sys.exit(main())
