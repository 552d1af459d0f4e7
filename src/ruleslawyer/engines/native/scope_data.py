"""A scope as the code of its ruleset reads it: where everything lies, how large it is, what the reading says.

Long: one table of what lies where, and how each part of it is filled.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import prod
from typing import Any

import numpy as np

from ruleslawyer.base.arrays import Bytes, Flags, Integers
from ruleslawyer.core.clauses import choice_value
from ruleslawyer.engines.native.fields import bits
from ruleslawyer.engines.native.kept import LIST
from ruleslawyer.engines.native.loop_members import MemberLists, recall_lists
from ruleslawyer.engines.native.lowering import Lowering
from ruleslawyer.engines.native.memory import BEHIND
from ruleslawyer.engines.native.names import Name
from ruleslawyer.engines.native.printed import PrintedScope
from ruleslawyer.engines.native.storage import (
    CHANCE_BIT,
    MOST_COUNTED,
    NONE,
    NONE_BIT,
    Leaf,
    fits,
    keys_of,
    kind,
)
from ruleslawyer.ir import types as t
from ruleslawyer.ir.schema import Scope
from ruleslawyer.semantics.sizes import count, domain_size, pile_size, span
from ruleslawyer.semantics.state import Schema, State, spread

WORD = 8
MOST_CHOICES = 1 << 31
"""Choices that a label can number."""
READINGS = frozenset({"option", "ruled", "gap", "clash"})
"""Kinds of entries that a reading changes."""
RULED = READINGS | {"row", "kept", "kept flags", "kept rows"}
"""Those that a reading or a ruling changes; all others hang on the scope alone."""


@dataclass(frozen=True)
class Place:
    """A field of the state (`record` empty) or of a frame: where it begins, the strides of its maps, the bytes of a
    leaf and of all of it."""

    record: str
    name: str
    type: t.Type
    leaf: Leaf
    offset: int
    strides: tuple[int, ...]
    size: int
    extent: int


class Layout:
    """The bytes of a state in a scope, and the bits of them that are stored."""

    def __init__(self, low: Lowering, scope: Scope) -> None:
        self.low, self.system, self.scope = low, low.system, scope
        self.schema = Schema(low.system, scope)
        at = len(low.frames)
        self.places: dict[tuple[str, str], Place] = {}
        self._read_last: dict[tuple[str, str], tuple[bytes, Any]] = {}
        self.frames: dict[str, tuple[int, int]] = {}
        framed = ((f.name, f.fields) for f in low.system.frames.values())
        for record, fields in (("", low.system.state.fields), *framed):
            begin = at
            for field in fields:
                place = self._place(record, field.name, field.type, at)
                self.places[record, field.name] = place
                at += place.extent
            if record:
                self.frames[record] = begin, at - begin
        self.bytes = -(-at // WORD) * WORD
        self.masks = self._masks()
        self.bits = int(np.bitwise_count(self.masks).sum())
        self.words = max(1, -(-self.bits // 64))
        self._entries: dict[tuple[object, ...], tuple[list[int], list[Integers]]] = {}
        self._printed, self._lists = PrintedScope(low.system, scope), dict[str, MemberLists]()

    def entries(self, reading: Mapping[str, str], rulings: Collection[str]) -> tuple[list[int], list[Integers]]:
        """The values of the entries under a reading, and what the pointers among them point to, to be kept."""
        key = tuple(sorted(reading.items())), frozenset(rulings)
        if key not in self._entries:
            arrays: list[Integers] = []
            self._entries[key] = list(entries(self, reading, rulings, arrays).values()), arrays
        return self._entries[key]

    def lists(self, key: str) -> MemberLists:
        """The members among which a loop looks."""
        if key not in self._lists:
            known = self.low.lists.setdefault(key, [])
            self._lists[key] = recall_lists(self._printed, self.low.names.among[key], known)
        return self._lists[key]

    @property
    def long_lists(self) -> int:
        """The number of loops whose lists hang on fewer things, as they would be too long."""
        return sum(not each.whole for each in self._lists.values())

    @cached_property
    def blocks(self) -> dict[str, int]:
        """The places of what is kept while a play goes on, in bytes; behind the last one under the empty name."""
        found, at = {}, 0
        for key, (sort, _) in self.low.names.kept.items():
            found[key] = at
            at += LIST + (self.list_bytes(sort) + self.low.width if sort else 0)  # a byte for each bit of a set
        return {**found, "": at}

    def list_bytes(self, sort: str) -> int:
        """The bytes of a list of members: its length, and they."""
        return WORD * (1 + self.scope.size(sort) // 4)

    @cached_property
    def firsts(self) -> dict[str, int]:
        """The number of each action's first choice, in declaration order; behind the last under the empty name."""
        found, at = {}, 0
        for action in self.system.actions.values():
            found[action.name] = at
            parameters = action.chosen_parameters
            at += prod(choices(self, action.name, p.name) for p in parameters)
        return {**found, "": at}

    @cached_property
    def _starts(self) -> list[int]:
        return list(self.firsts.values())[:-1]

    def action_of(self, choice: int) -> str:
        """The action that a choice, by its number, is of."""
        return list(self.firsts)[bisect_right(self._starts, choice) - 1]

    def _place(self, record: str, name: str, type_: t.Type, at: int) -> Place:
        keys, plain = keys_of(type_)
        leaf = self.low.leaf(record or None, name)
        size = leaf.bytes
        if leaf.kind == "pile":
            assert isinstance(plain, t.Pile)
            size = 2 * (1 + pile_size(plain, self.system, self.scope))
        strides, extent = [], size
        for key in reversed(keys):
            strides.append(extent)
            extent *= self.members(key)
        return Place(record, name, type_, leaf, at, tuple(reversed(strides)), size, extent)

    def members(self, type_: t.Type) -> int:
        """How many there are."""
        return domain_size(type_, self.system, self.scope)

    def _masks(self) -> Integers:
        found = np.zeros(self.bytes, dtype=np.uint8)
        found[: len(self.low.frames)] = 1
        for place in self.places.values():
            one = self._mask(place)
            for first in range(place.offset, place.offset + place.extent, place.size or 1):
                found[first : first + place.size] = one
        return found.view(np.uint64)

    def _mask(self, place: Place) -> Bytes:
        leaf, (_, plain) = place.leaf, keys_of(place.type)
        item = plain.item if isinstance(plain, t.Optional) else plain
        if leaf.kind == "pile":
            assert isinstance(plain, t.Pile)
            room = pile_size(plain, self.system, self.scope)
            return np.concatenate([self._low(room, 2, 1), self._low(self.members(plain.item), 2, room)])
        if leaf.kind == "set":
            assert isinstance(item, t.Set | t.Awaits)
            number = (1 << self.members(item.item)) - 1
            for bit, wanted in ((CHANCE_BIT, isinstance(item, t.Awaits)), (NONE_BIT, leaf.optional)):
                number |= (1 << self.low.width - bit) * wanted
            return np.frombuffer(number.to_bytes(leaf.bytes, "little"), dtype=np.uint8)
        if isinstance(item, t.Sort | t.Enum):
            return self._low(self.members(item), leaf.bytes, 1)
        if leaf.raw:
            return np.full(leaf.bytes, 255, dtype=np.uint8)
        if leaf.is_open:
            cap = self.cap(place)
            most = leaf.most if cap is None else cap
            return self._low(min(max(0, most - leaf.low), (1 << 63) - 1), leaf.bytes, 1)
        return self._low((1 << leaf.bits) - 1, leaf.bytes, 1)

    def cap(self, place: Place) -> int | None:
        """The scope's cap of a field of the state, if it has one."""
        return None if place.record else self.scope.caps.get(place.name)

    @staticmethod
    def _low(most: int, bytes_: int, times: int) -> Bytes:
        """The bits of numbers up to `most`."""
        number = (1 << most.bit_length()) - 1
        return np.tile(np.frombuffer(number.to_bytes(bytes_, "little"), dtype=np.uint8), times)

    # --- states ---------------------------------------------------------------------------------------------------

    @cached_property
    def default(self) -> Bytes:
        """The bytes of the all-defaults state."""
        return self.to_bytes(self.schema.default())

    def to_bytes(self, state: State) -> Bytes:
        """The bytes of a canonical state."""
        found = np.zeros(self.bytes + BEHIND, dtype=np.uint8)[: self.bytes]
        for field, value in zip(self.system.state.fields, state.fields, strict=True):
            self.write(found, self.places["", field.name], value)
        for number, (frame, record) in enumerate(zip(self.system.frames.values(), state.frames, strict=True)):
            if record is not None:
                found[number] = 1
                for field, value in zip(frame.fields, record, strict=True):
                    self.write(found, self.places[frame.name, field.name], value)
        return found

    def write(self, into: Bytes, place: Place, value: Any) -> None:
        """A field's value into the bytes of a state."""
        bytes_ = into.data

        def leaves(value: Any, level: int, at: int) -> None:
            if level < len(place.strides):
                for key, item in enumerate(value):
                    leaves(item, level + 1, at + key * place.strides[level])
                return
            bytes_[at : at + place.size] = self._store(place, value)

        leaves(value, 0, place.offset)

    def _store(self, place: Place, value: Any) -> bytes:
        leaf = place.leaf
        if leaf.kind == "pile":
            numbers = [len(value), *value]
            return b"".join(x.to_bytes(2, "little") for x in numbers).ljust(place.size, b"\0")
        if leaf.kind == "set":
            return self.set_(value).to_bytes(leaf.bytes, "little")
        return leaf.encode(value).to_bytes(leaf.bytes, "little", signed=leaf.raw)

    def set_(self, value: frozenset[int] | None) -> int:
        if value is None:
            return 1 << self.low.width - NONE_BIT
        return 1 << self.low.width - CHANCE_BIT if value == t.CHANCE else sum(1 << x for x in value)

    def read(self, bytes_: Bytes) -> State:
        """The canonical state of some bytes."""
        fields = tuple(self._read(bytes_, self.places["", f.name]) for f in self.system.state.fields)
        frames = tuple(
            tuple(self._read(bytes_, self.places[r.name, f.name]) for f in r.fields) if bytes_[k] else None
            for k, r in enumerate(self.system.frames.values())
        )
        return State(fields, frames)

    def read_field(self, bytes_: Bytes, name: str, frame: str = "") -> Any:
        """One field of that state, or of a frame that is open there."""
        return self._read(bytes_, self.places[frame, name])

    def _read(self, bytes_: Bytes, place: Place) -> Any:
        """A field; from one state to the next most of them say the same."""
        stored = bytes_[place.offset : place.offset + place.extent].tobytes()
        known = self._read_last.get((place.record, place.name))
        if known is None or known[0] != stored:
            known = self._read_last[place.record, place.name] = stored, self._read_anew(bytes_, place)
        return known[1]

    def _read_anew(self, bytes_: Bytes, place: Place) -> Any:
        """The leaves in order, and then in tuples as the maps want them."""
        leaves: list[Any]
        if not place.extent:  # a map over a sort without members
            return spread(place.type, None, self.system, self.scope)
        if place.leaf.kind == "number":
            kind = "i8" if place.leaf.raw else f"u{place.leaf.bytes}"
            numbers = np.frombuffer(bytes_[place.offset : place.offset + place.extent].tobytes(), dtype=f"<{kind}")
            found, load = numbers.tolist(), self._number(place)
            known = {number: load(number) for number in set(found)}  # most of a map says the same
            leaves = list(map(known.__getitem__, found))
        else:
            every = range(place.offset, place.offset + place.extent, place.size)
            leaves = [self._load(place, bytes_[at : at + place.size].tobytes()) for at in every]
        extents = [place.extent, *place.strides]
        for larger, smaller in reversed(list(pairwise(extents))):
            each = larger // smaller if smaller else 0
            leaves = [tuple(leaves[i : i + each]) for i in range(0, len(leaves), each)] if each else [()]
        return leaves[0]

    @staticmethod
    def _number(place: Place) -> Callable[[int], Any]:
        """A function from stored numbers to values."""
        _, plain = keys_of(place.type)
        item = plain.item if isinstance(plain, t.Optional) else plain
        if not isinstance(item, t.Bool):
            return place.leaf.decode
        values = [place.leaf.decode(number) for number in range(4)]
        return [None if value is None else bool(value) for value in values].__getitem__

    def _load(self, place: Place, bytes_: bytes) -> Any:
        if place.leaf.kind == "pile":
            numbers = np.frombuffer(bytes_, dtype=np.uint16)
            return tuple(int(x) for x in numbers[1 : 1 + int(numbers[0])])
        number = int.from_bytes(bytes_, "little")
        if number == 1 << self.low.width - NONE_BIT:
            return None
        if number == 1 << self.low.width - CHANCE_BIT:
            return t.CHANCE
        return frozenset(i for i in range(number.bit_length()) if number >> i & 1)

    def pack(self, state: State) -> tuple[int, ...]:
        """The state as the code packs it; a value that has no room in what the scope stores is refused."""
        return self.gather(self.with_room(lambda: self.to_bytes(state)))

    def with_room(self, write: Callable[[], Bytes]) -> Bytes:
        """Bytes as they are written; a value that has no room in what the scope stores is refused."""
        try:
            written = write()
        except OverflowError:
            self.low.refuse("a number of more than 64 bits at the beginning, or one below all for which there is room")
        if (written & ~self.masks.view(np.uint8)).any():
            self.low.refuse("a number at the beginning that its range or its cap leaves out")
        return written

    def gather(self, written: Bytes) -> tuple[int, ...]:
        """The bits of a state's bytes that are stored."""
        bits = np.zeros(64 * self.words, dtype=np.uint8)
        bits[: self.bits] = np.unpackbits(written, bitorder="little")[self.stored_bits]
        return tuple(np.packbits(bits, bitorder="little").view(np.uint64).tolist())

    def unpack(self, words: Sequence[int]) -> State:
        return self.read(self.spread(np.array([words], dtype=np.uint64))[0])

    def spread(self, rows: Integers) -> Bytes:
        """The bytes of packed states, a row each."""
        packed = np.unpackbits(np.ascontiguousarray(rows).view(np.uint8), axis=1, bitorder="little")
        bits = np.zeros((len(rows), 8 * self.bytes), dtype=np.uint8)
        bits[:, self.stored_bits] = packed[:, : self.bits]
        return np.packbits(bits, axis=1, bitorder="little")

    @cached_property
    def stored_bits(self) -> Flags:
        """For each bit of a state's bytes, whether it is stored."""
        return np.unpackbits(self.masks.view(np.uint8), bitorder="little").astype(np.bool_)


def entries(
    layout: Layout, reading: Mapping[str, str], rulings: Collection[str], arrays: list[Integers]
) -> dict[Name, int]:
    """The value of each entry that the code asks for; `arrays`: what its pointers point to, to be kept."""
    found, known = {}, layout.low.entries_in(layout.scope)
    for name in layout.low.names.entries:
        if name[0] in RULED:
            found[name] = _fitting(layout, name, reading, rulings, arrays)
            continue
        if name not in known:
            own: list[Integers] = []
            known[name] = _fitting(layout, name, reading, rulings, own), own
        found[name], own = known[name]
        arrays += own
    return found


def _fitting(
    layout: Layout, name: Name, reading: Mapping[str, str], rulings: Collection[str], arrays: list[Integers]
) -> int:
    value = _entry(layout, name, reading, rulings, arrays)
    if not fits(value):
        layout.low.refuse(f"a number of more than 64 bits, {value}, as {' '.join(name)},")
    return value


def _entry(
    layout: Layout, name: Name, reading: Mapping[str, str], rulings: Collection[str], arrays: list[Integers]
) -> int:
    low, scope = layout.low, layout.scope
    match name:
        case ("size", sort):
            return scope.size(sort)
        case ("number", constant):
            return int(scope.constants[constant])
        case ("offset", record, field):
            return layout.places[record, field].offset
        case ("stride", record, field, level):
            return layout.places[record, field].strides[int(level)]
        case ("room", record, field):
            return layout.places[record, field].size // 2 - 1
        case ("leaf", record, field):
            return layout.places[record, field].size
        case ("extent", record, field):
            return layout.places[record, field].extent
        case ("frame", frame):
            return layout.frames[frame][0]
        case ("frame bytes", frame):
            return layout.frames[frame][1]
        case ("attribute", sort, attribute):
            return _attribute(layout, sort, attribute, arrays)
        case ("among", key):
            arrays.append(layout.lists(key).numbers)
            return int(arrays[-1].ctypes.data)
        case ("among by", key, level):
            return layout.lists(key).strides[int(level)]
        case ("kept" | "kept flags", key):
            return layout.blocks[key] + (0 if name[0] == "kept" else LIST + layout.list_bytes(low.names.kept[key][0]))
        case ("off", rule):
            return int(rule in scope.off)
        case ("without", *_) | ("entered",) | ("form",):
            return 0
        case ("extents" | "kept rows" as which,):
            arrays.append({"extents": _extents, "kept rows": _kept_rows}[which](layout))
            return int(arrays[-1].ctypes.data)
        case ("row",):
            return 2 * (1 + len(low.names.choices))
        case ("cap", field):
            return scope.caps.get(field, (1 << 63) - 1)
        case ("least", *_):
            return (1 << 63) - 1
        case ("most", *_):
            return NONE + 1
        case ("counted", field):
            return max(scope.caps.get(field, 0), MOST_COUNTED)
        case (kind, _) if kind in READINGS:
            return choice_value(low.system, name, reading, rulings)
        case ("first", action):
            return min(layout.firsts[action], MOST_CHOICES)
        case ("choices", action, parameter):
            return min(choices(layout, action, parameter), MOST_CHOICES)
        case ("low" | "high" as end, parameter):
            return end_of_range(layout, parameter, end)
    raise AssertionError(f"the scope has no {name}")


def choices(layout: Layout, action: str, parameter: str) -> int:
    """How many values a parameter of an action may have."""
    type_ = next(p.type for p in layout.system.actions[action].function.parameters if p.name == parameter)
    return count(layout.system, layout.scope, f"{action}.{parameter}", type_)


def end_of_range(layout: Layout, parameter: str, end: str) -> int:
    """The `low` or the `high` end of the numbers that a parameter may have."""
    action, _, name = parameter.partition(".")
    type_ = next(p.type for p in layout.system.actions[action].function.parameters if p.name == name)
    while isinstance(type_, t.Map | t.Optional):
        type_ = type_.value if isinstance(type_, t.Map) else type_.item
    assert isinstance(type_, t.Int)
    return span(layout.scope, parameter, type_)[end == "high"]


def _attribute(layout: Layout, sort: str, attribute: str, arrays: list[Integers]) -> int:
    values = layout.scope.attributes[sort, attribute]
    assert values is not None, f"{sort}.{attribute} is open"
    type_ = next(a.type for a in layout.system.sorts[sort].attributes if a.name == attribute)
    _, plain = keys_of(type_)
    flat: list[Any] = []

    def leaves(value: Any, type_: t.Type) -> None:
        if isinstance(type_, t.Map):
            for item in value:
                leaves(item, type_.value)
        else:
            flat.append(value)

    for value in values:
        leaves(value, type_)
    if kind(plain) == "set":
        size = layout.low.width // 8
        data = b"".join(layout.set_(v).to_bytes(size, "little") for v in flat)
    else:
        numbers = [NONE if v is None else int(v) for v in flat]
        if not all(fits(x) or x == NONE for x in numbers):
            layout.low.refuse(f"a number of more than 64 bits in {sort}.{attribute}")
        data = b"".join(x.to_bytes(8, "little", signed=True) for x in numbers)
    array = np.frombuffer(data or bytes(8), dtype=np.uint8).copy()
    arrays.append(array)
    return int(array.ctypes.data)


def _extents(layout: Layout) -> Integers:
    """The places of the fields in an unpacked state: how many rows, then rows of the first byte, how many there are,
    and the field's bit."""
    of = bits(layout.system)
    return _packed_rows([(first, length, 1 << of[place]) for place, first, length in _fields(layout) if length])


def _kept_rows(layout: Layout) -> Integers:
    """The places of findings about a play: how many rows, then rows of a place and the bits on which that rests."""
    return _packed_rows([(at, layout.low.names.kept[key][1]) for key, at in layout.blocks.items() if key])


def _fields(layout: Layout) -> Iterator[tuple[tuple[str | None, str], int, int]]:
    """Each field, and whether a frame is open, with its bytes: the first, and how many."""
    yield from (((frame, ""), number, 1) for number, frame in enumerate(layout.frames))
    yield from (((p.record or None, p.name), p.offset, p.extent) for p in layout.places.values())


def _packed_rows(found: Sequence[tuple[int, ...]]) -> Integers:
    return np.array([len(found), *(number for row in found for number in row)], dtype=np.uint64)
