"""What a session did not meet: what cannot be met in its scope, and what was missed."""

from __future__ import annotations

from ruleslawyer.api import Project
from ruleslawyer.bridges.conform.reach import Unmet, missing, plan
from tests.bank import TINY


def test_what_no_clause_permits_cannot_happen() -> None:
    """A move may be made twice, and none is ever taken back: its clause 4 has no effect in any play."""
    rows = missing(Project.load(TINY).ruleset("t02_forbid"), "tiny", frozenset(), {}, {})
    assert {row.name: row.here for row in rows} == {
        "move": "missed",
        "undo": "impossible",
        "2": "missed",
    }
    met = missing(Project.load(TINY).ruleset("t02_forbid"), "tiny", frozenset({"move", "§2"}), {}, {})
    assert [row.name for row in met] == ["undo"]


def test_the_plan_takes_the_scope_that_meets_most_first() -> None:
    """By hand: `b` meets three of four, `a` the other one; what no scope meets is in no plan."""
    rows = [
        Unmet("one", True, "impossible", ("a", "b")),
        Unmet("two", True, "impossible", ("b",)),
        Unmet("three", False, "missed", ("a",)),
        Unmet("four", True, "unknown", ()),
        Unmet("five", True, "unknown", ("b",)),
    ]
    found = [(scope, [row.name for row in meets]) for scope, meets in plan(rows)]
    assert found == [("b", ["one", "two", "five"]), ("a", ["three"])]
