"""Generated code that finds the representative of a state, one for each orbit, and the sizes of the orbits.

The representative of a state is the least of its images. A group of members that only choose between alike columns of
leaves (as the keys of maps, or in sets) is brought into order by a sorting network; of the other groups all
permutations are walked through, one swap of neighbours after the other. Both give one representative for each orbit.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from ruleslawyer.diagnostics import UsageError
from ruleslawyer.engines.native.emit import signed
from ruleslawyer.engines.native.kernel import each_state
from ruleslawyer.engines.native.layout import Packing, Piece, Slot
from ruleslawyer.engines.native.text import Function
from ruleslawyer.ground.finite import Finite
from ruleslawyer.ground.layout import Scalar
from ruleslawyer.ground.permute import Alike, Moved, Place, Swap, permutations, places

MOST_WALKED = 720
"""Permutations that are walked through for each state."""
FIXED_BITS = 10
"""Bits of a kind of orbit that say how many of the walked permutations leave its representative alone."""
MOST_SORTED = 64 - FIXED_BITS
"""The other bits: one for each two neighbouring columns."""


@dataclass(frozen=True)
class Row:
    """A group whose members are columns: for each member the slots of its leaves, in one order for all."""

    group: Alike
    columns: tuple[tuple[Slot, ...], ...]

    @property
    def bits(self) -> int:
        return sum(slot.bits for slot in self.columns[0])


@dataclass(frozen=True)
class _Move:
    """What a swap does to a slot: its value goes to `target`; `valued`: the value itself is a member that changes place
    (where the frame is open that `opened` is of)."""

    slot: Slot
    target: Slot
    valued: bool
    opened: Slot | None


class Quotient:
    """How the states of a layout are permuted: `order` permutations, of which those of `rows` are done by sorting."""

    def __init__(self, model: Finite, packing: Packing, groups: Iterable[Alike]) -> None:
        self.packing = packing
        self.layout = model.ground.layout
        self.slots = {slot.leaf: slot for slot in packing.slots}
        where = places(self.layout)
        self.rows: list[Row] = []
        self.walked: list[Alike] = []
        self.moved: dict[Swap, Moved] = {}
        for group in sorted(groups, key=lambda g: -len(g.members)):
            moved = {swap: Moved(self.layout, where, swap) for swap in group.swaps}
            if not any(self._moves(m) for m in moved.values()):
                continue  # no state tells its members apart
            self.moved |= moved
            columns = self._columns(group, where)
            if columns is None:
                self.walked.append(group)
            else:
                self.rows.append(Row(group, columns))
        self.order = permutations([*self.walked, *(row.group for row in self.rows)])
        self._expect_small(model)
        self.walk = tuple(_walk(self.walked))
        self.steps = tuple(dict.fromkeys(self.walk))

    def _expect_small(self, model: Finite) -> None:
        place = f"scope {model.ground.scope.name}"
        if permutations(self.walked) > MOST_WALKED:
            what = " and ".join(f"{len(g.members)} of {g.sort}" for g in self.walked)
            raise UsageError(
                f"{what} can be permuted in {permutations(self.walked)} ways, each of them to be looked at for every "
                f"state; at most {MOST_WALKED} are supported where a leaf holds a member, or has two for keys",
                place,
                "declare fewer of them interchangeable: give some an attribute of their own, or make the scope smaller",
            )
        if sum(len(row.columns) - 1 for row in self.rows) > MOST_SORTED:
            raise UsageError(
                f"more than {MOST_SORTED + 1} interchangeable members are not supported",
                place,
                "make the scope smaller",
            )

    def _columns(self, group: Alike, where: Sequence[Place]) -> tuple[tuple[Slot, ...], ...] | None:
        """The leaves of each member, if each leaf is of one member of one group only and none holds one."""
        taken = {slot.leaf for row in self.rows for column in row.columns for slot in column}
        found: dict[int, list[tuple[str, Slot]]] = {member: [] for member in group.members}
        for slot in self.packing.slots:
            place = where[slot.leaf]
            mine = [k[1] for k in place.tokens if isinstance(k, tuple) and k[0] == group.sort and k[1] in found]
            if place.sort == group.sort or len(mine) > 1 or (mine and slot.leaf in taken):
                return None
            if mine:
                rest = repr([k if k != (group.sort, mine[0]) else "·" for k in place.tokens])
                found[mine[0]].append((rest, slot))
        names = [rest for rest, _ in found[group.members[0]]]
        columns = [dict(column) for column in found.values()]
        assert all(set(column) == set(names) for column in columns)
        return tuple(tuple(column[name] for name in names) for column in columns)

    def _moves(self, moved: Moved) -> list[_Move]:
        """The slots that a swap changes."""
        found = []
        for slot in self.packing.slots:
            target = self.slots[moved.target[slot.leaf]]
            assert (target.bits, target.low) == (slot.bits, slot.low)
            valued, opened = slot.leaf in moved.valued, moved.valued.get(slot.leaf)
            if opened is not None and opened not in self.slots:
                valued = valued and bool(self.packing.constants[opened])
            if valued or target is not slot:
                found.append(_Move(slot, target, valued, None if opened is None else self.slots.get(opened)))
        return found

    def alike(self, leaf: int) -> set[int]:
        """The leaves that a leaf may be taken to, itself among them."""
        found, left = {leaf}, [leaf]
        while left:
            here = left.pop()
            for moved in self.moved.values():
                if moved.target[here] not in found:
                    found.add(moved.target[here])
                    left.append(moved.target[here])
        return found

    def size(self, kind: int) -> int:
        """The number of states in an orbit of a kind."""
        fixing, pattern = kind & ((1 << FIXED_BITS) - 1), kind >> FIXED_BITS
        for row in self.rows:
            run = 1
            for _ in row.columns[1:]:
                run = run + 1 if pattern & 1 else 1
                fixing *= run
                pattern >>= 1
        return self.order // fixing

    # --- in Python, for a few states ------------------------------------------------------------------------------

    def representative(self, vector: tuple[Scalar, ...]) -> tuple[tuple[Scalar, ...], list[Swap]]:
        """A state that stands for the orbit of one (the generated code may choose another), and the swaps to it."""
        found, swaps = self._in_order(vector)
        done: list[Swap] = []
        for swap in self.walk:
            vector = self.moved[swap].vector(vector)
            done.append(swap)
            image, more = self._in_order(vector)
            if image < found:
                found, swaps = image, [*done, *more]
        return found, swaps

    def _in_order(self, vector: tuple[Scalar, ...]) -> tuple[tuple[Scalar, ...], list[Swap]]:
        swaps: list[Swap] = []
        for row in self.rows:
            for last in range(len(row.columns) - 1, 0, -1):
                for k in range(last):
                    left, right = ([vector[slot.leaf] for slot in row.columns[i]] for i in (k, k + 1))
                    if left > right:
                        swaps.append(row.group.swaps[k])
                        vector = self.moved[swaps[-1]].vector(vector)
        return vector, swaps

    def permuted(self, vector: tuple[Scalar, ...], swaps: Iterable[Swap]) -> tuple[Scalar, ...]:
        for swap in swaps:
            vector = self.moved[swap].vector(vector)
        return vector

    # --- generated code -------------------------------------------------------------------------------------------

    def text(self) -> str:
        """canonical(state); canonicals(states, first, stop), in place; kinds(states, first, stop, kinds)."""
        numbers = ", ".join(f"i8 {self.steps.index(swap)}" for swap in self.walk)
        walk = f"@walk = internal constant [{len(self.walk)} x i8] [{numbers}]\n\n" if self.walk else ""
        return walk + "\n\n".join(f.text for f in (self._canonical(), self._canonicals(), self._kinds()))

    def _canonical(self) -> Function:
        code = Function("canonical", ["ptr %state"], attributes="internal")
        places = [code.at("i64", "%state", str(i)) for i in range(self.packing.words)]
        best = [code.variable("i64") for _ in places]

        def first(words: list[str]) -> None:
            for place, word in zip(best, words, strict=True):
                code.store("i64", word, place)

        def other(words: list[str]) -> None:
            had = [code.load("i64", place) for place in best]
            less = _less(code, words, had)
            first([code.value(f"select i1 {less}, i64 {w}, i64 {h}") for w, h in zip(words, had, strict=True)])

        self._images(code, [code.load("i64", place) for place in places], first, other)
        for place, kept in zip(places, best, strict=True):
            code.store("i64", code.load("i64", kept), place)
        code.end("ret void")
        return code

    def _canonicals(self) -> Function:
        code = Function("canonicals", ["ptr %states", "i64 %first", "i64 %stop"])
        each_state(code, self.packing.words, lambda _, state, words: code.do(f"call void @canonical(ptr {state})"))
        code.end("ret void")
        return code

    def _kinds(self) -> Function:
        """Of representatives: how many walked permutations leave each alone, and which neighbouring columns are equal.

        A representative has its columns in order, so that its image is itself where that is.
        """
        code = Function("kinds", ["ptr %states", "i64 %first", "i64 %stop", "ptr %kinds"])
        fixing = code.variable("i64")

        def state(index: str, pointer: str, words: list[str]) -> None:
            code.store("i64", "1", fixing)

            def other(image: list[str]) -> None:
                same = "true"
                for word, mine in zip(image, words, strict=True):
                    same = code.value(f"and i1 {same}, {code.value(f'icmp eq i64 {word}, {mine}')}")
                code.increase(fixing, code.value(f"zext i1 {same} to i64"))

            self._images(code, words, lambda image: None, other)
            kind, shift = code.load("i64", fixing), FIXED_BITS
            for row in self.rows:
                keys = [_key(code, words, column) for column in row.columns]
                for left, right in pairwise(keys):
                    same = code.value(f"icmp eq {_type(row)} {left}, {right}")
                    bit = code.value(f"shl i64 {code.value(f'zext i1 {same} to i64')}, {shift}")
                    kind = code.value(f"or i64 {kind}, {bit}")
                    shift += 1
            code.store("i64", kind, code.at("i64", "%kinds", code.value(f"sub i64 {index}, %first")))

        each_state(code, self.packing.words, state)
        code.end("ret void")
        return code

    def _images(
        self,
        code: Function,
        words: list[str],
        first: Callable[[list[str]], None],
        other: Callable[[list[str]], None],
    ) -> None:
        """The images of a state under the walked permutations, each with its columns in order."""
        first(self._sorted(code, words))
        if not self.walk:
            return
        now = [code.variable("i64", word) for word in words]
        with code.counting("0", str(len(self.walk))) as i:
            for k in code.cases(code.entry("i8", "@walk", i), "i8", range(len(self.steps))):
                after = self._swapped(code, [code.load("i64", w) for w in now], self.steps[k])
                for place, word in zip(now, after, strict=True):
                    code.store("i64", word, place)
            other(self._sorted(code, [code.load("i64", w) for w in now]))

    def _swapped(self, code: Function, words: list[str], swap: Swap) -> list[str]:
        """The words after a swap; slots that go the same way go together."""
        together: Counter[tuple[int, int, int]] = Counter()
        pieces: list[tuple[Piece, str]] = []
        moves = self._moves(self.moved[swap])
        for move in moves:
            slot, target = move.slot, move.target
            if not move.valued:
                for here, there in zip(slot.pieces, target.pieces, strict=True):
                    together[here.word, there.word, there.shift - here.shift] += here.mask << here.shift
                continue
            value = _stored(code, words, slot.pieces[0])
            a, b = (str(k - slot.low) for k in (swap.first, swap.second))
            is_a, is_b = (code.value(f"icmp eq i64 {value}, {k}") for k in (a, b))
            new = code.value(f"select i1 {is_b}, i64 {a}, i64 {value}")
            new = code.value(f"select i1 {is_a}, i64 {b}, i64 {new}")
            if move.opened is not None:
                is_open = code.value(f"trunc i64 {_stored(code, words, move.opened.pieces[0])} to i1")
                new = code.value(f"select i1 {is_open}, i64 {new}, i64 {value}")
            pieces.append((target.pieces[0], new))
        result = _cleared(code, words, [move.target for move in moves])
        for (source, word, shift), mask in together.items():
            piece = code.value(f"and i64 {words[source]}, {signed(mask)}")
            if shift:
                piece = code.value(f"{'shl' if shift > 0 else 'lshr'} i64 {piece}, {abs(shift)}")
            result[word] = code.value(f"or i64 {result[word]}, {piece}")
        return _put(code, result, pieces)

    def _sorted(self, code: Function, words: list[str]) -> list[str]:
        """The words with the columns of each row in order."""
        for row in self.rows:
            type_ = _type(row)
            keys = [_key(code, words, column) for column in row.columns]
            for a, b in network(len(keys)):
                wrong = code.value(f"icmp ugt {type_} {keys[a]}, {keys[b]}")
                low = code.value(f"select i1 {wrong}, {type_} {keys[b]}, {type_} {keys[a]}")
                high = code.value(f"select i1 {wrong}, {type_} {keys[a]}, {type_} {keys[b]}")
                keys[a], keys[b] = low, high
            pieces = [
                (piece, _part(code, type_, key, piece, offset))
                for key, column in zip(keys, row.columns, strict=True)
                for piece, offset in _offsets(column)
            ]
            words = _put(code, _cleared(code, words, [slot for column in row.columns for slot in column]), pieces)
        return words


# --- permutations ----------------------------------------------------------------------------------------------------


def _walk(groups: Sequence[Alike]) -> list[Swap]:
    """Swaps one after the other that lead through every permutation but the first, each once."""
    found: list[Swap] = []
    for group in groups:
        way = found
        found = list(way)
        for k in plain_changes(len(group.members)):
            way = way[::-1]  # back to where it began: swaps are their own inverses
            found += [group.swaps[k], *way]
    return found


def plain_changes(number: int) -> list[int]:
    """The swaps of neighbours (by the first of the two places) with which bells are rung in every order once."""
    if number < 2:
        return []
    found: list[int] = []
    down = True
    for change in (*plain_changes(number - 1), None):
        found += range(number - 2, -1, -1) if down else range(number - 1)
        if change is not None:
            found.append(change + 1 if down else change)
        down = not down
    return found


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


# --- fields of words -------------------------------------------------------------------------------------------------


def _stored(code: Function, words: Sequence[str], piece: Piece) -> str:
    return code.value(f"and i64 {code.value(f'lshr i64 {words[piece.word]}, {piece.shift}')}, {signed(piece.mask)}")


def _cleared(code: Function, words: Sequence[str], slots: Iterable[Slot]) -> list[str]:
    """The words without some slots."""
    masks: Counter[int] = Counter()
    for slot in slots:
        for piece in slot.pieces:
            masks[piece.word] |= piece.mask << piece.shift
    result = list(words)
    for word, mask in masks.items():
        result[word] = code.value(f"and i64 {words[word]}, {signed(~mask)}")
    return result


def _put(code: Function, words: list[str], pieces: Iterable[tuple[Piece, str]]) -> list[str]:
    """The words with what some pieces store, which have been cleared."""
    for piece, number in pieces:
        words[piece.word] = code.value(f"or i64 {words[piece.word]}, {code.value(f'shl i64 {number}, {piece.shift}')}")
    return words


def _type(row: Row) -> str:
    return f"i{max(64, row.bits)}"


def _offsets(column: Sequence[Slot]) -> Iterator[tuple[Piece, int]]:
    """The pieces of a column, with where each begins in the one number that they make."""
    offset = 0
    for slot in column:
        for piece in slot.pieces:
            yield piece, offset + piece.offset
        offset += slot.bits


def _key(code: Function, words: Sequence[str], column: Sequence[Slot]) -> str:
    """A column as one number."""
    bits = sum(slot.bits for slot in column)
    key = "0"
    for piece, offset in _offsets(column):
        part = _stored(code, words, piece)
        if bits > 64:
            part = code.value(f"zext i64 {part} to i{bits}")
        part = code.value(f"shl i{max(64, bits)} {part}, {offset}")
        key = code.value(f"or i{max(64, bits)} {key}, {part}")
    return key


def _part(code: Function, type_: str, key: str, piece: Piece, offset: int) -> str:
    part = code.value(f"lshr {type_} {key}, {offset}")
    if type_ != "i64":
        part = code.value(f"trunc {type_} {part} to i64")
    return code.value(f"and i64 {part}, {signed(piece.mask)}")


def _less(code: Function, a: Sequence[str], b: Sequence[str]) -> str:
    """Whether words come before others, the first word first."""
    less = "false"
    for x, y in zip(reversed(a), reversed(b), strict=True):
        same = code.value(f"icmp eq i64 {x}, {y}")
        before = code.value(f"icmp ult i64 {x}, {y}")
        less = code.value(f"select i1 {same}, i1 {less}, i1 {before}")
    return less
