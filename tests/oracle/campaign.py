"""The net at length: `python -m tests.oracle.campaign --programs 100000 --workers 2`.

Each seed is a program; each way of comparing looks at a share of them. It goes on from where it was stopped with
`--first`. A program on which two disagree is shrunk by hypothesis, and written to build/net as a project that one can
run; the exit code is 1 then.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from hypothesis import Phase, find, settings
from hypothesis.database import InMemoryExampleDatabase, choices_to_bytes
from hypothesis.errors import HypothesisException

from tests.oracle.compare import WAYS, Case, Disagreement, Made, Passed
from tests.oracle.programs import Maker, Program, Seeded, program, programs
from tests.oracle.truth import Oracle
from tests.oracle.unliftable import unliftable
from tests.oracle.written import Place

BATCH = 25
"""Programs that one process is given at a time."""


MAKERS: Mapping[str, Maker] = {"unlifted": unliftable}
"""Ways for which programs are made otherwise."""


def maker_of(way: str) -> Maker:
    return MAKERS.get(way, program)


@dataclass
class Told:
    """What became of some programs: comparisons by way, programs passed over by reason, and what failed."""

    comparisons: Counter[str] = field(default_factory=Counter)
    passed: Counter[str] = field(default_factory=Counter)
    failed: list[tuple[str, int, str]] = field(default_factory=list)


def failure(made: Program, way: str, seed: int, oracle: Oracle | None = None) -> str:
    """What two say differently of a program, one way; empty where they agree. A crash of the tool is one, too.
    `oracle`: where it has explored this already."""
    with tempfile.TemporaryDirectory() as folder:
        return failed(lambda: WAYS[way][1](Made(made, Path(folder), oracle), seed), way)


def unlike(place: Place, way: str, oracle: Oracle | None = None) -> str:
    """The same of a ruleset that is written by hand."""
    for salt in range(4) if way in ("reading", "ruling") else (0,):
        told = failed(lambda salt=salt: WAYS[way][1](Case(place, oracle), salt), way)  # type: ignore[misc]
        if told:
            return told
    return ""


def failed(compare: Callable[[], int], way: str) -> str:
    """What is said differently in one comparison; empty where nothing is."""
    try:
        compare()
    except Passed:
        return ""
    except Disagreement as error:
        return str(error)
    except Exception as error:  # whatever it is, it is a failure of the tool, and is told
        return f"{way}\ncrash {type(error).__name__}: {traceback.format_exc(limit=-6)}"
    return ""


def kind(told: str) -> str:
    """What failures of one kind have in common: which of the things that are compared differ, or how it crashed."""
    return " ".join(sorted({line.split(":")[0] for line in told.split("\n")[1:2]}))


def programs_of(seeds: Sequence[int], ways: Sequence[str], every: bool) -> Told:
    """One share of a campaign."""
    told = Told()
    for seed in seeds:
        mine = [way for way in ways if every or seed % WAYS[way][0] == 0]
        for maker in dict.fromkeys(map(maker_of, mine)):
            with tempfile.TemporaryDirectory() as folder:
                try:
                    case = Made(maker(Seeded(seed)), Path(folder))
                    _look(case, seed, [way for way in mine if maker_of(way) is maker], told)
                except Passed as reason:
                    told.passed[str(reason)] += 1
                except Exception as error:  # the front end itself
                    why = f"lower\ncrash {type(error).__name__}: {traceback.format_exc()}"
                    told.failed.append(("lower", seed, why))
    return told


def _look(case: Made, seed: int, ways: Sequence[str], told: Told) -> None:
    for way in ways:
        try:
            told.comparisons[way] += WAYS[way][1](case, seed)
        except Passed as reason:
            told.passed[f"{way}: {reason}"] += 1
        except Disagreement as error:
            told.failed.append((way, seed, str(error)))
        except Exception as error:  # a crash of the tool is a failure of the run
            told.failed.append((way, seed, f"{way}\ncrash {type(error).__name__}: {traceback.format_exc(limit=-6)}"))


def shrunk(way: str, seed: int, wanted: str) -> Program:
    """The least program that fails in the same way, as hypothesis finds it."""
    seeded = Seeded(seed)
    made = maker_of(way)(seeded)
    database = InMemoryExampleDatabase()  # under this key hypothesis keeps what it has not shrunk yet
    database.save(b"net.secondary", choices_to_bytes(seeded.made))
    phases = (Phase.reuse, Phase.shrink)
    try:
        return find(
            programs(maker_of(way)),
            lambda p: kind(failure(p, way, seed)) == wanted,
            settings=settings(database=database, phases=phases, deadline=None, max_examples=2000, derandomize=False),
            database_key=b"net",
        )
    except HypothesisException:  # it did not fail again
        return made


def keep(found: tuple[str, int, str], folder: Path, shrink: bool) -> Path:
    """Write a program that fails as a project, with what was said of it."""
    way, seed, told = found
    made = shrunk(way, seed, kind(told)) if shrink and way in WAYS else maker_of(way)(Seeded(seed))
    place = made.write(folder / f"{way}-{seed}")
    again = failure(made, way, seed) if way in WAYS else told
    (place / "README.md").write_text(f"# Seed {seed}, {way}\n\n```\n{again or told}\n```\n", encoding="utf-8")
    return place


def run(seeds: range, workers: int, ways: Sequence[str], every: bool) -> Iterator[tuple[int, Told]]:
    """The shares, as they are done, each with its number of programs."""
    batches = [range(i, min(i + BATCH, seeds.stop)) for i in range(seeds.start, seeds.stop, BATCH)]
    if workers == 1:
        for batch in batches:
            yield len(batch), programs_of(batch, ways, every)
        return
    with ProcessPoolExecutor(workers) as pool:
        waiting = {pool.submit(programs_of, batch, ways, every): batch for batch in batches}
        for done in as_completed(waiting):
            yield len(waiting[done]), done.result()


def main(arguments: Sequence[str] | None = None) -> int:
    given: Any = _parser().parse_args(arguments)
    seeds, ways = range(given.first, given.first + given.programs), given.ways or list(WAYS)
    began, done, total, shown = time.perf_counter(), 0, Told(), set[str]()
    with tempfile.TemporaryDirectory() as cache:
        os.environ["RULESLAWYER_CACHE"] = cache  # machine code of programs that nobody will see again
        for number, told in run(seeds, given.workers, ways, given.every):
            done += number
            total.comparisons += told.comparisons
            total.passed += told.passed
            total.failed += told.failed
            seconds = time.perf_counter() - began
            rate = f"{done / seconds:.1f} a second"
            print(f"{done} of {len(seeds)} programs, {total.comparisons.total()} comparisons, {rate}", flush=True)
            for found in told.failed:
                what = f"{found[0]} {kind(found[2])}"
                if what not in shown or given.all:
                    place = keep(found, given.output, not given.no_shrink)
                    print(f"seed {found[1]}, {what}: {place}", flush=True)
                shown.add(what)
    print(f"\nfrom {seeds.start} to {seeds.stop - 1}; go on with --first {seeds.stop}")
    for title, counted in (("comparisons", total.comparisons), ("passed over", total.passed)):
        print(f"{title}:", *(f"\n  {n:7} {what}" for what, n in counted.most_common()))
    print(f"disagreements: {len(total.failed)}", *(f"\n  seed {f[1]}: {f[0]} {kind(f[2])}" for f in total.failed))
    return 1 if total.failed else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("python -m tests.oracle.campaign", description=__doc__)
    parser.add_argument("--programs", type=int, default=1000)
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--ways", nargs="*", choices=list(WAYS), help="only these")
    parser.add_argument("--every", action="store_true", help="compare every program in each way, not a share")
    parser.add_argument("--all", action="store_true", help="keep every failure, not the first of each kind")
    parser.add_argument("--no-shrink", action="store_true")
    parser.add_argument("--output", type=Path, default=Path("build/net"))
    return parser


if __name__ == "__main__":
    sys.exit(main())
