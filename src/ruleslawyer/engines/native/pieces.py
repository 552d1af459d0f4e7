"""Fields of packed states in generated code: read, sorted and put."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from ruleslawyer.engines.native.bits import WORD, Piece
from ruleslawyer.engines.native.slots import Slot
from ruleslawyer.engines.native.text import Function
from ruleslawyer.semantics.interchange import Alike


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


def each_state(code: Function, words: int, body: Callable[[str, str, list[str]], None]) -> None:
    """A loop over ``%first`` ≤ i < ``%stop`` of ``%states``: index, pointer and words of each."""
    with code.counting("%first", "%stop") as index:
        offset = code.value(f"mul i64 {index}, {words}")
        pointer = code.at("i64", "%states", offset)
        body(index, pointer, [code.entry("i64", pointer, str(i)) for i in range(words)])


def as_signed(number: int) -> int:
    """The lowest 64 bits of a number as LLVM writes them."""
    word = number & (1 << WORD) - 1
    return word - (1 << WORD) if word >> WORD - 1 else word


def extract_piece(code: Function, words: Sequence[str], piece: Piece) -> str:
    return code.value(f"and i64 {code.value(f'lshr i64 {words[piece.word]}, {piece.shift}')}, {as_signed(piece.mask)}")


def number_of(code: Function, words: Sequence[str], slot: Slot) -> str:
    """The number of the value in a slot."""
    found = "0"
    for piece in slot.pieces:
        part = code.value(f"shl i64 {extract_piece(code, words, piece)}, {piece.offset}")
        found = code.value(f"or i64 {found}, {part}")
    return found


def clear(code: Function, words: Sequence[str], slots: Iterable[Slot]) -> list[str]:
    """The words without some slots."""
    masks: Counter[int] = Counter()
    for slot in slots:
        for piece in slot.pieces:
            masks[piece.word] |= piece.mask << piece.shift
    result = list(words)
    for word, mask in masks.items():
        result[word] = code.value(f"and i64 {words[word]}, {as_signed(~mask)}")
    return result


def put(code: Function, words: list[str], pieces: Iterable[tuple[Piece, str]]) -> list[str]:
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


def key_of(code: Function, words: Sequence[str], column: Sequence[Slot]) -> str:
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


def part_of(code: Function, type_: str, key: str, piece: Piece, offset: int) -> str:
    part = code.value(f"lshr {type_} {key}, {offset}")
    if type_ != "i64":
        part = code.value(f"trunc {type_} {part} to i64")
    return code.value(f"and i64 {part}, {as_signed(piece.mask)}")
