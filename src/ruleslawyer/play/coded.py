"""Choices of a state and where each leads, by compiled code; None wherever the interpreter has to be asked.

It is what the interpreter would say, in the interpreter's order. Most of a state is the same from one step to the next:
the values of each field are known again by their bytes.

For whoever asks of many states in many scopes and reads no events. The interpreter is asked wherever the code has no
answer, and of the first states of the rules, so that little that is asked waits for no compiler.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import inf
from threading import RLock
from typing import Any, ClassVar, NamedTuple, TypeVar

import numpy as np

from ruleslawyer.base.arrays import Bytes
from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.engines.native.stepper import Playouts, StepBeyondCapacity, Stepper
from ruleslawyer.ir import types as t
from ruleslawyer.ir.latest import latest
from ruleslawyer.ir.system import System
from ruleslawyer.semantics.codec import Codec
from ruleslawyer.semantics.sizes import span
from ruleslawyer.semantics.state import State
from ruleslawyer.semantics.transition import Instance, TransitionSystem

MOST_OF_STATES, MOST_OF_A_FIELD = 1 << 26, 1 << 22
"""Bytes of what is known again: of states, and of actions; of the values of one field."""

Key = TypeVar("Key")
Value = TypeVar("Value")


class ValueCache(dict[Key, Value]):
    """A memory of values met before; all of it is forgotten where it grows too large."""

    def __init__(self, most: int) -> None:
        self._most, self._size = most, 0

    def keep(self, key: Key, value: Value, size: int) -> Value:
        """`size`: of both, in bytes."""
        if key not in self:
            self._size += size
            if self._size > self._most:
                self.clear()
                self._size = size
        self[key] = value
        return value


class Part(NamedTuple):
    """A field, or an open frame. frame: the byte that says whether it is there, None for a field; where it lies; the
    values that are known by their bytes, and the other way round."""

    frame: int | None
    begin: int
    end: int
    name: str
    known: ValueCache[bytes, Any]
    stored: ValueCache[object, bytes]


class Choice(NamedTuple):
    """An action that is allowed. several: it chooses a set, or for each seat, which the code lists in another order
    than the interpreter; order: that."""

    made: bytes
    instance: Instance
    several: bool
    order: tuple[Any, ...]


class CompiledScope:
    """One scope under one reading. Threads may share it."""

    def __init__(self, system: TransitionSystem) -> None:
        """A UsageError says why a scope cannot be compiled."""
        self.system, self.codec, self.code = system, Codec(system.system, system.scope), Stepper(system)
        self.lock = RLock()  # the code has one place for the state that it looks at
        self._parts = list(self.parts())
        self._choices: ValueCache[bytes, Choice] = ValueCache(MOST_OF_STATES)
        self._looked_at: tuple[bytes, list[bytes] | None] | None = None
        """The last state of which the choices were asked, and those; None: the game is over."""
        self._written: ValueCache[State, bytes] = ValueCache(MOST_OF_STATES)
        self._playouts: Playouts | None = None

    @classmethod
    def of(cls, system: TransitionSystem) -> CompiledScope | None:
        """None where a scope cannot be compiled."""
        try:
            return cls(system)
        except UsageError:
            return None

    def parts(self) -> Iterator[Part]:
        """The parts of which a state consists."""
        layout = self.code.layout
        for field in layout.system.state.fields:
            place = layout.places["", field.name]
            yield Part(
                None,
                place.offset,
                place.offset + place.extent,
                field.name,
                ValueCache(MOST_OF_A_FIELD),
                ValueCache(MOST_OF_A_FIELD),
            )
        for number, (frame, (begin, size)) in enumerate(layout.frames.items()):
            known, stored = ValueCache[bytes, object](MOST_OF_A_FIELD), ValueCache[object, bytes](MOST_OF_A_FIELD)
            yield Part(number, begin, begin + size, frame, known, stored)

    # --- between states and their bytes -----------------------------------------------------------------------------

    def read(self, written: bytes) -> State:
        """The state of some bytes."""
        layout, fields, frames = self.code.layout, list[Any](), list[Any]()
        for part in self._parts:
            if part.frame is not None and not written[part.frame]:
                frames.append(None)
                continue
            stored = written[part.begin : part.end]
            value = part.known.get(stored)
            if value is None and stored not in part.known:
                bytes_ = np.frombuffer(written, dtype=np.uint8)
                if part.frame is None:
                    value = layout.read_field(bytes_, part.name)
                else:
                    inner = layout.system.frames[part.name].fields
                    value = tuple(layout.read_field(bytes_, field.name, part.name) for field in inner)
                part.known.keep(stored, value, 9 * len(stored))
            (fields if part.frame is None else frames).append(value)
        return State(tuple(fields), tuple(frames))

    def bytes_of(self, state: State) -> bytes | None:
        """The bytes of a state; None where the code has no room for it."""
        known = self._written.get(state)
        if known is not None:
            return known
        try:
            return self._keep(state, self._write(state))
        except UsageError:
            return None

    def _write(self, state: State) -> bytes:
        found = bytearray(self.code.layout.bytes)
        for part, value in zip(self._parts, (*state.fields, *state.frames), strict=True):
            if part.frame is None or value is not None:
                stored = part.stored.get(value)
                if stored is None:
                    stored = self._write_part(part, value)
                    part.stored.keep(value, stored, 9 * len(stored))
                found[part.begin : part.end] = stored
                if part.frame is not None:
                    found[part.frame] = 1
        return bytes(found)

    def _write_part(self, part: Part, value: Any) -> bytes:
        """The bytes of a field, or of an open frame."""
        layout, frame = self.code.layout, "" if part.frame is None else part.name
        names = [field.name for field in layout.system.frames[frame].fields] if frame else [part.name]

        def write() -> Bytes:
            found = np.zeros(layout.bytes, dtype=np.uint8)
            for name, one in zip(names, value if frame else (value,), strict=True):
                layout.write(found, layout.places[frame, name], one)
            return found

        return layout.with_room(write)[part.begin : part.end].tobytes()

    def _keep(self, state: State, written: bytes) -> bytes:
        return self._written.keep(state, written, len(written) + 16 * len(self._parts))

    # --- what is asked ----------------------------------------------------------------------------------------------

    def choices_of(self, written: bytes) -> tuple[bool, list[Choice]] | None:
        """Whether the game is over, and the choices that are allowed. None, too, where there are none though the game
        is not over: the interpreter tells why."""
        if self._looked_at is None or self._looked_at[0] != written:
            try:
                self._looked_at = written, self.code.choices(written)
            except StepBeyondCapacity:
                return None
        choices = self._looked_at[1]
        if not choices:
            return (True, []) if choices is None else None
        found = [self._choices.get(choice) or self._choice(choice) for choice in choices]
        if any(choice.several for choice in found):
            found.sort(key=lambda choice: choice.order)
        return False, found

    def _choice(self, made: bytes) -> Choice:
        instance = self.code.instance(made)
        order = (self.code.actions.index(instance.action), *map(_order, instance.args))
        several = any(isinstance(value, frozenset | tuple) for value in instance.args)
        return self._choices.keep(made, Choice(made, instance, several, order), 10 * len(made))

    def allowed_choices(self, state: State) -> tuple[Instance, ...] | None:
        """The choices that may be taken in a state; none where the game is over."""
        with self.lock:
            written = self.bytes_of(state)
            found = None if written is None else self.choices_of(written)
        return None if found is None else tuple(choice.instance for choice in found[1])

    def after(self, state: State, instance: Instance) -> State | None:
        """The state that an action leads to; None, too, where it is not allowed or has no result."""
        with self.lock:
            written = self.bytes_of(state)
            if written is None or not self.is_possible(instance):
                return None
            try:
                after = self.code.step(written, self.code.choice(instance))
            except StepBeyondCapacity:
                return None
            if after is None:
                return None
            found = self.read(after)
            self._keep(found, after)
            return found

    def is_possible(self, instance: Instance) -> bool:
        """Whether the numbers of an action are within their bounds, as those are that are listed."""
        if instance.action not in self.system.system.actions:
            return False
        return all(
            self._is_within(f"{instance.action}.{name}", type_, value)
            for (name, type_), value in zip(self.codec.parameters(instance.action), instance.args, strict=True)
        )

    def _is_within(self, owner: str, type_: t.Type, value: Any) -> bool:
        match type_:
            case t.Int():
                low, high = span(self.system.scope, owner, type_)
                return low <= int(value) <= high
            case t.Optional(item):
                return value is None or self._is_within(owner, item, value)
            case t.Map(_, item):
                return all(one is None or self._is_within(owner, item, one) for one in value)
        return True

    def playout(self, state: State, seed: int, longest: int) -> tuple[str, State | None] | None:
        """How a random play goes on, and the state that it comes to, if it does not break off: every choice is as
        likely, but nobody leaves the table before the end."""
        with self.lock:
            written = self.bytes_of(state)
            if written is None:
                return None
            if self._playouts is None:
                self._playouts = Playouts(self.system, leaving=False)
            try:
                how, last = self._playouts.one(written, seed, longest)
            except StepBeyondCapacity:
                return None
            return how, None if how == "broke_off" else self.read(last)


def _order(value: object) -> Any:
    """The key by which the interpreter lists a value among the others of a parameter."""
    match value:
        case None:
            return -inf
        case frozenset():
            return len(value), sorted(value)
        case tuple():
            return tuple(map(_order, value))
    return value


ASKED_FIRST = 100
"""States of the rules that the interpreter is asked of, before there is code."""
RULES_KEPT = 4


class CompiledSystem(TransitionSystem):
    """The same answers, sooner."""

    _asked_of_rules: ClassVar[dict[int, tuple[System, list[int]]]] = {}

    def __post_init__(self) -> None:
        super().__post_init__()
        self._code: CompiledScope | None = None
        self._made = False
        _, self._asked = latest(self._asked_of_rules, id(self.system), RULES_KEPT, lambda: (self.system, [0]))

    def under(self, choice: str, option: str) -> CompiledSystem:
        return CompiledSystem(self.machine, {**self.reading, choice: option}, self.rulings)

    def allowed_instances(self, state: State) -> list[Instance]:
        code = self._code_for_next()
        found = None if code is None else code.allowed_choices(state)
        return super().allowed_instances(state) if found is None else list(found)

    def may(self, state: State, instance: Instance) -> bool:
        code = self._code_for_next()
        found = None if code is None else code.allowed_choices(state)
        return super().may(state, instance) if found is None else instance in found

    def after(self, state: State, instance: Instance) -> State | None:
        code = self._code_for_next()
        found = None if code is None else code.after(state, instance)
        return super().after(state, instance) if found is None else found

    def _code_for_next(self) -> CompiledScope | None:
        if not self._made:
            self._asked[0] += 1
            if self._asked[0] > ASKED_FIRST:
                self._code, self._made = CompiledScope.of(self), True
        return self._code
