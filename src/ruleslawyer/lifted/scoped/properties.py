"""The checks of a project, asked of the state that the relation starts from, and of the sub-steps of instances."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from ruleslawyer.ir.checks import Check
from ruleslawyer.lifted.context import Store
from ruleslawyer.lifted.scoped.arguments import argument_value
from ruleslawyer.lifted.scoped.context import Failure, Note
from ruleslawyer.lifted.scoped.layout import Cell as Place
from ruleslawyer.lifted.scoped.nodes import TRUE, Node
from ruleslawyer.lifted.scoped.relation import Instance, Partial
from ruleslawyer.lifted.scoped.rules import Rules
from ruleslawyer.lifted.scoped.values import flatten
from ruleslawyer.lifted.scoped.world import free
from ruleslawyer.lifted.terms import BOOL
from ruleslawyer.lifted.values import Value


@dataclass(frozen=True, slots=True)
class Property:
    """A check on `(s)`, or for one instance on its sub-step: `holds`, and `broken` where asking it fails a check.

    asked: where it is asked at all; that of a step wherever the step is made. failures: the checks that asking it
    fails. notes: what is met in asking an `always` or a `sometimes` of a state.
    """

    check: Check
    holds: Node
    broken: Node
    instance: int | None = None
    notes: tuple[Note, ...] = ()
    failures: tuple[Failure, ...] = ()
    asked: Node = TRUE


def properties(scoped: Partial) -> Iterator[Property]:
    """The properties of every check that is about a state or a step, but for a promise to each member."""
    steps, later = scoped.steps, cache(lambda index: _after(scoped, steps[index]))
    for check in scoped.system.checks.values():
        if check.kind in ("always", "sometimes", "possible") and not check.members:
            yield _of_state(scoped, check)
        elif check.kind == "step":
            for index, instance in enumerate(steps):
                if check.of is None or (instance.kind == "action" and instance.name == check.of):
                    yield _of_step(scoped, check, index, instance, later(index))


def _of_state(scoped: Partial, check: Check) -> Property:
    """A check as a property of any state."""
    walk = Rules(scoped.world)
    holds = walk.whether(check.function, (scoped.base,))
    notes = tuple(walk.notes) if check.kind in ("always", "sometimes") else ()
    return Property(check, holds, walk.failed, notes=notes, failures=tuple(walk.failures))


def _of_step(scoped: Partial, check: Check, index: int, instance: Instance, later: Store) -> Property:
    """A check of a step on an instance's own sub-step, whatever comes of that: `later` is the state directly after it,
    in which nothing has been forgotten."""
    walk = Rules(scoped.world)
    with walk.assume(instance.made):
        taken = (argument_value(scoped.world, a) for a in instance.arguments) if check.of else ()
        holds = walk.whether(check.function, (scoped.base, later, *taken))
    return Property(check, holds, walk.failed, index, failures=tuple(walk.failures), asked=instance.made)


def _after(scoped: Partial, instance: Instance) -> Store:
    """The symbolic state directly after an instance."""
    put, world = {scoped.layout.leaves[i].node: node for i, node in instance.after}, scoped.world

    def value(place: Place) -> Value:
        leaves = list(flatten(place.value))
        if put.keys().isdisjoint(leaves):
            field, keys = world.keys(place)
            return scoped.base.cells[field].at(keys)
        return world.value_from_nodes(place.type, free(put.get(leaf, leaf) for leaf in leaves))

    changed = {f: world.lowering.term(BOOL, put[n]) for f, n in scoped.layout.open.items() if n in put}
    return world.store(value, {**scoped.base.open, **changed})
