"""Values, states, instances and traces by name: for people to read, and as JSON that reads back to the same value."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any

from ruleslawyer.base.diagnostics import CodecError
from ruleslawyer.base.files.content import Json
from ruleslawyer.ir import types as t
from ruleslawyer.ir.schema import Scope
from ruleslawyer.ir.system import System
from ruleslawyer.semantics.sizes import pile_size
from ruleslawyer.semantics.state import Schema, State, leaves, members, names_of_keys
from ruleslawyer.semantics.trace import Step, Trace
from ruleslawyer.semantics.transition import Instance, SubStep

CHANCE = "chance"
MOST_DIGITS = 1000
LARGEST = 10**MOST_DIGITS - 1
"""The largest number of a value that is read: plays of large numbers are, and more takes ever longer to read."""


class Codec:
    """Canonical values ↔ JSON values with names, for one ruleset in one scope."""

    def __init__(self, system: System, scope: Scope) -> None:
        self.system, self.scope = system, scope

    @cached_property
    def schema(self) -> Schema:
        return Schema(self.system, self.scope)

    # --- values ---------------------------------------------------------------------------------------------------

    def members(self, type_: t.Type) -> tuple[str, ...]:
        """The names of a sort's or enum's members."""
        return members(type_, self.system, self.scope)

    def value(self, type_: t.Type, value: Any) -> Any:
        """A JSON value: members by name, sets as sorted lists, piles as lists from the top, maps as objects."""
        if value is None:
            return None
        match type_:
            case t.Sort() | t.Enum():
                return self.members(type_)[value]
            case t.Optional(item) | t.Silent(item):
                return self.value(item, value)
            case t.Set(item):
                return [self.value(item, v) for v in sorted(value)]
            case t.Pile(item):
                return [self.value(item, v) for v in value]
            case t.Awaits(item):
                return CHANCE if value == t.CHANCE else [self.value(item, v) for v in sorted(value)]
            case t.Map(key, t.Bool() | t.Int()):
                return dict(zip(self.members(key), value, strict=True))
            case t.Map(key, (t.Sort() | t.Enum() | t.Optional(t.Sort() | t.Enum())) as item):
                known = {v: self.value(item, v) for v in set(value)}
                return dict(zip(self.members(key), map(known.__getitem__, value), strict=True))
            case t.Map(key, item):
                return {name: self.value(item, v) for name, v in zip(self.members(key), value, strict=True)}
        return value

    def parse(self, type_: t.Type, value: Any, where: str) -> Any:
        """The canonical value of a JSON value; raises `CodecError`."""
        match type_:
            case t.Optional(item):
                return None if value is None else self.parse(item, value, where)
            case t.Bool():
                return self._expect(isinstance(value, bool), value, where, "true or false")
            case t.Int():
                whole = isinstance(value, int) and not isinstance(value, bool) and abs(value) <= LARGEST
                return self._expect(whole, value, where, f"a whole number of up to {MOST_DIGITS} digits")
            case t.Sort() | t.Enum():
                names = self.members(type_)
                self._expect(isinstance(value, str) and value in names, value, where, f"one of {', '.join(names)}")
                return names.index(value)
            case t.Awaits(item) if value == CHANCE:
                return t.CHANCE
            case t.Set(item) | t.Awaits(item):
                return frozenset(self._items(item, value, where))
            case t.Pile(item):
                found = self._items(item, value, where, again=type_.repeats)
                if type_.size is not None:
                    room = pile_size(type_, self.system, self.scope)
                    self._expect(len(found) <= room, value, where, f"a list of at most {room}")
                return found
            case t.Map(key, item):
                names = self.members(key)
                fits = isinstance(value, dict) and set(value) == set(names)
                self._expect(fits, value, where, f"an object with exactly {', '.join(names)}")
                return tuple(self.parse(item, value[name], f"{where}.{name}") for name in names)
        raise CodecError(where, f"a value of type {type_}", value)

    @staticmethod
    def _expect(fits: bool, value: object, where: str, expected: str) -> Any:
        if not fits:
            raise CodecError(where, expected, value)
        return value

    def _items(self, item: t.Type, value: Any, where: str, *, again: bool = False) -> tuple[Any, ...]:
        """The things of a list, none twice unless that may be `again`."""
        self._expect(isinstance(value, list), value, where, "a list")
        found = tuple(self.parse(item, v, f"{where}[{i}]") for i, v in enumerate(value))
        self._expect(again or len(set(found)) == len(found), value, where, "a list without repeats")
        return found

    # --- states ---------------------------------------------------------------------------------------------------

    def state(self, state: State) -> Json:
        """A state as JSON: fields by name, and each open frame as an object under its name."""
        fields = {
            s.field.name: self.value(s.field.type, v) for s, v in zip(self.schema.slots, state.fields, strict=True)
        }
        frames = {
            name: {s.field.name: self.value(s.field.type, v) for s, v in zip(slots, record, strict=True)}
            for name, slots, record in zip(self.schema.frame_names, self.schema.frame_slots, state.frames, strict=True)
            if record is not None
        }
        return {**fields, **frames}

    def parse_state(self, value: Any, where: str = "state") -> State:
        """The state of a JSON object; every field must be there, a frame that is missing is closed."""
        fields = {s.field.name: s.field.type for s in self.schema.slots}
        fits = isinstance(value, dict) and set(fields) <= set(value) <= set(fields) | set(self.schema.frame_names)
        self._expect(fits, value, where, f"an object with the fields {', '.join(fields)} and open frames")
        frames = []
        for name, slots in zip(self.schema.frame_names, self.schema.frame_slots, strict=True):
            record = value.get(name)
            names = [s.field.name for s in slots]
            if record is not None:
                inside = isinstance(record, dict) and set(record) == set(names)
                self._expect(inside, record, f"{where}.{name}", f"an object with {', '.join(names)}")
                record = tuple(
                    self.parse(s.field.type, record[s.field.name], f"{where}.{name}.{s.field.name}") for s in slots
                )
            frames.append(record)
        return State(tuple(self.parse(ty, value[n], f"{where}.{n}") for n, ty in fields.items()), tuple(frames))

    def leaves(self, state: State) -> Iterator[tuple[str, str]]:
        """Every leaf of a state as text: ``coins[Ann]`` and its value; closed frames have none."""
        yield from ((name, self.text(type_, leaf)) for name, type_, leaf in self.named_leaves(state))

    def named_leaves(self, state: State) -> Iterator[tuple[str, t.Type, Any]]:
        """Every leaf of a state with its name and type, as it is."""
        yield from self._record("", self.schema.slots, state.fields)
        for name, slots, record in zip(self.schema.frame_names, self.schema.frame_slots, state.frames, strict=True):
            if record is not None:
                yield from self._record(f"{name}.", slots, record)

    def _texts(self, prefix: str, slots: object, values: tuple[object, ...]) -> Iterator[tuple[str, str]]:
        yield from ((name, self.text(type_, leaf)) for name, type_, leaf in self._record(prefix, slots, values))

    def _record(self, prefix: str, slots: Any, values: tuple[object, ...]) -> Iterator[tuple[str, t.Type, Any]]:
        for slot, value in zip(slots, values, strict=True):
            for keys, leaf in leaves(slot.field.type, value):
                yield f"{prefix}{slot.field.name}{self.keys(slot.field.type, keys)}", slot.leaf, leaf

    def names(self, type_: t.Type, keys: tuple[int, ...]) -> Iterator[str]:
        """The names of a leaf's keys."""
        return names_of_keys(type_, keys, self.system, self.scope)

    def keys(self, type_: t.Type, keys: tuple[int, ...]) -> str:
        """The keys of a leaf as a model writes them: ``[Ann][Clubs]``."""
        return "".join(f"[{n}]" for n in self.names(type_, keys))

    def text(self, type_: t.Type, value: object) -> str:
        """A value in a line: ``Ann``, ``3``, ``none``, ``{Ann, Bob}``, ``Argo > Nina`` (a pile from the top)."""
        found = self.value(type_, value)
        if found is None:
            return "none"
        if isinstance(found, bool):
            return "yes" if found else "no"
        if isinstance(found, dict):
            return "{" + ", ".join(f"{k}: {_word(v)}" for k, v in found.items()) + "}"
        if isinstance(found, list):
            if isinstance(type_, t.Pile):
                return " > ".join(found) or "empty"
            return "{" + ", ".join(found) + "}"
        return str(found)

    def fields(self, state: State) -> Iterator[tuple[str, str]]:
        """A state in brief, a line for each field: ``money``, ``Ann 3, Bob 2``; what is at its default is left out."""
        yield from self._brief("", self.schema.slots, state.fields)
        for name, slots, record in zip(self.schema.frame_names, self.schema.frame_slots, state.frames, strict=True):
            if record is not None:
                yield from self._brief(f"{name}.", slots, record)

    def _brief(self, prefix: str, slots: Any, values: tuple[object, ...]) -> Iterator[tuple[str, str]]:
        for slot, value in zip(slots, values, strict=True):
            defaults = dict(leaves(slot.field.type, slot.default))
            told = [
                " ".join((*self.names(slot.field.type, keys), self.text(slot.leaf, leaf)))
                for keys, leaf in leaves(slot.field.type, value)
                if leaf != defaults[keys]
            ]
            if told:
                yield prefix + slot.field.name, ", ".join(told)

    def changes(self, before: State, after: State) -> list[tuple[str, str, str]]:
        """The leaves that differ, each with its text before and after (``closed`` for a frame that is not open)."""
        found = list(self._differences("", self.schema.slots, before.fields, after.fields))
        frames = zip(self.schema.frame_names, self.schema.frame_slots, before.frames, after.frames, strict=True)
        for name, slots, old, new in frames:
            if old is not None and new is not None:
                found += self._differences(f"{name}.", slots, old, new)
            elif old is not None:
                found += [(leaf, text, "closed") for leaf, text in self._texts(f"{name}.", slots, old)]
            elif new is not None:
                found += [(leaf, "closed", text) for leaf, text in self._texts(f"{name}.", slots, new)]
        return found

    def _differences(
        self, prefix: str, slots: Any, before: tuple[object, ...], after: tuple[object, ...]
    ) -> Iterator[tuple[str, str, str]]:
        """Only what differs is put into words: nearly nothing does from one step to the next."""
        for slot, olds, news in zip(slots, before, after, strict=True):
            if olds == news:
                continue
            type_ = slot.field.type
            for (keys, old), (_, new) in zip(leaves(type_, olds), leaves(type_, news), strict=True):
                if old != new:
                    place = f"{prefix}{slot.field.name}{self.keys(type_, keys)}"
                    yield place, self.text(slot.leaf, old), self.text(slot.leaf, new)

    # --- instances and traces -------------------------------------------------------------------------------------

    def parameters(self, action: str) -> list[tuple[str, t.Type]]:
        """An action's parameters without the store and the frame."""
        function = self.system.initial.function if action == "initial" else self.system.actions[action].function
        return [(p.name, p.type) for p in function.parameters if not isinstance(p.type, (t.State, t.FrameOf))]

    def call(self, instance: Instance) -> str:
        """An instance as a person writes it: ``buy(buyer=Ann, ship=Argo)``."""
        named = zip(self.parameters(instance.action), instance.args, strict=True)
        return f"{instance.action}({', '.join(f'{name}={self._argument(type_, v)}' for (name, type_), v in named)})"

    def _argument(self, type_: t.Type, value: Any) -> str:
        if isinstance(type_, t.Map) and not isinstance(
            type_.value, t.Optional
        ):  # of a joint choice the seats that choose
            names = self.members(type_.key)
            chosen = [(n, self.text(type_.value, v)) for n, v in zip(names, value, strict=True) if v is not None]
            return "{" + ", ".join(f"{n}: {v}" for n, v in chosen) + "}"
        return self.text(type_, value)

    def instance(self, instance: Instance) -> Json:
        named = zip(self.parameters(instance.action), instance.args, strict=True)
        return {"action": instance.action, "args": {name: self.value(type_, v) for (name, type_), v in named}}

    def parse_instance(self, value: Any, where: str) -> Instance:
        """The instance of a JSON object with `action` and `args`."""
        fits = isinstance(value, dict) and isinstance(value.get("action"), str) and isinstance(value.get("args"), dict)
        self._expect(fits, value, where, "an object with `action` and `args`")
        action: str = value["action"]
        known = action == "initial" or action in self.system.actions
        self._expect(known, action, f"{where}.action", f"one of {', '.join(self.system.actions)}")
        parameters = self.parameters(action)
        names = [n for n, _ in parameters]
        self._expect(
            set(value["args"]) == set(names), value["args"], f"{where}.args", f"exactly {', '.join(names) or 'none'}"
        )
        return Instance(
            action,
            tuple(self._parse_argument(action, ty, value["args"][n], f"{where}.args.{n}") for n, ty in parameters),
        )

    def _parse_argument(self, action: str, type_: t.Type, value: object, where: str) -> Any:
        if isinstance(type_, t.Map) and action != "initial":  # a seat of a joint choice need not choose
            type_ = t.Map(type_.key, t.Optional(type_.value))
        return self.parse(type_, value, where)

    def trace(self, trace: Trace) -> Json:
        """A trace as JSON: the reading, the start and the steps with their sub-steps, clauses and states."""
        return {
            "ruleset": self.system.name,
            "digest": self.system.digest,
            "scope": self.scope.name,
            "reading": dict(trace.reading),
            "start": self._step(trace.start),
            "steps": [self._step(s) for s in trace.steps],
            "last": self.instance(trace.last) if trace.last else None,
            "back_to": trace.back,
        }

    def _step(self, step: Step) -> Json:
        return {
            **self.instance(step.instance),
            "clauses": list(step.clauses),
            "substeps": [
                {"kind": s.kind, "name": s.name, "clauses": list(s.cites), "state": self.state(s.state)}
                for s in step.substeps
            ],
            "state": None if step.after is None else self.state(step.after),
        }

    def parse_trace(self, value: Any) -> Trace:
        """The trace of a JSON object; raises `CodecError` with the place."""
        keys = {"ruleset", "digest", "scope", "reading", "start", "steps", "last", "back_to"}
        self._expect(
            isinstance(value, dict) and keys <= set(value), value, "trace", f"an object with {', '.join(sorted(keys))}"
        )
        reading = value["reading"]
        fits = isinstance(reading, dict) and all(isinstance(v, str) for v in reading.values())
        self._expect(fits, reading, "reading", "an object of questions and options")
        self._expect(isinstance(value["steps"], list), value["steps"], "steps", "a list")
        back = value["back_to"]
        self._expect(back is None or type(back) is int, back, "back_to", "a number of steps, or nothing")
        return Trace(
            tuple(sorted(reading.items())),
            self._parse_step(value["start"], "start"),
            tuple(self._parse_step(s, f"steps[{i}]") for i, s in enumerate(value["steps"])),
            None if value["last"] is None else self.parse_instance(value["last"], "last"),
            back,
        )

    def _parse_step(self, value: Any, where: str) -> Step:
        instance = self.parse_instance(value, where)
        shape = isinstance(value.get("substeps"), list) and isinstance(value.get("clauses"), list) and "state" in value
        self._expect(shape, value, where, "a step with `clauses`, `substeps` and `state`")
        substeps = []
        for i, s in enumerate(value["substeps"]):
            inner = f"{where}.substeps[{i}]"
            shape = isinstance(s, dict) and isinstance(s.get("kind"), str) and isinstance(s.get("name"), str)
            self._expect(shape and {"clauses", "state"} <= set(s), s, inner, "a sub-step")
            clauses = _words(s["clauses"], inner)
            substeps.append(SubStep(s["kind"], s["name"], clauses, self.parse_state(s["state"], inner)))
        after = None if value["state"] is None else self.parse_state(value["state"], f"{where}.state")
        return Step(instance, _words(value["clauses"], where), tuple(substeps), after)


def _words(value: object, where: str) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(v, str) for v in value):
        raise CodecError(where, "a list of clause ids", value)
    return tuple(value)


def _word(value: object) -> str:
    return "none" if value is None else str(value)
