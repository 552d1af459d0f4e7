"""Steps a second beside OpenSpiel's own games of the same rules: in C++, in Python, and ours in three ways.

`python -m benchmarks.openspiel [SECONDS]`: random plays, 3 seconds of a processor each by default. A step asks what is
legal, draws one of it and takes it. All are called from Python, one step at a time, but for the last row of ours, which
plays to the end by itself. Ratios are to OpenSpiel's C++ game in the same run. Nim has three heaps of three, and who
takes the last wins.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pyspiel
from open_spiel.python.games import tic_tac_toe  # noqa: F401  # it registers itself

from benchmarks.machine import finish
from ruleslawyer.open_spiel import adapter
from ruleslawyer.play.coded import Coded
from ruleslawyer.rulebook.rulesets.loaded import LoadedProject, LoadedRuleset
from tests.agree.written import written
from tests.unit.extensive.tables import CLASSICS
from tests.unit.solving.test_solve import NIM, PLAYERS

FIRST = "[attributes.Player]\nfirst = [true, false]\n"
HEAD = ("game", "steps/s", "beside C++")
PLAYS = 200


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 3.0
    with TemporaryDirectory() as folder:
        ours = LoadedProject.at(CLASSICS / "tictactoe").ruleset("tictactoe")
        print_rows("tic-tac-toe", rows("tic_tac_toe", "python_tic_tac_toe", ours, "board", seconds))
        print_rows("Nim", rows("nim(pile_sizes=3;3;3,is_misere=false)", None, nim(Path(folder)), "tiny", seconds))


def nim(folder: Path) -> LoadedRuleset:
    """The ruleset that the tests solve, in a project of its own."""
    text = "\n\nclass Player(Sort):\n    first: bool\n" + NIM
    scope = f"{PLAYERS}Heap = 3\n\n{FIRST}[attributes.Heap]\nnumber = [0, 1, 2]\n"
    return LoadedProject.at(written(folder, "nim", text, scope)).ruleset("nim")


def rows(
    theirs: str, in_python: str | None, ours: LoadedRuleset, scope: str, seconds: float
) -> Iterator[tuple[str, float]]:
    """What was measured, and how many steps a second."""
    yield "OpenSpiel's, in C++", rate(steps_of(pyspiel.load_game(theirs).new_initial_state), seconds)
    if in_python:
        yield "OpenSpiel's, in Python", rate(steps_of(pyspiel.load_game(in_python).new_initial_state), seconds)
    game = adapter.load(ours, scope, uniform=True)
    begin = game.new_initial_state
    if begin().is_chance_node():  # the last way to begin has all heaps full
        begin = lambda: game.new_initial_state().child(len(game.table.beginnings) - 1)  # noqa: E731
    yield "the rulebook in OpenSpiel", rate(steps_of(begin), seconds)
    coded = Coded(ours.transition_system(scope))
    finish(coded.code.book)
    first = coded.code.bytes_of(game.table.beginnings[-1][1])
    yield "the rulebook's compiled code", rate(lambda: bare(coded.code, first), seconds)
    plays = ours_in_bulk(coded, game.table.beginnings[-1][1])
    yield "the same, whole plays at once", rate(plays, seconds)


def rate(steps: Callable[[], Iterator[int]], seconds: float) -> float:
    began, done = time.process_time(), 0
    for count in steps():
        done += count
        spent = time.process_time() - began
        if spent > seconds:
            break
    return done / spent


def steps_of(begin: Callable[[], Any]) -> Callable[[], Iterator[int]]:
    """Plays of a `pyspiel` game, a batch at a time."""

    def played() -> Iterator[int]:
        dice = random.Random(1)
        while True:
            done = 0
            for _ in range(PLAYS):
                state = begin()
                while not state.is_terminal():
                    state.apply_action(dice.choice(state.legal_actions()))
                    done += 1
            yield done

    return played


def bare(code: Any, first: bytes) -> Iterator[int]:
    dice = random.Random(1)
    while True:
        done = 0
        for _ in range(PLAYS):
            state = first
            while choices := code.choices(state):
                state = code.step(state, dice.choice(choices))
                done += 1
        yield done


def ours_in_bulk(coded: Coded, first: Any) -> Callable[[], Iterator[int]]:
    from ruleslawyer.engines.native.stepper import Playouts

    plays, written_ = Playouts(coded.system), coded.code.bytes_of(first)

    def played() -> Iterator[int]:
        for seed in range(1 << 30):
            yield sum(steps for _, steps, _ in plays.from_(written_, 10 * PLAYS, seed, 100))

    return played


def print_rows(title: str, found: Iterator[tuple[str, float]]) -> None:
    print(f"\n{title}: {' | '.join(HEAD)}", flush=True)
    reference = None
    for called, steps in found:
        reference = reference or steps
        print(f"{called} | {steps:,.0f} | {steps / reference:.3g}", flush=True)


if __name__ == "__main__":
    main()
