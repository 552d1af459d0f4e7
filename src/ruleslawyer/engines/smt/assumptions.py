"""What a verdict on a grounding takes as given, in words."""

from __future__ import annotations

from collections.abc import Iterable

from ruleslawyer.engines.smt.goals import Goal
from ruleslawyer.ground.instances import Ground
from ruleslawyer.ir.scope import OPEN
from ruleslawyer.ir.system import UNBROKEN

NO_CIRCLE = "no rounds of settles go round in a circle"
"""What nothing proves of a ruleset with settles, and `unbroken` would have to."""


def given(ground: Ground, goal: Goal) -> tuple[str, ...]:
    """What a proof of one property takes as given."""
    circle = (NO_CIRCLE,) if goal.name == UNBROKEN and ground.rounds else ()
    return (*assumptions(ground), *circle)


def assumptions(ground: Ground) -> Iterable[str]:
    """Everything that a verdict on this grounding takes as given."""
    system, scope, world = ground.system, ground.scope, ground.world
    for sort, names in scope.names.items():
        size = f"{scope.grids[sort]}, " if sort in scope.grids else ""
        yield f"{sort}: {size}{len(names)} ({', '.join(names)})"
    opened = [f"{sort}.{name}" for (sort, name), values in scope.attributes.items() if values is None]
    if opened:
        yield f"any value of its type: {', '.join(opened)}"
    given = [f"{sort}.{name}" for (sort, name), values in scope.attributes.items() if values is not None]
    if given:
        yield f"as the scope gives it: {', '.join(given)}"
    free = [name for name, value in scope.constants.items() if isinstance(value, str) and value == OPEN]
    if free:
        yield f"any number: {', '.join(free)}"
    if scope.off:
        yield f"switched off: {', '.join(scope.off)}"
    shrunk = [name for name in scope.shrunk if name not in free]
    if shrunk:
        yield f"shrunk: {', '.join(f'{n} = {scope.constants[n]}' for n in shrunk)}"
    if scope.initial:
        yield f"set at the beginning: {', '.join(dict.fromkeys(name for name, _, _ in scope.initial))}"
    if scope.bounds:
        yield f"choices within bounds: {', '.join(f'{n} {a} to {b}' for n, (a, b) in scope.bounds.items())}"
    if world.reading:
        yield f"read as: {', '.join(f'{k}={v}' for k, v in sorted(world.reading.items()))}"
    if world.rulings:
        yield f"ruled: {', '.join(sorted(world.rulings))}"
    left = [name for name, rigid in world.rigids.items() if rigid.options]
    if left:
        yield f"every reading of: {', '.join(left)}"
    silent = {f.subject for i in (*ground.initial, *ground.steps) for f in i.failures if f.kind == "unresolved"}
    if silent:
        yield f"a play ends where the chosen option is silent: {', '.join(sorted(silent))}"
    if system.closed_world is None:
        yield "what no clause permits is not done"
