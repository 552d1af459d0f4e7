"""A conformance session of 1 000 actions against the example on node.

`.venv/bin/python -m benchmarks.conform [SCOPE …]`. Each scope is played three times, from the start of node to its end;
the row has the medians of the clock's seconds and of the processor's, ours and node's.
"""

from __future__ import annotations

import resource
import shutil
import sys
import time
from pathlib import Path
from statistics import median

from benchmarks.machine import machine
from ruleslawyer.api import Project
from ruleslawyer.bridges.conform.program import Program
from ruleslawyer.bridges.conform.session import walk

ROOT = Path(__file__).parents[1]
EXAMPLE = ROOT / "examples" / "node-daemons" / "main.mjs"
STEPS = 1000
TIMES = 3


def processor() -> float:
    """Seconds of the processor, of this process and of those that it has waited for."""
    return sum(sum(resource.getrusage(who)[:2]) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))


def measured(scope: str) -> tuple[float, float, int, int]:
    """Seconds by the clock and of the processor, answers of node, and plays of one session; one that does not agree is
    no measurement."""
    system = Project.load(ROOT).ruleset("daemons").transition_system(scope)
    seconds, busy, answers, plays = [], [], 0, 0
    for _ in range(TIMES):
        began, used = time.perf_counter(), processor()
        with Program(["node", str(EXAMPLE)], 60.0) as program:
            found = walk(program, system, "daemons", steps=STEPS, seed=0, seconds=600)
            answers, plays = program.requests, found.plays
        if not found.agrees or found.steps != STEPS:
            sys.exit(f"scope {scope}: the session was not one of {STEPS} actions that agree")
        seconds.append(time.perf_counter() - began)
        busy.append(processor() - used)
    return median(seconds), median(busy), answers, plays


def main(scopes: list[str]) -> None:
    if shutil.which("node") is None:
        sys.exit("node is not installed")
    for key, value in machine().items():
        print(f"{key}: {value}")
    print(
        f"| daemons, scope | plays | answers | seconds for {STEPS} actions | of the processor |\n|---|---|---|---|---|"
    )
    for scope in scopes:
        seconds, busy, answers, plays = measured(scope)
        print(f"| {scope} | {plays} | {answers} | {seconds:.1f} | {busy:.1f} |")


if __name__ == "__main__":
    main(sys.argv[1:] or ["tiny", "duel", "small", "whole"])
