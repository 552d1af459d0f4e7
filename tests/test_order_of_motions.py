"""examples/order-of-motions: the table on its page is what the model says, and what the list of 1915 says by hand.

What is expected, and who says so: the order of the list (`LIST`), by which a motion is in order where it stands above
the pending one; what the sections say besides of single motions (`BESIDES`), each with its section; and the findings.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ruleslawyer.api import Project
from ruleslawyer.check.check import check_rulesets
from ruleslawyer.check.scenario.suite import Suite

HERE = Path(__file__).parents[1] / "examples" / "order-of-motions"
PROJECT = Project.load(HERE)
MOTIONS = PROJECT.ruleset("motions")
LIST = (
    "Indefinitely", "First", "Commit", "Postpone", "Limit", "Previous", "Table",
    "Orders", "Privilege", "Recess", "Adjourn", "FixTime",
)  # fmt: skip
"""The ranked motions above the main one, the lowest first; `First` is an amendment."""
INCIDENTAL = ("Appeal", "Divide")
MOVED = {**{name: name for name in (*LIST, *INCIDENTAL)}, "First": "Second"}
"""The motion that is moved under a name: where an amendment is pending, it is the second one."""
BESIDES = {
    **{(pending, "First"): "both" for pending in ("Commit", "Postpone", "Limit", "Recess", "FixTime")},  # finding 001
    ("First", "First"): "yes",  # section 33: an amendment can be amended
    ("Limit", "Previous"): "both",  # finding 003
    **{(pending, "Previous"): "both" for pending in ("Recess", "FixTime", "Divide")},  # finding 004
    **{(pending, "Table"): "both" for pending in INCIDENTAL},  # finding 005
    ("Divide", "First"): "yes",  # section 13: how a question is divided may be amended
    ("Appeal", "Previous"): "yes",  # section 13: an appeal that is debated takes both
    ("Appeal", "Limit"): "yes",
}


def by_hand(pending: str, moved: str) -> str:
    """Whether a motion is in order while another is pending on a main motion: yes, no, or both are said."""
    if (pending, moved) in BESIDES:
        return BESIDES[pending, moved]
    if moved in INCIDENTAL:  # it arises out of what is pending; dividing is for main motions
        return "yes" if moved == "Appeal" and pending not in INCIDENTAL else "no"
    if pending in INCIDENTAL:  # it yields to privileged motions
        return "yes" if moved in LIST[7:] else "no"
    return "yes" if LIST.index(moved) > LIST.index(pending) else "no"


def by_the_model() -> dict[str, dict[str, str]]:
    """The same of the model, asked of a state for each pending motion."""
    engine = MOTIONS.engine("all")
    table: dict[str, dict[str, str]] = {}
    main = engine.step(engine.initial()[0], _move("Resolution"))
    for pending in MOVED:
        state = engine.step(main, _move(pending))
        table[pending] = {}
        for moved in MOVED:
            if moved != pending or moved == "First":
                said = engine.explain(state, _move(MOVED[moved]))
                table[pending][moved] = {"legal": "yes", "contradiction": "both"}.get(said["verdict"], "no")
    return table


def _move(motion: str) -> dict[str, object]:
    return {"action": "move", "args": {"who": "Ann", "motion": motion}}


def on_the_page() -> dict[str, dict[str, str]]:
    """The table of the README that begins with `| pending |`."""
    rows = re.findall(r"^\| (.+) \|$", (HERE / "README.md").read_text(encoding="utf-8"), re.MULTILINE)
    cells = [[cell.strip() for cell in row.split("|")] for row in rows]
    start = next(i for i, row in enumerate(cells) if row[0] == "pending")
    return {
        name: {moved: cell for moved, cell in zip(cells[start][1:], said, strict=True) if cell}
        for name, *said in cells[start + 1 : start + 1 + len(MOVED)]
    }


def test_model_and_list_agree_on_what_is_in_order() -> None:
    assert by_the_model() == {
        pending: {moved: by_hand(pending, moved) for moved in MOVED if moved != pending or moved == "First"}
        for pending in MOVED
    }


def test_the_page_says_what_is_in_order() -> None:
    assert on_the_page() == by_the_model()


@pytest.mark.parametrize(
    ("scope", "clash"),
    [
        ("incidental", {"28.1", "13.1"}),  # finding 005
        ("incidental", {"2.7", "13.5"}),  # finding 004
        ("through", {"33.2", "1.2"}),  # finding 001
        ("through", {"2.9", "29.5"}),  # finding 007
    ],
)
def test_what_clashes_is_found(scope: str, clash: set[str]) -> None:
    found = MOTIONS.explore(scope)
    assert found.complete
    assert {v.word for v in found.verdicts} == {"HOLDS IN SCOPE"}
    assert any(clash <= set(e.event.cites) for e in found.events)


def test_through_an_amendment_a_lower_motion_lies_on_a_higher_one() -> None:
    """Finding 002, and what its proposal does."""
    amended = {"move:amending_what_may_be_amended/below_it_in_the_list": "permit"}
    ranked = {"an_amendment_ranks_with_what_it_amends": "that_of_what_it_amends"}
    name = "nothing_is_moved_while_something_higher_is_pending"
    words = [
        {v.name: v.word for v in MOTIONS.explore("through", reading).verdicts}[name]
        for reading in (amended, amended | ranked)
    ]
    assert words == ["VIOLATED", "HOLDS IN SCOPE"]


@pytest.mark.campaign
def test_check_is_as_expected() -> None:
    scopes = ["debate", "disposal", "incidental", "limits", "privileged", "through"]
    result = next(check_rulesets([MOTIONS], scopes, prove=False))
    assert [s.message for s in result.falls_short] == []
    assert [f.reproduced for f in result.findings] == [True] * 7
    assert result.coverage is not None


def test_scenarios_pass_on_both_machines() -> None:
    suite = Suite(PROJECT)
    results = [suite.run(*scenario) for scenario in suite.scenarios]
    assert len(results) == 28
    assert [r.scenario.name for r in results if not r.passed or not all(run.agree for run in r.runs)] == []
