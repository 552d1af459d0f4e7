"""The set that keeps states as trees against the one that keeps them whole: the same ids, words, parents, answers."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from random import Random
from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ruleslawyer.engines.native import edges
from ruleslawyer.engines.native.build import Library, compile_text
from ruleslawyer.engines.native.memory import PARTITION_BITS, PARTITIONS
from ruleslawyer.engines.native.sets import AGAIN, FROM_STATES, LEAST_WORDS, CompressedSet, set_of
from ruleslawyer.engines.native.shape import _place, shape_of
from ruleslawyer.engines.native.states import BufferSizes, Crew, StateSet, StateSetFull, hash_of, partitions_of
from ruleslawyer.rulebook.claims.limits import MEBIBYTE
from tests.unit.engines.native.test_states import reach, set_program

MANY, SCARCE = 64 * MEBIBYTE, 8 * MEBIBYTE
WIDTHS = (3, 4, 7, 12)
Words = tuple[int, ...]


@lru_cache
def library(words: int) -> Library:
    """Its `expand` does nothing."""
    return compile_text(set_program(words))


def batches(dice: Random, words: int, number: int) -> Iterator[list[tuple[Words, int]]]:
    """States with parents: words of few values, such that parts of states are often alike. With each batch some bits
    of a word begin to vary."""
    values = [[dice.getrandbits(64) for _ in range(dice.choice((1, 1, 3, 40)))] for _ in range(words)]
    for _ in range(number):
        dice.choice(values).append(dice.choice(dice.choice(values)) ^ dice.getrandbits(64) & dice.getrandbits(64))
        count = dice.choice((1, 60, 700))
        yield [(tuple(map(dice.choice, values)), dice.randrange(1 << 28)) for _ in range(count)]


def filled(states: StateSet, words: int, given: list[list[tuple[Words, int]]]) -> StateSet:
    """Each batch is a level, behind which nobody expands the states of the one before."""
    nobody = np.zeros(PARTITIONS, dtype=np.int64)
    crew = Crew(BufferSizes(words + 1, 1), library(words), 1)
    for batch in given:
        before = states.counts
        for number, (state, parent) in enumerate(batch):
            reach(crew, number * 4 // len(batch), state, parent)
        states.take(crew)
        states.retire(nobody, before)
    return states


@pytest.mark.parametrize("words", WIDTHS)
@settings(max_examples=15, deadline=None)
@given(seed=st.integers(0, 1 << 32), start=st.sampled_from((0, 50, 2000)))
def test_against_whole_states(words: int, seed: int, start: int) -> None:
    """Whenever it changes from one form to the other, and to another shape."""
    dice = Random(seed)
    given = list(batches(dice, words, 8))
    whole = filled(set_of(words, MANY, None, compress="never"), words, given)
    trees = set_of(words, MANY, None, compress="always")
    assert isinstance(trees, CompressedSet)
    trees._next = start
    with patch.object(edges, "LEAST", 9):
        filled(trees, words, given)
    assert trees.counts.tolist() == whole.counts.tolist()
    asked = [state for batch in given for state, _ in batch[:20]]
    asked += [tuple(dice.choice(asked)[i] for i in range(words)) for _ in range(50)]  # known parts, often a new whole
    rows = np.array(asked, dtype=np.uint64)
    for partition in range(PARTITIONS):
        count = int(whole.counts[partition])
        assert trees.array(partition).tolist() == whole.array(partition).tolist()
        assert trees.parents_of(partition).tolist() == whole.parents_of(partition).tolist()
        assert all(
            trees.parent(identity) == whole.parent(identity)
            for identity in (index * PARTITIONS + partition for index in range(0, count, 7))
        )
        assert (
            trees.array(partition, count // 3, count // 2).tolist()
            == whole.array(partition).tolist()[count // 3 : count // 2]
        )
        mine = np.ascontiguousarray(rows[partitions_of(rows, words) == partition])
        mine = np.column_stack([mine, np.zeros(len(mine), dtype=np.uint64)])
        before = mine.copy()
        assert trees.find(partition, mine).tolist() == whole.find(partition, mine).tolist()
        if trees.nodes is not None:  # states of which a part is not known, and that begin as a root is spelled
            roots = [[root, *(dice.getrandbits(64) for _ in range(words - 1))] for root in trees._roots(partition)[:9]]
            strange = np.array([[*root, 0] for root in roots], dtype=np.uint64).reshape(-1, words + 1)
            assert (trees.find(partition, strange) == np.uint32(0xFFFFFFFF)).all()
        assert (mine == before).all()


@given(st.lists(st.lists(st.integers(0, (1 << 64) - 1), min_size=5, max_size=5), min_size=1, max_size=20))
def test_partitions(states: list[list[int]]) -> None:
    """Those of many rows at once are those of each."""
    rows = np.array(states, dtype=np.uint64)
    for words in (1, 3, 5):
        found = partitions_of(rows, words).tolist()
        assert found == [hash_of(state[:words]) >> (64 - PARTITION_BITS) for state in states]


@given(seed=st.integers(0, 1 << 32), words=st.integers(LEAST_WORDS, 40), number=st.sampled_from((0, 1, 2, 300)))
@settings(max_examples=15, deadline=None)
def test_shapes(seed: int, words: int, number: int) -> None:
    """Every bit lies in one leaf, where no other does; every part in one pair, and every pair but the root in a later
    one."""
    dice = Random(seed)
    sample = np.array([s for b in batches(dice, words, 1) for s, _ in b][:number], dtype=np.uint64).reshape(-1, words)
    shape = shape_of(sample, words)
    leaves = shape.leaves + words
    from_, to = set[tuple[int, int]](), set[tuple[int, int]]()
    for word, mask, leaf, turn in shape.pieces:
        assert leaf < shape.leaves
        bits = [bit for bit in range(64) if mask >> bit & 1]
        assert not from_ & {(word, bit) for bit in bits}
        assert not to & {(leaf, (bit + turn) % 64) for bit in bits}
        from_ |= {(word, bit) for bit in bits}
        to |= {(leaf, (bit + turn) % 64) for bit in bits}
    varies = sample ^ sample[:1]
    assert all(
        (int(w), b) in from_ for w in range(words) for b in range(64) if (varies[:, w] >> np.uint64(b) & 1).any()
    )
    parts = [part for pair in shape.pairs for part in pair]
    assert sorted(parts) == list(range(leaves + len(shape.pairs) - 1))
    assert all(part < leaves + number for number, pair in enumerate(shape.pairs) for part in pair)
    assert all(part >= shape.leaves for pair in shape.pairs[: words - 1] for part in pair)


def test_what_changes_together_lies_together() -> None:
    """Two groups of bytes that vary apart from each other: the root parts them, wherever they lie."""
    dice = Random(1)
    groups = [[dice.getrandbits(40) for _ in range(30)] for _ in range(2)]
    rows = []
    for _ in range(4000):
        bytes_ = [value >> 8 * i & 255 for value in map(dice.choice, groups) for i in range(5)]
        words = [sum(byte << 16 * k for k, byte in enumerate(bytes_[i::4])) for i in range(4)]
        rows.append([7, *words, 9])
    shape = shape_of(np.array(rows, dtype=np.uint64), 6)
    assert shape.leaves == 2
    group_of = {(1 + n % 4, 16 * (n // 4)): n // 5 for n in range(10)}
    leaf_of = {
        (word, byte): leaf for word, mask, leaf, _ in shape.pieces for byte in range(0, 64, 8) if mask >> byte & 1
    }
    assert set(leaf_of) == set(group_of)
    assert len({(leaf_of[place], group) for place, group in group_of.items()}) == 2


def test_leaves_without_room_side_by_side() -> None:
    """The bytes of a word that others leave no place for side by side lie apart."""
    places = [0x0101_0000_0000_0101, 0x0001_0101_0001_0000]
    for masks in (
        [255 * each for each in places],
        [255 * 0x0101_0101, 255 * 0x01_0101_0001],
        [255 * 0x010101, 255 * 0x01010101],
    ):
        found = _place(
            [(word, 255 << byte) for word, mask in enumerate(masks) for byte in range(0, 64, 8) if mask >> byte & 1]
        )
        assert [sum(mask for at, mask, _ in found if at == word) for word in range(2)] == masks
        turned = [(mask << turn | mask >> 64 - turn) & (1 << 64) - 1 for _, mask, turn in found]
        assert sum(mask.bit_count() for mask in masks) == sum(turned).bit_count()


def test_it_takes_less() -> None:
    """All pairs of two hundred left and two hundred right halves, eight words each: a root, a parent and slots are left
    of a state, and little beside. Where there is much more memory than they take they stay whole."""
    dice = Random(3)
    halves = [[[dice.getrandbits(64) for _ in range(4)] for _ in range(200)] for _ in range(2)]
    states = [(tuple(one + two), 0) for one in halves[0] for two in halves[1]]
    given = [states[i : i + 4000] for i in range(0, len(states), 4000)]
    whole = filled(set_of(8, MANY, None, compress="never"), 8, given)
    trees = filled(set_of(8, SCARCE, None, compress="auto"), 8, given)
    free = filled(set_of(8, MANY, None, compress="auto"), 8, given)
    assert whole.size == trees.size == free.size == 40_000
    assert whole.bytes / whole.size > 8 * 8 + 4 + 8
    assert trees.bytes / trees.size < 18  # a root, a parent, and a slot of which at most three tenths are free
    assert free.bytes == whole.bytes


def test_it_stays_whole_where_nothing_is_alike() -> None:
    """Words that are all different: trees would take more."""
    dice = Random(4)
    given = [[(tuple(dice.getrandbits(64) for _ in range(4)), 0) for _ in range(1000)] for _ in range(10)]
    whole = filled(set_of(4, SCARCE // 4, None, compress="never"), 4, given)
    trees = set_of(4, SCARCE // 4, None, compress="auto")
    assert isinstance(trees, CompressedSet)
    trees._next = FROM_STATES // 4
    filled(trees, 4, given)
    assert trees._next > 10_000  # it was tried
    assert trees.bytes == whole.bytes


def test_full() -> None:
    """Where memory ends, the set still has all states that it took before."""
    words, dice = 4, Random(5)
    given = [[(tuple(dice.getrandbits(64) for _ in range(words)), 0) for _ in range(500)] for _ in range(40)]
    trees = set_of(words, 300_000, None, compress="always")
    with pytest.raises(StateSetFull):
        filled(trees, words, given)
    found = [row for p in range(PARTITIONS) for row in trees.array(p).tolist()]
    known = len(found)
    assert 500 < known < 20_000
    assert set(map(tuple, found)) == {state for batch in given[: known // 500] for state, _ in batch}


def test_shapes_are_chosen_again() -> None:
    """At eight times the states."""
    states = set_of(3, MANY, None, compress="always")
    assert isinstance(states, CompressedSet)
    sizes = []
    for number in (1, 4, 40, 41, 400):
        filled(states, 3, [[((word, 2 * word, 1), 0) for word in range(number)]])
        sizes.append(states._next // AGAIN)
    assert sizes == [1, 1, 40, 40, 400]
