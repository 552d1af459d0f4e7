"""Questions that nobody asked, and laws: kept by a sweep, they are in the check and in the report."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.check.unasked import keep, load_parts, of_parts
from tests.cli.command import Command
from tests.cli.quarrel import hunted, quarrel
from tests.cli.schemas import problems
from tests.cli.test_laws import brawl, tried

COMMUTES = """
[[law]]
name = "choices_commute"
clauses = ["2"]
reason = "each strikes by itself"
commute = true
"""
BREAK = {"at": "strike", "says": "the Bear bites twice", "scope": "two", "known": None}


def test_a_broken_law_that_is_kept_falls_short(command: Command, tmp_path: Path) -> None:
    """Who struck last is written down, so that the order of strikes tells: the check says so, and once the rules are
    others it says nothing of it."""
    project = brawl(tmp_path, COMMUTES, AFTERWARDS="s.last = card")
    told = tried(command, project, "--keep", "--json")
    assert told.code == 1
    kept = load_parts(project, "brawl")
    assert kept is not None and kept["laws"]["states"].items() <= told.json["states"].items()
    answer = command("check", "brawl", "--no-prove", "--json", "-o", str(tmp_path / "out"), project=project)
    short = [(one["kind"], one["subject"]) for one in answer.json["falls_short"]]
    assert ("law", "choices_commute, at strike and strike") in short
    report = json.loads(gzip.decompress((tmp_path / "out" / "report.json.gz").read_bytes()))
    assert report["rulesets"][0]["nobody_asked"]["laws"]["states"] == kept["laws"]["states"]
    assert problems("report", report) == []
    model = project / "brawl" / "model.py"
    model.write_text(model.read_text(encoding="utf-8").replace("s.gold[p] = 5", "s.gold[p] = 6"), encoding="utf-8")
    answer = command("check", "brawl", "--no-prove", "--json", project=project)
    assert "law" not in [one["kind"] for one in answer.json["falls_short"]]


def test_a_new_project_is_asked_what_nobody_asked(command: Command, tmp_path: Path) -> None:
    """`in_check` says in how many states; the report has the questions, with what the model does."""
    project = quarrel(tmp_path)
    (project / "checks" / "quarrel").mkdir(parents=True, exist_ok=True)
    (project / "checks" / "quarrel" / "hunt.toml").write_text("in_check = 20\n", encoding="utf-8")
    answer = command("check", "quarrel", "--no-prove", "-o", str(tmp_path / "out"), project=project)
    assert "of which no finding speaks" in answer.out
    page = (tmp_path / "out" / "quarrel" / "unasked.html").read_text(encoding="utf-8")
    assert "Questions that nobody asked" in page
    assert "Another reading:" in page
    assert problems("report", json.loads(gzip.decompress((tmp_path / "out" / "report.json.gz").read_bytes()))) == []


def test_questions_are_counted_by_shape(command: Command, tmp_path: Path) -> None:
    """Each question that came up counts once, with those that are open among them."""
    told = hunted(command, quarrel(tmp_path), "--json", "--keep").json
    kept = load_parts(tmp_path, "quarrel")
    assert kept is not None and told["questions"]
    shapes = kept["questions"]["shapes"]
    assert sum(sum(words.values()) for words in shapes.values()) == len(told["questions"])
    assert sum(words.get("open", 0) for words in shapes.values()) == told["open"]


def test_laws_are_kept_part_by_part(tmp_path: Path) -> None:
    """One part is written, the other stays; what is known is no shortfall, nor what other rules broke."""
    law = {"name": "strikes_hurt", "broken": [BREAK, BREAK | {"at": "buy", "known": "finding 003"}]}
    (tmp_path / "checks" / "brawl").mkdir(parents=True)
    keep(tmp_path, "brawl", "questions", {"digest": "a", "open": []})
    keep(tmp_path, "brawl", "laws", {"digest": "a", "laws": [law]})
    kept = load_parts(tmp_path, "brawl")
    assert kept is not None and set(kept) == {"questions", "laws"}
    assert [one.subject for one in of_parts("brawl", "a", kept)] == ["strikes_hurt, at strike"]
    assert not list(of_parts("brawl", "b", kept))


def test_a_part_that_no_question_writes_any_more_is_passed_over(command: Command, tmp_path: Path) -> None:
    """A file of an earlier version: what is still kept is read, and a part that is kept anew leaves the other out."""
    project, file = quarrel(tmp_path), tmp_path / "checks" / "quarrel" / "unasked.json"
    file.parent.mkdir(parents=True, exist_ok=True)
    parts = {"questions": {"digest": "a", "open": []}, "moods": {"digest": "a", "differences": []}}
    file.write_text(json.dumps(parts), encoding="utf-8")
    assert command("check", "quarrel", "--no-prove", project=project).code != 2
    assert hunted(command, project, "--keep").code != 2
    assert set(json.loads(file.read_text(encoding="utf-8"))) == {"questions"}


@pytest.mark.parametrize("text", ["[]", "{}", '{"quests": {}}', '{"laws": {"digest": "a", "laws": 3}}', "{"])
def test_a_damaged_file_is_one_message(tmp_path: Path, text: str) -> None:
    (tmp_path / "checks" / "brawl").mkdir(parents=True)
    (tmp_path / "checks" / "brawl" / "unasked.json").write_text(text, encoding="utf-8")
    with pytest.raises(UsageError, match="no file of kept"):
        load_parts(tmp_path, "brawl")


def test_in_check_is_a_number(command: Command, tmp_path: Path) -> None:
    project = brawl(tmp_path)
    (project / "checks" / "brawl" / "hunt.toml").write_text('in_check = "many"\n', encoding="utf-8")
    answer = command("check", "brawl", "--no-prove", project=project)
    assert answer.code == 2
    assert "`in_check` is a number of states" in answer.err
