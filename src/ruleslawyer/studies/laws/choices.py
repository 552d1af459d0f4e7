"""Laws of choices: in which order they are made, which there are meanwhile, and what they leave as it was."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from itertools import combinations
from random import Random
from typing import TypeAlias

from ruleslawyer.ir import types as t
from ruleslawyer.semantics.codec import Codec
from ruleslawyer.semantics.state import State
from ruleslawyer.semantics.transition import Instance, TransitionSystem
from ruleslawyer.studies.laws.compare import (
    MOST_LOOKED_AT,
    STEPS,
    Broken,
    Tried,
    is_still_so,
    is_while,
    members_in,
    some_by_action,
    speaks_of,
)
from ruleslawyer.studies.laws.drawn import Drawn
from ruleslawyer.studies.laws.law import COMMUTE, NEVER, ONLY, STAYS, Law, is_among
from ruleslawyer.studies.laws.marked_members import is_keyed

UNLIKE = "the plays are of unlike length: one choice leaves no other, opens something, or ends the game"
PAIRS, MOST_PAIRS = 6, 60
"""Pairs of choices of one state that are looked at; and of how many."""

Try: TypeAlias = Callable[[Law, Drawn, Random, Broken | None], Tried]


def _waiting(law: Law, drawn: Drawn, rng: Random, only: Broken | None) -> Tried:
    """Whether, as long as a member is so, some actions alone may be chosen, or none of some."""
    system, state = drawn.system, drawn.state
    every = range(system.scope.size(law.of))
    if not is_while(law.during, law.leading, system, state) or not any(
        speaks_of(law, system, state, who) for who in every
    ):
        return Tried()
    actions, broken = system.system.actions, dict[str, Broken]()
    allowed = [one for one in drawn.allowed_instances if not actions[one.action].outside_play]
    for one in allowed:
        if (one.action in law.to) == (law.differs == NEVER) and one.action not in broken:
            says = f"{Codec(system.system, system.scope).call(one)} is allowed meanwhile"
            broken[one.action] = Broken(one.action, says, steps=(one,))
    return Tried(int(bool(allowed)), tuple(broken.values()))


def _staying(law: Law, drawn: Drawn, rng: Random, only: Broken | None) -> Tried:
    """Whether choices leave what some fields say of a member, or of the whole game, as long as it is so; or where it is
    behind them as the law says."""
    system, state = drawn.system, drawn.state
    if not is_while(law.during, law.leading, system, state):
        return Tried()
    members = [who for who in range(system.scope.size(law.of)) if speaks_of(law, system, state, who)]
    index, met, broken = system.schema.index, 0, dict[str, Broken]()
    of_member = {name: is_keyed(system.schema.slots[index[name]].field.type, t.Sort(law.of)) for name in law.to}
    still = replace(law, where={name: values for name, values in law.where.items() if name not in law.to})
    several = only.steps if only else some_by_action(drawn.allowed_instances, MOST_LOOKED_AT, rng) if members else ()
    spoken_of = 0
    for instance in several:
        after = drawn.after(instance) if instance in drawn.allowed_instances else None
        if after is None or spoken_of == STEPS:
            continue
        there = [
            w for w in members if (_is_then(law, system, after) if law.then else is_still_so(still, system, after, w))
        ]
        spoken_of += bool(there)
        met += len(there)
        for who in there:
            for name, keyed in of_member.items():
                was, now = (one.fields[index[name]] for one in (state, after))
                if (was[who] != now[who]) if keyed else (was != now):
                    of = f" of {system.scope.names[law.of][who]}" if keyed else ""
                    says = f"{Codec(system.system, system.scope).call(instance)} changes {name}{of}"
                    broken.setdefault(instance.action, Broken(instance.action, says, steps=(instance,)))
    return Tried(met, tuple(broken.values()))


def _is_then(law: Law, system: TransitionSystem, state: State) -> bool:
    """Whether of somebody each field says what a law says behind a choice."""
    said = ((state.fields[system.schema.index[name]], values) for name, values in law.then.items())
    return all(any(is_among(one, values) for one in field) for field, values in said)


def _commuting(law: Law, drawn: Drawn, rng: Random, only: Broken | None) -> Tried:
    """Two choices of what is not the same, in both orders: where each leaves the other one, and neither closes or opens
    anything, they come to one state."""
    system, state = drawn.system, drawn.state
    if not is_while(law.during, (), system, state):
        return Tried()
    actions = system.system.actions
    allowed = [
        one for one in drawn.allowed_instances if one.action not in law.without and actions[one.action].kind == "action"
        and not actions[one.action].passes and not actions[one.action].outside_play
    ]  # fmt: skip
    every = list(combinations(allowed, 2))
    several = rng.sample(every, min(len(every), MOST_PAIRS))
    pairs = [only.steps[:2]] if only else [pair for pair in several if _is_apart(system, *pair)][:PAIRS]
    met, broken, failed, codec = 0, dict[str, Broken](), list[str](), Codec(system.system, system.scope)
    for one, other in pairs:
        if law.pays and all(_touches(law.pays, drawn, instance) for instance in (one, other)):
            continue  # what one pays the other lacks
        ends = [_both(system, state, *order) for order in ((one, other), (other, one))]
        if ends[0] is None or ends[1] is None:
            failed.append(UNLIKE)
            continue
        met += 1
        names = [slot.field.name for slot in system.schema.slots]
        differing = [n for n, a, b in zip(names, ends[0].fields, ends[1].fields, strict=True) if a != b]
        differing = [name for name in differing if name not in law.ignoring]
        if differing:
            at = " and ".join(sorted((one.action, other.action)))
            says = f"{codec.call(one)} and {codec.call(other)}: the order decides {', '.join(differing)}"
            broken.setdefault(at, Broken(at, says, steps=(one, other)))
    return Tried(met, tuple(broken.values()), tuple(failed))


def _touches(fields: Collection[str], drawn: Drawn, instance: Instance) -> bool:
    """Whether a choice changes what is paid from."""
    after, index = drawn.after(instance), drawn.system.schema.index
    return after is None or any(after.fields[index[name]] != drawn.state.fields[index[name]] for name in fields)


def _is_apart(system: TransitionSystem, one: Instance, other: Instance) -> bool:
    """Whether two choices name nothing in common but players."""
    sorts = [t.Sort(name) for name in system.system.sorts if name != system.system.players]
    pairs = [(members_in(system, one, sort), members_in(system, other, sort)) for sort in sorts]
    return all(not a & b for a, b in pairs) and any(a and b for a, b in pairs)


def _both(system: TransitionSystem, state: State, first: Instance, then: Instance) -> State | None:
    """The state that two choices lead to, one after the other, if nothing opens, closes or ends on the way."""
    frames = [frame is None for frame in state.frames]
    for instance in (first, then):
        if not system.may(state, instance):
            return None
        after = system.after(state, instance)
        if after is None or [frame is None for frame in after.frames] != frames or system.is_over(after):
            return None
        state = after
    return state


OF_CHOICES: Mapping[str, Try] = {COMMUTE: _commuting, ONLY: _waiting, NEVER: _waiting, STAYS: _staying}
