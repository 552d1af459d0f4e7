"""The properties that a change in a state concerns: for each bit of a packed state those that read what lies there, as
bits of one number, and for what is small also those that tell the old value from the new one.

As a search begins these are the properties that read the field (`by_fields`). In one that runs long they are found in
the scope, cell by cell (`by_cells`): what is printed there says of most cells that a property does not read them, and
of most changes that it does not tell them apart.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import product
from operator import or_
from typing import TypeAlias

import numpy as np

from ruleslawyer.base.arrays import Integers
from ruleslawyer.engines.native.cells import ReadAnalysis, Reading, Told
from ruleslawyer.engines.native.fields import WORD
from ruleslawyer.engines.native.names import BEFORE_ASKED, Register
from ruleslawyer.engines.native.scope_data import Layout, Place
from ruleslawyer.engines.native.storage import Leaf, keys_of
from ruleslawyer.engines.native.written import ANY, PAIRS, asked_checks, functions_of, words_of
from ruleslawyer.rulebook.kept.rules import dump, is_as_read, read, recall_or_make

LONG = 1 << 16
"""States that have been expanded before cells are looked for, which takes some hundredths of a second."""
MOST_TOLD = 5
"""Bits of a cell of which values are told apart."""
Readings: TypeAlias = frozenset[Reading] | None
"""All that a property may read in the scope; None: that is too much to be found."""
_Apart: TypeAlias = frozenset[tuple[int, frozenset[frozenset[int]]]]
"""Properties by number, and what each tells from all else, as it is stored."""


@dataclass(frozen=True)
class Span:
    """Bytes of a state, what they are of, and the properties that a change there concerns: any, and of a cell with few
    bits one from a value to another."""

    first: int
    bytes: int
    concerned: int
    apart: _Apart = frozenset()


class DependencyTable:
    """The rows of one search in the contexts (their cells) of its lanes; they live as long as this object."""

    def __init__(self, layout: Layout, contexts: Sequence[Integers]) -> None:
        self._layout, self._contexts, self._is_long = layout, contexts, False
        for context in contexts:
            context[Register.FOLLOWS] = BEFORE_ASKED
        self._take(by_fields(layout))

    def look(self, visited: int) -> None:
        """A level begins, behind so many states. That is so whoever searches: what is logged hangs on it, as a state
        that says what its parent says logs it in a lane that has not heard of it."""
        if not self._is_long and visited >= LONG:
            self._is_long = True
            self._take(kept_cells(self._layout))

    def _take(self, arrays: list[Integers]) -> None:
        self._arrays = arrays
        for context in self._contexts:
            context[Register.CONCERNED] = arrays[0].ctypes.data


def readings_of(layout: Layout) -> list[Readings]:
    """The readings of each property."""
    cells = ReadAnalysis(layout.low.system, layout.scope)
    return [cells.of_functions(functions_of(check)) for check in asked_checks(layout.low)]


def kept_cells(layout: Layout) -> list[Integers]:
    """The rows by cells, as they were kept where the rules are as they were read: one thread works them out while
    others wait."""
    system = layout.low.system

    def make() -> list[Integers]:
        return by_cells(layout, readings_of(layout))

    if not is_as_read(system):
        return make()
    what = f"rows of properties in {layout.scope!r}, {layout.low.width}"
    return _with_addresses(*read(recall_or_make(system, what, lambda: dump(_without_addresses(make())))))


def _without_addresses(arrays: Sequence[Integers]) -> tuple[tuple[int, ...], bytes, list[bytes]]:
    """Rows in a form that can be kept: their shape; they, with an array's number in the place of its address; and the
    bytes of each array."""
    rows, *pairs = arrays
    addresses = {0: 0} | {int(each.ctypes.data): number for number, each in enumerate(pairs, 1)}
    numbered = rows.copy()
    numbered[:, PAIRS] = [addresses[at] for at in rows[:, PAIRS].tolist()]
    return rows.shape, numbered.tobytes(), [each.tobytes() for each in pairs]


def _with_addresses(shape: tuple[int, ...], numbered: bytes, kept: Sequence[bytes]) -> list[Integers]:
    """Rows as the code reads them, of what `_without_addresses` gave."""
    rows, *pairs = (np.frombuffer(each, dtype=np.uint64).copy() for each in (numbered, *kept))
    rows = rows.reshape(shape)
    addresses = np.array([0, *(each.ctypes.data for each in pairs)], dtype=np.uint64)
    rows[:, PAIRS] = addresses[rows[:, PAIRS].astype(np.int64)]
    return [rows, *pairs]


def by_fields(layout: Layout) -> list[Integers]:
    """The rows of all bits, by the fields that are read; then arrays to which they point."""
    reading: dict[tuple[str | None, str], int] = {}
    for number, check in enumerate(asked_checks(layout.low)):
        for place in layout.low.functions.uses(functions_of(check)).reads:
            reading[place] = reading.get(place, 0) | 1 << number
    frames = (Span(at, 1, reading.get((frame, ""), 0)) for at, frame in enumerate(layout.frames))
    fields = (Span(p.offset, p.extent, reading.get((of or None, f), 0)) for (of, f), p in layout.places.items())
    return _arrays(layout, (*frames, *fields))


def by_cells(layout: Layout, readings: Sequence[Readings]) -> list[Integers]:
    """The same by the cells that are read, and what is told apart."""
    read_by: dict[tuple[str | None, str], list[tuple[int, Reading]]] = {}
    for number, (check, found) in enumerate(zip(asked_checks(layout.low), readings, strict=True)):
        if found is None:
            uses = layout.low.functions.uses(functions_of(check)).reads
            found = frozenset(((record, field, ()), None) for record, field in uses)
        for reading in found:
            (record, field, _), _ = reading
            read_by.setdefault((record, field), []).append((number, reading))
    frames = (Span(at, 1, _any(read_by.get((frame, ""), ()))) for at, frame in enumerate(layout.frames))
    fields = (span for at, place in layout.places.items() for span in _cells(layout, at, place, read_by))
    return _arrays(layout, (*frames, *fields))


def _arrays(layout: Layout, spans: Iterable[Span]) -> list[Integers]:
    """The rows, and what they point to."""
    rows = _Rows(layout)
    for span in spans:
        rows.add(span)
    return rows.arrays


def _any(read: Sequence[tuple[int, Reading]]) -> int:
    return reduce(or_, (1 << number for number, _ in read), 0)


def _cells(
    layout: Layout, at: tuple[str, str], place: Place, read: Mapping[tuple[str | None, str], list[tuple[int, Reading]]]
) -> Iterator[Span]:
    """The cells of a field."""
    keys, found = keys_of(place.type)[0], dict[tuple[int, ...], dict[int, set[Told]]]()
    ranges = [range(layout.members(key)) for key in keys]
    for number, ((_, _, given), told) in read.get((at[0] or None, at[1]), ()):
        whole = [*given, *[None] * (len(keys) - len(given))]
        for cell in product(*(every if key is None else (key,) for key, every in zip(whole, ranges, strict=True))):
            found.setdefault(cell, {}).setdefault(number, set()).add(told if len(given) == len(keys) else None)
    small = place.leaf.kind == "number" and not place.leaf.raw
    for cell in product(*ranges):
        apart = {number: told for number, told in found.get(cell, {}).items() if small and None not in told}
        concerned = reduce(or_, (1 << number for number in found.get(cell, {}).keys() - apart.keys()), 0)
        first = place.offset + sum(key * stride for key, stride in zip(cell, place.strides, strict=True))
        yield Span(first, place.size, concerned, _encode(place.leaf, apart))


def _encode(leaf: Leaf, apart: Mapping[int, Iterable[Told]]) -> _Apart:
    """The values as they are stored."""

    def numbers(told: Told) -> frozenset[int]:
        return frozenset(leaf.encode(value) for value in told or () if value is None or isinstance(value, int))

    return frozenset((number, frozenset(map(numbers, many))) for number, many in apart.items())


class _Rows:
    """The rows of all bits of a packed state."""

    def __init__(self, layout: Layout) -> None:
        self._words, self._stored = words_of(layout.low), layout.stored_bits
        self.rows = np.zeros((WORD * layout.words, ANY + self._words), dtype=np.uint64)
        self.arrays: list[Integers] = [self.rows]
        self._position: list[int] = [0, *np.cumsum(self._stored).tolist()]
        self._pairs: dict[tuple[int, _Apart], Integers] = {}

    def add(self, span: Span) -> None:
        """Adds the rows of a cell, or of a field."""
        begin, stop = self._position[8 * span.first], self._position[8 * (span.first + span.bytes)]
        concerned, width, shift = span.concerned, stop - begin, begin % WORD
        pairs = 0
        if span.apart and width <= MOST_TOLD and shift + width <= WORD:
            pairs = self._pair_table(width, span.apart)
        else:
            concerned |= reduce(or_, (1 << number for number, _ in span.apart), 0)
        while begin < stop:
            word, first = divmod(begin, WORD)
            end = min(WORD * (word + 1), stop)
            mine = (1 << end - begin) - 1 << first
            self.rows[begin:end, :ANY] = ~np.uint64(mine), pairs, shift, width
            self.rows[begin:end, ANY:] = self._in_words(concerned)
            begin = end

    def _in_words(self, number: int) -> Integers:
        return np.frombuffer(number.to_bytes(8 * self._words, "little"), dtype=np.uint64)

    def _pair_table(self, width: int, apart: _Apart) -> int:
        """Where it says for two values, one behind the other in a number, who tells them apart."""
        if (width, apart) not in self._pairs:
            of = {number: [sum(1 << i for i, told in enumerate(many) if value in told) for value in range(1 << width)]
                  for number, many in apart}  # fmt: skip
            every = product(range(1 << width), repeat=2)
            who = (reduce(or_, (1 << n for n, kinds in of.items() if kinds[a] != kinds[b]), 0) for a, b in every)
            self._pairs[width, apart] = np.concatenate([self._in_words(number) for number in who])
            self.arrays.append(self._pairs[width, apart])
        return int(self._pairs[width, apart].ctypes.data)
