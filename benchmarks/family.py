"""All combinations of some readings in one search, against a search for each of them, as JSON."""

from __future__ import annotations

import json
import time
from pathlib import Path

import typer

from ruleslawyer.api import Project
from ruleslawyer.claims.limits import Limits
from ruleslawyer.engines.native.explore import explore_native
from ruleslawyer.engines.native.family import Family, product_of
from ruleslawyer.engines.native.search import search
from ruleslawyer.semantics.transition import TransitionSystem

CHOICES = {
    "controller": ("owner_controls", "last_buyer_controls"),
    "payee": ("last_controller_is_paid", "owner_is_paid"),
    "least_bid": ("money_component", "whole_valuation"),
    "leaves_at_once": ("in_the_accounting_phase", "when_the_buy_phase_ends"),
    "reveal_comes_first": ("reveal_then_draw", "reveal_at_the_end"),
    "receives_cashflow": ("only_the_turn_player", "every_player"),
}
"""Each of them changes how many states there are."""


def main(root: Path, ruleset: str, scope: str, choices: int = len(CHOICES), repeat: int = 5) -> None:
    system = Project.load(root).ruleset(ruleset).transition_system(scope)
    readings = product_of(dict(list(CHOICES.items())[:choices]))
    began = time.perf_counter()
    family = Family(system, readings)
    together = family.search(Limits(None), 1)
    whole = time.perf_counter() - began
    began = time.perf_counter()
    alone = []
    for number, reading in enumerate(readings):
        native = explore_native(
            TransitionSystem(system.machine, {**system.reading, **reading}, system.rulings), workers=1
        )
        one, all_ = native.found, (together.states[number], together.transitions[number])
        if (one.size, one.transitions) != all_ or together.stopped or one.stopped:
            raise SystemExit(f"{reading}: {one.size} states, {one.transitions} transitions alone, {all_} together")
        alone.append(native.prepared)
    whole_alone = time.perf_counter() - began
    searches, searches_alone = [], []
    for _ in range(repeat):
        searches.append(family.search(Limits(None), 1).seconds)
        seconds = 0.0
        for prepared in alone:
            initial = [prepared.packing.pack(vector) for vector in prepared.model.initial]
            seconds += search(prepared.program, prepared.library, prepared.packing, initial, Limits(None), 1).seconds
        searches_alone.append(seconds)
    result = {
        "readings": len(readings), "states": together.set.size, "states_alone": sum(together.states),
        "whole": whole, "whole_alone": whole_alone, "search": searches, "search_alone": searches_alone,
    }  # fmt: skip
    print(json.dumps(result))


if __name__ == "__main__":
    typer.run(main)
