"""`ruleslawyer scenario` and `ruleslawyer why` as they are called: exit codes, JSON, and what they print."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from ruleslawyer.api import Project
from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.cli.main import app

FERRY = Path(__file__).parents[2] / "projects" / "ferry"
PASSING = '[[scenario]]\nname = "passes"\nscope = "tiny"\ngiven = { turn = "Ann" }\nthen = { turn = "Ann" }\n'
FAILING = '[[scenario]]\nname = "fails"\nscope = "tiny"\ngiven = { turn = "Ann" }\nthen = { turn = "Bob" }\n'


def call(*arguments: str) -> Result:
    return CliRunner().invoke(app, arguments)


def test_a_file_outside_the_project(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(PASSING, encoding="utf-8")
    result = call("scenario", "--project", str(FERRY), str(file))
    assert (result.exit_code, "passed  passes" in result.output) == (0, True)


def test_a_folder_of_files_and_a_failure(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text(PASSING, encoding="utf-8")
    (tmp_path / "b.toml").write_text(FAILING, encoding="utf-8")
    result = call("scenario", "--project", str(FERRY), str(tmp_path), "--json")
    assert result.exit_code == 1
    found = json.loads(result.stdout)
    assert [(r["ruleset"], r["name"], r["passed"], r["refused_by"]) for r in found] == [
        ("ferry", "passes", True, None), ("ferry", "fails", False, None),
    ]  # fmt: skip
    shown = call("scenario", "--project", str(FERRY), str(tmp_path)).output
    assert "b.toml:5: expected turn = Bob" in shown
    assert "found Ann, as given" in shown
    assert "2 scenarios, 1 passed" in shown


def test_words_are_printed_and_are_json() -> None:
    shown = call("--project", str(FERRY), "scenario", "--words", "ferry")
    assert shown.exit_code == 0
    for word in ("coins", "cross(who: Player, cart: Cart)", "too_heavy [2.2]", "other_is_paid", "Cart", "tiny"):
        assert word in shown.output
    found = json.loads(call("--project", str(FERRY), "scenario", "--words", "ferry", "--json").stdout)
    assert {c["id"] for c in found["clauses"]} >= {"1.1", "2.5", "3.3"}


def test_why_names_the_clauses_and_what_beats_them(tmp_path: Path) -> None:
    state = Project.load(FERRY).ruleset("ferry").engine("tiny", direct=False).initial()[0]
    file = tmp_path / "state.json"
    file.write_text(json.dumps({**state, "coins": {"Ann": 0, "Bob": 1}}), encoding="utf-8")
    asked = ("--project", str(FERRY), "why", "ferry", str(file), "cross(who=Ann, cart=hay)")
    shown = call(*asked)
    assert shown.exit_code == 0
    assert "cross(who=Ann, cart=hay): illegal" in shown.output
    assert "beaten by cannot_pay, because specific over general" in shown.output
    found = json.loads(call(*asked, "--json").output)
    assert (found["verdict"], found["allowed"]) == ("illegal", False)
    assert [(c["name"], c["stance"], [b["name"] for b in c["beaten_by"]]) for c in found["clauses"]] == [
        ("own_turn", "beaten", ["cannot_pay"]), ("cannot_pay", "forbidden", []),
    ]  # fmt: skip


def test_why_takes_the_first_state_of_a_scope_and_an_action_as_json() -> None:
    action = json.dumps({"action": "cross", "args": {"who": "Ann", "cart": "iron"}})
    shown = call("--project", str(FERRY), "why", "ferry", "--scope", "tiny", action)
    assert "contradiction: permitted by 2.1 own_turn, forbidden by 2.2 too_heavy" in shown.output


@pytest.mark.parametrize(
    ("where", "action", "mend"),
    [
        (("--scope", "tinny"), "cross(who=Ann, cart=hay)", "`tiny`"),
        (("tiny",), "cross(who=Ann, cart=hay)", "--scope tiny"),
        (("--scope", "tiny"), "cros(who=Ann, cart=hay)", "`cross`"),
        (("--scope", "tiny"), '{"action": ', '"args"'),
    ],
)
def test_mistakes_in_asking_why(where: tuple[str, ...], action: str, mend: str) -> None:
    error = call("--project", str(FERRY), "why", "ferry", *where, action).exception
    assert isinstance(error, UsageError)
    assert mend in (error.mend or "")
