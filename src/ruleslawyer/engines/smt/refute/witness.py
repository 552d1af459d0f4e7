"""Plays that the solver found, made concrete: canonical states and arguments, the reading and the scope they are of.

Every one is evaluated on the scope's relation before it is shown; the reference semantics can replay it in the
closed scope that it carries.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from ruleslawyer.engines.smt.refute.paths import Move, Play
from ruleslawyer.engines.smt.statements.goals import Bad, Goal
from ruleslawyer.ir import types as t
from ruleslawyer.ir.scope import Scope
from ruleslawyer.lifted.scoped.arguments import Argument
from ruleslawyer.lifted.scoped.evaluate import evaluate
from ruleslawyer.lifted.scoped.instances import Scoped
from ruleslawyer.lifted.scoped.layout import Canonical, Scalar
from ruleslawyer.lifted.scoped.nodes import Node
from ruleslawyer.lifted.scoped.relation import Instance
from ruleslawyer.lifted.scoped.values import flatten
from ruleslawyer.semantics.transition import FORCED


@dataclass(frozen=True, slots=True)
class ProofStep:
    """One sub-step: the initial rule, a round of settles, a duty or an action with canonical arguments; `state` is
    after it, None where a check fails on the way."""

    kind: str
    name: str
    args: tuple[Any, ...]
    label: str
    cites: tuple[str, ...]
    state: Canonical | None


@dataclass(frozen=True, slots=True)
class Witness:
    """A play with everything that was free settled: the scope without open parts, and the reading. unclear: it leads to
    where the property cannot be evaluated."""

    scope: Scope
    reading: Mapping[str, str]
    steps: tuple[ProofStep, ...]
    reason: str
    unclear: bool = False


class ReplayFailed(Exception):
    """The scope's relation does not follow a play of the solver: a defect of the tool."""


def concrete(scoped: Scoped, play: Play, goal: Goal) -> Witness:
    """Run a play on the scope's relation and name what it did."""
    rigids = {scoped.rigids[name]: value for name, value in play.rigids.items()}
    leaves = [leaf.node for leaf in scoped.layout.leaves]
    vector: tuple[Scalar, ...] = tuple(node.value if node.op == "constant" else 0 for node in leaves)
    steps: list[ProofStep] = []
    bounds: dict[str, tuple[int, int]] = {}
    for move, expected in zip(play.moves, play.states, strict=True):
        symbols = _symbols(leaves, vector, rigids, move)
        edge, *changed = evaluate([move.instance.edge, *(n for _, n in move.instance.next)], symbols)
        after = list(vector)
        for (index, _), value in zip(move.instance.next, changed, strict=True):
            after[index] = value
        if not edge or tuple(after) != expected:
            raise ReplayFailed(f"{goal.name}: {move.instance.label}")
        steps.append(step_of(scoped, move, symbols, scoped.layout.state(expected), bounds))
        vector = expected
    if play.stopped is not None:
        symbols = _symbols(leaves, vector, rigids, play.stopped)
        ends = evaluate([play.stopped.instance.edge], symbols)[0]
        after_ = None
        if ends:  # a check of a step: the step itself is made
            changed = evaluate([n for _, n in play.stopped.instance.next], symbols)
            moved = list(vector)
            for (index, _), value in zip(play.stopped.instance.next, changed, strict=True):
                moved[index] = value
            after_ = scoped.layout.state(moved)
        steps.append(step_of(scoped, play.stopped, symbols, after_, bounds))
    shown = _situation_of(scoped, goal, play, _symbols(leaves, vector, rigids, play.stopped))
    scope, reading = close_scope(scoped, play.rigids, bounds), reading_of(scoped, play.rigids)
    return Witness(scope, reading, tuple(steps), shown.reason if shown.unclear else play.reason, shown.unclear)


def _situation_of(scoped: Scoped, goal: Goal, play: Play, symbols: Mapping[Node, Scalar]) -> Bad:
    """The situation that a play leads to; that a property cannot be evaluated is the last that counts."""
    stopped = play.stopped.instance if play.stopped is not None else None
    for bad in sorted(goal.bads, key=lambda bad: bad.unclear):
        if bad.of(scoped) is stopped and evaluate([bad.node], symbols)[0]:
            return bad
    raise ReplayFailed(f"{goal.name}: the situation does not come up in the play")


def _symbols(
    leaves: list[Node], vector: tuple[Scalar, ...], rigids: Mapping[Node, Scalar], move: Move | None
) -> dict[Node, Scalar]:
    found = dict(zip(leaves, vector, strict=True)) | dict(rigids)
    if move is not None:
        found |= {n: move.parameters[str(n.value)] for n in move.instance.parameters}
    return found


def step_of(
    scoped: Scoped,
    move: Move,
    symbols: Mapping[Node, Scalar],
    state: Canonical | None,
    bounds: dict[str, tuple[int, int]],
) -> ProofStep:
    instance = move.instance
    args = _arguments_of(scoped, instance, symbols)
    shown = ", ".join(scoped.arguments.show(a.type, v) for a, v in zip(instance.arguments, args, strict=True))
    owner = scoped.system.initial.function.name if instance.kind == "initial" else instance.name
    for name, type_, value in zip(
        _names(scoped, instance.kind, instance.name), (a.type for a in instance.arguments), args, strict=True
    ):
        for number in _numbers(type_, value):
            low, high = bounds.get(f"{owner}.{name}", scoped.scope.bounds.get(f"{owner}.{name}", (number, number)))
            bounds[f"{owner}.{name}"] = (min(low, number), max(high, number))
    return ProofStep(instance.kind, instance.name, args, f"{instance.name}({shown})", instance.cites, state)


def _arguments_of(scoped: Scoped, instance: Instance, symbols: Mapping[Node, Scalar]) -> tuple[object, ...]:
    """The canonical arguments of an instance, where its parameters and the leaves of the state have values."""
    return tuple(_argument(scoped, a, symbols) if a.symbolic else a.value for a in instance.arguments)


def _argument(scoped: Scoped, argument: Argument, symbols: Mapping[Node, Scalar]) -> Any:
    if isinstance(argument.type, t.Map):
        found = []
        for entry in argument.value.entries:
            present, *scalars = evaluate([entry.present, *flatten(entry.value)], symbols)
            found.append(scoped.shape.canonical(argument.type.value, iter(scalars)) if present else None)
        return tuple(found)
    return scoped.shape.canonical(argument.type, iter(evaluate(flatten(argument.value), symbols)))


def _names(scoped: Scoped, kind: str, name: str) -> list[str]:
    """The names of an instance's own parameters, without the store and the frame."""
    if kind in FORCED:
        return []
    system = scoped.system
    function = system.initial.function if kind == "initial" else system.actions[name].function
    return [p.name for p in function.parameters if not isinstance(p.type, t.State | t.FrameOf)]


def _numbers(type: t.Type, value: Any) -> list[int]:
    match type:
        case _ if value is None:
            return []
        case t.Int():
            return [value]
        case t.Optional(item):
            return _numbers(item, value)
        case t.Map(_, item):
            return [n for v in value for n in _numbers(item, v)]
        case _:
            return []


def reading_of(scoped: Scoped, rigids: Mapping[str, Scalar]) -> dict[str, str]:
    reading = dict(scoped.world.reading)
    for name, rigid in scoped.world.rigids.items():
        if rigid.options:
            reading[name] = rigid.options[int(rigids[name])]
    return reading


def close_scope(scoped: Scoped, rigids: Mapping[str, Scalar], bounds: Mapping[str, tuple[int, int]]) -> Scope:
    """The scope with what it left open as the play has it (what the play does not speak of: 0, False, the first)."""
    world, shape, system = scoped.world, scoped.shape, scoped.system
    put = {scoped.rigids[name]: value for name, value in rigids.items()}

    def settle(type: t.Type, value: Any) -> Any:
        return shape.canonical(type, iter(evaluate(flatten(value), put)))

    attributes = dict(scoped.scope.attributes)
    for (sort, name), values in attributes.items():
        if values is None:
            type_ = next(a.type for a in system.sorts[sort].attributes if a.name == name)
            found = world.known_attribute(sort, name)
            if found is None:
                filler = shape.canonical(type_, iter(n.value for n in flatten(shape.default(type_))))
                attributes[sort, name] = (filler,) * len(scoped.scope.names[sort])
            else:
                attributes[sort, name] = tuple(settle(type_, v) for v in found)
    constants = dict(scoped.scope.constants)
    for name in constants:
        if world.is_open(name):
            constants[name] = settle(system.constants[name].type, world.number(name))
    return replace(scoped.scope, attributes=attributes, constants=constants, bounds={**scoped.scope.bounds, **bounds})
