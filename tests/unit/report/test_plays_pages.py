"""What is said where a play ends that shows a property: the property goes first, lest it be read as the outcome."""

from __future__ import annotations

from typing import Any

import pytest

from ruleslawyer.report.plays import PlayPages

CHECK = {"property": "every_game_can_end", "says": "From every state the end can be reached."}
RULES: dict[str, Any] = {
    "findings": [], "events": [], "deadlocks": [], "properties": [], "others": [], "checks": [CHECK],
}  # fmt: skip


@pytest.mark.parametrize(
    ("verdict", "words"),
    [("VIOLATED", "Every game can end: here it is not so."), ("HOLDS", "Every game can end: here it is so.")],
)
def test_the_property_goes_first(verdict: str, words: str) -> None:
    query: dict[str, Any] = {
        "ask": "verdict", "about": {"property": "every_game_can_end"}, "asked": f"every_game_can_end is {verdict}",
        "scope": "tiny", "play": {"scope": "tiny", "steps": [], "back_to": None}, "another": None, "frames": None,
        "anything": False,
    }  # fmt: skip
    [play] = PlayPages(RULES).of_finding({"id": "001", "evidence": [query]})
    assert play["shown"]["words"] == words
