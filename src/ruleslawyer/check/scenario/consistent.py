"""Whether a given state is one at all: what it says means something there, and it keeps what every state keeps."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.check.scenario.names import Spot
from ruleslawyer.check.scenario.scenario import Rest, Scenario
from ruleslawyer.ir import types as t
from ruleslawyer.ir.nodes import Function
from ruleslawyer.ir.rules import Check
from ruleslawyer.semantics.codec import Codec
from ruleslawyer.semantics.events import BranchEnds
from ruleslawyer.semantics.look import Look
from ruleslawyer.semantics.state import Schema, State, Store, entry, replace
from ruleslawyer.semantics.transition import TransitionSystem


def consistent(system: TransitionSystem, codec: Codec, scenario: Scenario, base: State, given: State) -> None:
    """A state that contradicts itself is a UsageError with the reason: it says what means nothing there (`matters`), or
    it breaks a property that a given state has to keep (`given=True`) and the beginning (`base`) kept. What was there
    before and means nothing any more is no contradiction: a card that is given in hand has left its slot."""
    fields = {f.name: f for f in system.system.state.fields}
    for spot, value in _own(system.schema, scenario, given):
        matters = fields[spot.field].matters
        if matters is not None and not _means_something(system, given, spot.keys, matters):
            said = f"{spot.text} = {codec.text(spot.type, value)}"
            about = f"the given state contradicts itself: {said} means nothing there ({_first_paragraph(matters)})"
            raise UsageError(about, scenario.place, f"give what makes it mean something, or leave `{spot.text}` out")
    for check in broken_properties(system, given):
        if not _fails(system, check, _meaningful(system, base)):
            culprits = ", ".join(_culprits(system, codec, check, scenario, base, given))
            mend = f"change one of {culprits}" if culprits else "change what is given"
            about = f"the given state contradicts itself, for it breaks: {promise(check)}"
            raise UsageError(about, scenario.place, mend)


def promise(check: Check) -> str:
    """A property in words: its name, its clauses, and what it says."""
    return f"{check.name.replace('_', ' ')} ({', '.join(check.origin.cites)}: {_first_paragraph(check.function)})"


def broken_properties(system: TransitionSystem, state: State, *, every: bool = False) -> tuple[Check, ...]:
    """The properties that a given state has to keep (`given=True`; `every`: all that always hold), and this one does
    not."""
    meant, checks = _meaningful(system, state), system.system.checks.values()
    if system.schema.unset(meant):
        return ()
    asked = (check for check in checks if check.given or (every and check.kind == "always"))
    return tuple(check for check in asked if system.holds(check, meant)[0] is False)


def meaningless(system: TransitionSystem, state: State) -> str:
    """The first field of which the scope's beginning says what means nothing in a state; empty where there is none."""
    fields, default = {f.name: f for f in system.system.state.fields}, system.schema.default().fields
    for name, keys, value in system.scope.initial:
        matters, usual = fields[name].matters, entry(default[system.schema.index[name]], keys)
        if matters is None or value == usual or len(matters.parameters) != 1 + len(keys):
            continue
        if not _means_something(system, state, keys, matters):
            return name
    return ""


def at_rest(schema: Schema, base: State, rest: Rest) -> State:
    """The beginning with everything that is not named at one place, and so in no pile."""
    fields = list(base.fields)
    index = schema.index[rest.field]
    sort = schema.slots[index].field.type
    assert isinstance(sort, t.Map)
    away = frozenset(rest.members)
    for i in away:
        fields[index] = replace(fields[index], (i,), rest.value)
    for i, slot in enumerate(schema.slots):
        fields[i] = _taken_out(slot.field.type, fields[i], sort.key, away)
    return State(tuple(fields), base.frames)


def _taken_out(type_: t.Type, value: Any, sort: t.Type, away: frozenset[int]) -> Any:
    match type_:
        case t.Map(_, item):
            return tuple(_taken_out(item, one, sort, away) for one in value)
        case t.Pile(item) if item == sort:
            return tuple(one for one in value if one not in away)
        case t.Set(item) if item == sort:
            return value - away
    return value


def _own(schema: Schema, scenario: Scenario, given: State) -> Iterator[tuple[Spot, Any]]:
    """The values that the scenario itself gives of the state, and that are not the default."""
    for spot in dict.fromkeys(scenario.own):
        if spot.record is None:
            value, default = (_at(schema, spot, fields) for fields in (given.fields, schema.default().fields))
            if value != default:
                yield spot, value


def _at(schema: Schema, spot: Spot, fields: tuple[Any, ...]) -> Any:
    value = fields[schema.index[spot.field]]
    for key in spot.keys:
        value = value[key]
    return value


def _means_something(system: TransitionSystem, state: State, keys: tuple[int, ...], matters: Function) -> bool:
    look = Look(system.machine, system.reading, system.rulings)
    try:
        return bool(look.call(matters, (Store(system.schema, state), *keys)))
    except BranchEnds:
        return True  # nobody can tell


def _meaningful(system: TransitionSystem, state: State) -> State:
    """The state with only the values that mean something in it."""
    if system.schema.unset(state):
        return state
    try:
        return system.meaningful(state)
    except BranchEnds:
        return state  # nobody can tell


def _fails(system: TransitionSystem, check: Check, state: State) -> bool:
    """Whether a property is false; what cannot be told is not."""
    return not system.schema.unset(state) and system.holds(check, state)[0] is False


def _culprits(
    system: TransitionSystem, codec: Codec, check: Check, scenario: Scenario, base: State, given: State
) -> Iterator[str]:
    """The entries any one of which, left as it is in the beginning, would keep the property."""
    for spot in dict.fromkeys(spot for spot, _ in scenario.given if spot.record is None):
        index = system.schema.index[spot.field]
        before = replace(given.fields[index], spot.keys, _at(system.schema, spot, base.fields))
        without = given.with_field(index, before)
        if without != given and not _fails(system, check, _meaningful(system, without)):
            yield f"{spot.text} = {codec.text(spot.type, _at(system.schema, spot, given.fields))}"


def _first_paragraph(function: Function) -> str:
    return " ".join(function.doc.strip().split("\n\n")[0].split()).rstrip(".")
