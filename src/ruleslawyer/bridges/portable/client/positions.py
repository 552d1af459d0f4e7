"""States as short texts: each by how it differs from the first beginning, and by what was met in it so far.

One whole number holds all of it (asymmetric numeral systems, without rounding): of what was met often in a field, where
the first beginning has the same and the card lies in the same place, it takes little. positions.js does the same.
"""

from __future__ import annotations

import base64
import zlib
from collections import defaultdict
from collections.abc import Callable, Sequence
from itertools import accumulate
from math import prod
from typing import Any, TypeAlias

Json: TypeAlias = dict[str, Any]
Counts: TypeAlias = dict[int, int]
Count: TypeAlias = Callable[[list[str]], int]
"""How many members a sort or an enum has."""
Prints: TypeAlias = dict[str, list[int]]
"""By sort: a number for each member, the same for those with the same print."""
SHORT, MOST = 16, 64
"""Bits of a number up to which all numbers are as likely, where none was met; and the weight of the shortest length."""


class Writer:
    """Choices, written as one number."""

    def __init__(self) -> None:
        self._taken: list[tuple[int, int, int]] = []

    def pick(self, weights: Sequence[int], which: int) -> int:
        """One of some that are as likely as their weights."""
        self._taken.append((sum(weights[:which]), weights[which], sum(weights)))
        return which

    def even(self, total: int, which: int) -> int:
        """One of so many that are as likely."""
        self._taken.append((which, 1, total))
        return which

    def number(self, last: int) -> int:
        """All of them, and a number that whoever reads it finds at the end."""
        for start, weight, total in reversed(self._taken):
            last = last // weight * total + start + last % weight
        return last


class Reader:
    """The same choices, read from that number; the second argument is not looked at."""

    def __init__(self, number: int) -> None:
        self.left = number

    def pick(self, weights: Sequence[int], which: int) -> int:
        self.left, slot = divmod(self.left, sum(weights))
        ends = accumulate(weights)
        which, end = next((i, end) for i, end in enumerate(ends) if slot < end)
        self.left = self.left * weights[which] + slot - (end - weights[which])
        return which

    def even(self, total: int, which: int) -> int:
        if not total:
            raise ValueError("a pile has more than there is")
        self.left, which = divmod(self.left, total)
        return which


class Part:
    """A field of the state, or of a frame: leaves of `size` bytes, with the bits that are stored. place: the field that
    says where the cards lie that are its last keys; prints: of a field of numbers, which cards have the same print."""

    def __init__(self, field: Json, count: Count, masks: bytes, prints: Prints) -> None:
        type_, keys = field["type"], list[list[str]]()
        while type_[0] == "map":
            keys.append(type_[1])
            type_ = type_[2]
        self.frame, self.at, self.size = field["frame"], field["offset"], field["size"]
        self.count, self.key = prod(map(count, keys)), str(keys[-1:])
        self.end = self.at + self.count * self.size
        self.says_where = not self.frame and len(keys) == 1 and type_[0] == "enum"
        self.place: Part | None = None
        self.prints = prints.get(keys[-1][1], []) if keys and type_[0] == "int" else []
        self.pile = field["kind"] == "pile"
        self.members = count(type_[1]) if self.pile else 0
        self.repeats = self.pile and type_[1][0] == "enum"
        self.width = 2 if self.pile else self.size
        """Bytes of a number: of a leaf, or of the length of a pile."""
        mask = int.from_bytes(masks[self.at : self.at + self.width], "little") if self.count else 0
        self.stored = [bit for bit in range(8 * self.width) if mask >> bit & 1]
        self.signed = self.width == 8 and len(self.stored) == 64

    def load(self, state: bytearray, at: int) -> int:
        number = int.from_bytes(state[at : at + self.width], "little")
        if self.signed:
            return 2 * number if number < 1 << 63 else 2 * ((1 << 64) - number) - 1
        return sum((number >> bit & 1) << i for i, bit in enumerate(self.stored))

    def store(self, state: bytearray, at: int, number: int) -> None:
        if self.signed:
            number = number >> 1 if number % 2 == 0 else (1 << 64) - (number + 1 >> 1)
        else:
            number = sum((number >> i & 1) << bit for i, bit in enumerate(self.stored))
        state[at : at + self.width] = number.to_bytes(self.width, "little")


class StateTexts:
    """The states of a scope as texts. fields, frames: as they are described; masks: the bits of a state's bytes that
    are stored; first: the bytes of the state from which others differ."""

    def __init__(
        self, fields: Sequence[Json], frames: Sequence[str], count: Count, masks: bytes, first: bytes, prints: Prints
    ) -> None:
        self.first, self.frames, self.parts = first, list(frames), list[Part]()
        places = dict[str, Part]()
        opened = {"type": ["bool"], "frame": "", "size": 1, "kind": "number"}
        for field in (*({**opened, "offset": at} for at in range(len(frames))), *fields):
            part = Part(field, count, masks, prints)
            part.place = places.get(part.key)
            if part.says_where:
                places.setdefault(part.key, part)
            self.parts += [part] if part.count else []

    def text(self, state: bytes) -> str:
        """The text of a state's bytes."""
        writer = Writer()
        self._walk(writer, bytearray(state))
        number = writer.number(_check(state))
        packed = number.to_bytes(-(-number.bit_length() // 8), "little")
        return base64.urlsafe_b64encode(packed).decode().rstrip("=")

    def state(self, text: str) -> bytes:
        """The bytes that a text is of, which may be no state; a ValueError where it is damaged."""
        if len(text) > 64 + 2 * len(self.first):
            raise ValueError("too long")
        packed = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
        reader, state = Reader(int.from_bytes(packed, "little")), bytearray(len(self.first))
        self._walk(reader, state)
        if reader.left != _check(state):
            raise ValueError("damaged")
        return bytes(state)

    def _walk(self, coder: Writer | Reader, state: bytearray) -> None:
        """Each field in its order; what is read is written into the state."""
        changed, which = ([1, 1], [1, 1]), 0
        for part in self.parts:
            if part.frame and not state[self.frames.index(part.frame)]:
                continue
            extent = slice(part.at, part.end)
            counts = changed[which]  # neighbours go together
            which = coder.pick(counts, int(state[extent] != self.first[extent]))
            counts[which] += 1
            if which:
                self._leaves(coder, state, part)
            else:
                state[extent] = self.first[extent]

    def _leaves(self, coder: Writer | Reader, state: bytearray, part: Part) -> None:
        near: dict[tuple[int, ...], Counts] = defaultdict(dict)
        far, first, place, prints = Counts(), bytearray(self.first), part.place, part.prints
        lengths = [max(1, MOST >> length) for length in range(len(part.stored) + 1)]
        for i, at in enumerate(range(part.at, part.end, part.size)):
            where = part.load(first, at), state[place.at + i % place.count] if place else 0
            met = [near[where], far]
            if prints:
                met.insert(0, near[(prints[i % len(prints)],)])
            number = _number(coder, met, lengths, part.load(state, at))
            part.store(state, at, number)
            if part.pile:
                _items(coder, state, part, at, number)


class Links:
    """The states of a scope as a link has them: behind a mark of its rules, and its name. about, scope: what the files
    of the rulebook and of the scope say; count, masks: as of `StateTexts`."""

    def __init__(self, about: Json, scope: Json, count: Count, masks: bytes) -> None:
        first = scope["initial"][0]["state"] if scope["initial"] else scope["position"]["first"]
        self._head = f"{scope['position']['mark']}.{scope['scope']}."
        prints = alike(scope["printed"], about["attributes"])
        fields, frames = scope["state"]["fields"], about["frames"]
        self._texts = StateTexts(fields, frames, count, masks, base64.b64decode(first), prints)

    def text(self, state: bytes) -> str:
        return self._head + self._texts.text(state)

    def state(self, text: str, read: Callable[[bytes], Json], write: Callable[[Json], bytes]) -> Json:
        """The state of a link, by name; a ValueError where it is of other rules, or damaged."""
        if not text.startswith(self._head):
            raise ValueError("this position is of other rules, or of another scope")
        try:
            found = self._texts.state(text.removeprefix(self._head))
            state = read(found)
            if write(state) == found:
                return state
        except (ValueError, IndexError):
            pass
        raise ValueError("this position is damaged")


def alike(printed: Json, attributes: Json) -> Prints:
    """The members of each sort that have the same print, but for whose they are, and what else names others.

    printed: by sort and attribute a column; attributes: their types.
    """
    found = Prints()
    for sort, columns in printed.items():
        plain = [column for name, column in columns.items() if "sort" not in str(attributes[sort][name])]
        rows = [str(row) for row in zip(*plain, strict=True)]
        found[sort] = list(map(rows.index, rows))
    return found


def _number(coder: Writer | Reader, met: Sequence[Counts], lengths: list[int], number: int) -> int:
    """A number: one that the field has already, likelier if it has it in such a place, or another. met: how often, the
    narrowest first; the last has all."""
    known, weights, anew = list(met[-1]), [0] * len(met[-1]), 1
    for counts in met:
        new = max(1, len(counts))
        of_all = sum(counts.values()) + new
        weights = [of_all * weight + anew * counts.get(one, 0) for weight, one in zip(weights, known, strict=True)]
        anew *= new
    which = known.index(number) if number in met[-1] else len(known)
    which = coder.pick([*weights, anew], which)
    number = known[which] if which < len(known) else _anew(coder, lengths, number)
    for counts in met:
        counts[number] = counts.get(number, 0) + 1
    return number


def _anew(coder: Writer | Reader, lengths: list[int], number: int) -> int:
    """A number that the field does not have yet; where it may be long, its length is likely to be short, or one of
    before."""
    if len(lengths) <= SHORT + 1:
        return coder.even(1 << len(lengths) - 1, number)
    length = coder.pick(lengths, number.bit_length())
    lengths[length] += MOST
    top = 1 << length >> 1
    return top + coder.even(max(1, top), number - top)


def _items(coder: Writer | Reader, state: bytearray, part: Part, at: int, length: int) -> None:
    if 2 * length + 2 > part.size:
        raise ValueError("a pile has more than there is room for")
    left = list(range(part.members))
    for to in range(at + 2, at + 2 + 2 * length, 2):
        one = int.from_bytes(state[to : to + 2], "little")
        which = coder.even(len(left), left.index(one) if one in left else 0)
        state[to : to + 2] = left[which].to_bytes(2, "little")
        if not part.repeats:
            del left[which]


def _check(state: bytes | bytearray) -> int:
    return zlib.adler32(state) >> 16
