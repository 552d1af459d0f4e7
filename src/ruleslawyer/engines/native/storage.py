"""How a leaf of a state lies in memory: compiled code knows its kind, a scope how many there are and where; and how
wide its sets are.

| type | stored as |
|---|---|
| Bool | a byte |
| Sort | two bytes, the index plus one; Enum: a byte likewise; 0 is None, or not written yet |
| Int | its distance from the least value, in as few bytes as the range needs; without a range in 8, in plays as it is |
| Set, Awaits | one wide number, a bit for each member; CHANCE and SILENT have bits of their own |
| Pile | its length, then its members from the top, two bytes each; what is behind them is 0 |

A state: one byte for each frame (open or not), then the fields, then those of the frames, which are 0 while closed.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.ir import types as t
from ruleslawyer.ir.schema import Scope
from ruleslawyer.ir.system import System

Kind = Literal["number", "set", "pile", "map", "store", "nothing"]

NONE = -(1 << 63) + 1
SILENT = -(1 << 63)
"""Numbers that no arithmetic gives: it stops before."""
CHANCE_BIT, SILENT_BIT, NONE_BIT = 1, 2, 3
"""From the top of a set's number."""


MOST_COUNTED = 1 << 15
"""The largest number, either way, of a field that nothing bounds."""


class TypeTooLarge(Exception):
    """A type whose values this engine has no room for; the message says which."""


def fits(number: int) -> bool:
    """Whether 64 bits hold it, and it stands for nothing else."""
    return NONE < number < 1 << 63


def kind(type_: t.Type) -> Kind:
    match t.bare(type_):
        case t.Set() | t.Awaits():
            return "set"
        case t.Pile():
            return "pile"
        case t.Map():
            return "map"
        case t.State() | t.FrameOf():
            return "store"
        case t.NoneType():
            return "nothing"
    return "number"


@dataclass(frozen=True, slots=True)
class Leaf:
    """A stored leaf: `bytes` of a number; `low`: what is taken off it, so that 0 is the least (or None). `most`: of a
    number that nothing bounds, the largest for which there is room at least; 0: it is stored as it is."""

    type: t.Type
    kind: Kind
    bytes: int
    low: int
    optional: bool
    high: int | None
    most: int = 0

    @property
    def is_open(self) -> bool:
        """Whether nothing bounds a number, at one end at least."""
        return self.kind == "number" and self.bytes == 8 and self.high is None

    @property
    def raw(self) -> bool:
        """Whether a number is stored as it is."""
        return self.is_open and not self.most

    @property
    def bits(self) -> int:
        """The bits of a number that its range bounds; 0: nothing bounds it."""
        if self.high is None:
            return 0
        return max(1, (self.high - self.low).bit_length())

    def encode(self, value: int | None) -> int:
        if self.raw:
            return NONE if value is None else value
        return 0 if value is None else value - self.low

    def decode(self, number: int) -> int | None:
        if self.raw:
            return None if number == NONE else number
        return None if self.optional and number == 0 else number + self.low


def keys_of(type_: t.Type) -> tuple[list[t.Type], t.Type]:
    """The keys of a field's maps, and the type at the bottom."""
    keys = []
    while isinstance(type_, t.Map):
        keys.append(type_.key)
        type_ = type_.value
    return keys, type_


def leaf_of(type_: t.Type, default: Any, width: int, *, packed: bool) -> Leaf:
    """How a leaf of that type is stored; `default` may lie outside its range, until it is written. `packed`: states are
    packed, so that what no number needs takes no room."""
    optional, plain = isinstance(type_, t.Optional), t.bare(type_)
    match plain:
        case t.Bool():
            return Leaf(type_, "number", 1, -1 if optional else 0, optional, 1)
        case t.Sort():
            return Leaf(type_, "number", 2, -1, True, None)
        case t.Enum():
            return Leaf(type_, "number", 1, -1, True, None)
        case t.Int(low, high):
            given = [] if default is None else [default]
            if low is None or high is None:
                if not packed:
                    return Leaf(type_, "number", 8, 0, optional, None)
                least = -MOST_COUNTED if low is None else max(low, -MOST_COUNTED)
                least, most = min([least, *given]) - optional, max([MOST_COUNTED, *given])
                return Leaf(type_, "number", 8, least, optional, None, most)
            low, high = min([low, *given]) - optional, max([high, *given])
            size = next((b for b in (1, 2, 4, 8) if high - low < 1 << 8 * b - 1), None)
            if size is None or not (fits(low) and fits(high)):
                raise TypeTooLarge(f"a range of more than 63 bits, {low} to {high},")
            return Leaf(type_, "number", size, low, optional, high)
        case t.Set() | t.Awaits():
            return Leaf(type_, "set", width // 8, 0, optional, None)
        case t.Pile():
            return Leaf(type_, "pile", 0, 0, optional, None)
    raise TypeError(f"{type_} is not stored")


WIDTHS = (64, 128, 256, 512, 1024, 2048)
"""Of a set."""
NO_MEMBERS = 3
"""Bits of a set that are no members (`storage.py`)."""


def width_of(system: System, members: int, scope: str = "") -> int:
    """The bits of a set, where a sort has so many members, and each set may be something else."""
    most = max([members, *(len(enum.members) for enum in system.enums.values())])
    width = next((w for w in WIDTHS if w > most + NO_MEMBERS), None)
    if width is None:
        fewer = f"fewer members, {WIDTHS[-1] - NO_MEMBERS - 1} at most"
        raise UsageError(f"a sort has {most} members, for which no set is wide enough", f"scope {scope}", fewer)
    return width


def width_in(system: System, scope: Scope) -> int:
    """The bits of a set in a scope: where no set of the largest sort may be something else, as many as it needs."""
    sizes: dict[t.Type, int] = {t.Sort(name): len(names) for name, names in scope.names.items()}
    sizes |= {t.Enum(name): len(enum.members) for name, enum in system.enums.items()}
    most = max(sizes.values(), default=0)
    width = width_of(system, most, scope.name)
    narrow = next((w for w in WIDTHS if w > most), width)
    if narrow < width and all(sizes.get(sort, 0) + NO_MEMBERS < narrow for sort in sorts_of_marked_sets(system)):
        return narrow
    return width


def sorts_of_marked_sets(system: System) -> frozenset[t.Type]:
    """The sorts, and enumerations, of which a set may be something else: players, who are awaited or win, and those of
    which a term or an answer may say nothing. No other set may be None."""
    asked = [each.function for each in system.terms.values()] + [each.function for each in system.questions.values()]
    said = (t.bare(function.returns) for function in asked)
    return frozenset({t.Sort(system.players), *(set_.item for set_ in said if isinstance(set_, t.Set))})
