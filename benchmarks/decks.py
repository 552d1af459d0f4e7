"""Growth with the cards of a deck: War from a deal of 10, 20, 52 and 124 different cards, the winner taking them in
any order; for each a process of its own. `.venv/bin/python -m benchmarks.decks`."""

from __future__ import annotations

import json
import sys
import time
from random import Random
from tempfile import TemporaryDirectory
from typing import Annotated, Any

import typer

from benchmarks.machine import finish_scope, machine
from benchmarks.run import environment, finished
from benchmarks.scopes import ROOT

CARDS = (10, 20, 52, 124)
WAR = ROOT / "examples" / "war"
HEAD = ("cards", "bits of a state", "ready, nothing kept", "ready, code kept", "thousand states/s", "bytes a state")


def scope(cards: int) -> dict[str, Any]:
    """War, all cards dealt: half of them to each, in an order that is the same every time."""
    names = [str(rank) for rank in range(1, cards + 1)]
    dealt = Random(cards).sample(names, cards)
    return {
        "sorts": {"Player": ["Ann", "Bob"], "Card": names},
        "attributes": {"Player": {"cuts": [True, False]}, "Card": {"rank": list(range(1, cards + 1))}},
        "bounds": {"shuffle_and_cut.shuffle": [0, 0], "shuffle_and_cut.cut": [0, 0]},
        "initial": {"deck": {"Ann": dealt[::2], "Bob": dealt[1::2]}},
    }


def searched(cards: int, states: int) -> dict[str, Any]:
    """One search by one worker, by code for the scope; all seconds are of a processor."""
    from ruleslawyer.api import Project
    from ruleslawyer.base.files.places import Places
    from ruleslawyer.engines.native.explore import search_natively
    from ruleslawyer.rulebook.claims.limits import Limits
    from ruleslawyer.rulebook.scopes.load import scope_in
    from ruleslawyer.semantics.interpret import Interpreter
    from ruleslawyer.semantics.transition import TransitionSystem

    system = Project.load(WAR).ruleset("war").system
    dealt = scope_in(scope(cards), "pack", system, Places("pack", ""), bounded=True)
    war = TransitionSystem(Interpreter(system, dealt), {"goes_under_first": "free_order"})
    began = time.process_time()
    first = search_natively(war, Limits(states=1), workers=1)
    seconds = time.process_time() - began
    finish_scope(first, lambda: search_natively(war, Limits(states=states), workers=1))
    began = time.process_time()
    explored = search_natively(war, Limits(states=states), workers=1)
    found, spent = explored.found, time.process_time() - began
    return {
        "bits": 64 * explored.layout.words, "ready": seconds,
        "rate": found.size / spent, "bytes": found.set.bytes / found.size,
    }  # fmt: skip


def main(
    cards: Annotated[int | None, typer.Argument(help="Only so many, in this process, as JSON.")] = None,
    states: Annotated[int, typer.Option(help="States of a search, about.")] = 300_000,
) -> None:
    """Measure, and print the table."""
    if cards is not None:
        print(json.dumps(searched(cards, states)))
        return
    print(f"| {' | '.join(HEAD)} |\n|{'---|' * len(HEAD)}")
    for number in CARDS:
        command = [sys.executable, "-m", "benchmarks.decks", str(number), "--states", str(states)]
        with TemporaryDirectory() as cache, environment(RULESLAWYER_CACHE=cache):
            cold, warm = (json.loads(finished(command).output.splitlines()[-1]) for _ in range(2))
        print(
            f"| {number} | {warm['bits']} | {cold['ready']:.2f} s | {warm['ready']:.2f} s "
            f"| {warm['rate'] / 1000:.0f} | {warm['bytes']:.0f} |",
            flush=True,
        )
    print("; ".join(f"{name} {value}" for name, value in machine().items()))


if __name__ == "__main__":
    typer.run(main)
