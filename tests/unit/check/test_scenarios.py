"""Scenarios of a check: a file is read and played where something that its answers depend on has changed."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from ruleslawyer.answers.store import Answers
from ruleslawyer.api import Project
from ruleslawyer.check.scenarios import Scenarios
from ruleslawyer.diagnostics import UsageError

FERRY = Path(__file__).parents[2] / "projects" / "ferry"
MODEL, SCOPE, FILE = "model/ferry/river.py", "checks/ferry/scopes/tiny.toml", "checks/ferry/scenarios/play.toml"
ONE = """
[[scenario]]
name = "the other's cart"
scope = "tiny"
clauses = ["2.3a"]
start = { first = "Ann" }
when = [{ action = "cross", who = "Ann", cart = "hay" }]
then = { "coins[Ann]" = 0 }
"""


@pytest.fixture
def ferry(tmp_path: Path) -> Path:
    root = Path(shutil.copytree(FERRY, tmp_path / "ferry", ignore=shutil.ignore_patterns("__pycache__", "build")))
    (root / FILE).parent.mkdir()
    (root / FILE).write_text(ONE, encoding="utf-8")
    return root


def edit(file: Path, old: str, new: str) -> None:
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")


def reads(root: Path, monkeypatch: pytest.MonkeyPatch) -> bool:
    """Whether the file is read for what its scenario tells, and for what it shows; what it tells is right."""
    scenarios = Scenarios(Project.load(root).ruleset("ferry"), Answers(root / "answers"))
    found = list[Path]()
    of = scenarios._of

    def noted(path: Path) -> object:
        found.append(path)
        return of(path)

    monkeypatch.setattr(scenarios, "_of", noted)
    told = scenarios.played("play.toml", "the other's cart")
    assert (told.clauses, told.moves) == (("2.3a",), ("cross(who=Ann, cart=hay)",))
    scenarios.replays()
    assert len(found) in (0, 2)
    return bool(found)


def test_a_file_is_read_where_something_has_changed(ferry: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert [reads(ferry, monkeypatch), reads(ferry, monkeypatch)] == [True, False]
    edit(ferry / MODEL, '"""Send a cart over the river."""', '"""A cart goes over."""')
    assert not reads(ferry, monkeypatch)
    (ferry / "checks/ferry/scopes/vast.toml").write_text((ferry / SCOPE).read_text("utf-8"), "utf-8")
    assert not reads(ferry, monkeypatch)
    for file, old, new in (
        (MODEL, "    return s.coins[who] < 1", "    return s.coins[who] < 1 and cart.heavy"),
        (SCOPE, "coins = 9", "coins = 8"),
        (FILE, "start", "# from the beginning\nstart"),
        (FILE, '"tiny"', r'"\u0074iny"'),
    ):
        edit(ferry / file, old, new)
        assert [reads(ferry, monkeypatch), reads(ferry, monkeypatch)] == [True, False]
    edit(ferry / SCOPE, "coins = 8", "coins = 7")
    assert reads(ferry, monkeypatch)


def test_a_play_that_fails_is_not_kept(ferry: Path) -> None:
    edit(ferry / FILE, '"coins[Ann]" = 0', '"coins[Ann]" = 1')
    for _ in range(2):
        scenarios = Scenarios(Project.load(ferry).ruleset("ferry"), Answers(ferry / "answers"))
        assert scenarios.played("play.toml", "the other's cart").instead == "expected coins[Ann] = 1, found 0"
        assert scenarios._read


def test_a_scenario_that_is_not_there(ferry: Path) -> None:
    scenarios = Scenarios(Project.load(ferry).ruleset("ferry"), Answers(ferry / "answers"))
    scenarios.played("play.toml", "the other's cart")
    with pytest.raises(UsageError, match="has no scenario `another`"):
        scenarios.played("play.toml", "another")
