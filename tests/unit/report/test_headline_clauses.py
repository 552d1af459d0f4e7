"""Clauses that a headline speaks of."""

from __future__ import annotations

from ruleslawyer.report.headline import spoken_of

TEN = "acorn birch cedar damson elder fir gorse hazel iris juniper"
TWO = "kelp laurel"


def test_of_clauses_that_are_as_much_alike_the_first_is_told() -> None:
    """Ten words that ten clauses have are as much as two that two have: ten tenths are one, which they are not where
    they are added one by one."""
    others = [
        f"{TEN} {extra}" for extra in ("nettle", "oat", "pine", "quince", "rose", "sorrel", "thyme", "umbel", "vetch")
    ]
    says = [TEN, *others, TWO, f"{TWO} willow"]
    clauses = [{"id": str(number), "says": one, "line": None} for number, one in enumerate(says)]
    told = spoken_of({"clauses": clauses, "prose": []}, f"One line has {TEN} {TWO}.", frozenset())
    assert told == ["0"]
