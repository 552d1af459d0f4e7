"""The set of the states of a search: its code for each number of words, and the set that keeps states as roots of
trees.

Ids, their order and everything that is reported are those of the set that keeps states whole.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from math import inf
from pathlib import Path

import numpy as np

from ruleslawyer.base.arrays import Integers
from ruleslawyer.engines.native import edges, table, tree
from ruleslawyer.engines.native.build import FAILS, Library, TieredCode, compile_text
from ruleslawyer.engines.native.edges import Parents
from ruleslawyer.engines.native.memory import PARTITIONS, SMALL, Part, Reserved, align_to_page
from ruleslawyer.engines.native.shape import SAMPLE, Shape, shape_of
from ruleslawyer.engines.native.states import FIRST_SLOTS, LANES, Crew, StateSet, StateSetFull
from ruleslawyer.engines.native.table import NARROW
from ruleslawyer.engines.native.tree import TreeCell
from ruleslawyer.rulebook.claims.limits import Compress

LEAST_WORDS = 3
"""A root takes one word: of states of two there is too little to gain."""
FROM_STATES = 1 << 15
"""From so many states on there is something to gain, and there are enough to choose a shape by."""
PRESSED = 8
"""States stay whole while they take less than such a part of the memory that they may take."""
AGAIN = 8
"""The shape is chosen again at so many times the states."""
WORTH = 0.6
ROOT_BYTES = 8 + 4
"""A root and a parent."""
CHUNK = 1 << 12
"""Rows that are taken from one form to the other at once."""
NODE_BYTES = 8
MOST_NODES = NARROW.index_mask - 1
FULLEST = 7, 8
"""The part of the slots that may be taken."""


class TreeNodes:
    """The leaves and pairs of one shape. `budget`: bytes, of which they take a part at most."""

    def __init__(self, words: int, shape: Shape, library: Library, budget: int) -> None:
        self.library = library
        self._fold, self._learn = library.function("fold", "pppiipp"), library.function("learn", "pppip")
        self._unfold, self._unfold_parents = (
            library.function(name, kinds) for name, kinds in (("unfold", "pppip"), ("unfold_parents", "ppppip"))
        )
        self._refill = library.function("refill", "p")
        self._most = min(MOST_NODES, budget // 8 + FIRST_SLOTS)
        self._nodes = Reserved(NODE_BYTES * self._most)
        self.array = np.zeros(TreeCell.SIZE, dtype=np.uint64)
        self._shape = _arrays(shape, words)
        for cell, given in self._shape.items():
            self.array[cell] = given.ctypes.data
        self.array[TreeCell.VARYING], self.array[TreeCell.STEPS] = shape.leaves, len(shape.pairs)
        self.array[TreeCell.NODES] = self._nodes.address
        self.array[TreeCell.COUNT] = 1  # 0 is its own two parts, so that memory in which no root lies may be unfolded
        self._make_table(FIRST_SLOTS)
        self._scratch = align_to_page(np.uint64, LANES, tree.scratch_words(words, shape.leaves + words))
        self.given = [(self.array.ctypes.data, scratch.ctypes.data) for scratch in self._scratch]

    @property
    def bytes(self) -> int:
        return NODE_BYTES * int(self.array[TreeCell.COUNT]) + NARROW.bytes * (int(self.array[TreeCell.MASK]) + 1)

    def _make_table(self, slots: int) -> None:
        """A table with all nodes."""
        self._table = Reserved(NARROW.bytes * slots, small=0)
        self.array[TreeCell.TABLE], self.array[TreeCell.MASK] = self._table.address, slots - 1
        self.array[TreeCell.LIMIT] = min(slots * FULLEST[0] // FULLEST[1], self._most)
        self._refill(self.array.ctypes.data)

    @property
    def room(self) -> int:
        """Bytes of the nodes for which there is room."""
        return NODE_BYTES * int(self.array[TreeCell.LIMIT] - self.array[TreeCell.COUNT])

    def grow(self) -> None:
        """Room for more nodes."""
        if int(self.array[TreeCell.COUNT]) >= self._most:
            raise StateSetFull
        self._make_table(NARROW.larger(int(self.array[TreeCell.MASK]) + 1))

    def find_roots(self, rows: Integers) -> Integers:
        """The roots of some rows over their first words; the addresses of those with a part that is not known."""
        missing, met = np.empty(len(rows), dtype=np.int64), np.zeros(1, dtype=np.int64)
        given = rows.ctypes.data, rows.shape[1], len(rows), missing.ctypes.data, met.ctypes.data
        self._fold(*self.given[0], *given)
        return missing[: int(met[0])]

    def learn(self, missing: Integers) -> None:
        """Learn missing parts as well, and keep the new ones."""
        done = np.zeros(1, dtype=np.int64)
        while done[0] < len(missing):
            self._learn(*self.given[0], missing.ctypes.data, len(missing), done.ctypes.data)
            if done[0] < len(missing):
                self.grow()

    def unfold(self, roots: Integers, rows: Integers) -> None:
        """The words of some states by their roots."""
        self._unfold(*self.given[0], roots.ctypes.data, len(roots), rows.ctypes.data)

    def unfold_parents(self, parts: Integers, parents: Integers, rows: Integers) -> None:
        """The same of states by their ids."""
        given = parts.ctypes.data, parents.ctypes.data, len(parents), rows.ctypes.data
        self._unfold_parents(*self.given[0], *given)


def _arrays(shape: Shape, words: int) -> dict[TreeCell, Integers]:
    """A shape as code reads it."""
    pieces = np.array(shape.pieces, dtype=np.uint64)
    rest = np.full(words, np.iinfo(np.uint64).max)
    for word, mask, *_ in shape.pieces:
        rest[word] &= ~np.uint64(mask)
    found = {TreeCell.REST: rest, TreeCell.PAIRS: np.array(shape.pairs, dtype=np.uint64)}
    word, leaf = 0, 2
    for by, other, count, rows, begins in (
        (word, leaf, words, TreeCell.BY_WORD, TreeCell.WORDS), (leaf, word, shape.leaves, TreeCell.BY_LEAF,
        TreeCell.LEAVES)
    ):  # fmt: skip
        order = np.argsort(pieces[:, by], kind="stable")
        found[rows] = np.ascontiguousarray(pieces[order][:, [1, other, 3]])
        found[begins] = np.searchsorted(pieces[order, by], np.arange(count + 1, dtype=np.uint64)).astype(np.uint64)
    return found


class CompressedSet(StateSet):
    """States by arrival, from `start` of them on as trees."""

    def __init__(
        self,
        words: int,
        whole: Library | TieredCode,
        compressed: Callable[[], Library],
        budget: int,
        cache: Path | None = None,
        start: int = FROM_STATES,
        worth: float = WORTH,
        pressed: float = PRESSED,
    ) -> None:
        """`whole`, `compressed`: the code of the set while states are whole, and then. `worth`: they are as long as
        trees would take more than such a part of the memory. `pressed`: and while they take less than such a part of
        the `budget`."""
        super().__init__(words, whole, budget, least_words=1)
        self._compressed, self._cache, self._next, self._worth = compressed, cache, start, worth
        self._pressed = pressed
        self.nodes: TreeNodes | None = None
        self._seen: list[Integers] = [np.zeros(0, dtype=np.uint64)] * 2
        self._parents = [Parents(memory) for memory in self.parents]

    # --- reading --------------------------------------------------------------------------------------------------

    @property
    def bytes(self) -> int:
        saved = sum(each.saved for each in self._parents)
        return super().bytes - saved + (self.nodes.bytes if self.nodes else 0)

    def array(self, partition: int, first: int = 0, stop: int | None = None) -> Integers:
        if self.nodes is None:
            return super().array(partition, first, stop)
        roots = self._roots(partition)[first:stop]
        rows = np.empty((len(roots), self.words), dtype=np.uint64)
        self.nodes.unfold(roots, rows)
        return rows

    def _roots(self, partition: int) -> Integers:
        return self.states[partition].view(np.uint64)[: int(self.parts[partition, Part.COUNT])]

    def words_at(self, partition: int, first: int, stop: int) -> int:
        if self.nodes is None:
            return super().words_at(partition, first, stop)
        roots = self._roots(partition)[first:stop]
        rows = self._room_for(0, len(roots))
        self.nodes.unfold(roots, rows)
        return self._begin(rows, first)

    def parents_at(self, partition: int, first: int, stop: int) -> int:
        if self.nodes is None:
            return super().parents_at(partition, first, stop)
        parents = np.ascontiguousarray(self._parents[partition].between(first, stop))
        rows = self._room_for(1, len(parents))
        self.nodes.unfold_parents(self.parts, parents, rows)
        return self._begin(rows, first)

    def parents_of(self, partition: int) -> Integers:
        return self._parents[partition].between(0, int(self.parts[partition, Part.COUNT]))

    def parent(self, identity: int) -> int:
        index, partition = divmod(identity, PARTITIONS)
        return int(self._parents[partition].between(index, index + 1)[0])

    def _room_for(self, place: int, count: int) -> Integers:
        """Memory for the words of some states, the same for each place."""
        if len(self._seen[place]) < count:
            self._seen[place] = np.empty((count, self.words), dtype=np.uint64)
        return self._seen[place]

    def _begin(self, rows: Integers, first: int) -> int:
        """The address at which the words would begin if those of `first` lay where they are written now."""
        return int(rows.ctypes.data) - 8 * self.words * first

    def find(self, partition: int, entries: Integers) -> Integers:
        if self.nodes is None or not len(entries):
            return super().find(partition, entries)
        entries = entries.copy()
        missing = self.nodes.find_roots(entries) - entries.ctypes.data
        entries[missing // entries.strides[0], 0] = tree.NO_ROOT
        return super().find(partition, entries)

    # --- filling --------------------------------------------------------------------------------------------------

    def take(self, crew: Crew) -> None:
        if self.nodes is not None:
            for rows in crew.buffer_entries():
                self.nodes.learn(self.nodes.find_roots(rows))
        super().take(crew)
        self._look_at_memory()

    def retire(self, initial: Integers, counts: Integers) -> None:
        if self.nodes is not None:
            for parents, *given in zip(self._parents, initial.tolist(), counts.tolist(), strict=True):
                parents.pack(*given)

    def look(self) -> None:
        super().look()
        if self.size:
            self._look_at_memory()

    @property
    def _room_of_parts(self) -> int:
        return self.nodes.room if self.nodes else 0

    @property
    def hold(self) -> int:
        return min(super().hold, max(self._next, self._most(self.budget / self._pressed)))

    def _look_at_memory(self) -> None:
        if self.size >= self._next and self.bytes * self._pressed > self.budget:
            self._reshape()

    def _reshape(self) -> None:
        """All states as trees of a shape that is chosen by them, if there is code for that."""
        self._next = AGAIN * max(self.size, 1)
        try:
            library = compile_text(tree.text(self.words), cache=self._cache)
            code = self.code if self.nodes else self._compressed()
        except FAILS:
            return
        some = np.concatenate([self._some(p, SAMPLE // PARTITIONS) for p in range(PARTITIONS)])
        nodes = TreeNodes(self.words, shape_of(some, self.words), library, self.budget)
        kept = [self._roots_of(partition, nodes) for partition in range(PARTITIONS)]
        if self.nodes is None:
            roots = self.size * (ROOT_BYTES + NARROW.bytes * 3 // 2)
            if nodes.bytes + roots > self._worth * self.bytes:
                return
            self._use(code)
            self.state_bytes, self.slots, self.fullest = ROOT_BYTES, NARROW, FULLEST
        self.nodes, self.states, self.capacity = nodes, kept, self.most
        self.tables.clear()
        for partition, (part, states) in enumerate(zip(self.parts, kept, strict=True)):
            part[Part.STATES] = states.address
            self._make_table(partition, self._slots_for(int(part[Part.COUNT])))
            self._refill(partition)

    def _roots_of(self, partition: int, nodes: TreeNodes) -> Reserved:
        """The roots of a partition's states."""
        count, kept = int(self.parts[partition, Part.COUNT]), Reserved(8 * self.most, small=SMALL)
        roots = kept.view(np.uint64)
        for first in range(0, count, CHUNK):
            rows = self.array(partition, first, min(first + CHUNK, count)).copy()
            nodes.learn(nodes.find_roots(rows))
            roots[first : first + len(rows)] = rows[:, 0]
        return kept

    def _some(self, partition: int, most: int) -> Integers:
        count = int(self.parts[partition, Part.COUNT])
        places = np.unique(np.linspace(0, count - 1, min(count, most)).astype(np.int64))
        if self.nodes is None:
            return super().array(partition)[places]
        rows = np.empty((len(places), self.words), dtype=np.uint64)
        self.nodes.unfold(self._roots(partition)[places], rows)
        return rows


WIDE = 256
"""Words of a state, each of which is named in the code of the set: with more, better code takes longer to make than a
search of such states is likely to save."""


def set_of(
    words: int, budget: int, cache: Path | None, *, numbered: bool = False, compress: Compress = "auto"
) -> StateSet:
    """A set of states that takes so many bytes at most, and keeps them as trees or not."""
    whole = set_code(words, cache, numbered=numbered)
    if compress == "never" or words < LEAST_WORDS:
        return StateSet(words, whole, budget)

    def root_code() -> Library:
        return set_code(words, cache, numbered=numbered, rooted=True).best()

    if compress == "always":
        return CompressedSet(words, whole, root_code, budget, cache, 0, inf, inf)
    return CompressedSet(words, whole, root_code, budget, cache)


@lru_cache(maxsize=64)
def set_code(
    words: int, cache: Path | None, *, family: bool = False, numbered: bool = False, rooted: bool = False
) -> TieredCode:
    """The code of the set of states; in a family each has its readings. `numbered`: an entry of a buffer gets its
    number. `rooted`: the first word of an entry is what is kept of it."""
    kept, slots = (1, table.NARROW) if rooted else (words, table.WIDE)
    more = words - kept + 1 + family
    if family:
        insert = table.insert(kept, more, table.arrivals(words))
    else:
        insert = (
            table.insert(kept, more, edges.write_index, slots) if numbered else table.insert(kept, more, slots=slots)
        )
    functions = insert, table.insert_all(), table.rehash(kept, slots), table.find(kept, more, slots)
    text = "\n\n".join([table.DECLARATIONS, *(f.text for f in functions)])
    return TieredCode(text, cache, worth=words <= WIDE)
