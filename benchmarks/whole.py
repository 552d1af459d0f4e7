"""Whole rulebooks: `.venv/bin/python -m benchmarks.whole`, a table as in the README, and build/whole.json."""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Annotated, Any

import typer

from benchmarks.machine import machine
from benchmarks.peers import run
from benchmarks.run import LONG, environment, finished, say
from benchmarks.scopes import ROOT
from ruleslawyer.files.write import write_whole

SCOPES = (
    ("daemons", "medium"),
    ("mere_mortals", "medium"),
    ("mnemonic", "medium"),
    ("memesis", "medium"),
    ("megacorp", "responses_small"),
)
COLUMNS: dict[str, Callable[[dict[str, Any]], str]] = {
    "rulebook, scope": lambda r: f"{r['ruleset']}, `{r['scope']}`",
    "states": lambda r: f"{r['counts'][0]:,}".replace(",", " "),
    "ready, nothing kept": lambda r: f"{r['cold']:.1f} s",
    "ready, code kept": lambda r: f"{r['warm']:.2f} s",
    "thousand states/s": lambda r: f"{r['counts'][0] / median(r['one']) / 1000:.0f}",
    "two workers": lambda r: f"{median(r['one']) / median(r['two']):.1f} times",
    "bytes a state": lambda r: f"{r['bytes'] / r['counts'][0]:.0f}",
    "`explore`, whole command": lambda r: f"{r['command']:.1f} s",
}


def measured(ruleset: str, scope: str, repeat: int) -> dict[str, Any]:
    """One scope: in a cache that is empty, and with what the first run left there."""
    say(f"{ruleset}, {scope}")
    with TemporaryDirectory() as cache, environment(RULESLAWYER_CACHE=cache):
        cold = _lifted(ruleset, scope, 0)
        _lifted(ruleset, scope, 0)
        warm = _lifted(ruleset, scope, repeat)
        command = ("-m", "ruleslawyer", "explore", ruleset, "--scope", scope)
        seconds = min(finished([sys.executable, *command]).seconds for _ in range(repeat))
    return {
        "ruleset": ruleset, "scope": scope, **warm, "cold": cold["ready"], "warm": warm["ready"], "command": seconds,
    }  # fmt: skip


def _lifted(ruleset: str, scope: str, searches: int) -> Any:
    command = [sys.executable, "-m", "benchmarks.lifted", str(ROOT), ruleset, scope, "--searches", str(searches)]
    ended = run(command, ROOT, LONG)
    if ended.code:
        raise SystemExit(f"{' '.join(command)} ended with {ended.code}:\n{ended.output}")
    return json.loads(ended.output.splitlines()[-1])


def table(rows: list[dict[str, Any]]) -> str:
    cells = [list(COLUMNS), ["---"] * len(COLUMNS), *([of(row) for of in COLUMNS.values()] for row in rows)]
    return "\n".join(f"| {' | '.join(line)} |" for line in cells)


def main(
    repeat: Annotated[int, typer.Option(min=1, help="Searches of each kind, and commands.")] = 3,
    output: Annotated[Path, typer.Option(help="Where the figures go.")] = ROOT / "build" / "whole.json",
) -> None:
    """Measure, and print the table."""
    began, load = time.perf_counter(), os.getloadavg()
    rows = []
    for ruleset, scope in SCOPES:
        rows.append(measured(ruleset, scope, repeat))
        say(table(rows[-1:]).splitlines()[-1])
    print(table(rows))
    of = "; ".join(f"{name} {value}" for name, value in machine().items())
    print(f"{of}; load {load[0]:.1f} before; {time.perf_counter() - began:.0f} s in all")
    output.parent.mkdir(parents=True, exist_ok=True)
    write_whole(output, json.dumps({"machine": machine(), "load": load, "rows": rows}, indent=1) + "\n")


if __name__ == "__main__":
    typer.run(main)
