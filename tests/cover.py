"""Which tests `make test` needs: a greedy cover of the lines that tests run, and the tests that see planted faults.

`python -m tests.cover run` runs the suite once under coverage (pip install coverage), other processes of a test too,
and keeps in build/cover what each test took and ran. `python -m tests.cover choose --seconds N` prints, as entries for
longer.toml, what may be left to the campaign so that N seconds are saved: what takes most goes first. A test stays
without which some line of the product would not be run, or that a list of planted faults names. Read what it prints:
lines do not say all that a test sees.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import sysconfig
from collections import defaultdict
from collections.abc import Iterable, Mapping, Set
from contextlib import suppress
from heapq import heapify, heappop, heappush
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
BUILD = ROOT / "build" / "cover"
RAW, SECONDS, SETTINGS = BUILD / "raw", BUILD / "seconds.jsonl", BUILD / "coveragerc"
STARTED = "import os; os.environ.get('COVERAGE_PROCESS_START') and __import__('coverage').process_startup()\n"
"""For each process of the environment: its lines are of the test that pytest names in the environment."""
CONFIGURED = f"""[run]
source = {ROOT / "src" / "ruleslawyer"}
data_file = {RAW / "lines"}
parallel = true
context = ${{PYTEST_CURRENT_TEST-}}
concurrency = multiprocessing, thread
sigterm = true
"""
FEW = 12
"""Cases of a test that are named one by one."""
ENOUGH = 2.0
"""Seconds below which leaving a test out saves nothing that anybody notices."""
UNSEEN = "agree/", "any_number/", "browser/", "oracle/", "test_"
"""Where lines of Python do not say what a test sees: code that is made, answers of solvers, pages, texts."""


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_logstart(nodeid: str) -> None:
    """Begin the lines of a test."""
    running = import_module("coverage").Coverage.current()
    if running is not None:
        running.switch_context(nodeid)


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Keep what a part of a test took; each part is told to the process that began."""
    if "PYTEST_XDIST_WORKER" not in os.environ:
        with SECONDS.open("a", encoding="utf-8") as file:
            file.write(json.dumps([report.nodeid, report.when, report.duration]) + "\n")


def run(arguments: list[str]) -> int:
    """Run tests with the plugin that this file is; the exit code is theirs."""
    RAW.mkdir(parents=True, exist_ok=True)
    SETTINGS.write_text(CONFIGURED, encoding="utf-8")
    start = Path(sysconfig.get_path("purelib")) / "cover_processes.pth"
    start.write_text(STARTED, encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-q", "-n", "2", "--dist", "worksteal", "-p", "tests.cover", *arguments]
    try:
        return subprocess.call(command, cwd=ROOT, env={**os.environ, "COVERAGE_PROCESS_START": str(SETTINGS)})
    finally:
        start.unlink()


def seconds() -> dict[str, float]:
    """What each test took, with what it set up itself; of several runs the least, as machines are busy."""
    least: dict[tuple[str, str], float] = {}
    for line in SECONDS.read_text(encoding="utf-8").splitlines():
        test, part, took = json.loads(line)
        least[test, part] = min(took, least.get((test, part), took))
    found: dict[str, float] = defaultdict(float)
    for (test, _), took in least.items():
        found[test] += took
    return found


def lines() -> dict[str, set[tuple[str, int]]]:
    """The lines that each test ran, of whatever process, but for those that an import runs."""
    coverage = import_module("coverage")
    found: dict[str, set[tuple[str, int]]] = defaultdict(set)
    for place in RAW.iterdir():
        data = coverage.CoverageData(place)
        with suppress(coverage.CoverageException):  # of a process that was ended
            data.read()
        for file in data.measured_files():
            for number, contexts in data.contexts_by_lineno(file).items():
                for context in filter(None, contexts):
                    found[re.sub(r" \((?:setup|call|teardown)\)$", "", context)].add((file, number))
    return found


def function_of(test: str) -> str:
    """The function of a case, as longer.toml names it."""
    return test.removeprefix("tests/").partition("[")[0]


def named_in_lists() -> set[str]:
    """The tests that lists of planted faults name, and longer.toml as left out or as what stays."""
    lists = (ROOT / "tests").rglob("*.toml")
    return {name for one in lists for name in re.findall(r"[\w/]+\.py::\w+", one.read_text(encoding="utf-8"))}


def cover(took: Mapping[str, float], ran: Mapping[str, Set[object]]) -> dict[str, int]:
    """Tests that together run every line, with how many each adds: always the one that adds most in a second. What a
    test adds only falls, so what it added before says whether it has to be looked at again."""
    left = [(-len(of) / (took[test] + 0.01), test) for test, of in ran.items() if test in took]
    chosen, done = dict[str, int](), set[object]()
    heapify(left)
    while left:
        _, test = heappop(left)
        new = ran[test] - done
        now = -len(new) / (took[test] + 0.01)
        if new and left and now > left[0][0]:
            heappush(left, (now, test))
        elif new:
            chosen[test] = len(new)
            done |= new
    return chosen


def entries(out: Iterable[str], every: Iterable[str], stays: Mapping[str, str]) -> list[str]:
    """Entries of longer.toml for tests that are left out: whole, case by case, or all but one in so many."""
    cases: dict[str, list[str]] = defaultdict(list)
    for test in every:
        cases[function_of(test)].append(test)
    gone, told = {*out}, []
    for function, of in sorted(cases.items()):
        mine = [test for test in of if test in gone]
        if not mine:
            continue
        said = [f'test = "{function}"']
        if len(mine) < len(of):
            names = [test.partition("[")[2].removesuffix("]") for test in mine]
            some = f"keep_one_in = {len(of) // (len(of) - len(mine))}"
            said.append(f"of = {json.dumps(names)}" if len(mine) <= FEW else some)
            said.append('instead = "the cases that stay run the same lines"')
        else:
            said.append(f'instead = "{stays[mine[0]]} runs the same lines"')
        told.append("\n".join(("[[longer]]", *said)))
    return told


def choose(wanted: float) -> list[str]:
    """Entries that save so many seconds."""
    took, ran, listed = seconds(), lines(), named_in_lists()
    needed = cover(took, ran)
    out, saved = [], 0.0
    for test, long in sorted(took.items(), key=lambda one: -one[1]):
        function = function_of(test)
        stays = test in needed or function in listed or function.startswith(UNSEEN)
        if stays or long < ENOUGH or saved >= wanted:
            continue
        out.append(test)
        saved += long
    kept = [test for test in needed if test not in out]
    instead = {test: function_of(max(kept, key=lambda one: len(ran[one] & ran[test]))) for test in out}
    print(f"{len(took)} tests, {sum(took.values()):.0f} s; cover: {len(needed)}, {sum(took[t] for t in needed):.0f} s; "
          f"{len(out)} left out, {saved:.0f} s", file=sys.stderr)  # fmt: skip
    return entries(out, took, instead)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    verbs = parser.add_subparsers(dest="verb", required=True)
    verbs.add_parser("run", help="run the suite; what pytest knows may follow")
    asked = verbs.add_parser("choose", help="print entries for longer.toml")
    asked.add_argument("--seconds", type=float, required=True, help="seconds to save")
    found, more = parser.parse_known_args()
    if found.verb == "run":
        sys.exit(run(more))
    print("\n\n".join(choose(found.seconds)))
