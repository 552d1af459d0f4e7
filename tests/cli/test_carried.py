"""`prove --any-number` where proofs are kept: they are made again first, and what is kept is not looked for."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ruleslawyer.engines.smt.lifted.search import Search
from ruleslawyer.ir.rules import Check
from tests.cli.command import Command

FERRY = Path(__file__).parents[1] / "projects" / "ferry"
CHECKS = "checks/ferry"
FOUR = '''

@checks.always("1.1")
def there_are_four_coins(s: State) -> bool:
    """Two each."""
    return sum(s.coins[p] for p in Player) == 4


@checks.always("1.1")
def nobody_has_five(s: State) -> bool:
    """The coins of two carters."""
    return all(s.coins[p] < 5 for p in Player)
'''
KEPT = {"there_are_four_coins", "writes:coins"}


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The ferry, of which it is kept that there are four coins and that nobody pays with one that is not there, with
    the instances that answer; not that nobody has five."""
    project = tmp_path_factory.mktemp("carried") / "ferry"
    shutil.copytree(FERRY, project, ignore=shutil.ignore_patterns("__pycache__", "build"))
    with (project / CHECKS / "river.py").open("a", encoding="utf-8") as file:
        file.write(FOUR)
    names = {"states": ["there_are_four_coins"], "alone": [], "steps": ["writes:coins"], "conditions": []}
    (project / CHECKS / "lemmas.json").write_text(json.dumps(names), encoding="utf-8")
    return project


@pytest.fixture
def ferry(kept: Path, tmp_path: Path) -> Path:
    shutil.copytree(kept, tmp_path / "ferry")
    return tmp_path / "ferry"


@pytest.fixture
def looked_for(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """The properties that a search looks for."""
    names: list[str] = []
    look = Search._look

    def noted(search: Search) -> None:
        names.extend(one.name for one in search.wanted if not isinstance(one, Check) or one.kind != "sometimes")
        look(search)

    monkeypatch.setattr(Search, "_look", noted)
    return iter([names])


def proved(command: Command, project: Path, *more: str) -> dict[str, Any]:
    found = command("prove", "ferry", *more, "--any-number", "--total", "20", "--json", project=project)
    return {one["property"]: one for one in found.json["results"]}


def certified(command: Command, project: Path, folder: Path) -> set[str]:
    found = command("prove", "--recheck", str(folder), "--json", project=project)
    assert found.code == 0, found.err
    return {one["property"] for one in found.json["results"] if one["accepted"]}


def test_what_is_kept_is_not_looked_for(
    command: Command, ferry: Path, tmp_path: Path, looked_for: Iterator[list[str]]
) -> None:
    """Nothing is, where all that was asked for is kept; the folder is accepted by whoever checks it."""
    folder, names = tmp_path / "certificates", next(looked_for)
    found = proved(command, ferry, *sorted(KEPT), "--certificates", str(folder))
    assert {one["verdict"] for one in found.values()} == {"PROVED for any number of Cart; 2 players"}
    assert found.keys() == KEPT and names == []
    assert certified(command, ferry, folder) == KEPT
    assert "`there_are_four_coins`" in next(folder.rglob("proofs.md")).read_text("utf-8")


def test_what_is_found_stands_beside_it(
    command: Command, ferry: Path, tmp_path: Path, looked_for: Iterator[list[str]]
) -> None:
    """That nobody has five rests on a condition that is kept, and that is not shown a second time."""
    folder, names = tmp_path / "certificates", next(looked_for)
    found = proved(command, ferry, "--certificates", str(folder))
    assert names == ["two_coins_at_least", "nobody_has_five"]
    assert found["nobody_has_five"]["lemmas"] == ["there_are_four_coins"]
    assert found["two_coins_at_least"]["rule"] == "cross", "a cart costs one of two coins (2.3a)"
    assert certified(command, ferry, folder) == {*KEPT, "nobody_has_five"}


def test_one_that_is_asked_for_alone(command: Command, ferry: Path, tmp_path: Path) -> None:
    """The folder has nothing that was not asked for, but what that rests on."""
    folder = tmp_path / "certificates"
    assert proved(command, ferry, "nobody_has_five", "--certificates", str(folder)).keys() == {"nobody_has_five"}
    assert certified(command, ferry, folder) == {"nobody_has_five"}


def test_what_became_false_is_said_as_ever(command: Command, ferry: Path, tmp_path: Path) -> None:
    """Without 2.5 a carter pays with a coin that is not there; there are four coins still."""
    model, folder = ferry / "model/ferry/river.py", tmp_path / "certificates"
    model.write_text(model.read_text("utf-8").replace("s.coins[who] < 1", "s.coins[who] < 0"), "utf-8")
    found = proved(command, ferry, *sorted(KEPT), "--certificates", str(folder))
    assert (found["writes:coins"]["verdict"], found["writes:coins"]["rule"]) == ("UNKNOWN", "cross")
    assert found["there_are_four_coins"]["verdict"].startswith("PROVED")
    assert certified(command, ferry, folder) == {"there_are_four_coins"}
