"""Best play in words: questions as they are asked, actions as the view says them, and both by their names else."""

from __future__ import annotations

from pathlib import Path

from ruleslawyer.api import Project
from ruleslawyer.report.best_play import in_words
from ruleslawyer.report.rules import Rules
from ruleslawyer.rulebook.table.view import View

FERRY = Path(__file__).parents[2] / "projects" / "ferry"


def test_nothing_is_kept() -> None:
    ferry = Project.load(FERRY).ruleset("ferry")
    assert in_words(None, Rules(ferry.system, ferry.register), None) is None


def test_questions_clashes_and_deeds() -> None:
    """The question of the ferry and the clash of its rules; a deed whose sentence needs more than the call says."""
    ferry = Project.load(FERRY).ruleset("ferry")
    question = ferry.system.questions["payee"]
    option = next(o for o in question.options if not o.default)
    solved = {
        "readings": [
            {"choice": "payee", "option": option.name},
            {"choice": "cross:own_turn/too_heavy", "option": "permit"},
        ],
        "solved": {"beginnings": [{"line": ["cross(who=Ann)", "turn_back(who=Bob)", "sink(cart=hay_cart)"]}]},
    }
    view = View(deeds={"cross": "{who} crosses", "turn_back": "{turn} turns back"})
    found = in_words(solved, Rules(ferry.system, ferry.register), view)
    assert found is not None
    first, second = found["readings"]
    assert first["asked"] == question.text and first["answered"] == (option.label or option.name).replace("_", " ")
    assert (second["asked"], second["answered"]) == ("cross: own turn or too heavy?", "permit")
    assert found["solved"]["beginnings"][0]["deeds"] == ["Ann crosses", "Bob: turn back", "sink (hay cart)"]
