"""What `check` keeps: after any edit it says what a check says that keeps nothing."""

from __future__ import annotations

import gzip
import json
import shutil
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest

from ruleslawyer.api import Project
from ruleslawyer.check.explorations import Explorations
from ruleslawyer.exploration.explore import explore_graph
from ruleslawyer.rulebook.answers.store import users_answers
from tests.cli.command import Command

FERRY = Path(__file__).parents[1] / "projects" / "ferry"
MODEL, SCOPE = "model/ferry/river.py", "checks/ferry/scopes/tiny.toml"
EDITS = [
    (MODEL, '"""Send a cart over the river."""', '"""A cart goes over."""'),
    (MODEL, "from typing import Annotated", "# A line more, so that all others move.\nfrom typing import Annotated"),
    (MODEL, "    return s.coins[who] < 1", "    return s.coins[who] < 2"),
    (MODEL, 'number(2, "1.1")', 'number(3, "1.1")'),
    (MODEL, 'over=own_turn, because="specific over general"', 'because="none"'),
    (MODEL, "    return cart.heavy", "    return not cart.heavy"),
    (SCOPE, "[", "# a comment\n["),
    ("findings/ferry/001-toll.md", "toll", "fee"),
    ("checks/ferry/river.py", "def ", "def the_"),
]
"""One after the other: a docstring, a place, a bound, a number of the book, a precedence, a guard; a scope, a finding,
the name of a property."""


@pytest.fixture
def ferry(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the ferry, and a folder for answers."""
    shutil.copytree(FERRY, tmp_path / "ferry", ignore=shutil.ignore_patterns("__pycache__", "build"))
    monkeypatch.setenv("RULESLAWYER_ANSWERS", str(tmp_path / "answers"))
    return tmp_path / "ferry"


def said(command: Command, project: Path, *more: str) -> tuple[int, Any, list[bool]]:
    """The exit code, all that is said but how long it took and what was kept, and the latter."""
    answer = command("check", "--json", *more, project=project)
    found = answer.json if answer.out else answer.err
    kept = [r["kept"] for r in found["rulesets"]] if isinstance(found, dict) else []
    return answer.code, without(found, {"seconds", "kept"}), kept


def without(value: Any, keys: set[str]) -> Any:
    match value:
        case dict():
            return {key: without(one, keys) for key, one in value.items() if key not in keys}
        case list():
            return [without(one, keys) for one in value]
    return value


def test_after_each_edit_the_same_is_said(
    command: Command, ferry: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    said(command, ferry, "--no-prove")
    for file, old, new in EDITS:
        text = (ferry / file).read_text(encoding="utf-8")
        assert old in text, old
        (ferry / file).write_text(text.replace(old, new, 1), encoding="utf-8")
        *kept, again = said(command, ferry, "--no-prove")
        monkeypatch.setenv("RULESLAWYER_ANSWERS", "")
        *fresh, _ = said(command, ferry, "--no-prove")
        monkeypatch.setenv("RULESLAWYER_ANSWERS", str(tmp_path / "answers"))
        assert kept == fresh, new
        assert not any(again)


def test_where_nothing_changed_nothing_is_computed(
    command: Command, ferry: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    code, first, kept = said(command, ferry)
    assert kept == [False]
    (ferry / "README.md").write_text("No check reads this.", encoding="utf-8")

    def nothing(*_: Any, **__: Any) -> Any:
        raise AssertionError("it is computed")

    with monkeypatch.context() as within:
        within.setattr("ruleslawyer.check.check._Check", nothing)
        assert said(command, ferry) == (code, first, [True])
    assert said(command, ferry, "--fresh") == (code, first, [False])
    assert "nothing has changed since" in command("check", project=ferry).out


def test_what_says_the_same_is_not_explored_again(
    command: Command, ferry: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A comment and a docstring, and a finding's prose."""
    said(command, ferry, "--no-prove")
    for file, old, new in (EDITS[0], EDITS[1], EDITS[7]):
        text = (ferry / file).read_text(encoding="utf-8")
        (ferry / file).write_text(text.replace(old, new, 1), encoding="utf-8")

    def nothing(*_: Any, **__: Any) -> Any:
        raise AssertionError("it is explored")

    monkeypatch.setattr("ruleslawyer.check.explorations.explore_graph", nothing)
    assert said(command, ferry, "--no-prove")[0] == 0


def test_what_pages_show_is_known_apart(
    command: Command, ferry: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a check with pages one without explores nothing; after one without, pages have all that they show."""

    def drawn(name: str, *more: str) -> list[Any]:
        command("check", "--no-prove", "-o", str(tmp_path / name), *more, project=ferry)
        text = gzip.decompress((tmp_path / name / "report.json.gz").read_bytes())
        return [scope["quotients"] for scope in json.loads(text)["rulesets"][0]["scopes"]]

    without_pages = said(command, ferry, "--no-prove")
    assert any(first := drawn("after")) and first == drawn("fresh", "--fresh")

    def nothing(*_: Any, **__: Any) -> Any:
        raise AssertionError("it is explored")

    shutil.rmtree(tmp_path / "answers")
    drawn("before")
    monkeypatch.setattr("ruleslawyer.check.explorations.explore_graph", nothing)
    assert said(command, ferry, "--no-prove") == without_pages


def test_in_which_file_a_rule_stands_does_not_count(
    command: Command, ferry: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said(command, ferry, "--no-prove")
    (ferry / MODEL).rename(ferry / "model/ferry/water.py")
    for file in ("pyproject.toml", "checks/ferry/river.py"):
        text = (ferry / file).read_text(encoding="utf-8")
        (ferry / file).write_text(text.replace("model.ferry.river", "model.ferry.water"), encoding="utf-8")

    def nothing(*_: Any, **__: Any) -> Any:
        raise AssertionError("it is explored")

    with monkeypatch.context() as within:
        within.setattr("ruleslawyer.check.explorations.explore_graph", nothing)
        kept = said(command, ferry, "--no-prove")
    assert kept[0] == 0
    assert said(command, ferry, "--no-prove", "--fresh")[:2] == kept[:2]


def test_a_rule_about_a_keyword_that_no_card_has(
    command: Command, ferry: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the scope no cart is heavy: whatever is said of heavy carts, and whatever only they come to ask, is not
    explored again; and it is listed as never live all the same. What is said of light carts is explored."""
    scope, model = ferry / SCOPE, ferry / MODEL
    scope.write_text(scope.read_text(encoding="utf-8").replace("false, true", "false, false"), encoding="utf-8")
    text = model.read_text(encoding="utf-8")

    def never_live() -> list[str]:
        _, found, _ = said(command, ferry, "--no-prove")
        return list(found["rulesets"][0]["scopes"][0]["never_live"])

    assert "too_heavy" in never_live()
    for about, explored in (("cart.heavy and s.coins[who] > 7 and not poor(s, who)", False), ("not cart.heavy", True)):
        clause = f"""

@cross.forbid("2.2")
def axle_breaks(s: State, who: Player, cart: Cart) -> bool:
    return {about}
"""
        helper = """

def poor(s: State, who: Player) -> bool:
    return s.coins[who] < 2
"""
        model.write_text(text.replace("return cart.heavy", "return cart.heavy and 1 < 2") + helper + clause, "utf-8")
        asked = list[str]()

        def exploring(*of: Any, asked: list[str] = asked, **more: Any) -> Any:
            asked.append("explored")
            return explore_graph(*of, **more)

        with monkeypatch.context() as within:
            within.setattr("ruleslawyer.check.explorations.explore_graph", exploring)
            assert ("axle_breaks" in never_live()) != explored
            assert bool(asked) == explored


def test_pages_are_written_once(command: Command, ferry: Path, tmp_path: Path) -> None:
    """And again where one of them is gone, or something has changed."""
    page, other = tmp_path / "report" / "index.html", tmp_path / "report" / "report.json.gz"

    def written() -> bool:
        before = page.stat().st_mtime_ns if page.exists() else 0
        assert command("check", "-o", str(tmp_path / "report"), project=ferry).code == 0
        return page.stat().st_mtime_ns != before

    assert [written(), written()] == [True, False]
    other.unlink()
    assert [written(), written()] == [True, False]
    assert other.exists()
    finding = ferry / "findings" / "ferry" / "001-toll.md"
    finding.write_text(finding.read_text(encoding="utf-8").replace("toll", "fee", 1), encoding="utf-8")
    assert [written(), written()] == [True, False]


def test_where_a_rule_breaks_its_line_is_that_of_today(command: Command, ferry: Path) -> None:
    """Nobody has a coin, and none is asked for: who crosses pays one, and the event says where. A line more above, and
    it is the next line."""
    model = ferry / MODEL
    text, scope = model.read_text(encoding="utf-8"), ferry / SCOPE
    scope.write_text(scope.read_text(encoding="utf-8").replace('coins" = 1', 'coins" = 0'), encoding="utf-8")
    broken = text.replace("    return s.coins[who] < 1", "    return False")
    for more in ("", "# a line\n"):
        model.write_text(more + broken, encoding="utf-8")
        said(command, ferry, "--no-prove")
        found = Project.load(ferry).ruleset("ferry")
        kept = Explorations(found, lambda title: nullcontext(), answers=users_answers())
        (event,) = [e.event for e in kept.result("tiny", {}).events if e.event.span is not None]
        assert kept.answers.reused == 1
        assert event.span is not None
        line = (more + broken).splitlines()[event.span.line - 1]
        assert "lose(s.coins, who, 1)" in line
