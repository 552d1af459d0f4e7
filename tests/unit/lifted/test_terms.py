"""Terms: what is split is split to the end, since what an answer rests on is told by the parts."""

from __future__ import annotations

from ruleslawyer.lifted.terms import BOOL, both, conjuncts, either, negate, symbol

A, B, C, D = (symbol(BOOL, name) for name in "abcd")


def test_no_part_of_a_condition_has_parts() -> None:
    condition = both(negate(either(A, negate(both(B, C)))), D)
    assert set(conjuncts(condition)) == {negate(A), B, C, D}
    assert all(conjuncts(part) == (part,) for part in conjuncts(condition))
