"""The draft of a next edition: a designer's answers strike out what they overrule, and `patch` makes the new text."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.cli.command import Command

FERRY = Path(__file__).parents[1] / "projects" / "ferry"
OTHER, OWNER = "Whoever waits is paid.", "Whoever owns the cart is paid."


def answered(command: Command, tmp_path: Path, says: str, option: str, wording: str) -> Path:
    """The ferry with finding 001 answered, and finding 003 without a ruling."""
    project = Path(shutil.copytree(FERRY, tmp_path / "ferry", ignore=shutil.ignore_patterns("__pycache__", "build")))
    answers = [
        {"finding": "001", "state": "ruled", "says": says, "ruling": {"payee": option}, "wording": wording},
        {"finding": "003", "state": "ruled", "says": "The other one", "wording": "Then the other carter has the turn."},
    ]
    file = tmp_path / "ferry-answers.json"
    file.write_text(json.dumps({"ruleset": "ferry", "answers": answers}), "utf-8")
    assert command("findings", "--settle", "--from", str(file), project=project).code == 0
    return project


def made(command: Command, project: Path, site: Path, *more: str) -> str:
    asked = ("report", "ferry", "--no-prove", "--matrix", "0", "-o", str(site), *more)
    assert command(*asked, project=project).code == 0
    return (site / "ferry" / "next-edition.diff").read_text("utf-8")


def patched(diff: str, text: str, folder: Path) -> str:
    """What `patch` makes of a text."""
    if shutil.which("patch") is None:
        pytest.skip("patch is not installed")
    old, new, file = folder / "old.txt", folder / "new.txt", folder / "its.diff"
    old.write_text(text, "utf-8")
    file.write_text(diff, "utf-8")
    subprocess.run(["patch", "-s", "-o", new, old, file], check=True)
    return new.read_text("utf-8")


def test_an_answer_strikes_out_the_line_that_it_overrules(command: Command, tmp_path: Path) -> None:
    """Line 9 pays the other carter; line 8 pays the owner."""
    project = answered(command, tmp_path, "Owner is paid", "owner_is_paid", OWNER)
    diff = made(command, project, tmp_path / "site", "--source", str(project / "text"))
    old = (project / "text" / "ferry.txt").read_text("utf-8")
    lines = old.split("\n")
    new = patched(diff, old, tmp_path).split("\n")
    assert [line for line in lines if line not in new] == [lines[8]]
    assert [line for line in new if line not in lines] == [OWNER, "Then the other carter has the turn."]
    assert new.index(OWNER) == new.index(lines[7]) + 1


def test_of_a_line_that_says_more_a_part_is_to_go(command: Command, tmp_path: Path) -> None:
    """Line 8 says how much, too: it stays, and what is to be struck out is told below it. The page has both, under
    a line that shows how each is marked."""
    project = answered(command, tmp_path, "Other is paid", "other_is_paid", OTHER)
    site = tmp_path / "site"
    diff = made(command, project, site, "--source", str(project / "text"))
    old = (project / "text" / "ferry.txt").read_text("utf-8")
    eighth, ninth = old.split("\n")[7:9]
    assert f" {eighth}\n+[To be struck out of the line above: " in diff and f" {ninth}\n" in diff
    page = (site / "ferry" / "impact.html").read_text("utf-8")
    assert page.count("<del>") == 2 and f"<ins>{OTHER}</ins>" in page and "next-edition.diff" in page


def test_without_the_text_the_clauses_are_what_is_changed(command: Command, tmp_path: Path) -> None:
    """By their numbers and paraphrases: 2.4 goes, and no line of the book is in the file."""
    project = answered(command, tmp_path, "Owner is paid", "owner_is_paid", OWNER)
    diff = made(command, project, tmp_path / "site")
    gone = [line for line in diff.split("\n") if line.startswith("-[")]
    assert [line.partition("]")[0] for line in gone] == ["-[2.4"]
    assert f"+{OWNER}\n" in diff
    lines = {line for line in (project / "text" / "ferry.txt").read_text("utf-8").split("\n") if line}
    assert not lines.intersection(line[1:] for line in diff.split("\n"))


def test_a_text_of_another_edition_is_refused(command: Command, tmp_path: Path) -> None:
    project = answered(command, tmp_path, "Owner is paid", "owner_is_paid", OWNER)
    path = project / "text" / "ferry.txt"
    path.write_text(path.read_text("utf-8").replace("two coins", "three coins"), "utf-8")
    asked = ("report", "ferry", "--no-prove", "--matrix", "0", "-o", str(tmp_path / "s"), "--source", str(path.parent))
    answer = command(*asked, project=project)
    assert answer.code == 2 and "line 3" in answer.err and "another edition" in answer.err


def test_where_nothing_is_answered_there_is_no_draft(command: Command, tmp_path: Path) -> None:
    asked = ("report", "ferry", "--no-prove", "--matrix", "0", "-o", str(tmp_path / "s"))
    project = Path(shutil.copytree(FERRY, tmp_path / "ferry", ignore=shutil.ignore_patterns("__pycache__", "build")))
    heavy = project / "findings" / "ferry" / "002-heavy.md"
    was = 'state = "ruled"\nby = "the designer"\nwhere = "a letter"\nsource = "designer"\n'
    heavy.write_text(heavy.read_text("utf-8").replace(was, 'state = "open"\n'), "utf-8")
    answer = command(*asked, "--source", str(project / "text"), project=project)
    assert answer.code == 0 and "no finding is answered" in answer.err
    assert not (tmp_path / "s" / "ferry" / "next-edition.diff").exists()
