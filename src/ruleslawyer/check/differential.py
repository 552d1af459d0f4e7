"""Whether the author's functions and their lowered form mean the same: both asked everything, in random states."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

from ruleslawyer.base.files.content import Json
from ruleslawyer.ir import types as t
from ruleslawyer.ir.schema import Scope
from ruleslawyer.ir.system import System
from ruleslawyer.rulebook.claims.readings import choices, options
from ruleslawyer.semantics.codec import Codec
from ruleslawyer.semantics.direct import Direct, import_modules
from ruleslawyer.semantics.events import BranchEnds, Event
from ruleslawyer.semantics.interpret import Interpreter
from ruleslawyer.semantics.sizes import domain_size, pile_size
from ruleslawyer.semantics.state import Schema, State
from ruleslawyer.semantics.transition import Instance, Judged, Outcome, TransitionSystem

TOGETHER = 20
"""Random states for each random reading and choice of attributes."""
TAKEN = 24
"""Candidates of a state that are taken, allowed or not."""
ENOUGH = 5
"""Differences after which a comparison stops."""


@dataclass(frozen=True, slots=True)
class Difference:
    """One question on which the two differ, and the state that it was asked in."""

    scope: str
    what: str
    direct: str
    interpreter: str
    state: str


@dataclass(frozen=True, slots=True)
class Comparison:
    compared: int
    differences: tuple[Difference, ...]


def compare(system: System, scope: Scope, root: Path, states: int, seed: int) -> Comparison:
    """Ask both about random states of a scope, and of the same scope with random attributes and numbers."""
    modules = import_modules(root, system)
    compared, differences = 0, list[Difference]()
    for number in range(0, states, TOGETHER):
        random = Random(f"{seed} {system.name} {scope.name} {number}")
        sized = _vary_attributes(system, scope, random) if number else scope
        schema = Schema(system, sized)
        reading = _reading(system, random)
        direct = TransitionSystem(Direct(system, sized, root, schema, modules=modules), reading)
        interpreted = TransitionSystem(Interpreter(system, sized, schema), reading)
        for _ in range(min(TOGETHER, states - number)):
            state = random_state(schema, random)
            instances = _instances(interpreted, state)
            one, other = answers(direct, state, instances), answers(interpreted, state, instances)
            compared += len(one)
            shown = ", ".join(f"{leaf}={value}" for leaf, value in Codec(system, sized).leaves(state))
            differences += [
                Difference(scope.name, what, str(one[what]), str(other.get(what)), shown)
                for what in one
                if one[what] != other.get(what)
            ]
            if len(differences) >= ENOUGH:
                return Comparison(compared, tuple(differences[:ENOUGH]))
    return Comparison(compared, tuple(differences))


# --- questions ---------------------------------------------------------------------------------------------------


def answers(system: TransitionSystem, state: State, instances: Iterable[Instance]) -> Json:
    """Everything that can be asked of a state, and what happens when each instance is taken there."""
    found: Json = {
        "awaits": _attempt(lambda: system.awaits(state)),
        "ended": _attempt(lambda: system.is_over(state)),
        "winners": _attempt(lambda: system.winners(state)),
        "payoffs": _attempt(lambda: system.payoffs(state)),
        "due": _attempt(lambda: (duty := system.due(state)) and duty.name),
        "candidates": _attempt(lambda: [_judged_data(j) for j in system.candidates(state)]),
    }
    checks = system.system.checks.values()
    for check in checks:
        for members in system.members_of(check) if check.kind != "step" else ():
            said, met = (system.leads if check.kind == "leads_to" else system.holds)(check, state, members)
            found[f"{check.name} {members}" if members else check.name] = said, _events(met)
    for instance in instances:
        taken = _attempt(partial(system.take, state, instance))
        found[f"take {instance}"] = _outcome(taken) if isinstance(taken, Outcome) else taken
        if isinstance(taken, Outcome) and taken.substeps:
            for check in checks:
                if check.kind == "step" and check.of in (None, instance.action):
                    kept, met = system.step_answers(check, state, instance, taken)
                    found[f"{check.name} {instance}"] = kept, _events(met)
    return found


def _attempt(run: Callable[[], object]) -> object:
    """A value, or the event that ended it."""
    try:
        return run()
    except BranchEnds as end:
        return end.event.key


def _events(found: Iterable[Event]) -> list[tuple[object, ...]]:
    """Events without their reasons and places, which the machines word differently."""
    return sorted((e.key, e.choice, e.options) for e in found)


def _judged_data(found: Judged) -> object:
    return found.instance, found.judgement, _events(found.events), sorted(found.fired), sorted(found.decisive)


def _outcome(found: Outcome) -> object:
    steps = [(s.kind, s.name, s.state) for s in found.substeps]
    return found.state, steps, _events(found.events), sorted(found.fired), sorted(found.decisive)


def _instances(system: TransitionSystem, state: State) -> list[Instance]:
    try:
        return [judged.instance for judged in islice(system.candidates(state), TAKEN)]
    except BranchEnds:
        return []


# --- random states, scopes and readings --------------------------------------------------------------------------


def random_state(schema: Schema, random: Random) -> State:
    """A well-typed state by chance, with any of its frames open."""

    def values(slots: Iterable[Any]) -> tuple[Any, ...]:
        return tuple(_value(slot.field.type, schema.system, schema.scope, random) for slot in slots)

    frames = tuple(values(slots) if random.random() < 0.5 else None for slots in schema.frame_slots)
    return State(values(schema.slots), frames)


def _vary_attributes(system: System, scope: Scope, random: Random) -> Scope:
    """The same sizes and bounds with other attributes and numbers."""
    attributes = {
        (sort.name, a.name): tuple(_value(a.type, system, scope, random) for _ in scope.names[sort.name])
        for sort in system.sorts.values()
        for a in sort.attributes
    }
    constants = {
        name: random.randint(0, 3) if isinstance(constant.type, t.Int) else constant.value
        for name, constant in system.constants.items()
    }
    return replace(scope, attributes=attributes, constants=constants, initial=())


def _reading(system: System, random: Random) -> dict[str, str]:
    """An option for some of the choices that a reading may make."""
    found = {key: random.choice((None, *options(system, key))) for key in choices(system)}
    return {key: option for key, option in sorted(found.items()) if option is not None}


def _value(type_: t.Type, system: System, scope: Scope, random: Random) -> Any:
    match type_:
        case t.Bool():
            return random.random() < 0.5
        case t.Int(low, high):
            low = low if low is not None else min(-3, high - 1 if high is not None else -3)
            return random.randint(low, high if high is not None else max(6, low + 1))
        case t.Sort() | t.Enum():
            return random.randrange(domain_size(type_, system, scope))
        case t.Optional(item):
            none = isinstance(item, t.Sort | t.Enum) and domain_size(item, system, scope) == 0
            return None if none or random.random() < 0.3 else _value(item, system, scope, random)
        case t.Set(item) | t.Awaits(item):
            size = domain_size(item, system, scope)
            return frozenset(i for i in range(size) if random.random() < 0.5)
        case t.Pile(item):
            size, held = domain_size(item, system, scope), random.randint(0, pile_size(type_, system, scope))
            return tuple(random.choices(range(size), k=held) if type_.repeats else random.sample(range(size), held))
        case t.Map(key, item):
            return tuple(_value(item, system, scope, random) for _ in range(domain_size(key, system, scope)))
    raise TypeError(f"no values of {type_}")
