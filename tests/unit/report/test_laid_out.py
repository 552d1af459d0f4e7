"""What the page of a finding has beside the finding, on a document by hand: the rules that clash stand side by side."""

from __future__ import annotations

from typing import Any

from ruleslawyer.report.laid_out import laid_out

ONE, OTHER, THIRD = ({"id": f"1.{n}", "says": "", "line": n, "assumed": False} for n in (1, 2, 3))


def side(name: str, clause: dict[str, Any]) -> dict[str, Any]:
    return {"name": name, "label": "", "says": "", "cites": [clause["id"]], "clauses": [clause]}


def told(shown: dict[str, Any] | None) -> dict[str, Any]:
    return {"play": {"scope": "tiny"}, "frames": None, "shown": shown}


FINDING: dict[str, Any] = {"id": "001", "clauses": [ONE, OTHER, THIRD], "places": [], "prose": [], "story": None}
RULES: dict[str, Any] = {"events": [], "scopes": []}


def letters(*plays: dict[str, Any]) -> list[list[str]]:
    page = laid_out(RULES, FINDING, list(plays), {})
    return [[clause["id"] for clause in one["clauses"]] for one in page["sides"]]


def test_two_rules_stand_side_by_side_though_a_scenario_is_shown_first() -> None:
    """The scenario shows no event; the play after it meets the contradiction of 1.1 and 1.3."""
    clash = {"words": "", "says": "", "sides": [side("a", ONE), side("b", THIRD)]}
    assert letters(told(None), told(clash)) == [["1.1"], ["1.3"]]


def test_without_a_contradiction_the_rules_stand_one_by_one() -> None:
    assert letters(told(None)) == [["1.1"], ["1.2"], ["1.3"]]
