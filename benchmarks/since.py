"""The goals of speed as ratios, on whichever machine: commands by this code and by that of an older commit, by turns.

`.venv/bin/python -m benchmarks.since [ROW…]`. A goal in seconds is of the machine on which it was set. As a ratio it
says how many times as quick as then something has to be, which any machine can say that runs both. A row that is not
cold runs once uncounted, which makes the code that both keep.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Annotated

import typer

from benchmarks.checkout import checkout
from benchmarks.machine import machine
from benchmarks.peers import run
from benchmarks.run import LONG, environment, say
from benchmarks.scopes import ROOT
from benchmarks.speed import last_json

BEFORE = "87de679eb"
"""The commit at which the goals were set."""
GAMES = """
import time
from ruleslawyer.api import Project
engine = Project.load(".").ruleset("megacorp").engine("full_decks", compiled=True)
start = engine.initial()[0]
def play():
    global made
    made = sum(each["steps"] for each in engine.playouts(start, 200, longest=1000))
    return engine.code._playouts
play()
try:
    from benchmarks.machine import finish_scope
except ImportError:  # older code has none for a scope
    pass
else:
    finish_scope(engine.code._playouts, play)
    play()
began = time.process_time()
play()
print((time.process_time() - began) / made)
"""
"""Plays of whole games: the seconds that an action takes, by the code with which long plays go on."""


@dataclass(frozen=True)
class Goal:
    """A goal of speed: arguments of Python, the least that they took when the goal was set, and the goal, in one unit.

    by: what is measured. "clock" and "processor" are seconds of the whole command; "search" the processor's seconds of
    one search by one worker; "printed" the number in the command's last line.
    cold: each run begins with an empty cache.
    """

    words: tuple[str, ...]
    was: float
    goal: float
    by: str = "clock"
    cold: bool = False


def explored(ruleset: str, scope: str, was: float, goal: float) -> Goal:
    """The goal of a whole `explore`, in seconds by the clock."""
    return Goal(("-m", "ruleslawyer", "explore", ruleset, "--scope", scope, "--fresh"), was, goal)


GOALS = {
    "daemons": explored("daemons", "medium", 4.0, 2),
    "mnemonic": explored("mnemonic", "medium", 8.4, 3),
    "mere_mortals": explored("mere_mortals", "medium", 19.1, 5),
    "memesis": explored("memesis", "medium", 37.0, 12),
    "megacorp": explored("megacorp", "responses_small", 16.8, 3),
    "transitions": Goal(
        ("-m", "benchmarks.lifted", ".", "memesis", "medium", "--searches", "1"), 1 / 0.7, 1 / 2, "search"
    ),
    "games": Goal(("-c", GAMES), 1 / 4700, 1 / 25000, "printed"),
    "check": Goal(("-m", "ruleslawyer", "check", "--fresh"), 91, 70, cold=True),
    "findings": Goal(("-m", "ruleslawyer", "findings"), 4.7, 0.4, "processor"),
    "help": Goal(("-m", "ruleslawyer", "explore", "--help"), 1.1, 0.3, "processor", cold=True),
}


def taken(goal: Goal, root: Path, kept: Path) -> float:
    """Seconds of one run by the code of a checkout, which keeps what it made in a folder."""
    paths = os.pathsep.join((str(root / "src"), str(root)))
    with environment(PYTHONPATH=paths, RULESLAWYER_CACHE=f"{kept}/code", RULESLAWYER_ANSWERS=f"{kept}/said"):
        ended = run([sys.executable, *goal.words], root, LONG)
    if ended.code not in (0, 1):
        raise SystemExit(f"{' '.join(goal.words)} ended with {ended.code} in {root}:\n{ended.output}")
    match goal.by:
        case "clock":
            return ended.seconds
        case "processor":
            return ended.processor
        case "search":
            return float(last_json(ended.output)["one_cpu"][0])
        case _:
            return float(last_json(ended.output))


def pairs(goal: Goal, before: Path, repeat: int) -> Iterator[tuple[float, float]]:
    """Seconds of both, by turns."""
    with TemporaryDirectory() as kept:
        for turn in range(repeat if goal.cold else repeat + 1):
            folders = [Path(kept) / str(turn if goal.cold else 0) / name for name in ("then", "now")]
            pair = taken(goal, before, folders[0]), taken(goal, ROOT, folders[1])
            say(f"  {pair[0]:.4g}, {pair[1]:.4g} s")
            if goal.cold or turn:
                yield pair


def main(
    rows: Annotated[list[str] | None, typer.Argument(help="Only these.")] = None,
    revision: Annotated[str, typer.Option(help="The commit to compare with.")] = BEFORE,
    repeat: Annotated[int, typer.Option(min=1, help="Pairs of runs that count.")] = 3,
) -> None:
    """Measure, and print a row for each goal."""
    if unknown := set(rows or ()) - GOALS.keys():
        raise typer.BadParameter(f"{', '.join(sorted(unknown))}: there are {', '.join(GOALS)}")
    print("| what | then, s | now, s | times as quick: median, least, most | goal |\n|---|---|---|---|---|", flush=True)
    with checkout(revision) as before:
        for name in rows or GOALS:
            say(name)
            goal = GOALS[name]
            found = list(pairs(goal, before, repeat))
            then, now = (median(one) for one in zip(*found, strict=True))
            times = sorted(then / now for then, now in found)
            what = f"{name}, by {goal.by} | {then:.4g} | {now:.4g}"
            said = f"{median(times):.2f}, {times[0]:.2f}, {times[-1]:.2f}"
            print(f"| {what} | {said} | {goal.was / goal.goal:.1f} |", flush=True)
    print("; ".join(f"{name} {value}" for name, value in machine().items()))


if __name__ == "__main__":
    typer.run(main)
