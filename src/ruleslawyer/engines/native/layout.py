"""Bit-packed states: where each varying leaf lies in the words of a state, and how to go to and fro."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from ruleslawyer.diagnostics import UsageError
from ruleslawyer.ground.finite import Finite
from ruleslawyer.ground.layout import Leaf, Scalar
from ruleslawyer.ground.nodes import Node
from ruleslawyer.ground.ranges import WORD
from ruleslawyer.ground.values import flatten

WIDEST = 4096
"""Bits of a state that the engine supports."""
OPEN_BITS = 6
"""Bits that an integer without bounds gets at first; it grows when a value does not fit."""


@dataclass(frozen=True, slots=True)
class Piece:
    """What a word has of a slot: `bits` wide from bit `shift` of word `word`, the stored number's from bit `offset`."""

    word: int
    shift: int
    bits: int
    offset: int

    @property
    def mask(self) -> int:
        return (1 << self.bits) - 1


@dataclass(frozen=True)
class Slot:
    """A leaf in a state: `bits` wide from bit `shift` of word `word`; the stored number is its value minus `low`.

    What is wider than a word begins one, and goes on in those behind. `bounded`: whether the type, or the scope's cap,
    bounds the leaf on both sides; otherwise the width is a guess.
    """

    leaf: int
    name: str
    boolean: bool
    low: int
    bits: int
    word: int
    shift: int
    bounded: bool

    @cached_property
    def pieces(self) -> tuple[Piece, ...]:
        """One for each word that it lies in, the lowest bits first."""
        if self.bits <= WORD:
            return (Piece(self.word, self.shift, self.bits, 0),)
        return tuple(
            Piece(self.word + offset // WORD, 0, min(WORD, self.bits - offset), offset)
            for offset in range(0, self.bits, WORD)
        )

    @property
    def mask(self) -> int:
        return (1 << self.bits) - 1

    @property
    def high(self) -> int:
        """The largest value that fits."""
        return self.low + self.mask


@dataclass(frozen=True, slots=True)
class Packing:
    """The layout of a state; slots are in the order of the leaves, whose names are `names`."""

    slots: tuple[Slot, ...]
    words: int
    leaves: int
    constants: Mapping[int, Scalar]
    names: tuple[str, ...]

    @property
    def bits(self) -> int:
        return sum(slot.bits for slot in self.slots)

    def pack(self, vector: Sequence[Scalar]) -> tuple[int, ...]:
        """The words of a vector of leaves; a value that does not fit is a `Misfit`."""
        words = [0] * self.words
        for slot in self.slots:
            number = int(vector[slot.leaf]) - slot.low
            if not 0 <= number <= slot.mask:
                raise Misfit(slot.leaf)
            for piece in slot.pieces:
                words[piece.word] |= (number >> piece.offset & piece.mask) << piece.shift
        return tuple(words)

    def unpack(self, words: Sequence[int]) -> tuple[Scalar, ...]:
        """The vector of leaves of a state."""
        vector: list[Scalar] = [self.constants.get(i, 0) for i in range(self.leaves)]
        for slot in self.slots:
            pieces = ((int(words[p.word]) >> p.shift & p.mask) << p.offset for p in slot.pieces)
            number = sum(pieces)
            vector[slot.leaf] = bool(number) if slot.boolean else number + slot.low
        return tuple(vector)

    def table(self) -> list[tuple[str, int, int, int, int, int, bool]]:
        """For people: name, word, shift, bits, least and largest value of each leaf, and whether those are given."""
        return [(s.name, s.word, s.shift, s.bits, s.low, s.high, s.bounded) for s in self.slots]


class Misfit(Exception):
    """A value that its slot cannot hold, or, without a leaf, a number that no type holds; leaf and step by index."""

    def __init__(self, leaf: int | None, step: int | None = None) -> None:
        super().__init__(leaf, step)
        self.leaf, self.step = leaf, step


def packing(model: Finite, widths: Mapping[int, int] | None = None) -> Packing:
    """A layout for the varying leaves. `widths`: bits for leaves without bounds that have grown.

    Wide leaves come first, each in the first word with room (first fit, decreasing), so that none crosses a border but
    those that are wider than a word: these begin one.
    """
    measured = []
    for index in model.varying:
        leaf = model.ground.layout.leaves[index]
        low, bits, bounded = _range(model, leaf, (widths or {}).get(index, OPEN_BITS))
        measured.append((index, leaf, low, bits, bounded))
    room: list[int] = []
    slots = {}
    for index, leaf, low, bits, bounded in sorted(measured, key=lambda m: (-m[3], m[0])):
        word = next((w for w, left in enumerate(room) if left >= bits), len(room))
        if word == len(room):
            room += [WORD] * -(-bits // WORD)
        slot = Slot(index, leaf.name, leaf.node.sort == "bool", low, bits, word, WORD - room[word], bounded)
        for piece in slot.pieces:
            room[piece.word] -= piece.bits
        slots[index] = slot
    made = Packing(
        tuple(slots[i] for i in model.varying),
        max(1, len(room)),
        len(model.ground.layout.leaves),
        model.constants,
        tuple(leaf.name for leaf in model.ground.layout.leaves),
    )
    if made.bits > WIDEST:
        heavy = sorted(made.slots, key=lambda s: -s.bits)[:5]
        weight = ", ".join(f"{s.name} ({s.bits} bits)" for s in heavy)
        raise UsageError(
            f"a state has {made.bits} bits, and at most {WIDEST} are supported",
            f"scope {model.ground.scope.name}",
            f"fewer members of its sorts, or lower caps; the widest leaves are {weight}",
        )
    return made


def _range(model: Finite, leaf: Leaf, guess: int) -> tuple[int, int, bool]:
    """The least value, the width in bits, and whether both ends are given."""
    if leaf.node.sort == "bool":
        return 0, 1, True
    if leaf.finite is not None:
        return leaf.finite[0], max(1, (leaf.finite[1] - leaf.finite[0]).bit_length()), True
    low = leaf.promised.low if leaf.promised else None
    high = leaf.promised.high if leaf.promised else None
    if leaf.frame is None and leaf.cell is not None:
        cap = model.ground.scope.caps.get(leaf.cell[1])
        high = cap if high is None else high if cap is None else min(high, cap)
    index = model.ground.layout.index[leaf.name]
    # A default outside the promised range is allowed to stand until the first write, as in a closed frame.
    begins = {int(state[index]) for state in model.initial} | {_default(model, leaf)}
    if low is not None:
        low = min(low, *begins)
    if high is not None:
        high = max(high, *begins)
    if low is not None and high is not None:
        return low, max(1, (high - low).bit_length()), True
    if low is not None:
        return low, guess, False
    if high is not None:
        return high - (1 << guess) + 1, guess, False
    return -(1 << (guess - 1)), guess, False


def _default(model: Finite, leaf: Leaf) -> int:
    """What a leaf holds while its frame is closed, or before anything is written."""
    assert leaf.cell is not None
    cell = model.ground.layout.cells[leaf.cell]
    pairs = zip(flatten(cell.value), flatten(cell.default), strict=True)
    return next(int(default.value) for value, default in pairs if value is leaf.node)


def slots_of(model: Finite, packing: Packing) -> dict[Node, Slot]:
    """The slot of each leaf that varies, by its node."""
    leaves = model.ground.layout.leaves
    return {leaves[slot.leaf].node: slot for slot in packing.slots}
