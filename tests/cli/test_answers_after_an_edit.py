"""A check after an edit, beside the answers of the one before: what became false is found by its rule."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.any_number.rulesets import project
from tests.any_number.test_answered import COUNTED
from tests.cli.command import Command

KEPT = {
    "states": ["what_is_taken_is_counted", "what_is_marked_is_counted", "what_is_marked_is_taken"],
    "alone": [], "steps": [], "conditions": [],
}  # fmt: skip


SHORT = (
    COUNTED
    + '''

@book.ended("9")
def over(s: State) -> bool:
    """Soon."""
    return s.how_many + s.marks > 3
'''
)


def checked(command: Command, folder: Path, was: str = "", is_: str = "") -> tuple[set[str], list[dict[str, Any]]]:
    """The properties that are proved again, and those that are not any more, with one text in place of another."""
    shutil.rmtree(folder / "counted", ignore_errors=True)
    project(folder, "counted", SHORT.replace(was, is_) if was else SHORT)
    for scope in ("cards3", "cards4"):
        (folder / "counted/scopes" / f"{scope}.toml").unlink()
    (folder / "checks/counted").mkdir(parents=True, exist_ok=True)
    (folder / "checks/counted/lemmas.json").write_text(json.dumps(KEPT), encoding="utf-8")
    (report,) = command("check", "counted", "--json", project=folder).json["rulesets"]
    return {p["property"] for p in report["proofs"] if p["verdict"].startswith("PROVED for any")}, report["lapsed"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The place of a project and its answers, which the first test checks before its edit."""
    return tmp_path_factory.mktemp("counted")


@pytest.mark.parametrize(
    ("was", "is_", "wrong", "rule"),
    [
        ("not s.taken[card] and all(", "all(", "what_is_taken_is_counted", "take"),
        ("if other == card or s.marked[other]", "if s.marked[other]", "what_is_marked_is_taken", "mark"),
        ("s.marks += 1", "s.marks += 2", "what_is_marked_is_counted", "mark"),
    ],
    ids=["a permit", "a fold of a permit", "an effect"],
)  # fmt: skip
def test_what_became_false_is_found_by_its_rule(
    command: Command, folder: Path, monkeypatch: pytest.MonkeyPatch, was: str, is_: str, wrong: str, rule: str
) -> None:
    """By hand: with the edit a card is counted twice, or marked and not taken, or a mark counts for two."""
    monkeypatch.setenv("RULESLAWYER_ANSWERS", str(folder / "answers"))
    if not (folder / "answers").exists():
        assert checked(command, folder) == (set(KEPT["states"]), [])
    proved, lapsed = checked(command, folder, was, is_)
    assert proved == set(KEPT["states"]) - {wrong}
    assert [(one["name"], one["rule"], one["late"]) for one in lapsed] == [(wrong, rule, False)]
    assert "from some state" in lapsed[0]["reason"]
