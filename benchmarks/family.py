"""64 readings in one search, against one reading and against a search for each of them, as JSON: seconds of a processor
for all of it, what the report needs included."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from math import prod
from pathlib import Path

import typer

from ruleslawyer.api import Project
from ruleslawyer.engines.native.explore import search_natively
from ruleslawyer.engines.native.family import MOST_READINGS, Family
from ruleslawyer.exploration.variants.answers import product_of
from ruleslawyer.exploration.variants.choices import all_choices
from ruleslawyer.rulebook.claims.limits import Limits
from ruleslawyer.semantics.transition import TransitionSystem


def main(root: Path, ruleset: str, scope: str, repeat: int = 3, alone: bool = False) -> None:
    """`alone`: search under each reading too, and compare."""
    system = Project.load(root).ruleset(ruleset).transition_system(scope)
    family = Family(system, [{}])
    asked = family.search(Limits(None), 1).consulted
    chosen: dict[str, tuple[str, ...]] = {}
    for choice, options in all_choices(system).items():
        if choice in asked and prod(map(len, [*chosen.values(), options])) <= MOST_READINGS:
            chosen[choice] = options
    readings = product_of(chosen)
    together = Family(system, readings)
    found = together.search(Limits(None), 1)
    many = [seconds(lambda: together.search(Limits(None), 1)) for _ in range(repeat)]
    one = [seconds(lambda: search_natively(system, Limits(None), 1)) for _ in range(repeat)]
    apart = 0.0
    for number, reading in enumerate(readings if alone else ()):
        under = TransitionSystem(system.machine, {**system.reading, **reading}, system.rulings)
        single = search_natively(under, Limits(None), 1).found
        if (single.size, single.transitions) != (found.states[number], found.transitions[number]):
            raise SystemExit(f"{reading}: {single.size} states alone, {found.states[number]} together")
        apart += single.seconds
    result = {
        "readings": len(readings), "choices": list(chosen), "states": found.set.size, "in_all": sum(found.states),
        "together": min(many), "one": min(one), "each": apart if alone else None,
    }  # fmt: skip
    print(json.dumps(result | {"times": min(many) / min(one)}))


def seconds(work: Callable[[], object]) -> float:
    began = time.process_time()
    work()
    return time.process_time() - began


if __name__ == "__main__":
    typer.run(main)
