"""Readings that come apart: what code sees in the buffers of a lane, beside every edge with all that have it."""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from random import Random
from types import ModuleType
from unittest.mock import patch

import numpy as np
import pytest

from ruleslawyer.engines.native import family_difference
from ruleslawyer.engines.native.build import Library, compile_text
from ruleslawyer.engines.native.memory import PARTITIONS, TURN_END
from ruleslawyer.engines.native.states import BufferSizes, Crew
from ruleslawyer.engines.native.text import FunctionBuilder
from tests.planted import planted

WORDS, READINGS = 2, 6
Entry = tuple[int, int, int, int]
"""The two words of a state, the readings that reach it, and by which choice from where."""


def program(module: ModuleType) -> Library:
    """The code, and what asks it."""
    expand = FunctionBuilder("expand", ["ptr %worker", "ptr %states", "i64 %first", "i64 %stop", "i64 %partition"])
    expand.end("ret void")
    ask = FunctionBuilder("ask", ["ptr %worker", "i64 %stride", "ptr %sets", "i64 %number", "ptr %answer"])
    said = ask.value("call i1 @is_split(ptr %worker, i64 %stride, ptr %sets, i64 %number)")
    ask.store("i64", ask.value(f"zext i1 {said} to i64"), "%answer")
    ask.end("ret void")
    return compile_text("\n\n".join(each.text for each in (*module.is_split(), expand, ask)))


def entries(dice: Random) -> list[list[Entry]]:
    """Of each partition a few: from one state after the other, each reading by each choice at most once; some end a
    turn on the way. Mostly all readings go the same way."""
    found: list[list[Entry]] = [[] for _ in range(PARTITIONS)]
    for parent in dice.sample(range(100), 5):
        for choice in range(3):
            ways = [0] * READINGS if dice.random() < 0.8 else [dice.randrange(3) for _ in range(READINGS)]
            runs: dict[tuple[int, int], int] = defaultdict(int)
            for reading, way in enumerate(ways):
                runs[way, dice.randrange(2)] |= 1 << reading
            for (way, run), mask in runs.items():
                label = choice | TURN_END * (run if dice.random() < 0.5 else 0)
                found[way % 2 * 5].append((way, 7, mask, label << 32 | parent))
    return found


def splits(found: list[list[Entry]], pairs: list[tuple[int, int]]) -> bool:
    """Whether one reading of a pair has an edge that the other has not."""
    have: dict[tuple[int, ...], int] = defaultdict(int)
    for one, other, mask, mark in (entry for rows in found for entry in rows):
        have[one, other, mark & ~(TURN_END << 32)] |= mask
    return any((mask >> a & 1) != (mask >> b & 1) for mask in have.values() for a, b in pairs)


def cases() -> Iterator[tuple[list[list[Entry]], list[tuple[int, int]]]]:
    dice, every = Random(3), list(combinations(range(READINGS), 2))
    for _ in range(400):
        yield entries(dice), dice.sample(every, dice.choice((0, 1, 2, 3, 9)))


def compare(module: ModuleType) -> list[bool]:
    """Asks about each case; the code sees exactly those edges at which `Pairs` parts one, and there are some."""
    library = program(module)
    ask, crew = library.function("ask", "pipip"), Crew(BufferSizes(WORDS + 2, 40), library, 1)
    answers = []
    for found, waiting in cases():
        for partition, rows in enumerate(found):
            crew.lengths[0, partition] = len(rows)
            memory = crew.buffers[0][partition].view(np.uint64)
            memory[: crew.entry_words * len(rows)] = np.array(rows, dtype=np.uint64).reshape(-1)
        pairs, answer = module.Pairs(waiting), np.zeros(1, dtype=np.int64)
        ask(
            crew.workers.ctypes.data, crew.entry_words, pairs.alike.ctypes.data, len(pairs.alike), answer.ctypes.data
        )  # fmt: skip
        pairs.follow(crew.buffer_entries())
        assert bool(answer[0]) == bool(pairs.parted) == splits(found, waiting)
        answers.append(bool(answer[0]))
    return answers


def test_code_sees_where_a_pair_comes_apart() -> None:
    assert {*compare(family_difference)} == {True, False}


FAULTS = {
    "the first set is not asked about": ('code.counting("0", "%number")', 'code.counting("1", "%number")'),
    "edges of a state are sought among those of the one before": ('code.store("i64", i, begin)', "pass"),
    "edges by another choice are alike": ("{there}')}, {NO_TURN_END}", "{there}')}, 0"),
    "edges to another state are alike": ("or i64 {code.load('i64', differs)}, {more}", "or i64 0, 0"),
    "the end of a turn makes another edge": ("- 1 ^ TURN_END << 32", "- 1"),
    "readings that have all of a set split it": ('f"and i1 {some}, {less}"', 'f"and i1 {some}, true"'),
    "of sets that overlap one is lost": ("mask |= other", "pass"),
    "the last readings of an edge alone have it": ("or i64 {code.load('i64', readings)}, {mask}", "or i64 0, {mask}"),
}  # fmt: skip
"""Each with its text and another."""


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_seen(fault: str) -> None:
    path, wrong = Path(family_difference.__file__), ModuleType(family_difference.__name__)
    with patch.dict(sys.modules, {family_difference.__name__: wrong}):
        exec(compile(planted(fault, path, *FAULTS[fault]), path, "exec"), wrong.__dict__)
    with pytest.raises(AssertionError):
        compare(wrong)
