"""Bytes a state and states a second, with whole states and with states as trees: large scopes up to a number of states,
each in a process of its own, by turns. `.venv/bin/python -m benchmarks.memory`."""

from __future__ import annotations

import json
import sys
import time
from statistics import median
from typing import Annotated, Any

import typer

from benchmarks.decks import scope as deck
from benchmarks.engine import peak
from benchmarks.machine import finish, machine
from benchmarks.run import finished
from benchmarks.scopes import ROOT
from ruleslawyer.rulebook.claims.limits import Compress

SCOPES = (
    ("megacorp", "market_large", 1_000_000),
    ("megacorp", "network_large", 500_000),
    ("megacorp", "medium", 500_000),
    ("memesis", "large", 1_000_000),
    ("memesis", "fusion_large", 1_000_000),
    ("memesis", "runes_large", 1_000_000),
    ("war", "10", 2_000_000),
    ("war", "52", 1_000_000),
)
"""Ruleset, scope (of War: cards) and about how many states."""
FORMS: tuple[Compress, ...] = ("never", "always")
HEAD = ("scope", "states", "bits", "bytes a state", "as trees", "thousand states/s", "as trees", "speed")


def system_of(ruleset: str, scope: str) -> Any:
    from ruleslawyer.api import Project
    from ruleslawyer.base.files.places import Places
    from ruleslawyer.rulebook.scopes.load import scope_in
    from ruleslawyer.semantics.interpret import Interpreter
    from ruleslawyer.semantics.transition import TransitionSystem

    if ruleset != "war":
        return Project.load(ROOT).ruleset(ruleset).transition_system(scope)
    system = Project.load(ROOT / "examples" / "war").ruleset("war").system
    dealt = scope_in(deck(int(scope)), "pack", system, Places("pack", ""), bounded=True)
    return TransitionSystem(Interpreter(system, dealt), {"goes_under_first": "free_order"})


def searched(ruleset: str, scope: str, states: int, compress: Compress) -> dict[str, Any]:
    """One search by one worker; seconds are of a processor."""
    from ruleslawyer.engines.native.explore import search_natively
    from ruleslawyer.rulebook.claims.limits import Limits

    system = system_of(ruleset, scope)
    ready = search_natively(system, Limits(states=1), workers=1).book
    finish(ready)
    began = time.process_time()
    explored = search_natively(system, Limits(states=states, compress=compress), workers=1)
    spent, found = time.process_time() - began, explored.found
    return {
        "states": found.size, "counts": [found.size, found.transitions, found.depth, len(explored.log)],
        "bits": explored.layout.bits, "bytes": found.set.bytes / found.size, "rate": found.size / spent, "peak": peak(),
    }  # fmt: skip


def main(
    one: Annotated[list[str] | None, typer.Argument(help="Only RULESET SCOPE STATES FORM, here, as JSON.")] = None,
    repeat: Annotated[int, typer.Option(min=1, help="Runs of each.")] = 3,
    share: Annotated[float, typer.Option(help="Of the states.")] = 1.0,
) -> None:
    """Measure, and print the table."""
    if one:
        of, within, most, form = one
        print(json.dumps(searched(of, within, int(most), "never" if form == "never" else "always")))
        return
    print(f"| {' | '.join(HEAD)} |\n|{'---|' * len(HEAD)}")
    for ruleset, scope, states in SCOPES:
        found: dict[Compress, list[Any]] = {form: [] for form in FORMS}
        for _ in range(repeat):
            for form in FORMS:
                command = ["-m", "benchmarks.memory", ruleset, scope, str(int(share * states)), form]
                found[form].append(json.loads(finished([sys.executable, *command]).output.splitlines()[-1]))
        whole, trees = (found[form] for form in FORMS)
        if any(run["counts"] != whole[0]["counts"] for run in (*whole, *trees)):
            raise SystemExit(f"{ruleset} {scope}: the forms do not agree")
        rates = [median(run["rate"] for run in runs) for runs in (whole, trees)]
        print(
            f"| {ruleset} {scope} | {whole[0]['states']} | {whole[0]['bits']} | {whole[0]['bytes']:.1f} "
            f"| {trees[0]['bytes']:.1f} | {rates[0] / 1000:.1f} | {rates[1] / 1000:.1f} "
            f"| {100 * rates[1] / rates[0]:.0f} % |",
            flush=True,
        )
    print("; ".join(f"{name} {value}" for name, value in machine().items()))


if __name__ == "__main__":
    typer.run(main)
