"""Parents that are packed: what is told of them is what was written, in little room where they ascend."""

from __future__ import annotations

from pathlib import Path
from random import Random
from types import ModuleType
from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ruleslawyer.engines.native import edges
from ruleslawyer.engines.native.edges import BYTES, EVERY, Parents
from ruleslawyer.engines.native.memory import PARTITIONS, Reserved
from ruleslawyer.engines.native.states import NO_PARENT
from tests.planted import planted


def level(dice: Random, count: int, gap: int) -> list[int]:
    """Parents as a partition takes them in one level: by partition, and in each by index."""
    found: list[int] = []
    for partition in range(PARTITIONS):
        index = dice.randrange(1 << 20)
        for _ in range(count):
            index += dice.randrange(gap)
            found.append(index * PARTITIONS + partition)
    return found


def what_was_written_is_told(made: ModuleType, seed: int, initial: int, gaps: list[int], least: int) -> None:
    """Whatever was packed, and wherever one begins and ends. What initial states have stays where code reads it."""
    dice, memory = Random(seed), Reserved(1 << 18)
    written, kept = memory.view(np.uint32), made.__dict__["Parents"](memory)
    known = [NO_PARENT] * initial
    written[:initial] = known
    with patch.object(made, "LEAST", least):
        for gap in gaps:
            more = level(dice, dice.choice((1, 20, 60)), gap)
            more[dice.randrange(len(more))] = dice.getrandbits(32)
            written[len(known) : len(known) + len(more)] = more
            kept.pack(initial, len(known))  # while the next level is there already
            known += more
    assert written[:initial].tolist() == known[:initial]
    assert kept.between(0, len(known)).tolist() == known
    for _ in range(20):
        first, stop = sorted(dice.randrange(len(known) + 1) for _ in range(2))
        assert kept.between(first, stop).tolist() == known[first:stop]
        assert all(kept.between(at, at + 1).tolist() == [known[at]] for at in range(first, min(stop, first + 3)))


@given(
    seed=st.integers(0, 1 << 32),
    initial=st.sampled_from((0, 1, 2000)),
    gaps=st.lists(st.sampled_from((1, 20, 255, 258, 5000)), max_size=6),
    least=st.sampled_from((1, 7, 500)),
)
def test_against_what_was_written(seed: int, initial: int, gaps: list[int], least: int) -> None:
    what_was_written_is_told(edges, seed, initial, gaps, least)


FAULTS = {
    "a step is one bit too wide": ("steps > 255", "steps > 256"),
    "one that goes back counts as small": ("(steps < 0) | ", ""),
    "the known one before is another": ('side="right"', 'side="left"'),
    "what is packed is read as it was written": ("max(first, self._packed) : stop", "first:stop"),
    "initial ones go back": ("self._memory.let_go(BYTES * initial", "self._memory.let_go(0"),
    "runs are one short": ("min(stop, self._packed))", "min(stop, self._packed) - 1)"),
    "partitions are taken for places": ("32 - PARTITION_BITS)\n\n\nclass", "PARTITION_BITS)\n\n\nclass"),
}
"""Each with its text and another."""


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_seen(fault: str) -> None:
    path, wrong = Path(edges.__file__), ModuleType(edges.__name__)
    exec(compile(planted(fault, path, *FAULTS[fault]), path, "exec"), wrong.__dict__)
    with pytest.raises((AssertionError, ValueError, IndexError)):
        for seed in range(20):
            what_was_written_is_told(wrong, seed, (0, 1, 2000)[seed % 3], [1, 20, 255, 258, 5000, 258], 7)


def test_they_take_a_byte() -> None:
    """Of as many as there are in a level, where one in some forty states has a child in this partition; and pages of
    what was written go back."""
    dice, memory = Random(1), Reserved(1 << 22)
    known = level(dice, 20_000, 80)
    memory.view(np.uint32)[: len(known)] = known
    kept = Parents(memory)
    kept.pack(0, len(known))
    taken = BYTES * len(known) - kept.saved
    assert len(known) < taken < 1.1 * len(known)
    assert not memory.view(np.uint32)[: len(known) // 2].any()
    assert kept.between(0, len(known)).tolist() == known


def test_few_are_left() -> None:
    """A run of a few numbers is not worth its arrays."""
    memory = Reserved(1 << 18)
    kept = Parents(memory)
    kept.pack(0, edges.LEAST - 1)
    assert not kept.saved
    kept.pack(0, edges.LEAST)
    assert kept.saved > edges.LEAST * BYTES * (EVERY - 4) // EVERY // 2
