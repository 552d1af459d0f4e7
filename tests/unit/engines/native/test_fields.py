"""Bits of fields where there are more fields than bits: what some reader tells apart stays apart."""

from __future__ import annotations

import pytest

from ruleslawyer.engines.native.fields import BEGINS, FieldBits, divide
from ruleslawyer.ir.uses import Functions
from tests.agree.strategies import ROOT, bundle

A, B, C, D = PLACES = [(None, name) for name in "abcd"]


def test_readers_divide_fields() -> None:
    assert divide(PLACES, [], 9) == {A: 0, B: 0, C: 0, D: 0}
    assert divide(PLACES, [[B, C]], 9) == {A: 0, B: 1, C: 1, D: 0}
    assert divide(PLACES, [[B, C], [C, D]], 9) == {A: 0, B: 1, C: 2, D: 3}
    assert divide(PLACES, [[place] for place in PLACES], 4) == {A: 0, B: 1, C: 2, D: 3}


def test_a_reader_for_whom_there_are_no_bits_is_left_out() -> None:
    """The next one may still divide fewer."""
    assert divide(PLACES, [[B, C], [C, D], [A, D]], 3) == {A: 0, B: 1, C: 1, D: 0}
    assert divide(PLACES, [[B, C], [C, D], [B]], 3) == {A: 0, B: 1, C: 2, D: 0}


@pytest.mark.parametrize("name", ["memesis", "megacorp"])
def test_a_duty_is_not_asked_for_what_it_does_not_read(name: str) -> None:
    """In the rulesets with the most fields, none that a duty's or a settle's condition does not read has a bit of one
    that it does."""
    system = bundle(ROOT, name).system
    functions = Functions(system)
    bits = FieldBits(system, functions)
    assert max(bits.of.values()) < BEGINS
    assert len(bits.of) > BEGINS
    duties, settles = system.duties.values(), system.settles.values()
    for when in [*(duty.when for duty in duties), *(settle.when for settle in settles)]:
        read = functions.uses([when]).reads
        others = bits.mask(bits.of.keys() - read, begins=False)
        assert bits.mask(read, begins=False) & others == 0, when.name
