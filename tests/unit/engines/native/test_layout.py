"""Packed states: the layout by hand, to and fro, and what fits nowhere."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ruleslawyer.diagnostics import UsageError
from ruleslawyer.engines.native.explore import Preparing
from ruleslawyer.engines.native.layout import OPEN_BITS, WIDEST, Misfit, Packing, Slot
from ruleslawyer.ground.layout import Scalar
from tests.agree.strategies import ROOT, names
from tests.agree.test_native import system_of
from tests.agree.written import system_written, things
from tests.bank import TINY
from tests.unit.engines.native.native_nodes import random_layout, value

SEEDS = st.integers(0, 2**32 - 1)


def taken(packing: Packing) -> Iterator[tuple[int, int]]:
    """The word and number of each bit that some slot has."""
    for slot in packing.slots:
        yield from bits_of(slot)


def bits_of(slot: Slot) -> Iterator[tuple[int, int]]:
    """Those of one slot, the lowest first: what is wider than a word goes on in the next one."""
    for k in range(slot.shift, slot.shift + slot.bits):
        yield slot.word + k // 64, k % 64


def assert_there_and_back(packing: Packing, dice: Random) -> None:
    """No bit belongs to two slots, and none but a wide slot crosses a border; a vector is what its words say."""
    bits = list(taken(packing))
    assert len(set(bits)) == len(bits) == packing.bits
    assert all(word < packing.words for word, _ in bits)
    assert all(slot.shift == 0 if slot.bits > 64 else slot.shift + slot.bits <= 64 for slot in packing.slots)
    vector: list[Scalar] = [packing.constants.get(i, 0) for i in range(packing.leaves)]
    for slot in packing.slots:
        vector[slot.leaf] = value(dice, slot)
    words = packing.pack(vector)
    assert len(words) == packing.words and all(0 <= word < 1 << 64 for word in words)
    assert packing.unpack(words) == tuple(vector)
    assert [type(v) for v in packing.unpack(words)] == [type(v) for v in vector]
    for slot in packing.slots:
        stored = "".join(str(words[word] >> bit & 1) for word, bit in reversed(list(bits_of(slot))))
        assert int(stored, 2) + slot.low == int(vector[slot.leaf])
    for slot in packing.slots:
        for wrong in (slot.low - 1, slot.high + 1):
            with pytest.raises(Misfit) as misfit:
                packing.pack([wrong if i == slot.leaf else v for i, v in enumerate(vector)])
            assert misfit.value.leaf == slot.leaf


@given(SEEDS)
def test_there_and_back(seed: int) -> None:
    dice = Random(seed)
    assert_there_and_back(random_layout(dice, 1).packing, dice)


@pytest.mark.parametrize("name", names(TINY))
def test_layouts_of_tiny(name: str) -> None:
    packing = Preparing(system_of(TINY, name, "tiny")).layout()
    assert {slot.leaf for slot in packing.slots}.isdisjoint(packing.constants)
    assert {slot.leaf for slot in packing.slots} | set(packing.constants) == set(range(packing.leaves))
    assert_there_and_back(packing, Random(name))


@pytest.mark.campaign
def test_a_layout_of_megacorp() -> None:
    packing = Preparing(system_of(ROOT, "megacorp", "market")).layout()
    for seed in range(3):
        assert_there_and_back(packing, Random(seed))


FIELDS = """
@state
class State:
    small: Annotated[int, Range(0, 1)]
    temperature: Annotated[int, Range(-3, 4)]
    steps: Annotated[int, Range(0, 100)]
    lit: bool
    open_end: Annotated[int, Range(5)]
    never_written: int
    free: int
    chosen: Thing | None
    places: Map[Thing, Annotated[int, Range(1, 60_000)]]


@book.action("2")
def everything(s: State, who: Player, what: Thing) -> None:
    \"\"\"All fields but one change.\"\"\"
    with effect("2"):
        s.small = 1 - s.small
        s.temperature = 1 - s.temperature
        s.steps = 100 - s.steps
        s.lit = not s.lit
        s.open_end = 12 - s.open_end
        s.free = 1 - s.free
        s.chosen = what
        s.places[what] = 60_001 - s.places[what]


@everything.permit("2")
def may(s: State, who: Player, what: Thing) -> bool:
    return True
"""


def test_by_hand(tmp_path: Path) -> None:
    """Bits for the range of each type; an open end has 6 at first; wide fields first, none across a border of words.

    Places are written in 5 things: 5 × 16 bits, four of them in the first word; 16 + 7 + 6 + 6 + 3 + 3 + 1 + 1 = 43 in
    the second.
    """
    packing = Preparing(system_written(tmp_path, "fields", FIELDS, things(5))).layout()
    found = {slot.name: (slot.low, slot.high, slot.bits, slot.bounded) for slot in packing.slots}
    assert found == {
        "small": (0, 1, 1, True),
        "temperature": (-3, 4, 3, True),
        "steps": (0, 127, 7, True),
        "lit": (0, 1, 1, True),
        "open_end": (5, 68, OPEN_BITS, False),  # it begins with the least value
        "free": (-32, 31, OPEN_BITS, False),
        "chosen": (-1, 6, 3, True),  # None, or one of five
        **{f"places[Thing{k}]": (1, 65_536, 16, True) for k in range(5)},
    }
    assert (packing.words, packing.bits) == (2, 5 * 16 + 7 + 6 + 6 + 3 + 3 + 1 + 1)
    assert {slot.word for slot in packing.slots if slot.bits == 16} == {0, 1}
    names = [packing.names[i] for i in packing.constants]
    assert names == ["never_written"]


WIDE = """
@state
class State:
    at: Map[Thing, Annotated[int, Range(0, 65_535)]]
    lit: Annotated[int, Range(0, 2)]


@book.action("2")
def push(s: State, who: Player, what: Thing) -> None:
    \"\"\"Far away.\"\"\"
    with effect("2"):
        s.at[what] += 20_001
        s.lit += 1


@push.permit("2")
def may(s: State, who: Player, what: Thing) -> bool:
    return s.lit < 2
"""


def test_as_wide_as_can_be(tmp_path: Path) -> None:
    """255 things of 16 bits and two more bits are supported, and 256 are not: which fields are the widest is said."""
    (tmp_path / "most").mkdir()
    packing = Preparing(system_written(tmp_path / "most", "wide", WIDE, things(255))).layout()
    assert (packing.bits, packing.words) == (255 * 16 + 2, 64)
    assert_there_and_back(packing, Random(1))
    (tmp_path / "more").mkdir()
    preparing = Preparing(system_written(tmp_path / "more", "wide", WIDE, things(256)))
    with pytest.raises(UsageError) as refused:
        preparing.layout()
    text = str(refused.value)
    assert f"a state has {256 * 16 + 2} bits, and at most {WIDEST} are supported" in text
    assert "scope tiny" in text and "at[Thing0] (16 bits)" in text and "fewer members" in text
