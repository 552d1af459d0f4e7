"""Eight words at a time: throws, remainders and members are what they are one by one; faults in them are seen."""

from __future__ import annotations

from pathlib import Path
from random import Random
from types import ModuleType

import numpy as np
import pytest

from ruleslawyer.engines.native import lanes
from ruleslawyer.engines.native.build import Library, compile_text
from ruleslawyer.engines.native.memory import align_to_page
from ruleslawyer.engines.native.text import FunctionBuilder
from ruleslawyer.semantics.dice import GOLDEN, WORD, mix
from tests.planted import planted

SIZES = (*range(1, 70), 126, 127, 128, 129, 253, 1000, 1024, 2045, (1 << 30) - 1)
ROUGH = (0, 1, WORD, WORD - 1, 1 << 32, (1 << 32) - 1, (1 << 63) - 1, 1 << 63)
APART, THROWS = 3, 2


def made(module: ModuleType) -> Library:
    """Two functions: the remainders of eight words, and which of them are members of a set of two words; eight
    throws."""
    drawn = FunctionBuilder("drawn", ["ptr %words", "i64 %size", "ptr %set", "ptr %rest", "ptr %members"])
    words = drawn.load("<8 x i64>", "%words")
    rest = module.__dict__["BoundedDraws"](drawn, "%size").of(words)
    drawn.store("<8 x i32>", rest, "%rest")
    below = module.__dict__["member_lanes"](drawn, [drawn.entry("i64", "%set", place) for place in "01"], rest)
    drawn.store("i64", below, "%members")
    drawn.end("ret void")
    thrown = FunctionBuilder("thrown", ["i64 %first", "ptr %found"])
    states = module.__dict__["dice"](thrown, "%first", APART)
    thrown.store("<8 x i64>", module.__dict__["throw"](thrown, states, THROWS), "%found")
    thrown.end("ret void")
    return compile_text("\n\n".join(each.text for each in (drawn, thrown)))


def as_one_by_one(library: Library) -> None:
    """The functions give what Python works out."""
    drawn, thrown = library.function("drawn", "pippp"), library.function("thrown", "ip")
    words, rest = align_to_page(np.uint64, 8), align_to_page(np.uint32, 8)  # they begin where lanes want it
    members, set_ = np.zeros(1, dtype=np.uint64), np.zeros(2, dtype=np.uint64)
    random = Random(1)
    for size in SIZES:
        multiples = [size * random.randrange(1, WORD // size) - random.randrange(2) for _ in range(64)]
        every = [*ROUGH, *multiples, *(random.getrandbits(64) for _ in range(64))]
        for begin in range(0, len(every), 8):
            words[:] = every[begin : begin + 8]
            numbers = [random.getrandbits(64), random.getrandbits(64)]
            set_[:] = numbers
            both = numbers[0] | numbers[1] << 64
            drawn(words.ctypes.data, size, set_.ctypes.data, rest.ctypes.data, members.ctypes.data)
            wanted = [word % size for word in words.tolist()]
            assert rest.tolist() == wanted
            if size <= 128:
                assert members.tolist() == [sum((both >> number & 1) << lane for lane, number in enumerate(wanted))]
    for first in (0, 1, WORD, *(random.getrandbits(64) for _ in range(20))):
        thrown(np.uint64(first).astype(np.int64).item(), words.ctypes.data)
        assert words.tolist() == [mix(first + (APART * lane + THROWS) * GOLDEN) for lane in range(8)]


def test_they_are_what_they_are_one_by_one() -> None:
    as_one_by_one(made(lanes))


FAULTS = {
    "a quotient is too small by one more": ("{self._size}, {self._size}", "{self._size}, zeroinitializer"),
    "what is carried from a half is left out": ("'lshr', product, 32", "'lshr', product, 63"),
    "each size is a power of two": ("{code.value(f'and i64 {size}, {less}')}", "0"),
    "the second word of a set is the first": ("chosen[::2], chosen[1::2]", "chosen[::2], chosen[::2]"),
    "dice are as far apart as one throw": ("GOLDEN * apart * lane", "GOLDEN * lane"),
    "a throw is the one before": ("GOLDEN * throws", "GOLDEN * (throws - 1)"),
}
"""Each with its text and another."""


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_in_them_is_seen(fault: str) -> None:
    path, wrong = Path(lanes.__file__), ModuleType(lanes.__name__)
    exec(compile(planted(fault, path, *FAULTS[fault]), path, "exec"), wrong.__dict__)
    with pytest.raises(AssertionError):
        as_one_by_one(made(wrong))
