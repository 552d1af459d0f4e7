"""Slots of a packed state: where each number, member of a set or thing in a pile lies, and generated code that reads,
sorts and puts them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import product
from typing import Any, TypeAlias

import numpy as np

from ruleslawyer.base.arrays import Integers
from ruleslawyer.engines.native.scope_data import Layout, Place
from ruleslawyer.engines.native.storage import CHANCE_BIT, NONE_BIT, keys_of
from ruleslawyer.engines.native.text import FunctionBuilder
from ruleslawyer.ir import types as t
from ruleslawyer.semantics.interchange import Alike, Tokens, member_of
from ruleslawyer.semantics.sizes import domain_size

WORD = 64


@dataclass(frozen=True, slots=True)
class Piece:
    """The part of a slot that one word holds: `bits` wide from bit `shift` of word `word`, the stored number's from bit
    `offset`."""

    word: int
    shift: int
    bits: int
    offset: int

    @property
    def mask(self) -> int:
        return (1 << self.bits) - 1


def extract(words: Integers, pieces: Sequence[Piece]) -> Any:
    """The numbers that some pieces store in states, given as rows of words, or in one: Python's integers where that is
    wider than a word."""
    parts = [(words[..., p.word] >> np.uint64(p.shift)) & np.uint64(p.mask) for p in pieces]
    if sum(p.bits for p in pieces) <= WORD:
        return reduce(np.bitwise_or, (part << np.uint64(p.offset) for part, p in zip(parts, pieces, strict=True)))
    return sum(np.asarray(part, dtype=object) << p.offset for part, p in zip(parts, pieces, strict=True))


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


@dataclass(frozen=True)
class Row:
    """A group whose members are columns: for each member the slots of its leaves, in one order for all."""

    group: Alike
    columns: tuple[tuple[Slot, ...], ...]

    @property
    def bits(self) -> int:
        return sum(slot.bits for slot in self.columns[0])


def network(number: int) -> Iterator[tuple[int, int]]:
    """Batcher's sorting network by merge exchange (Knuth 5.2.2, algorithm M)."""
    top = 1 << max(0, (number - 1).bit_length() - 1)
    p = top if number > 1 else 0
    while p:
        q, r, d = top, 0, p
        while True:
            yield from ((i, i + d) for i in range(number - d) if i & p == r)
            if q == p:
                break
            d, q, r = q - p, q >> 1, p
        p >>= 1


def each_state(code: FunctionBuilder, words: int, body: Callable[[str, str, list[str]], None]) -> None:
    """A loop over ``%first`` ≤ i < ``%stop`` of ``%states``: index, pointer and words of each."""
    with code.counting("%first", "%stop") as index:
        offset = code.value(f"mul i64 {index}, {words}")
        pointer = code.at("i64", "%states", offset)
        body(index, pointer, [code.entry("i64", pointer, str(i)) for i in range(words)])


def as_signed(number: int) -> int:
    """The lowest 64 bits of a number as LLVM writes them."""
    word = number & (1 << WORD) - 1
    return word - (1 << WORD) if word >> WORD - 1 else word


def extract_piece(code: FunctionBuilder, words: Sequence[str], piece: Piece) -> str:
    return code.value(f"and i64 {code.value(f'lshr i64 {words[piece.word]}, {piece.shift}')}, {as_signed(piece.mask)}")


def number_of(code: FunctionBuilder, words: Sequence[str], slot: Slot) -> str:
    """The number of the value in a slot."""
    found = "0"
    for piece in slot.pieces:
        part = code.value(f"shl i64 {extract_piece(code, words, piece)}, {piece.offset}")
        found = code.value(f"or i64 {found}, {part}")
    return found


def clear(code: FunctionBuilder, words: Sequence[str], slots: Iterable[Slot]) -> list[str]:
    """The words without some slots."""
    masks: Counter[int] = Counter()
    for slot in slots:
        for piece in slot.pieces:
            masks[piece.word] |= piece.mask << piece.shift
    result = list(words)
    for word, mask in masks.items():
        result[word] = code.value(f"and i64 {words[word]}, {as_signed(~mask)}")
    return result


def put(code: FunctionBuilder, words: list[str], pieces: Iterable[tuple[Piece, str]]) -> list[str]:
    """The words with what some pieces store, which have been cleared."""
    for piece, number in pieces:
        words[piece.word] = code.value(f"or i64 {words[piece.word]}, {code.value(f'shl i64 {number}, {piece.shift}')}")
    return words


def type_of(row: Row) -> str:
    return f"i{max(64, row.bits)}"


def offsets(column: Sequence[Slot]) -> Iterator[tuple[Piece, int]]:
    """The pieces of a column, with where each begins in the one number that they make."""
    offset = 0
    for slot in column:
        for piece in slot.pieces:
            yield piece, offset + piece.offset
        offset += slot.bits


def key_of(code: FunctionBuilder, words: Sequence[str], column: Sequence[Slot]) -> str:
    """A column as one number."""
    bits = sum(slot.bits for slot in column)
    key = "0"
    for piece, offset in offsets(column):
        part = extract_piece(code, words, piece)
        if bits > 64:
            part = code.value(f"zext i64 {part} to i{bits}")
        part = code.value(f"shl i{max(64, bits)} {part}, {offset}")
        key = code.value(f"or i{max(64, bits)} {key}, {part}")
    return key


def part_of(code: FunctionBuilder, type_: str, key: str, piece: Piece, offset: int) -> str:
    part = code.value(f"lshr {type_} {key}, {offset}")
    if type_ != "i64":
        part = code.value(f"trunc {type_} {part} to i64")
    return code.value(f"and i64 {part}, {as_signed(piece.mask)}")
