"""Whole rulebooks: `.venv/bin/python -m benchmarks.whole`, the table of docs/rulebooks.md, and build/whole.json.

Beside our search, with everything recorded, stands SPIN's bare search of the same model, where that can be exported and
SPIN is there; otherwise the reason is printed below.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Annotated, Any

import typer

from benchmarks.machine import machine
from benchmarks.peers import Skipped, Spin, available, run, succeed
from benchmarks.run import LONG, agree, environment, finished, say
from benchmarks.scopes import ROOT
from ruleslawyer.base.files.write import write_whole

SCOPES = (
    ("daemons", "medium", 600),
    ("mere_mortals", "medium", 600),
    ("mnemonic", "medium", 600),
    ("memesis", "medium", 2400),
    ("megacorp", "responses_small", 600),
)
"""Each with the seconds that one step of SPIN's may take, the export of the model first."""
COLUMNS: dict[str, Callable[[dict[str, Any]], str]] = {
    "rulebook, scope": lambda r: f"{r['ruleset']}, `{r['scope']}`",
    "states": lambda r: f"{r['counts'][0]:,}".replace(",", " "),
    "ready, nothing kept": lambda r: f"{r['cold']:.1f} s",
    "ready, code kept": lambda r: f"{r['warm']:.2f} s",
    "thousand states/s of a processor": lambda r: f"{r['counts'][0] / median(r['one_cpu']) / 1000:.0f}",
    "times SPIN": lambda r: f"{r['spin']['times']:.2f}" if "times" in r["spin"] else "–",
    "two workers": lambda r: f"{median(r['one']) / median(r['two']):.1f} times",
    "bytes a state": lambda r: f"{r['bytes'] / r['counts'][0]:.0f}",
    "`explore`, whole command": lambda r: _both(r["command"]),
    "SPIN's whole way": lambda r: _both(r["spin"]["whole"]) if "whole" in r["spin"] else "–",
}


def _both(seconds: Sequence[float]) -> str:
    """Seconds by the clock, and of a processor."""
    return "{:.1f} s, {:.1f} s".format(*seconds)


def measured(ruleset: str, scope: str, patience: float, repeat: int) -> dict[str, Any]:
    """One scope: in a cache that is empty, and with what the first run left there."""
    say(f"{ruleset}, {scope}")
    with TemporaryDirectory() as cache, environment(RULESLAWYER_CACHE=cache):
        cold = _lifted(ruleset, scope, 0)
        _lifted(ruleset, scope, 0)
        warm = _lifted(ruleset, scope, repeat)
        command = ("-m", "ruleslawyer", "explore", ruleset, "--scope", scope, "--fresh")
        ran = min((finished([sys.executable, *command]) for _ in range(repeat)), key=lambda one: one.seconds)
    return {
        "ruleset": ruleset, "scope": scope, **warm, "cold": cold["ready"], "warm": warm["ready"],
        "command": (ran.seconds, ran.processor), "spin": beside(ruleset, scope, patience, warm, repeat),
    }  # fmt: skip


def beside(ruleset: str, scope: str, patience: float, ours: dict[str, Any], repeat: int) -> dict[str, Any]:
    """SPIN's searches; `times`: how many times as fast ours is, by seconds of a processor; `whole`: the seconds of its
    whole way, which exports the model, makes the program and searches; or why there are none."""
    with TemporaryDirectory() as name:
        text = Path(name) / "model.pml"
        try:
            say("  SPIN: export, translate, compile, search")
            available("spin", "gcc")
            export = ("export", ruleset, "--scope", scope, "--to", "promela", "-o", str(text))
            exported = succeed([sys.executable, "-m", "ruleslawyer", *export], ROOT, patience)
            peer = Spin(Path(name), text, ours["counts"][0], patience)
            agree(peer.name, peer.first, ours["counts"])
            runs = [peer.first, *(peer.search() for _ in range(repeat - 1))]
        except Skipped as reason:
            say(f"  SPIN skipped: {reason}")
            return {"skipped": str(reason)}
    seconds = [one.processor for one in runs]
    way = exported, *peer.made, peer.first
    taken = sum(one.seconds for one in way), sum(one.processor for one in way)
    return {"seconds": seconds, "times": median(seconds) / median(ours["one_cpu"]), "whole": taken}


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
    only: Annotated[list[str] | None, typer.Option(help="A ruleset; may be repeated.")] = None,
    repeat: Annotated[int, typer.Option(min=1, help="Searches of each kind, and commands.")] = 3,
    output: Annotated[Path, typer.Option(help="Where the figures go.")] = ROOT / "build" / "whole.json",
) -> None:
    """Measure, and print the table."""
    began, load = time.perf_counter(), os.getloadavg()
    rows = []
    if unknown := set(only or ()) - {name for name, _, _ in SCOPES}:
        raise typer.BadParameter(f"{', '.join(sorted(unknown))}: there are {', '.join(name for name, _, _ in SCOPES)}")
    for ruleset, scope, patience in SCOPES:
        if only and ruleset not in only:
            continue
        with environment():
            rows.append(measured(ruleset, scope, patience, repeat))
        say(table(rows[-1:]).splitlines()[-1])
    print(table(rows))
    for row in rows:
        if "skipped" in row["spin"]:
            print(f"no SPIN beside {row['ruleset']}, {row['scope']}: {row['spin']['skipped']}")
    of = "; ".join(f"{name} {value}" for name, value in machine().items())
    print(f"{of}; load {load[0]:.1f} before; {time.perf_counter() - began:.0f} s in all")
    output.parent.mkdir(parents=True, exist_ok=True)
    write_whole(output, json.dumps({"machine": machine(), "load": load, "rows": rows}, indent=1) + "\n")


if __name__ == "__main__":
    typer.run(main)
