"""Scenarios of a check: a file is read and played where something that its answers depend on has changed."""

from __future__ import annotations

import shutil
from collections.abc import Container, Mapping
from dataclasses import fields, is_dataclass, replace
from enum import Enum
from pathlib import Path
from typing import Any

import pytest

from ruleslawyer.api import Project
from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.base.origin import Span
from ruleslawyer.check.scenario.compare import compare, waiting
from ruleslawyer.check.scenario.names import Names
from ruleslawyer.check.scenario.run import run
from ruleslawyer.check.scenario.scenario import Scenario
from ruleslawyer.check.scenario.suite import suite_of
from ruleslawyer.check.scenarios import Scenarios
from ruleslawyer.ir.nodes import Expr, Function
from ruleslawyer.ir.system import System
from ruleslawyer.rulebook.answers.store import Answers
from ruleslawyer.semantics.codec import Codec
from ruleslawyer.semantics.interpret import Interpreter
from tests.bundled import bundled
from tests.ferry import FERRY, THE_OTHERS_CART

MODEL, SCOPE, FILE = "model/ferry/river.py", "checks/ferry/scopes/tiny.toml", "checks/ferry/scenarios/play.toml"


@pytest.fixture
def ferry(tmp_path: Path) -> Path:
    root = Path(shutil.copytree(FERRY, tmp_path / "ferry", ignore=shutil.ignore_patterns("__pycache__", "build")))
    (root / FILE).parent.mkdir()
    (root / FILE).write_text(THE_OTHERS_CART, encoding="utf-8")
    return root


def edit(file: Path, old: str, new: str) -> None:
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")


def reads(root: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[bool, bool]:
    """Whether the file is read for what its scenario tells, and for what it shows; what it tells is right."""
    scenarios = Scenarios(Project.load(root).ruleset("ferry"), Answers(root / "answers"))
    found = list[Path]()
    of = scenarios._of

    def noted(path: Path) -> object:
        found.append(path)
        return of(path)

    monkeypatch.setattr(scenarios, "_of", noted)
    told = scenarios.run("play.toml", "the other's cart")
    assert (told.clauses, told.moves) == (("2.3a",), ("cross(who=Ann, cart=hay)",))
    for_play = bool(found)
    found.clear()
    scenarios.replays()
    return for_play, bool(found)


NOT, BOTH, PLAYED = (False, False), (True, True), (True, False)
"""The scenario names no example or claim, so that no rule runs for what it shows."""


def test_a_file_is_read_where_something_has_changed(ferry: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert [reads(ferry, monkeypatch), reads(ferry, monkeypatch)] == [BOTH, NOT]
    edit(ferry / MODEL, '"""Send a cart over the river."""', '"""A cart goes over."""')
    assert reads(ferry, monkeypatch) == NOT
    (ferry / "checks/ferry/scopes/vast.toml").write_text((ferry / SCOPE).read_text("utf-8"), "utf-8")
    assert reads(ferry, monkeypatch) == NOT
    for file, old, new, read in (
        (MODEL, "    return s.coins[who] < 1", "    return s.coins[who] < 1 and cart.heavy", PLAYED),
        (MODEL, ', over=own_turn, because="specific over general"', "", BOTH),
        (SCOPE, "coins = 9", "coins = 8", BOTH),
        (FILE, "start", "# from the beginning\nstart", BOTH),
        (FILE, '"tiny"', r'"\u0074iny"', BOTH),
    ):
        edit(ferry / file, old, new)
        assert [reads(ferry, monkeypatch), reads(ferry, monkeypatch)] == [read, NOT]
    edit(ferry / SCOPE, "coins = 8", "coins = 7")
    assert reads(ferry, monkeypatch) == BOTH


def test_what_did_not_run_may_say_something_else(ferry: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The game is not over, and nobody takes the other reading: two functions are not run."""
    assert reads(ferry, monkeypatch) == BOTH
    edit(ferry / MODEL, "if s.coins[p] >= s.coins[other(p)])", "if s.coins[p] > s.coins[other(p)])")
    assert reads(ferry, monkeypatch) == NOT
    edit(ferry / MODEL, "    return cart.heavy", "    return cart.heavy and s.coins[who] > 0")
    assert reads(ferry, monkeypatch) == PLAYED
    edit(ferry / MODEL, "    return cart.heavy and s.coins[who] > 0", "    return cart.heavy")
    assert reads(ferry, monkeypatch) == NOT  # the last answers to a question are kept
    edit(ferry / MODEL, "if s.coins[p] > s.coins[other(p)])", "if s.coins[p] + 1 > s.coins[other(p)])")
    assert reads(ferry, monkeypatch) == NOT


def test_what_is_expected_of_the_end_runs_too(ferry: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who wins is asked of nobody while a game is played, and of the rules where a scenario expects it."""
    edit(ferry / FILE, '"coins[Ann]" = 0', '"coins[Ann]" = 0, winners = ["Bob"]')
    assert reads(ferry, monkeypatch) == BOTH
    edit(ferry / MODEL, "if s.coins[p] >= s.coins[other(p)])", "if s.coins[p] > s.coins[other(p)])")
    assert reads(ferry, monkeypatch) == PLAYED


def gutted(system: System, ran: Container[str]) -> System:
    """Rules in which no function says anything but those that ran."""
    known = dict[int, Function]()

    def rewritten(value: Any) -> Any:
        match value:
            case Function():
                if value.name not in ran:
                    return known.setdefault(id(value), replace(value, body=()))
                return value
            case Enum() | Span():
                return value
            case Mapping():
                return {key: rewritten(one) for key, one in value.items()}
            case tuple():
                return value if hasattr(value, "_fields") else tuple(map(rewritten, value))
        if is_dataclass(value) and not isinstance(value, type | Expr):
            changed = {field.name: rewritten(getattr(value, field.name)) for field in fields(value)}
            return replace(value, **{name: one for name, one in changed.items() if one is not getattr(value, name)})
        return value

    found: System = rewritten(system)
    return found


@pytest.mark.parametrize("name", ["daemons", pytest.param("mnemonic", marks=pytest.mark.campaign)])
def test_a_play_is_made_by_what_ran_alone(name: str) -> None:
    """Without everything that did not run a scenario goes as before; and not without what did."""
    entered, ruleset = set[int](), bundled().ruleset(name)
    names = {id(function): function.name for function in ruleset.system.functions()}
    scenarios = [one for _, one in suite_of(ruleset, ruleset.scenario_folder).scenarios]
    for scenario in scenarios[:: max(1, len(scenarios) // 6)]:
        rules = scenario.rules(ruleset.system)
        entered.clear()
        before = plays(scenario, rules, entered)
        ran = {names[one] for one in entered}
        assert 0 < len(ran) < len(names) / 2
        assert plays(scenario, gutted(rules, ran)) == before
        with pytest.raises(Exception):  # noqa: B017  # whatever a rule does that says nothing
            assert plays(scenario, gutted(rules, ())) == before


def test_two_that_note_what_runs_share_nothing() -> None:
    """What is written of the rules is the same for both, and where they note it is not."""
    ruleset = bundled().ruleset("daemons")
    (_, scenario), *_ = suite_of(ruleset, ruleset.scenario_folder).scenarios
    noted = set[int](), set[int]()
    for entered in noted:
        suite = suite_of(ruleset, ruleset.scenario_folder / "playing.toml", entered=entered)
        suite.run(ruleset, scenario)
    assert noted[0] == noted[1] != set()


def plays(scenario: Scenario, rules: System, entered: set[int] | None = None) -> list[tuple[object, ...]]:
    machine = Interpreter(rules, scenario.scope, entered=entered)
    codec, names = Codec(rules, scenario.scope), Names(rules, scenario.scope)
    played = [(system, run(system, codec, scenario)) for system in scenario.systems(machine)]
    return [
        (one.facts, waiting(system, one), [c.passed for c in compare(system, names, scenario, one)])
        for system, one in played
    ]


def test_a_play_that_fails_is_not_kept(ferry: Path) -> None:
    edit(ferry / FILE, '"coins[Ann]" = 0', '"coins[Ann]" = 1')
    for _ in range(2):
        scenarios = Scenarios(Project.load(ferry).ruleset("ferry"), Answers(ferry / "answers"))
        assert scenarios.run("play.toml", "the other's cart").instead == "expected coins[Ann] = 1, found 0"
        assert scenarios._read


def test_a_scenario_that_is_not_there(ferry: Path) -> None:
    scenarios = Scenarios(Project.load(ferry).ruleset("ferry"), Answers(ferry / "answers"))
    scenarios.run("play.toml", "the other's cart")
    with pytest.raises(UsageError, match="has no scenario `another`"):
        scenarios.run("play.toml", "another")
