"""Slots of a packed state: each number, member of a set or thing in a pile, and how to get there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any, TypeAlias

import numpy as np

from ruleslawyer.base.arrays import Integers
from ruleslawyer.engines.native.bits import WORD, Piece
from ruleslawyer.engines.native.scope_data import Layout, Place
from ruleslawyer.engines.native.storage import CHANCE_BIT, NONE_BIT, keys_of
from ruleslawyer.ir import types as t
from ruleslawyer.semantics.interchange import Tokens, member_of
from ruleslawyer.semantics.sizes import domain_size

Cell: TypeAlias = tuple[str, str, tuple[int, ...]]
"""A leaf of the state (or of a frame, which comes first), by its field and keys."""


@dataclass(frozen=True)
class Slot:
    """Some bits of a packed state, of the leaf `cell`; `tokens`: how to get there, and on to a part of it.

    sort: the one whose members it holds. low: what is taken off a number, so that 0 is the least (or None); is_open:
    nothing bounds the number. under: a slot, by its place in the list, that has to store more than a number, else this
    one means nothing: an open frame, a pile that is high enough.
    """

    cell: Cell
    tokens: Tokens
    type: t.Type
    pieces: tuple[Piece, ...]
    sort: str | None = None
    low: int = 0
    is_open: bool = False
    under: tuple[int, int] | None = None

    @property
    def bits(self) -> int:
        return sum(piece.bits for piece in self.pieces)


def slots_of(layout: Layout) -> list[Slot]:
    """The slots of a state: those of frames being open, then each field's in the order of its keys."""
    return _Slots(layout).made


def numbers(words: Sequence[int], slots: Sequence[Slot]) -> tuple[int, ...]:
    """The numbers that the slots of a packed state store."""
    return tuple(sum((int(words[p.word]) >> p.shift & p.mask) << p.offset for p in slot.pieces) for slot in slots)


class _Slots:
    def __init__(self, layout: Layout) -> None:
        self.layout, self.made = layout, list[Slot]()
        stored = layout.stored_bits
        self.position: Integers = np.cumsum(stored) - stored
        self.stored = stored
        for number, frame in enumerate(layout.frames):
            self._add((frame, "", ()), (frame, "open"), t.Bool(), 8 * number, 1)
        for place in layout.places.values():
            self._place(place)

    def _add(self, cell: Cell, tokens: Tokens, type_: t.Type, first: int, most: int, **more: Any) -> None:
        """Adds a slot for the stored bits among up to `most` from one of the state's bytes on; none where no bit is
        stored."""
        count = int(self.stored[first : first + most].sum())
        if count:
            pieces = tuple(_pieces(int(self.position[first]), count))
            self.made.append(Slot(cell, tokens, type_, pieces, **more))

    def _place(self, place: Place) -> None:
        keys, plain = keys_of(place.type)
        sizes = [domain_size(key, self.layout.system, self.layout.scope) for key in keys]
        under = None
        if place.record:
            under = next(i for i, slot in enumerate(self.made) if slot.cell == (place.record, "", ()))
        for members in product(*map(range, sizes)):
            at = place.offset + sum(k * stride for k, stride in zip(members, place.strides, strict=True))
            cell = place.record, place.name, members
            tokens = (place.record, place.name, *(member_of(key, k) for key, k in zip(keys, members, strict=True)))
            self._leaf(place, plain, cell, tokens, 8 * at, None if under is None else (under, 0))

    def _leaf(self, place: Place, type_: t.Type, cell: Cell, tokens: Tokens, first: int, under: object) -> None:
        item = type_.item if isinstance(type_, t.Optional) else type_
        match item:
            case t.Pile(of):
                length = len(self.made)
                self._add(cell, (*tokens, "length"), type_, first, 16, under=under)
                sort = of.name if isinstance(of, t.Sort) else None
                for k in range(place.size // 2 - 1):
                    self._add(cell, (*tokens, k), type_, first + 16 * (k + 1), 16, sort=sort, under=(length, k))
            case t.Set(of) | t.Awaits(of):
                for k in range(domain_size(of, self.layout.system, self.layout.scope)):
                    self._add(cell, (*tokens, member_of(of, k)), type_, first + k, 1, under=under)
                for bit, name in ((CHANCE_BIT, "chance"), (NONE_BIT, "none")):
                    self._add(cell, (*tokens, name), type_, first + self.layout.low.width - bit, 1, under=under)
            case _:
                sort = item.name if isinstance(item, t.Sort) else None
                leaf = place.leaf
                self._add(
                    cell, tokens, type_, first, 8 * place.size, sort=sort, low=leaf.low,
                    is_open=leaf.is_open and self.layout.cap(place) is None, under=under,
                )  # fmt: skip


def _pieces(begin: int, bits: int) -> Iterator[Piece]:
    """The places of `bits` bits from one on in the words of a state."""
    offset = 0
    while offset < bits:
        word, shift = divmod(begin + offset, WORD)
        here = min(bits - offset, WORD - shift)
        yield Piece(word, shift, here, offset)
        offset += here
