"""Generated code that finds the representative of a state, one for each orbit (Ip, Dill 1996), and the sizes of
the orbits.

The representative of a state is the least of its images. A group of members that only choose between alike columns of
leaves (as the keys of maps, or in sets) is brought into order by a sorting network; of the other groups all
permutations are walked through, one swap of neighbours after the other. Both give one representative for each orbit.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.engines.native.bits import Piece
from ruleslawyer.engines.native.pieces import (
    Row,
    align,
    as_signed,
    clear,
    each_state,
    is_less,
    key_of,
    network,
    number_of,
    offsets,
    part_of,
    put,
    type_of,
    walk,
)
from ruleslawyer.engines.native.scope_data import Layout
from ruleslawyer.engines.native.slots import Slot, slots_of
from ruleslawyer.engines.native.text import Function
from ruleslawyer.semantics.interchange import Alike, Swap, permutations

MOST_WALKED = 720
"""Permutations that are walked through for each state."""
FIXED_BITS = 10
"""Bits of a kind of orbit that say how many of the walked permutations leave its representative alone."""
MOST_SORTED = 64 - FIXED_BITS
"""The other bits: one for each two neighbouring columns."""


@dataclass(frozen=True)
class _Move:
    """The effect of a swap on a slot: its number goes to `target`; `valued`: it is a member that changes place (where
    it means something)."""

    slot: Slot
    target: Slot
    valued: bool


class Moved:
    """The effect of a swap on all slots of a state: where each one's number goes, and which hold members of the
    sort."""

    def __init__(self, slots: Sequence[Slot], swap: Swap) -> None:
        index = {slot.tokens: i for i, slot in enumerate(slots)}
        self.slots, self.swap = slots, swap
        self.target = tuple(index[swap.tokens(slot.tokens)] for slot in slots)
        self.valued = frozenset(i for i, slot in enumerate(slots) if slot.sort == swap.sort)

    def numbers(self, numbers: Sequence[int]) -> tuple[int, ...]:
        """The numbers that the slots of a state store after the swap."""
        found = list(numbers)
        for i, number in enumerate(numbers):
            slot = self.slots[i]
            if i in self.valued and (slot.under is None or numbers[slot.under[0]] > slot.under[1]):
                number = self.swap.member(self.swap.sort, number + slot.low) - slot.low
            found[self.target[i]] = number
        return tuple(found)


class Quotient:
    """How the states of a layout are permuted: `order` permutations, of which those of `rows` are done by sorting."""

    def __init__(self, layout: Layout, groups: Iterable[Alike], varying: Collection[tuple[str, str]]) -> None:
        """`varying`: the fields that may have different values, by their frame (empty: the state) and name."""
        self.scope, self.words, self.slots = layout.scope, layout.words, slots_of(layout)
        groups = sorted(groups, key=lambda g: -len(g.members))
        self.moved = {swap: Moved(self.slots, swap) for group in groups for swap in group.swaps}
        self.varying = frozenset(i for i, slot in enumerate(self.slots) if slot.cell[:2] in varying)
        self.rows: list[Row] = []
        self.walked: list[Alike] = []
        for group in groups:
            if not any(self._moves(swap) for swap in group.swaps):
                continue  # no state tells its members apart
            columns = self._columns(group)
            if columns is None:
                self.walked.append(group)
            else:
                self.rows.append(Row(group, columns))
        self.order = permutations([*self.walked, *(row.group for row in self.rows)])
        self._expect_small()
        self.walk = tuple(walk(self.walked))
        self.steps = tuple(dict.fromkeys(self.walk))

    def _expect_small(self) -> None:
        place = f"scope {self.scope.name}"
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

    def _columns(self, group: Alike) -> tuple[tuple[Slot, ...], ...] | None:
        """The slots of each member, if each slot is of one member of one group only and none holds one."""
        taken = {slot.tokens for row in self.rows for column in row.columns for slot in column}
        found: dict[int, dict[str, Slot]] = {member: {} for member in group.members}
        for slot in self._varying:
            mine = [k[1] for k in slot.tokens if isinstance(k, tuple) and k[0] == group.sort and k[1] in found]
            if slot.sort == group.sort or len(mine) > 1 or (mine and slot.tokens in taken):
                return None
            if mine:
                rest = repr([k if k != (group.sort, mine[0]) else "·" for k in slot.tokens])
                found[mine[0]][rest] = slot
        first = found[group.members[0]]
        assert all(set(column) == set(first) for column in found.values())
        return tuple(tuple(column[name] for name in first) for column in found.values())

    @cached_property
    def _varying(self) -> tuple[Slot, ...]:
        return tuple(self.slots[i] for i in sorted(self.varying))

    def _moves(self, swap: Swap) -> list[_Move]:
        """The slots that a swap changes."""
        found, moved = [], self.moved[swap]
        for i in sorted(self.varying):
            slot, target = self.slots[i], self.slots[moved.target[i]]
            assert (target.bits, target.low) == (slot.bits, slot.low)
            if i in moved.valued or target is not slot:
                found.append(_Move(slot, target, i in moved.valued))
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

    def representative(self, numbers: tuple[int, ...]) -> tuple[tuple[int, ...], list[Swap]]:
        """A state that stands for the orbit of one, by what its slots store (the generated code may choose another),
        and the swaps to it."""
        found, swaps = self._in_order(numbers)
        done: list[Swap] = []
        for swap in self.walk:
            numbers = self.moved[swap].numbers(numbers)
            done.append(swap)
            image, more = self._in_order(numbers)
            if image < found:
                found, swaps = image, [*done, *more]
        return found, swaps

    def _in_order(self, numbers: tuple[int, ...]) -> tuple[tuple[int, ...], list[Swap]]:
        swaps: list[Swap] = []
        places = {slot.tokens: i for i, slot in enumerate(self.slots)}
        for row in self.rows:
            columns = [[places[slot.tokens] for slot in column] for column in row.columns]
            for last in range(len(columns) - 1, 0, -1):
                for k in range(last):
                    left, right = ([numbers[i] for i in columns[j]] for j in (k, k + 1))
                    if left > right:
                        swaps.append(row.group.swaps[k])
                        numbers = self.moved[swaps[-1]].numbers(numbers)
        return numbers, swaps

    # --- generated code -------------------------------------------------------------------------------------------

    def text(self) -> str:
        """canonical(state); canonicals(states, first, stop), in place; kinds(states, first, stop, kinds)."""
        numbers = ", ".join(f"i8 {self.steps.index(swap)}" for swap in self.walk)
        walk = f"@walk = internal constant [{len(self.walk)} x i8] [{numbers}]\n\n" if self.walk else ""
        return walk + "\n\n".join(f.text for f in (self._canonical(), self._canonicals(), self._kinds()))

    def _canonical(self) -> Function:
        code = Function("canonical", ["ptr %state"])
        places = [code.at("i64", "%state", str(i)) for i in range(self.words)]
        best = [code.variable("i64") for _ in places]

        def first(words: list[str]) -> None:
            for place, word in zip(best, words, strict=True):
                code.store("i64", word, place)

        def other(words: list[str]) -> None:
            had = [code.load("i64", place) for place in best]
            less = is_less(code, words, had)
            first([code.value(f"select i1 {less}, i64 {w}, i64 {h}") for w, h in zip(words, had, strict=True)])

        self._images(code, [code.load("i64", place) for place in places], first, other)
        for place, kept in zip(places, best, strict=True):
            code.store("i64", code.load("i64", kept), place)
        code.end("ret void")
        return code

    def _canonicals(self) -> Function:
        code = Function("canonicals", ["ptr %states", "i64 %first", "i64 %stop"])
        each_state(code, self.words, lambda _, state, words: code.do(f"call void @canonical(ptr {state})"))
        code.end("ret void")
        return code

    def _kinds(self) -> Function:
        """For representatives, how many walked permutations leave each alone, and which neighbouring columns are equal.

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
                keys = [key_of(code, words, column) for column in row.columns]
                for left, right in pairwise(keys):
                    same = code.value(f"icmp eq {type_of(row)} {left}, {right}")
                    bit = code.value(f"shl i64 {code.value(f'zext i1 {same} to i64')}, {shift}")
                    kind = code.value(f"or i64 {kind}, {bit}")
                    shift += 1
            code.store("i64", kind, code.at("i64", "%kinds", code.value(f"sub i64 {index}, %first")))

        each_state(code, self.words, state)
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
        first(self._sort_words(code, words))
        if not self.walk:
            return
        now = [code.variable("i64", word) for word in words]
        with code.counting("0", str(len(self.walk))) as i:
            for k in code.cases(code.entry("i8", "@walk", i), "i8", range(len(self.steps))):
                after = self._swap_words(code, [code.load("i64", w) for w in now], self.steps[k])
                for place, word in zip(now, after, strict=True):
                    code.store("i64", word, place)
            other(self._sort_words(code, [code.load("i64", w) for w in now]))

    def _swap_words(self, code: Function, words: list[str], swap: Swap) -> list[str]:
        """The words after a swap; slots that go the same way go together."""
        together: Counter[tuple[int, int, int]] = Counter()
        pieces: list[tuple[Piece, str]] = []
        moves = self._moves(swap)
        for move in moves:
            slot, target = move.slot, move.target
            if not move.valued:
                for source, word, shift, mask in align(slot.pieces, target.pieces):
                    together[source, word, shift] += mask
                continue
            value = number_of(code, words, slot)
            a, b = (str(k - slot.low) for k in (swap.first, swap.second))
            is_a, is_b = (code.value(f"icmp eq i64 {value}, {k}") for k in (a, b))
            new = code.value(f"select i1 {is_b}, i64 {a}, i64 {value}")
            new = code.value(f"select i1 {is_a}, i64 {b}, i64 {new}")
            if slot.under is not None:
                other, more = slot.under
                means = code.value(f"icmp ugt i64 {number_of(code, words, self.slots[other])}, {more}")
                new = code.value(f"select i1 {means}, i64 {new}, i64 {value}")
            pieces += [(piece, part_of(code, "i64", new, piece, piece.offset)) for piece in target.pieces]
        result = clear(code, words, [move.target for move in moves])
        for (source, word, shift), mask in together.items():
            piece = code.value(f"and i64 {words[source]}, {as_signed(mask)}")
            if shift:
                piece = code.value(f"{'shl' if shift > 0 else 'lshr'} i64 {piece}, {abs(shift)}")
            result[word] = code.value(f"or i64 {result[word]}, {piece}")
        return put(code, result, pieces)

    def _sort_words(self, code: Function, words: list[str]) -> list[str]:
        """The words with the columns of each row in order."""
        for row in self.rows:
            type_ = type_of(row)
            keys = [key_of(code, words, column) for column in row.columns]
            for a, b in network(len(keys)):
                wrong = code.value(f"icmp ugt {type_} {keys[a]}, {keys[b]}")
                low = code.value(f"select i1 {wrong}, {type_} {keys[b]}, {type_} {keys[a]}")
                high = code.value(f"select i1 {wrong}, {type_} {keys[a]}, {type_} {keys[b]}")
                keys[a], keys[b] = low, high
            pieces = [
                (piece, part_of(code, type_, key, piece, offset))
                for key, column in zip(keys, row.columns, strict=True)
                for piece, offset in offsets(column)
            ]
            words = put(code, clear(code, words, [slot for column in row.columns for slot in column]), pieces)
        return words


# --- permutations ----------------------------------------------------------------------------------------------------


# --- fields of words -------------------------------------------------------------------------------------------------
