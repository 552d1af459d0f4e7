"""Pieces that were packed apart are one gzip member, as the standard library unpacks and checks it."""

from __future__ import annotations

import gzip
import zlib
from itertools import accumulate

import pytest

from ruleslawyer.report.parts import HEAD, Piece, member, pack

TEXTS = ('{"rulesets":[', "", "\u00fc" * 70_000, "0123456789" * 300_000, "]}\n")


@pytest.mark.parametrize("number", range(len(TEXTS) + 1))
def test_one_member_has_all_texts(number: int) -> None:
    """Readers of one member, as browsers have them, read all of it; length and checksum are right, or gzip says so."""
    data = member(map(pack, TEXTS[:number]))
    assert gzip.decompress(data).decode() == "".join(TEXTS[:number])
    one = zlib.decompressobj(16 + zlib.MAX_WBITS)
    assert one.decompress(data).decode() == "".join(TEXTS[:number])
    assert one.eof and not one.unused_data


def test_a_piece_is_taken_over_as_it_lies() -> None:
    """From one file into another, between other pieces."""
    pieces = [pack(text) for text in TEXTS]
    data = member(pieces)
    ends = list(accumulate((len(piece.data) for piece in pieces), initial=len(HEAD)))
    taken = Piece(data[ends[2] : ends[3]], pieces[2].checksum, pieces[2].length)
    assert taken == pieces[2]
    assert gzip.decompress(member([pack("before"), taken, pack("after")])).decode() == f"before{TEXTS[2]}after"
