"""Assumptions of a verdict on a scope, in words."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from ruleslawyer.engines.smt.statements.goals import Goal
from ruleslawyer.ir.checks import UNBROKEN
from ruleslawyer.ir.scope import OPEN, Scope
from ruleslawyer.lifted.scoped.instances import Scoped
from ruleslawyer.rulebook.claims.premises import Premises, premises_of, scope_changes

NO_CIRCLE = "no rounds of settles go round in a circle"
"""What nothing proves of a ruleset with settles, and `unbroken` would have to."""


def assumptions_of_proof(scoped: Scoped, goal: Goal) -> tuple[str, ...]:
    """The assumptions of a proof of one property."""
    circle = (NO_CIRCLE,) if goal.name == UNBROKEN and scoped.rounds else ()
    return (*assumptions(scoped), *circle)


def assumptions(scoped: Scoped) -> Iterable[str]:
    """Everything that a verdict on this scope takes as given."""
    scope, world = scoped.scope, scoped.world
    for sort, names in scope.names.items():
        size = f"{scope.grids[sort]}, " if sort in scope.grids else ""
        yield f"{sort}: {size}{len(names)} ({', '.join(names)})"
    yield from _open(scope)
    given = [f"{sort}.{name}" for (sort, name), values in scope.attributes.items() if values is not None]
    if given:
        yield f"as the scope gives it: {', '.join(given)}"
    yield from scope_changes(scope)
    if world.reading:
        yield f"read as: {', '.join(f'{k}={v}' for k, v in sorted(world.reading.items()))}"
    if world.rulings:
        yield f"ruled: {', '.join(sorted(world.rulings))}"
    left = [name for name, rigid in world.rigids.items() if rigid.options]
    if left:
        yield f"every reading of: {', '.join(left)}"
    yield from _end_assumptions(scoped)


def premises_of_proof(scoped: Scoped, goal: Goal | None = None) -> Premises:
    """The same for a line: without what the scope gives, whose name the line has, and without the names of what is
    left to every reading."""
    world = scoped.world
    found = premises_of(scoped.system, scoped.scope, world.reading, world.rulings, proof=True)
    left = any(rigid.options for rigid in world.rigids.values())
    readings = ["every other reading" if found.reading or found.rulings else "every reading"] if left else []
    circle = [NO_CIRCLE] if goal is not None and goal.name == UNBROKEN and scoped.rounds else []
    return replace(found, given=(*readings, *_open(scoped.scope), *found.given, *_end_assumptions(scoped), *circle))


def _open(scope: Scope) -> Iterable[str]:
    """Sentences about the parts that a scope leaves open."""
    opened = [f"{sort}.{name}" for (sort, name), values in scope.attributes.items() if values is None]
    if opened:
        yield f"any value of its type: {', '.join(opened)}"
    free = [name for name, value in scope.constants.items() if isinstance(value, str) and value == OPEN]
    if free:
        yield f"any number: {', '.join(free)}"


def _end_assumptions(scoped: Scoped) -> Iterable[str]:
    silent = {f.subject for i in (*scoped.initial, *scoped.steps) for f in i.failures if f.kind == "unresolved"}
    if silent:
        yield f"a play ends where the chosen option is silent: {', '.join(sorted(silent))}"
    if scoped.system.closed_world is None:
        yield "what no clause permits is not done"
