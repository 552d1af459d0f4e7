"""Generated code that finds the representative of a state, one for each orbit (Ip, Dill 1996), and the sizes of
the orbits.

Where members of all groups only choose between alike columns of leaves (as the keys of maps, or in sets), a sorting
network brings each group's columns into order. Where a leaf holds a member, or has two for keys, `refined` does it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from functools import cached_property
from itertools import pairwise

from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.engines.native.refined import MOST_REFINED, RefinementTables
from ruleslawyer.engines.native.scope_data import Layout
from ruleslawyer.engines.native.slots import (
    Row,
    Slot,
    clear,
    each_state,
    key_of,
    network,
    offsets,
    part_of,
    put,
    slots_of,
    type_of,
)
from ruleslawyer.engines.native.text import FunctionBuilder
from ruleslawyer.semantics.interchange import Alike, permutations

WORD = 64
"""Orders of which no state tells one from another are counted in a word, and runs of equal columns are bits of one."""


class Quotient:
    """How the states of a layout are permuted, in `order` ways: `rows` are sorted; or, if one group can't be, all are
    `refined`."""

    def __init__(self, layout: Layout, groups: Iterable[Alike], varying: Collection[tuple[str, str]]) -> None:
        """`varying`: the fields that may have different values, by their frame (empty: the state) and name."""
        self.scope, self.words, self.slots = layout.scope, layout.words, slots_of(layout)
        self.varying = frozenset(i for i, slot in enumerate(self.slots) if slot.cell[:2] in varying)
        groups = sorted((g for g in groups if self._tells_apart(g)), key=lambda g: -len(g.members))
        self.order = permutations(groups)
        self.rows: list[Row] = []
        for group in groups:
            columns = self._columns(group)
            if columns is not None:
                self.rows.append(Row(group, columns))
        is_refined = len(self.rows) < len(groups)
        members, most = sum(len(group.members) for group in groups), MOST_REFINED if is_refined else WORD
        if members > most:
            raise UsageError(
                f"{members} members are interchangeable; at most {most} are supported",
                f"scope {self.scope.name}",
                "make the scope smaller, or give some of them an attribute of their own",
            )
        self.refined = None
        if is_refined:
            self.rows, self.refined = [], RefinementTables(self.slots, self.varying, groups)

    def _tells_apart(self, group: Alike) -> bool:
        """Whether any state tells the members of a group apart."""
        members = {(group.sort, member) for member in group.members}
        return any(slot.sort == group.sort or not members.isdisjoint(slot.tokens) for slot in self._varying)

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

    @property
    def groups(self) -> Sequence[Alike]:
        """The groups whose members some state tells apart, in the order of `ranks`."""
        return self.refined.groups if self.refined else [row.group for row in self.rows]

    def size(self, leaves: int, runs: int) -> int:
        """The number of states in an orbit, by what `kinds` says of its representative."""
        fixing, run = leaves, 1
        while runs:
            run = run + 1 if runs & 1 else 1
            fixing *= run
            runs >>= 1
        return self.order // fixing

    # --- generated code -------------------------------------------------------------------------------------------

    def text(self) -> str:
        """canonical(state); canonicals(states, first, stop), in place; ranks(state, ranks), which member of `groups`
        each becomes; kinds(states, first, stop, kinds)."""
        own = self.refined.text(self.words) + "\n\n" if self.refined else ""
        return own + "\n\n".join(f.text for f in (self._canonical(), self._canonicals(), self._ranks(), self._kinds()))

    def _canonical(self) -> FunctionBuilder:
        code = FunctionBuilder("canonical", ["ptr %state"])
        if self.refined:
            ranks, twins = (code.variable("i64", count=MOST_REFINED + 1) for _ in range(2))
            code.value(f"call i64 @arrange(ptr %state, ptr {ranks}, ptr {twins})")
        else:
            words = [code.entry("i64", "%state", str(i)) for i in range(self.words)]
            for i, word in enumerate(self._sort_words(code, words)):
                code.store("i64", word, code.at("i64", "%state", str(i)))
        code.end("ret void")
        return code

    def _canonicals(self) -> FunctionBuilder:
        code = FunctionBuilder("canonicals", ["ptr %states", "i64 %first", "i64 %stop"])
        each_state(code, self.words, lambda _, state, words: code.do(f"call void @canonical(ptr {state})"))
        code.end("ret void")
        return code

    def _ranks(self) -> FunctionBuilder:
        """Columns that are equal keep their order."""
        code = FunctionBuilder("ranks", ["ptr %state", "ptr %ranks"])
        if self.refined:
            twins = code.variable("i64", count=MOST_REFINED + 1)
            code.value(f"call i64 @arrange(ptr %state, ptr %ranks, ptr {twins})")
        else:
            words, begin = [code.entry("i64", "%state", str(i)) for i in range(self.words)], 0
            for row in self.rows:
                keys = [key_of(code, words, column) for column in row.columns]
                for j, mine in enumerate(keys):
                    rank = str(begin)
                    for k, other in enumerate(keys):
                        if k != j:
                            behind = code.value(f"icmp {'ule' if k < j else 'ult'} {type_of(row)} {other}, {mine}")
                            rank = code.value(f"add i64 {rank}, {code.value(f'zext i1 {behind} to i64')}")
                    code.store("i64", rank, code.at("i64", "%ranks", str(begin + j)))
                begin += len(keys)
        code.end("ret void")
        return code

    def _kinds(self) -> FunctionBuilder:
        """For representatives, two words each: how many leaves of the search for it are its own, and runs of members
        of which any two can change places: a bit for each that is as the one before.

        A representative has its columns in order, so that equal ones are neighbours.
        """
        code = FunctionBuilder("kinds", ["ptr %states", "i64 %first", "i64 %stop", "ptr %kinds"])
        ranks, twins, runs, shift = (
            code.variable("i64", count=MOST_REFINED + 1) if k < 2 else code.variable("i64") for k in range(4)
        )

        def bit(same: str) -> None:
            here = code.value(f"shl i64 {code.value(f'zext i1 {same} to i64')}, {code.load('i64', shift)}")
            code.store("i64", code.value(f"or i64 {code.load('i64', runs)}, {here}"), runs)
            code.increase(shift)

        def state(index: str, pointer: str, words: list[str]) -> None:
            leaves = "1"
            code.store("i64", "0", runs)
            code.store("i64", "0", shift)
            if self.refined:
                leaves = code.value(f"call i64 @arrange(ptr {pointer}, ptr {ranks}, ptr {twins})")
                each = str(self.refined.nobody)
                with code.counting("0", each) as i:
                    with code.counting("0", each) as j:
                        other = code.value(f"icmp ne i64 {i}, {j}")
                        stands = code.value(f"icmp eq i64 {code.entry('i64', twins, j)}, {i}")
                        with code.when(code.value(f"and i1 {other}, {stands}")):
                            bit("true")
                    own = code.value(f"icmp eq i64 {code.entry('i64', twins, i)}, {i}")
                    code.increase(shift, code.value(f"zext i1 {own} to i64"))
            for row in self.rows:
                keys = [key_of(code, words, column) for column in row.columns]
                for left, right in pairwise(keys):
                    bit(code.value(f"icmp eq {type_of(row)} {left}, {right}"))
                code.increase(shift)
            at = code.at("i64", "%kinds", code.value(f"shl i64 {code.value(f'sub i64 {index}, %first')}, 1"))
            code.store("i64", leaves, at)
            code.store("i64", code.load("i64", runs), code.at("i64", at, "1"))

        each_state(code, self.words, state)
        code.end("ret void")
        return code

    def _sort_words(self, code: FunctionBuilder, words: list[str]) -> list[str]:
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
