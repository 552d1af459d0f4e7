"""States: the canonical, immutable value of a schema in a scope, and the store that an effect works on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

from ruleslawyer.base.origin import Span
from ruleslawyer.ir import types as t
from ruleslawyer.ir.schema import Field, Scope
from ruleslawyer.ir.system import System
from ruleslawyer.semantics.events import BranchEnds, Event, Kind
from ruleslawyer.semantics.sizes import domain_size, pile_size


class State(NamedTuple):
    """Equal when all fields are: one canonical value for each field, and for each frame None or its fields."""

    fields: tuple[Any, ...]
    frames: tuple[tuple[Any, ...] | None, ...]

    def with_field(self, index: int, value: object, frame: int | None = None) -> State:
        """The state with another value of a field: one of its own, or of a frame that is open."""
        if frame is None:
            return State(replace(self.fields, (index,), value), self.frames)
        return State(self.fields, replace(self.frames, (frame, index), value))


def spread(type_: t.Type, leaf: object, system: System, scope: Scope) -> Any:
    """A value of a field's type with the same leaf everywhere."""
    if isinstance(type_, t.Map):
        return (spread(type_.value, leaf, system, scope),) * domain_size(type_.key, system, scope)
    return leaf


def leaves(type_: t.Type, value: Any) -> Iterator[tuple[tuple[int, ...], Any]]:
    """Each leaf of a field's value with its keys."""
    if isinstance(type_, t.Map):
        for key, item in enumerate(value):
            for keys, leaf in leaves(type_.value, item):
                yield (key, *keys), leaf
    else:
        yield (), value


def differing(type_: t.Type, value: Any, default: Any) -> Iterator[tuple[tuple[int, ...], Any]]:
    """The keys of each leaf of a field's value that is not as in another value, and what it is there."""
    if value == default:
        return
    if isinstance(type_, t.Map):
        for key, (one, other) in enumerate(zip(value, default, strict=True)):
            for keys, leaf in differing(type_.value, one, other):
                yield (key, *keys), leaf
    else:
        yield (), default


def _is_forgotten(type_: t.Type, value: Any) -> bool:
    """Whether some leaf is None."""
    if not isinstance(type_, t.Map):
        return value is None
    if isinstance(type_.value, t.Map):
        return any(_is_forgotten(type_.value, item) for item in value)
    return None in value


def entry(value: Any, keys: Iterable[int]) -> Any:
    """The entry of a field's value at some keys."""
    for key in keys:
        value = value[key]
    return value


def replace(value: Any, keys: tuple[int, ...], leaf: Any) -> Any:
    """A field's value with one leaf changed."""
    if not keys:
        return leaf
    key, rest = keys[0], keys[1:]
    return (*value[:key], replace(value[key], rest, leaf), *value[key + 1 :])


@dataclass(frozen=True)
class Slot:
    """A field with what a write to it must respect in this scope."""

    field: Field
    leaf: t.Type
    default: Any
    cap: int | None
    room: int | None = None
    """How many things it holds, where it is a pile."""


class Schema:
    """The state and frames of a ruleset in a scope."""

    def __init__(self, system: System, scope: Scope) -> None:
        self.system, self.scope = system, scope
        self.slots = tuple(self._slot(f, scope.caps.get(f.name)) for f in system.state.fields)
        self.frame_names = tuple(system.frames)
        self.frame_slots = tuple(tuple(self._slot(f, None) for f in r.fields) for r in system.frames.values())
        self.index = {s.field.name: i for i, s in enumerate(self.slots)}
        self.frame_index = {name: i for i, name in enumerate(self.frame_names)}
        self.field_index = [{s.field.name: i for i, s in enumerate(slots)} for slots in self.frame_slots]
        self.expiring = tuple((i, s) for i, s in enumerate(self.slots) if s.field.until is not None)
        self.clocks = tuple({self.index[s.field.until.field] for _, s in self.expiring if s.field.until is not None})
        """The fields whose change alone may end a lifetime."""
        self.forgettable = tuple((i, s) for i, s in enumerate(self.slots) if s.field.matters is not None)
        self._no_frames = (None,) * len(self.frame_names)

    def _slot(self, field: Field, cap: int | None) -> Slot:
        default = spread(field.type, field.default, self.system, self.scope)
        leaf = t.leaf_type(field.type)
        room = pile_size(leaf, self.system, self.scope) if isinstance(leaf, t.Pile) else None
        return Slot(field, leaf, default, cap, room)

    def default(self) -> State:
        """The all-defaults state; fields of a sort or enum are None until written."""
        return State(tuple(s.default for s in self.slots), (None,) * len(self.frame_names))

    def innermost(self, state: State) -> str | None:
        """The innermost open frame: a frame opens only inside those declared before it."""
        if state.frames == self._no_frames:
            return None
        for name, frame in zip(reversed(self.frame_names), reversed(state.frames), strict=True):
            if frame is not None:
                return name
        return None

    def unset(self, state: State) -> str | None:
        """A field that the initial rule forgot, if any."""
        for slot, value in zip(self.slots, state.fields, strict=True):
            if not isinstance(slot.leaf, t.Optional) and _is_forgotten(slot.field.type, value):
                return slot.field.name
        return None


def members(type_: t.Type, system: System, scope: Scope) -> tuple[str, ...]:
    """The names of a sort's or enum's members."""
    match type_:
        case t.Sort(name):
            return scope.names[name]
        case t.Enum(name):
            return system.enums[name].members
    raise TypeError(f"{type_} has no members")


def names_of_keys(type_: t.Type, keys: tuple[int, ...], system: System, scope: Scope) -> Iterator[str]:
    """The names of a leaf's keys."""
    for key in keys:
        assert isinstance(type_, t.Map)
        yield members(type_.key, system, scope)[key]
        type_ = type_.value


Target: TypeAlias = tuple[int, int, tuple[int, ...]]
"""Where a write goes: the frame's index or -1, the field's index, the keys."""


class Store:
    """A state being changed by one effect: reads, checked writes, simultaneous blocks, frames.

    rule: the rule that writes now, which is the subject of a check that fails here. is_read: nothing writes to it, so
    that it may know what helpers say. known: what they said.
    """

    __slots__ = ("_blocks", "_clashes", "_pending", "fields", "frames", "is_read", "known", "rule", "schema")

    def __init__(self, schema: Schema, state: State, rule: str = "", *, is_read: bool = False) -> None:
        self.schema, self.is_read = schema, is_read
        self.known: dict[str, object] = {}
        self.fields = list(state.fields)
        self.frames: list[list[Any] | None] = [None if f is None else list(f) for f in state.frames]
        self._pending: dict[Target, tuple[bool, Any, tuple[str, ...], Span | None]] | None = None
        self._clashes: dict[Target, Event] = {}
        self._blocks = 0
        self.rule = rule

    def keep(self, helper: str, said: object) -> object:
        """Keep what a helper says of the state, where nothing changes it."""
        if self.is_read:
            self.known[helper] = said
        return said

    def freeze(self) -> State:
        return State(tuple(self.fields), tuple(None if f is None else tuple(f) for f in self.frames))

    # --- reads: inside a simultaneous block they still see the state before it, since writes wait -----------------

    def read(self, frame: int, field: int, keys: tuple[int, ...]) -> Any:
        if frame < 0:
            value = self.fields[field]
        else:
            record = self.frames[frame]
            if record is None:
                raise BranchEnds(Event("broken", "", reason=f"{self.schema.frame_names[frame]} is not open"))
            value = record[field]
        for key in keys:  # as `entry`: every read of a rule comes here
            value = value[key]
        return value

    # --- writes ---------------------------------------------------------------------------------------------------

    def write(self, target: Target, value: object, cites: tuple[str, ...], span: Span | None = None) -> None:
        """A plain write; its range is an obligation of this very write."""
        if self._pending is None:
            self._put(target, value, cites, span)
        else:
            known = self._pending.get(target)
            if known is not None and (known[0] or known[1] != value):
                self._clash(target, known[2], cites, span)
            self._pending[target] = (False, value, cites, span)

    def delta(self, target: Target, amount: int, cites: tuple[str, ...], span: Span | None = None) -> None:
        """A gain or a loss; several to one place in one simultaneous block add up."""
        if self._pending is None:
            self._put(target, self.read(*target) + amount, cites, span)
        else:
            known = self._pending.get(target)
            if known is None:
                self._pending[target] = (True, amount, cites, span)
            elif not known[0]:
                self._clash(target, known[2], cites, span)
            else:
                merged = tuple(dict.fromkeys(known[2] + cites))
                self._pending[target] = (True, known[1] + amount, merged, span)

    def begin_simultaneous(self) -> None:
        """A block of a deed that is demanded inside another block is part of that one."""
        self._blocks += 1
        if self._pending is None:
            self._pending = {}

    def end_simultaneous(self) -> None:
        self._blocks -= 1
        if self._blocks:
            return
        pending, self._pending = self._pending, None
        if self._clashes:
            raise BranchEnds(self._clashes[min(self._clashes)])
        results = [
            (target, self.read(*target) + value if is_delta else value, cites, span)
            for target, (is_delta, value, cites, span) in sorted((pending or {}).items(), key=lambda item: item[0])
        ]
        for target, value, cites, span in results:
            self._put(target, value, cites, span)

    def _put(self, target: Target, value: object, cites: tuple[str, ...], span: Span | None) -> None:
        frame, field, keys = target
        slot = self.schema.slots[field] if frame < 0 else self.schema.frame_slots[frame][field]
        self._check(slot, value, cites, span)
        if frame < 0:
            self.fields[field] = replace(self.fields[field], keys, value)
        else:
            record = self.frames[frame]
            if record is None:
                raise self.broken(f"{self.schema.frame_names[frame]} is not open", span)
            record[field] = replace(record[field], keys, value)

    def _check(self, slot: Slot, value: Any, cites: tuple[str, ...], span: Span | None) -> None:
        leaf = slot.leaf.item if isinstance(slot.leaf, t.Optional) else slot.leaf
        if isinstance(leaf, t.Pile) and slot.room is not None and len(value) > slot.room:
            raise self._outside(slot, leaf, f"a pile of {len(value)} is more than {slot.room}", cites, span)
        if not isinstance(leaf, t.Int) or value is None:
            return
        if (leaf.low is not None and value < leaf.low) or (leaf.high is not None and value > leaf.high):
            low, high = ("…" if b is None else b for b in (leaf.low, leaf.high))
            raise self._outside(slot, leaf, f"{value} is outside {low} to {high}", cites, span)
        if slot.cap is not None and value > slot.cap:
            reason = f"{value} is beyond the scope's cap of {slot.cap}"
            raise BranchEnds(Event("cap", slot.field.name, cites=cites, reason=reason, span=span))

    @staticmethod
    def _outside(
        slot: Slot, leaf: t.Int | t.Pile, reason: str, cites: tuple[str, ...], span: Span | None
    ) -> BranchEnds:
        """A write that is not in its range: a violation where a clause promises it."""
        kind: Kind = "violation" if leaf.cite else "broken"
        promised = (leaf.cite,) if leaf.cite else ()
        cites = (*promised, *cites)
        return BranchEnds(Event(kind, slot.field.name, cites=cites, reason=reason, span=span, of_range=True))

    def _clash(self, target: Target, first: tuple[str, ...], second: tuple[str, ...], span: Span | None) -> None:
        """Note it: the branch ends with the block, so that no order among its statements counts."""
        frame, field, keys = target
        slot = self.schema.slots[field] if frame < 0 else self.schema.frame_slots[frame][field]
        cites = tuple(dict.fromkeys(first + second))
        names = "".join(f"[{n}]" for n in names_of_keys(slot.field.type, keys, self.schema.system, self.schema.scope))
        reason = f"two different writes to {slot.field.name}{names} at once"
        event = Event("place", slot.field.name, cites=cites, reason=reason, span=span)
        self._clashes.setdefault(target, event)

    # --- frames ---------------------------------------------------------------------------------------------------

    def is_open(self, frame: int) -> bool:
        return self.frames[frame] is not None

    def open(self, frame: int, values: tuple[object, ...], cites: tuple[str, ...], span: Span | None = None) -> None:
        """Open a frame inside the innermost open one. Check: it, and any declared after it, is closed."""
        if self._pending is not None:
            raise self.broken("no frame opens inside a simultaneous block", span)
        if any(f is not None for f in self.frames[frame:]):
            raise self.broken(f"{self.schema.frame_names[frame]} cannot open here: it or an inner frame is open", span)
        for slot, value in zip(self.schema.frame_slots[frame], values, strict=True):
            for _, leaf in leaves(slot.field.type, value):
                self._check(slot, leaf, cites, span)
        self.frames[frame] = list(values)

    def close(self, frame: int, span: Span | None = None) -> None:
        if self._pending is not None:
            raise self.broken("no frame closes inside a simultaneous block", span)
        if self.frames[frame] is None:
            raise self.broken(f"{self.schema.frame_names[frame]} is not open", span)
        self.frames[frame] = None

    def broken(self, reason: str, span: Span | None) -> BranchEnds:
        return BranchEnds(Event("broken", self.rule, reason=reason, span=span))
