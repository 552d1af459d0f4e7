"""Traces in the Informal Trace Format (ITF) of Apalache and Quint: JSON that other tools for state machines read.

A state is one entry for each field, and one for each frame: `Some` record of its fields, or `None` where it is closed.
The action that led there stands in the two variables that Quint has for it; what ITF has no place for is in `#meta`.

| type | ITF |
|---|---|
| yes or no, a member's name | JSON |
| a number | ``{"#bigint": "3"}`` |
| a set | ``{"#set": […]}`` |
| a pile, the top first | a list |
| a map | ``{"#map": [[key, value], …]}`` |
| a value or none | ``{"tag": "Some", "value": …}``, ``{"tag": "None", "value": "U_OF_UNIT"}`` |
| whose decision it is | a set of players; ``"chance"`` where it is nobody's |
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ruleslawyer.base.diagnostics import CodecError
from ruleslawyer.base.files.content import Json
from ruleslawyer.ir import types as t
from ruleslawyer.semantics.codec import CHANCE, MOST_DIGITS, Codec
from ruleslawyer.semantics.state import State
from ruleslawyer.semantics.trace import Step, Trace
from ruleslawyer.semantics.transition import Instance, TransitionSystem

FORMAT = "https://apalache-mc.org/docs/adr/015adr-trace.html"
ACTION, PICKS = "mbt::actionTaken", "mbt::nondetPicks"
"""The variables in which Quint says which action led to a state, and with which values of its parameters."""
UNIT = "U_OF_UNIT"
SOURCE = ("ruleset", "digest", "scope", "reading")
"""What of a play stands in `#meta`, beside ITF's own keys."""


def is_itf(document: Json) -> bool:
    """Whether a JSON object means to be a trace in ITF."""
    return "#meta" in document and "states" in document


def to_itf(codec: Codec, trace: Trace) -> Json:
    """A trace as an ITF object. A step that ends in an event has no state: it stands in `#meta` as `broken_off`."""
    steps = (trace.start, *trace.steps)
    states = [_state(codec, i, step) for i, step in enumerate(steps) if step.after is not None]
    about = codec.trace(replace(trace, steps=()))
    return {
        "#meta": {
            "format": "ITF",
            "format-description": FORMAT,
            "description": "a play, recorded by ruleslawyer",
            **{key: about[key] for key in SOURCE},
            "last": about["last"],
            "broken_off": _label(codec, steps[-1]) if steps[-1].after is None else None,
            "varTypes": _var_types(codec),
        },
        "vars": [ACTION, PICKS, *(name for name in _var_types(codec) if name != ACTION)],
        "states": states,
        # The state that comes after the last one: it is the one after the state that this is again.
        **({} if trace.back is None else {"loop": trace.back + 1}),
    }


def from_itf(system: TransitionSystem, document: Json) -> Trace:
    """The trace of an ITF object: its actions as this system plays them, with the states that it lists.

    `CodecError` with the place where it is not one of this system. Whether the steps are allowed, and lead to what is
    listed, is for `play FILE` to say.
    """
    codec = Codec(system.system, system.scope)
    meta = _object(document.get("#meta"), "#meta")
    listed = document.get("states")
    _expect(isinstance(listed, list), listed, "states", "a list")
    assert isinstance(listed, list)
    states = [_parse_state(codec, state, f"states[{i}]") for i, state in enumerate(listed)]
    instances = [_parse_label(codec, state, f"states[{i}]") for i, state in enumerate(listed)]
    clauses = [_clauses(state, f"states[{i}]") for i, state in enumerate(listed)]
    if meta.get("broken_off") is not None:
        instances.append(codec.parse_instance(meta["broken_off"], "#meta.broken_off"))
        clauses.append(_cites(meta["broken_off"], "#meta.broken_off"))
    _expect(bool(instances) and instances[0].action == "initial", instances[:1], "states[0]", "a beginning")
    strange = next((i for i, x in enumerate(instances[1:], 1) if x.action == "initial"), None)
    _expect(strange is None, "initial", f"states[{strange}]", "an action")
    last = None if meta.get("last") is None else codec.parse_instance(meta["last"], "#meta.last")
    loop = document.get("loop")
    _expect(loop is None or (type(loop) is int and 0 < loop < len(states)), loop, "loop", "the number of a later state")
    return _play(system, instances, states, clauses, last, None if loop is None else loop - 1)


def _play(
    system: TransitionSystem,
    instances: list[Instance],
    states: list[State],
    clauses: list[tuple[str, ...]],
    last: Instance | None,
    back: int | None,
) -> Trace:
    """The play of these instances, as far as it goes, with the listed states for its own."""
    steps: list[Step] = []
    begun = system.begin(instances[0])
    own = None if begun is None else begun.state
    steps.append(Step(instances[0], clauses[0], () if begun is None else begun.substeps, own))
    for instance, cites in zip(instances[1:], clauses[1:], strict=True):
        outcome = None if own is None else system.take(own, instance)
        own = None if outcome is None else outcome.state
        steps.append(Step(instance, cites, () if outcome is None else outcome.substeps, own))
    after = [*states, *([None] * (len(steps) - len(states)))]
    given = [replace(step, after=state) for step, state in zip(steps, after, strict=True)]
    return Trace(tuple(sorted(system.reading.items())), given[0], tuple(given[1:]), last, back)


# --- states -------------------------------------------------------------------------------------------------------


def _state(codec: Codec, index: int, step: Step) -> Json:
    state, schema = step.after, codec.schema
    assert state is not None
    fields = {
        slot.field.name: value_to_itf(codec, slot.field.type, value)
        for slot, value in zip(schema.slots, state.fields, strict=True)
    }
    frames = {
        name: _some(None if record is None else _record(codec, slots, record))
        for name, slots, record in zip(schema.frame_names, schema.frame_slots, state.frames, strict=True)
    }
    picks = {
        name: _some(value_to_itf(codec, _argument(type_), value))
        for (name, type_), value in zip(codec.parameters(step.instance.action), step.instance.args, strict=True)
    }
    label = {ACTION: step.instance.action, PICKS: picks}
    return {"#meta": {"index": index, "clauses": list(step.clauses)}, **label, **fields, **frames}


def _record(codec: Codec, slots: Any, record: tuple[object, ...]) -> Json:
    return {s.field.name: value_to_itf(codec, s.field.type, v) for s, v in zip(slots, record, strict=True)}


def _parse_state(codec: Codec, value: object, where: str) -> State:
    schema, found = codec.schema, _object(value, where)
    names = {*(s.field.name for s in schema.slots), *schema.frame_names}
    given = {key for key in found if key not in ("#meta", ACTION, PICKS)}
    _expect(given == names, sorted(given), where, f"a state with {', '.join(sorted(names))}")
    fields = tuple(
        value_from_itf(codec, s.field.type, found[s.field.name], f"{where}.{s.field.name}") for s in schema.slots
    )
    frames = []
    for name, slots in zip(schema.frame_names, schema.frame_slots, strict=True):
        record = _parse_some(found[name], f"{where}.{name}")
        frames.append(None if record is None else _parse_record(codec, slots, record[0], f"{where}.{name}"))
    return State(fields, tuple(frames))


def _parse_record(codec: Codec, slots: Any, value: Any, where: str) -> tuple[Any, ...]:
    found, names = _object(value, where), [s.field.name for s in slots]
    _expect(set(found) == set(names), sorted(found), where, f"a record with {', '.join(names)}")
    return tuple(value_from_itf(codec, s.field.type, found[s.field.name], f"{where}.{s.field.name}") for s in slots)


def _parse_label(codec: Codec, value: object, where: str) -> Instance:
    found = _object(value, where)
    action, picks = found.get(ACTION), _object(found.get(PICKS), f"{where}.{PICKS}")
    known = isinstance(action, str) and (action == "initial" or action in codec.system.actions)
    _expect(known, action, f"{where}.{ACTION}", "an action of this ruleset")
    assert isinstance(action, str)
    parameters = codec.parameters(action)
    names = [name for name, _ in parameters]
    _expect(set(picks) == set(names), sorted(picks), f"{where}.{PICKS}", f"exactly {', '.join(names) or 'none'}")
    args = []
    for name, type_ in parameters:
        place = f"{where}.{PICKS}.{name}"
        picked = _parse_some(picks[name], place)
        if picked is None:
            raise CodecError(place, "a value", picks[name])
        args.append(value_from_itf(codec, _argument(type_), picked[0], place))
    return Instance(action, tuple(args))


def _argument(type_: t.Type) -> t.Type:
    """The type of what is chosen for a parameter: of a joint choice, of each seat something or nothing."""
    return t.Map(type_.key, t.Optional(type_.value)) if isinstance(type_, t.Map) else type_


def _clauses(value: object, where: str) -> tuple[str, ...]:
    return _cites(_object(value, where).get("#meta", {}), f"{where}.#meta")


def _cites(value: object, where: str) -> tuple[str, ...]:
    cites = _object(value, where).get("clauses", [])
    if not isinstance(cites, list) or not all(isinstance(c, str) for c in cites):
        raise CodecError(f"{where}.clauses", "a list of clause ids", cites)
    return tuple(cites)


def _label(codec: Codec, step: Step) -> Json:
    return {**codec.instance(step.instance), "clauses": list(step.clauses)}


# --- values -------------------------------------------------------------------------------------------------------


def value_to_itf(codec: Codec, type_: t.Type, value: Any) -> Any:
    """A canonical value in ITF."""
    match type_:
        case t.Optional(item):
            return _some(None if value is None else value_to_itf(codec, item, value))
        case t.Int():
            return {"#bigint": str(value)}
        case t.Sort() | t.Enum():
            return codec.members(type_)[value]
        case t.Awaits() if value == t.CHANCE:
            return CHANCE
        case t.Set(item) | t.Awaits(item):
            return {"#set": [value_to_itf(codec, item, v) for v in sorted(value)]}
        case t.Pile(item):
            return [value_to_itf(codec, item, v) for v in value]
        case t.Map(key, item):
            pairs = zip(codec.members(key), value, strict=True)
            return {"#map": [[name, value_to_itf(codec, item, v)] for name, v in pairs]}
    return value


def value_from_itf(codec: Codec, type_: t.Type, value: object, where: str) -> Any:
    """The canonical value of one in ITF; `CodecError` with its place."""
    return codec.parse(type_, _plain(type_, value, where), where)


def _plain(type_: t.Type, value: object, where: str) -> Any:
    """A value of ITF in the form of a state in JSON; members and numbers are for the codec to judge."""
    match type_:
        case t.Optional(item):
            found = _parse_some(value, where)
            return None if found is None else _plain(item, found[0], where)
        case t.Int():
            digits = _only(value, "#bigint", where)
            if not isinstance(digits, str) or not _is_number(digits):
                raise CodecError(where, f"a whole number of up to {MOST_DIGITS} digits", digits)
            return int(digits)
        case t.Awaits() if value == CHANCE:
            return CHANCE
        case t.Set() | t.Awaits():
            return _only(value, "#set", where)
        case t.Map(_, item):
            pairs = _only(value, "#map", where)
            if not isinstance(pairs, list) or not all(
                isinstance(p, list) and len(p) == 2 and isinstance(p[0], str) for p in pairs
            ):
                raise CodecError(where, "a list of pairs of a name and a value", pairs)
            if len({name for name, _ in pairs}) < len(pairs):
                raise CodecError(where, "each key once", [name for name, _ in pairs])
            return {name: _plain(item, entry, f"{where}[{name[:60]}]") for name, entry in pairs}
    return value


def _is_number(digits: str) -> bool:
    plain = digits.removeprefix("-")
    return plain.isascii() and plain.isdigit() and len(plain) <= MOST_DIGITS


def _some(value: object) -> Json:
    return {"tag": "None", "value": UNIT} if value is None else {"tag": "Some", "value": value}


def _parse_some(value: object, where: str) -> tuple[Any] | None:
    """The content of `Some`, in a tuple; None for `None`."""
    found = _object(value, where)
    if found.get("tag") == "None":
        return None
    if found.get("tag") != "Some" or "value" not in found:
        raise CodecError(where, "`Some` value, or `None`", value)
    return (found["value"],)


def _only(value: object, key: str, where: str) -> Any:
    if not isinstance(value, dict) or set(value) != {key}:
        raise CodecError(where, f"an object with `{key}`", value)
    return value[key]


def _expect(fits: bool, value: object, where: str, expected: str) -> None:
    if not fits:
        raise CodecError(where, expected, value)


def _object(value: object, where: str) -> Json:
    if not isinstance(value, dict):
        raise CodecError(where, "an object", value)
    return value


# --- types --------------------------------------------------------------------------------------------------------


def _var_types(codec: Codec) -> dict[str, str]:
    """Each variable with its type, as Apalache writes types."""
    schema = codec.schema
    fields = {s.field.name: _type(s.field.type) for s in schema.slots}
    frames = {
        name: _option("{ " + ", ".join(f"{s.field.name}: {_type(s.field.type)}" for s in slots) + " }")
        for name, slots in zip(schema.frame_names, schema.frame_slots, strict=True)
    }
    return {ACTION: "Str", **fields, **frames}


def _type(type_: t.Type) -> str:
    match type_:
        case t.Bool():
            return "Bool"
        case t.Int():
            return "Int"
        case t.Optional(item):
            return _option(_type(item))
        case t.Set(item):
            return f"Set({_type(item)})"
        case t.Pile(item):
            return f"Seq({_type(item)})"
        case t.Map(key, item):
            return f"({_type(key)} -> {_type(item)})"
        case t.Awaits():
            return "Set(Str)"
    return "Str"


def _option(inner: str) -> str:
    return f"None(UNIT) | Some({inner})"
