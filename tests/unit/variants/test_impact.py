"""What each answer changes, in a game small enough to be played by hand."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path

import pytest

from ruleslawyer.api import Project, Ruleset
from ruleslawyer.check.result import RulesetResult
from ruleslawyer.exploration.variants.impact import measure_impact
from ruleslawyer.report.document import Checked, document
from ruleslawyer.report.scopes import matrix
from ruleslawyer.rulebook.answers.store import Answers
from tests.cli.command import copied

PROPERTIES = '''

@checks.step("3", of=move)
def one_at_a_time(before: State, after: State, who: Player) -> bool:
    """Broken by a move of two."""
    return after.count - before.count <= 1


@checks.sometimes("3")
def one_is_seen(s: State) -> bool:
    """Met on the way, unless a move of two skips it."""
    return s.count == 1


@checks.always("3")
def never_three(s: State) -> bool:
    """There is no way to it."""
    return s.count < 3
'''

FOLLOWS = '''

@checks.leads_to("3")
def one_follows(s: State) -> tuple[bool, bool]:
    """After the start, unless a move of two skips it."""
    return s.count == 0, s.count == 1
'''


def strides_with(properties: str, folder: Path) -> Ruleset:
    """0 -> 1 -> 2 by default; with the other answer to how far a move goes: 0 -> 2."""
    name = "t20_answers_differ"
    model = copied(folder, name) / name / "model.py"
    text = model.read_text("utf-8")
    model.write_text(text + properties, "utf-8")
    return Project.load(folder).ruleset(name)


@pytest.fixture(scope="module")
def strides(tmp_path_factory: pytest.TempPathFactory) -> Ruleset:
    return strides_with(PROPERTIES, tmp_path_factory.mktemp("impact"))


@pytest.fixture(scope="module")
def result(strides: Ruleset) -> RulesetResult:
    return strides.check(prove=False)


def test_an_answer_that_changes_verdicts_has_its_plays(strides: Ruleset, result: RulesetResult) -> None:
    found = measure_impact(strides, result.scopes, result.others, 600.0, lambda title: nullcontext())
    (asked,) = found.asked
    (change,) = asked.changes
    assert (asked.scope, asked.stopped, found.left_out) == ("tiny", "", [])
    assert (change.choice, change.option) == ("stride", "two")
    assert change.verdicts == {
        "one_at_a_time": ("HOLDS IN SCOPE", "VIOLATED"),
        "one_is_seen": ("HOLDS IN SCOPE", "VACUOUS"),
    }
    (r,) = document([Checked(result, strides.system, strides.register, found)])["rulesets"]
    (scope,) = matrix(r)
    assert scope["properties"] == ["one_at_a_time", "one_is_seen"] and scope["changing"] == {"stride"}
    by_default, other = scope["rows"]
    assert by_default["reading"] == {} and other["reading"] == {"stride": "two"}
    assert other["cells"][0]["play"]["actions"] == 1 and by_default["cells"][1]["play"]["actions"] == 1


def test_a_scope_without_time_is_left_out(strides: Ruleset, result: RulesetResult) -> None:
    found = measure_impact(strides, result.scopes, result.others, 0.0, lambda title: nullcontext())
    assert (found.asked, found.left_out) == ([], [("tiny", "no time was left")])


def test_what_was_asked_is_known_until_a_rule_changes(strides: Ruleset, result: RulesetResult, tmp_path: Path) -> None:
    """With no time to ask it: what is kept is the same to the field, and a property more makes it unknown."""
    kept = Answers(tmp_path / "answers")
    asked = [
        measure_impact(strides, result.scopes, result.others, s, lambda title: nullcontext(), kept)
        for s in (600.0, 0.0)
    ]
    assert asked[0].asked and asked[1].asked == asked[0].asked
    other = strides_with(PROPERTIES + FOLLOWS, tmp_path)
    checked = other.check(prove=False)
    assert not measure_impact(other, checked.scopes, checked.others, 0.0, lambda title: nullcontext(), kept).asked


def test_what_may_follow_is_asked_under_each_answer(tmp_path: Path) -> None:
    strides = strides_with(FOLLOWS, tmp_path)
    checked = strides.check(prove=False)
    (asked,) = measure_impact(strides, checked.scopes, checked.others, 600.0, lambda title: nullcontext()).asked
    (change,) = asked.changes
    assert (change.option, change.verdicts) == ("two", {"one_follows": ("HOLDS IN SCOPE", "VIOLATED")})
