"""The set of packed states against a Python set: growth, double arrivals, hashes that collide, memory that ends."""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random
from types import ModuleType
from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ruleslawyer.engines.native import states as of_states
from ruleslawyer.engines.native import table
from ruleslawyer.engines.native.build import Library, TieredCode, compile_text
from ruleslawyer.engines.native.memory import PARTITION_BITS, PARTITIONS, Part, Reserved, Worker
from ruleslawyer.engines.native.sets import set_code, set_of
from ruleslawyer.engines.native.states import (
    FIRST_SLOTS,
    LARGEST_BLOCK,
    MET,
    NO_PARENT,
    BufferSizes,
    Crew,
    StateSet,
    StateSetFull,
    hash_of,
)
from ruleslawyer.engines.native.text import FunctionBuilder
from tests.planted import planted

MANY = 1 << 26
"""Bytes, more than any test here needs."""
WIDTHS = (1, 2, 9)
"""Words of a state; nine are more than 512 bits."""
ABSENT = 0xFFFFFFFF


def set_program(words: int) -> str:
    """The kernels of the set, and the hash; nothing is ever expanded."""
    expand = FunctionBuilder("expand", ["ptr %worker", "ptr %states", "i64 %first", "i64 %stop", "i64 %partition"])
    expand.end("ret void")
    hashes = FunctionBuilder("hash", ["ptr %state", "ptr %result"])
    loaded = [hashes.entry("i64", "%state", str(k)) for k in range(words)]
    hashes.store("i64", table.hash_of(hashes, loaded), "%result")
    hashes.end("ret void")
    functions = [expand, hashes, table.insert(words), table.insert_all(), table.rehash(words), table.find(words)]
    return "\n\n".join([table.DECLARATIONS, *(f.text for f in functions)])


@pytest.fixture(scope="module", params=WIDTHS)
def made(request: pytest.FixtureRequest) -> tuple[int, Library]:
    return request.param, compile_text(set_program(request.param))


def reach(crew: Crew, worker: int, state: Sequence[int], parent: int) -> None:
    """A state into the buffer of a worker, as an expansion puts it."""
    partition = hash_of(state) >> (64 - PARTITION_BITS)
    entry = np.array([*state, parent], dtype=np.uint64)
    place = crew.buffers[worker][partition].address + int(crew.lengths[worker, partition]) * entry.nbytes
    ctypes.memmove(place, entry.ctypes.data, entry.nbytes)
    crew.lengths[worker, partition] += np.uint64(1)


def ids(states: StateSet, library: Library, asked: Sequence[Sequence[int]]) -> list[int]:
    """What `find` says of some states."""
    find, found = library.function("find", "pipip"), []
    for state in asked:
        partition = hash_of(state) >> (64 - PARTITION_BITS)
        entry, answer = np.array([*state, 0], dtype=np.uint64), np.zeros(1, dtype=np.uint32)
        find(states.parts[partition].ctypes.data, partition, entry.ctypes.data, 1, answer.ctypes.data)
        found.append(int(answer[0]))
    return found


def random_state(dice: Random, words: int) -> tuple[int, ...]:
    """Often one of few, or with few bits."""
    top = dice.choice((4, 1000, 1 << 20, 1 << 64))
    return tuple(dice.randrange(top) if k == 0 or dice.random() < 0.3 else 0 for k in range(words))


def test_better_code_goes_on_with_what_there_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is made once there are many states, and puts the next ones where code from the beginning does."""
    dice = Random(7)
    batches = [[(random_state(dice, 5), dice.randrange(1 << 31)) for _ in range(600)] for _ in range(6)]

    def filled(code: Library | TieredCode) -> list[object]:
        states = StateSet(5, code, MANY)
        crew = Crew(BufferSizes(6, 1), compile_text(set_program(5)), 1)
        for batch in batches:
            for state, parent in batch:
                reach(crew, 0, state, parent)
            states.take(crew)
        rows = [states.array(partition).tolist() for partition in range(PARTITIONS)]
        return [*rows, *(states.parents_of(partition).tolist() for partition in range(PARTITIONS))]

    soon = set_code(5, tmp_path)
    first = soon.library
    hurried = filled(soon)
    assert soon.library is first
    monkeypatch.setattr(of_states, "MANY", 1000)
    assert filled(soon) == hurried == filled(soon.library)
    assert soon.library is not first


@pytest.mark.parametrize("workers", [1, 2, 3])
def test_against_a_set(made: tuple[int, Library], workers: int) -> None:
    """Ids by first arrival: worker by worker within a round, and the first parent is kept."""
    words, library = made
    dice = Random(words * 10 + workers)
    states = StateSet(words, library, MANY)
    known: dict[tuple[int, ...], tuple[int, int]] = {}
    counts = [0] * PARTITIONS
    crew = Crew(BufferSizes(words + 1, 1), library, workers)
    for _ in range(14):
        batches = [[random_state(dice, words) for _ in range(dice.choice((0, 5, 900, 900)))] for _ in range(workers)]
        for worker, batch in enumerate(batches):
            for state in batch:
                parent = dice.randrange(1 << 31)
                reach(crew, worker, state, parent | 0xABC << 32)  # an edge's label is above
                if state not in known:
                    partition = hash_of(state) >> (64 - PARTITION_BITS)
                    known[state] = (counts[partition] * PARTITIONS + partition, parent)
                    counts[partition] += 1
        states.take(crew)
        assert not crew.lengths.any()
        assert states.size == len(known)
    assert states.counts.tolist() == counts
    assert (states.parts[:, Part.MASK] + np.uint64(1)).max() > FIRST_SLOTS  # the tables have grown
    for state, (identity, parent) in known.items():
        assert states.row(identity) == state
        index, partition = divmod(identity, PARTITIONS)
        assert int(states.parents_of(partition)[index]) == parent
    assert ids(states, library, list(known)) == [identity for identity, _ in known.values()]
    others = [state for _ in range(200) if (state := random_state(dice, words)) not in known]
    assert ids(states, library, others) == [ABSENT] * len(others)
    assert states.bytes == len(known) * (8 * words + 4) + 8 * int((states.parts[:, Part.MASK] + np.uint64(1)).sum())


@given(st.lists(st.integers(0, (1 << 64) - 1), min_size=9, max_size=9))
def test_hash(state: list[int]) -> None:
    """The one that is written in Python is the kernel's."""
    for words in WIDTHS:
        answer = np.zeros(1, dtype=np.uint64)
        given = np.array(state[:words], dtype=np.uint64)
        hashing(words).function("hash", "pp")(given.ctypes.data, answer.ctypes.data)
        assert int(answer[0]) == hash_of(state[:words])


_compiled: dict[int, Library] = {}


def hashing(words: int) -> Library:
    if words not in _compiled:
        _compiled[words] = compile_text(set_program(words))
    return _compiled[words]


def state_of(hashed: int) -> tuple[int]:
    """The one state of one word that has a hash: each step of it can be undone."""
    word = 1 << 64
    hashed ^= hashed >> 29 ^ hashed >> 58
    hashed = hashed * pow(-4265267296055464877, -1, word) % word
    hashed ^= hashed >> 32
    return (hashed * pow(-49064778989728563, -1, word) % word,)


def test_hashes_that_collide() -> None:
    """A thousand states with the same 32 bits that a table keeps, in the same slot: all of them are kept, once."""
    dice = Random(7)
    every = [state_of(0xCAFE_F00D << 32 | middle << 8 | 0x55) for middle in dice.sample(range(1 << 24), 1000)]
    assert {hash_of(state) & 0xFFFF_FFFF_0000_00FF for state in every} == {0xCAFE_F00D_0000_0055}
    library = hashing(1)
    states = StateSet(1, library, MANY)
    crew = Crew(BufferSizes(2, 1), library, 1)
    for some in (every[:100], every, every):
        for state in some:
            crew.put(state)
        states.take(crew)
    assert states.size == len(every)
    found = ids(states, library, every)
    assert [states.row(identity) for identity in found] == every
    assert ids(states, library, [state_of(0xCAFE_F00D << 32 | 1 << 24 | 0x55)]) == [ABSENT]


def test_first_states_have_no_parent(made: tuple[int, Library]) -> None:
    words, library = made
    states = StateSet(words, library, MANY)
    crew = Crew(BufferSizes(words + 1, 1), library, 2)
    crew.put(tuple(range(words)))
    states.take(crew)
    (identity,) = ids(states, library, [tuple(range(words))])
    index, partition = divmod(identity, PARTITIONS)
    assert int(states.parents_of(partition)[index]) == NO_PARENT


def test_full(made: tuple[int, Library]) -> None:
    """What has no room is not taken at all, and what is there stays as it was."""
    words, library = made
    tables = 8 * FIRST_SLOTS * PARTITIONS
    states = StateSet(words, library, tables + 500 * (8 * words + 4))
    dice = Random(words)
    first = list(dict.fromkeys((dice.getrandbits(64),) * words for _ in range(400)))
    crew = Crew(BufferSizes(words + 1, 1), library, 1)
    for state in first:
        crew.put(state)
    states.take(crew)
    assert states.bytes <= states.budget
    before = [states.array(p).tolist() for p in range(PARTITIONS)]
    for _ in range(200):
        crew.put((dice.getrandbits(64),) * words)
    with pytest.raises(StateSetFull):
        states.take(crew)
    assert states.size == len(first)
    assert [states.array(p).tolist() for p in range(PARTITIONS)] == before
    assert ABSENT not in ids(states, library, first)


def test_full_before_a_table_grows() -> None:
    """A table that would not fit beside the states: nothing is taken either."""
    words, library = 1, hashing(1)
    tables = 8 * FIRST_SLOTS * PARTITIONS
    states = StateSet(1, library, tables + 100_000)
    dice = Random(5)
    crew = Crew(BufferSizes(words + 1, 1), library, 1)
    with pytest.raises(StateSetFull):
        for _ in range(100):
            for _ in range(100):
                crew.put((dice.getrandbits(64),))
            states.take(crew)
    assert 16 * FIRST_SLOTS // 2 < states.size < 10_000
    assert states.bytes <= states.budget


def blocks_fit(module: ModuleType, most: int, average: int, before: int) -> None:
    """Each state of a level is in one block; none is larger than its buffers, or leads to more than is worth it."""
    first = np.full(PARTITIONS, before, dtype=np.int64)
    count = np.array([40 * k**2 for k in range(PARTITIONS)], dtype=np.int64)
    crew = module.Crew(BufferSizes(2, most), compile_text(set_program(1)), 1)
    crew.workers[1, Worker.TRANSITIONS] = average * before * PARTITIONS
    found = crew.blocks(first, first + count)
    room, least = module.BUFFERED // most, 16
    covered = [(p, i) for p, begin, stop in found.tolist() for i in range(begin, stop)]
    assert covered == [(p, i) for p in range(PARTITIONS) for i in range(before, before + int(count[p]))]
    worth = max(least, module.MET // (average if before else most))
    bound = min(LARGEST_BLOCK, max(least, room), worth)
    assert (found[:, 2] - found[:, 1]).max() <= bound
    assert len(found) == (-(-count // bound)).sum()


CASES = [(1, 1, 100), (2, 2, 0), (3000, 2, 0), (3000, 2, 100), (3000, 900, 100), (1 << 16, 3, 7), (1 << 16, 60_000, 7)]
"""The successors that a state has at most and on average, and how many states of each partition came before."""


@pytest.mark.parametrize("case", CASES)
def test_blocks_are_as_large_as_fits(case: tuple[int, int, int]) -> None:
    blocks_fit(of_states, *case)


def test_less_is_reserved_where_address_space_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    def reserved() -> int:
        crew = Crew(BufferSizes(2, 3000), compile_text(set_program(1)), 1)
        return crew.block * 3000

    usual = reserved()
    monkeypatch.setattr(of_states, "address_space", lambda: 1 << 34)
    assert reserved() <= MET < usual


@pytest.mark.parametrize(("words", "most"), [(53, 2675), (53, 1 << 14), (2, 650)])
def test_so_little_that_several_fit(words: int, most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """A set of wide states with many choices, as MegaCorp has them, and the buffers of two threads: with eight times
    the budget."""
    budget, taken = 1 << 30, 0

    class Counted(Reserved):
        def __init__(self, size: int, *, small: int | None = None) -> None:
            nonlocal taken
            taken += size
            super().__init__(size, small=small)

    monkeypatch.setattr(of_states, "Reserved", Counted)
    monkeypatch.setattr(of_states, "address_space", lambda: 16 << 30)
    set_of(words, budget, None)
    states, taken = taken, 0
    assert Crew(BufferSizes(words + 1, most), compile_text(set_program(1)), 1).block > 0
    assert states < 3 * budget and taken <= (1 + (most > 10_000)) * budget


FAULTS = {
    "a block is larger than its buffers": ("min(self.block, max(16, MET", "max(16, min(LARGEST_BLOCK, MET"),
    "many successors count as few": ("// max(1, average))))", "// 1)))"),
    "as many are expected as there can be": ("if before else self.most_successors", "and self.most_successors"),
    "of a level without one before it nothing is known": ("if before else self.most_successors", "if before else 1"),
    "of a block the last state is left out": ("* (number + 1) // blocks]", "* (number + 1) // blocks - 1]"),
}
"""Each with its text and another."""


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_in_blocks_is_seen(fault: str) -> None:
    path, wrong = Path(of_states.__file__), ModuleType(of_states.__name__)
    with patch.dict(sys.modules, {of_states.__name__: wrong}):
        exec(compile(planted(fault, path, *FAULTS[fault]), path, "exec"), wrong.__dict__)
    with pytest.raises((AssertionError, ZeroDivisionError)):
        for case in CASES:
            blocks_fit(wrong, *case)
