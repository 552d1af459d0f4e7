"""`ruleslawyer diff`: a clause reworded and one taken away, a finding ruled, a property that no longer holds."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from ruleslawyer.report.document import read_document
from tests.cli.command import Answer, Command
from tests.cli.schemas import problems, undocumented

FERRY = Path(__file__).parents[1] / "projects" / "ferry"

UNDER = "with Player 2, Cart 2; shrunk: Numbers.coins = 1"
"""What every verdict in the ferry's smallest scope is said under."""


def edit(project: Path, file: str, old: str, new: str) -> None:
    path = project / file
    text = path.read_text("utf-8")
    assert old in text, f"{file} has no {old}"
    path.write_text(text.replace(old, new, 1), "utf-8")


@pytest.fixture(scope="module")
def later(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A second edition of the ferry."""
    folder = tmp_path_factory.mktemp("diff") / "later"
    shutil.copytree(FERRY, folder, ignore=shutil.ignore_patterns("__pycache__", "build"))
    edit(folder, "spec/ferry/river.toml", "Treat horses well.", "Treat horses and mules well.")
    edit(folder, "findings/ferry/001-toll.md", 'state = "open"', 'state = "asked"')
    (folder / "findings/ferry/003-turn.md").unlink()
    edit(folder, "model/ferry/river.py", "s.coins[p] = Numbers.coins", "s.coins[p] = 0")
    return folder


def test_what_two_editions_make_different(command: Command, later: Path) -> None:
    answer = command("diff", str(FERRY), str(later), "--no-prove", "--json", project=later)
    assert answer.code == 0, answer.err
    assert problems("diff", answer.json) == [] and undocumented("diff", answer.json) == []
    (r,) = answer.json["rulesets"]
    assert r["model"]["changed"] and not r["same"] and not answer.json["same"]
    assert r["clauses"]["changed"] == [
        {"name": "3.3", "details": [
            {"what": "title", "before": "Treat horses well.", "after": "Treat horses and mules well."},
        ]},
    ]  # fmt: skip
    assert [f["name"] for f in r["findings"]["gone"]] == ["003"]
    (changed,) = [f for f in r["findings"]["changed"] if f["name"] == "001"]
    assert {"what": "state", "before": "open", "after": "asked"} in changed["details"]
    # Nobody has a coin for the toll, so nothing crosses at all.
    assert {"name": "something_crosses in tiny", "details": [
        {"what": "verdict", "before": "HOLDS IN SCOPE", "after": "VACUOUS"},
    ]} in r["properties"]["changed"]  # fmt: skip
    said = command("diff", str(FERRY), str(later), "--no-prove", project=later)
    for words in ("the model is another one", "Treat horses and mules well.", "something_crosses", "gone"):
        assert words in said.out


def test_what_a_verdict_is_said_under_is_no_verdict(command: Command, tmp_path: Path) -> None:
    """Another size changes what each verdict is said under; no word of a verdict changes."""
    later = Path(shutil.copytree(FERRY, tmp_path / "later", ignore=shutil.ignore_patterns("__pycache__")))
    scope = next(path for path in later.rglob("tiny.toml"))
    text = scope.read_text("utf-8")
    for old, new in (
        ('"iron"]', '"iron", "wool"]'),
        ('"Ann"]\nheavy', '"Ann", "Bob"]\nheavy'),
        ("true]", "true, false]"),
    ):
        assert old in text
        text = text.replace(old, new)
    scope.write_text(text, "utf-8")
    (r,) = command("diff", str(FERRY), str(later), "--no-prove", "--scope", "tiny", "--json", project=later).json[
        "rulesets"
    ]
    details = [detail for one in r["properties"]["changed"] for detail in one["details"]]
    assert {detail["what"] for detail in details} == {"said under"}
    assert {"what": "said under", "before": UNDER, "after": UNDER.replace("Cart 2", "Cart 3")} in details


def test_two_reports_without_a_project(command: Command, tmp_path: Path) -> None:
    assert command("report", "--no-prove", "-o", str(tmp_path / "one"), project=FERRY).code == 0
    one = tmp_path / "one" / "report.json.gz"
    same = command("diff", str(one), str(tmp_path / "one"), project=tmp_path)
    assert same.code == 0 and "the two are the same" in same.out
    changed: Any = read_document(one)
    changed["rulesets"][0]["id"] = "other"
    (tmp_path / "two.json").write_text(json.dumps(changed), "utf-8")
    found = command("diff", str(one), str(tmp_path / "two.json"), "--json", project=tmp_path).json
    assert (found["gone"], found["new"], found["rulesets"]) == (["ferry"], ["other"], [])
    changed["rulesets"][0] = {"id": "ferry"}
    (tmp_path / "broken.json").write_text(json.dumps(changed), "utf-8")
    refuses(command("diff", str(one), str(tmp_path / "broken.json"), project=tmp_path), "report.json")


def refuses(answer: Answer, *said: str) -> None:
    assert answer.code == 2 and answer.out == "" and "= help: " in answer.err, answer
    assert "Traceback" not in answer.err and "internal error" not in answer.err
    for words in said:
        assert words in answer.err


def test_what_is_no_version(command: Command, tmp_path: Path) -> None:
    refuses(command("diff", str(tmp_path / "none"), str(FERRY)), "no such file or folder")
    refuses(command("diff", str(tmp_path), str(FERRY)))
    (tmp_path / "x.json").write_text("[]")
    refuses(command("diff", str(tmp_path / "x.json"), str(FERRY)), "x.json")
