"""A sentence of a finding that its play no longer bears out falls short."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from ruleslawyer.api import Project
from ruleslawyer.check.evidence.verify import FindingResult
from ruleslawyer.check.stories import of_stories
from ruleslawyer.rulebook.table.told import Story

FERRY = Path(__file__).parents[2] / "projects" / "ferry"


def test_what_is_filled_in_and_what_falls_short() -> None:
    """Finding 001 says who sends which cart; `{cargo}` is nothing in its play, and nothing at all without a play.
    What is named twice is one thing."""
    ferry = Project.load(FERRY).ruleset("ferry")
    first = next(f for f in ferry.check(prove=False).findings if f.finding.id == "001")

    def told(result: FindingResult, crux: str) -> list[str]:
        changed = replace(result, finding=replace(result.finding, story=Story(crux)))
        return [f"{one.subject} {one.message}" for one in of_stories(ferry.system, [changed])]

    assert told(first, "{who} sends {cart} of {cart.owner}.") == []
    (short,) = told(first, "{who} sends {cargo}.")
    assert short.startswith("001 ") and "{cargo}" in short
    (twice,) = told(first, "{cart} and {hay} are two.")
    assert "`cart` again" in twice, "the play that was found has hay as the cart"
    unplayed = replace(first, evidence=tuple(replace(e, trace=None) for e in first.evidence))
    assert "no play" in told(unplayed, "{who} sends it.")[0]
    assert told(unplayed, "Somebody sends it.") == []
