"""Facts that are not kept of a table for any number of cards, and the terms that hang on them: the order of a pile
below its top, and where the places of a grid lie."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Literal, TypeAlias

from ruleslawyer.engines.smt.lifted.question import relation_of
from ruleslawyer.ir import types as t
from ruleslawyer.ir.rules import Check
from ruleslawyer.ir.system import System
from ruleslawyer.lifted.depth import deep_recursion
from ruleslawyer.lifted.relation import Relation, Step
from ruleslawyer.lifted.terms import Term, subterms
from ruleslawyer.lifted.values import BELOW, ORDER, WITNESS, LiftingError
from ruleslawyer.lifted.world import World

Unknown: TypeAlias = Literal["order", "geometry"]


def unknowns(system: System, players: int | None, rules: Mapping[str, str]) -> dict[str, set[Unknown]]:
    """The things on which properties hang and which are not kept for any number of cards, each property with the rule
    at which its proof stops (empty: every rule)."""
    with deep_recursion():
        relation, _ = relation_of(system, players)
        steps = [step for kind, name in relation.rules() if (step := relation.step(kind, name)) is not None]
        checks = {name: system.checks[name] for name in rules if name in system.checks}
        return {
            name: unknown_dependencies(relation.world, _terms_of(relation, check,
            [s for s in steps if rules[name] in ("", s.key)]))
            for name, check in checks.items()
        }  # fmt: skip


def _terms_of(relation: Relation, check: Check, steps: Iterable[Step]) -> Iterator[Term]:
    """The property's terms for rules: about the state after each that may change something of it, or about the step."""
    reads = relation.world.reads(check.function)
    for step in steps:
        try:
            if check.kind == "step":
                if step.kind != "initial" and check.of in (None, step.name if step.kind == "action" else None):
                    yield relation.of_step(check, step).holds
            elif step.touches(reads):
                yield relation.of_state(check, step.after).holds
        except LiftingError:
            continue


def unknown_dependencies(world: World, terms: Iterable[Term]) -> set[Unknown]:
    """The unknown things of which terms speak, themselves or in a fold."""
    places = {
        f"{sort.name}.{a.name}" for sort in world.system.sorts.values() if sort.grid
        for a in sort.attributes if not isinstance(a.type, t.Sort)
    }  # fmt: skip
    found: set[Unknown] = set()
    for name in _symbols(world, terms):
        if name.partition("!")[0] in (BELOW, ORDER):
            found.add("order")
        elif name in places:
            found.add("geometry")
    return found


def _symbols(world: World, terms: Iterable[Term]) -> Iterator[str]:
    """The symbols of terms and, of each fold among them, those of what it is made of."""
    waiting, seen = [list(terms)], set[str]()
    while waiting:
        for term in subterms(waiting.pop()):
            if term.op == "symbol" and str(term.value) not in seen:
                seen.add(name := str(term.value))
                yield name
                fold = world.folds.by_name.get(name.removeprefix(WITNESS))
                if fold is not None:
                    waiting.append([fold.condition, fold.body])
