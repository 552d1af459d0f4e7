"""`ruleslawyer sweep RULESET --windows`: in the brawl of `test_laws` a fault that lets the order of strikes
tell is shown, unless a clause speaks of order."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.command import Answer, Command
from tests.cli.test_laws import LAWS, brawl

LAW = "a_response_one_window_later_changes_nothing"
CLAUSE = """[[line]]
number = {0}
section = "1"
kind = "normative"
  [[line.clause]]
  id = "{0}"
  kind = "{1}"
  says = "So."
"""


def inserted(command: Command, project: Path, *more: str) -> Answer:
    return command("sweep", "brawl", "--windows", "--times", "500", "--minutes", "1", *more, project=project)


def test_in_a_sound_game_no_window_tells(command: Command, tmp_path: Path) -> None:
    """Ann's strike takes 1 of Bob, Bob's 2 of Ann, in whichever order."""
    answer = inserted(command, brawl(tmp_path), "--json")
    assert (answer.code, answer.json["differences"], answer.json["enough"]) == (0, [], True)
    tried = {one["response"]: one["inserted"] for one in answer.json["windows"]}
    assert tried["strike"] and tried["buy"]


def test_a_difference_is_shown_with_both_plays(command: Command, tmp_path: Path) -> None:
    """Who struck last is written down: a strike one window later is the last one."""
    answer = inserted(command, brawl(tmp_path, AFTERWARDS="s.last = card"))
    assert answer.code == 1
    assert "one window earlier and later, at strike and strike" in answer.out
    ann, bob = "strike(who=Ann, card=Ape)", "strike(who=Bob, card=Bear)"
    both = f"after {ann}; {bob}, and after {bob}; {ann}", f"after {bob}; {ann}, and after {ann}; {bob}"
    assert any(f"{one}: that decides last" in " ".join(answer.out.split()) for one in both)


def test_a_known_difference_is_no_news(command: Command, tmp_path: Path) -> None:
    known = f'\n[[known]]\nlaw = "{LAW}"\nat = "strike and strike"\nreason = "who struck last is written down"\n'
    answer = inserted(command, brawl(tmp_path, LAWS + known, AFTERWARDS="s.last = card"), "--json")
    assert answer.code == 0
    assert [one["known"] for one in answer.json["differences"]] == ["who struck last is written down"]


@pytest.mark.parametrize(("kind", "shown"), [("order", False), ("effect", True)])
def test_a_clause_on_order_answers_for_a_difference(command: Command, tmp_path: Path, kind: str, shown: bool) -> None:
    """Rule 2, which both strikes cite, speaks of order, or of an effect alone."""
    project = brawl(tmp_path, AFTERWARDS="s.last = card")
    table = (project / "pyproject.toml").read_text(encoding="utf-8")
    (project / "pyproject.toml").write_text(table + 'spec = "brawl/spec"\n', encoding="utf-8")
    (project / "brawl" / "spec").mkdir()
    book = 'title = "Brawl"\nsource = "brawl.txt"\nchapters = ["all.toml"]\ndigest = "0"\n'
    lines = "".join(CLAUSE.format(n, kind if n == 2 else "effect") for n in range(1, 8))
    (project / "brawl" / "spec" / "book.toml").write_text(book, encoding="utf-8")
    (project / "brawl" / "spec" / "all.toml").write_text('chapter = "1"\ntitle = "All"\n' + lines, encoding="utf-8")
    answer = inserted(command, project, "--json")
    assert answer.code == shown, answer.err
    assert bool(answer.json["differences"]) is shown
    assert answer.json["said"] == ({} if shown else {"strike and strike": ["2"]})


def test_a_scope_without_windows_is_named(command: Command, tmp_path: Path) -> None:
    """Where nobody is awaited, nobody responds: nothing was tried, and it is said."""
    project = brawl(tmp_path, AWAITED="frozenset(p for p in Player if s.gold[p] > 90)")
    answer = command("sweep", "brawl", "--windows", "--minutes", "0.01", project=project)
    assert answer.code == 1
    assert "no response came out in both windows: nothing was tried" in answer.out
    assert "too few: 0 of 1 000 responses were inserted" in answer.out
    assert "no window opened in: swept, two" in answer.out
