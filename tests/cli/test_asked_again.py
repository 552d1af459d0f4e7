"""What is asked again as somebody waits, counted: each answer by itself in a report, and options in scenarios
after an edit."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from ruleslawyer.api import Project
from ruleslawyer.check.askings import _Trying
from ruleslawyer.engines.native.family import Family
from ruleslawyer.exploration.explore import Explore
from ruleslawyer.proof.any_number import prove_again
from tests.any_number.rulesets import project as any_number
from tests.cli.command import Command
from tests.cli.picnic import STAY, answers, picnic
from tests.cli.test_answers_after_an_edit import KEPT, SHORT
from tests.cli.test_promises import MODEL, SCENARIO, SCOPE


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The picnic, and a second scope in which nobody may leave, so that nothing hangs on when one may."""
    monkeypatch.setenv("RULESLAWYER_ANSWERS", str(tmp_path / "answers"))
    made = picnic(tmp_path / "project")
    scopes = made / "checks" / "picnic" / "scopes"
    (scopes / "seated.toml").write_text('off = ["leave"]\n' + (scopes / "tiny.toml").read_text("utf-8"), "utf-8")
    return made


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The scopes whose answers are explored here, all at once or one alone."""
    found: list[str] = []
    search, explore = Family.search, Explore.__call__

    def searched(self: Family, *given: Any, **named: Any) -> Any:
        found.append(self.system.scope.name)
        return search(self, *given, **named)

    def explored(self: Explore, *given: Any) -> Any:
        found.append(self.scope)
        return explore(self, *given)

    monkeypatch.setattr(Family, "search", searched)
    monkeypatch.setattr(Explore, "__call__", explored)
    return found


def report(command: Command, project: Path, *more: str) -> str:
    made = ("report", "picnic", "--no-prove", "-o", str(project.parent / "site"), *more)
    answer = command(*made, project=project)
    assert answer.code == 0, answer.err
    return answer.err


def test_each_answer_is_asked_once(command: Command, project: Path, asked: list[str]) -> None:
    assert "left to ask" not in report(command, project) and {*asked} == {"tiny", "seated"}
    asked.clear()
    report(command, project)
    assert asked == []
    assert command("findings", "--settle", "--from", answers(project, STAY), project=project).out
    asked.clear()
    report(command, project)
    assert {*asked} == {"tiny"}, "where nobody may leave, an answer to when one may changes nothing"


def test_what_is_left_to_ask_is_named(command: Command, project: Path, asked: list[str]) -> None:
    said = report(command, project, "--matrix", "0.000001")
    assert "picnic: each answer by itself is left to ask of scopes seated, tiny" in said, said
    assert "picnic: each answer by itself is left to ask of findings 001, 002" in said and asked == []
    assert "left to ask" not in report(command, project), "there is time"


def test_who_waits_reads_what_is_asked_and_how_to_leave_it_out(project: Path) -> None:
    read: list[str] = []

    class Work:
        def __init__(self, title: str) -> None:
            self.title = title

        def __enter__(self) -> Any:
            return lambda text: read.append(f"{self.title}: {text}")

        def __exit__(self, *_: object) -> None:
            pass

    Project.load(project).report(project.parent / "site", ["picnic"], prove=False, watch=Work)
    alone = [text for text in read if "--matrix 0 leaves it out" in text]
    assert any("scope tiny, 2 of 2, filled_again = again" in text for text in alone), alone
    assert any("finding 001, 1 of " in text for text in alone), alone


# --- after an edit --------------------------------------------------------------------------------------------------

PLAIN = """

@checks.always("1")
def coins_are_few(s: State) -> bool:
    return s.coins <= 3
"""
SHOP, TRADE, BUY = "model/shop.py", "checks/shop/scenarios/trade.toml", "checks/shop/scenarios/buy.toml"


@pytest.fixture
def shop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A shop and a trader, each with a file of scenarios, in an order in which the shop's comes first."""
    monkeypatch.setenv("RULESLAWYER_ANSWERS", str(tmp_path / "answers"))
    bought = (
        SCENARIO.replace("trade", "purchase").replace('action = "purchase"', 'action = "buy"').replace('"3"', '"2"')
    )
    files = {
        "pyproject.toml": '[tool.ruleslawyer]\nlanguage = "0.2"\n[tool.ruleslawyer.rulesets.shop]\ntitle = "Shop"\n'
        'modules = ["model.shop"]\n',
        SHOP: MODEL.lstrip() + PLAIN,
        "checks/shop/scopes/one.toml": SCOPE,
        TRADE: SCENARIO,
        BUY: bought,
    }
    for name, text in files.items():
        path = tmp_path / "project" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return tmp_path / "project"


@pytest.fixture
def files(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The files of scenarios of which options are asked."""
    found: list[str] = []
    ask = _Trying.of_file

    def asked(self: _Trying, file: Path, *given: Any) -> Any:
        found.append(file.name)
        return ask(self, file, *given)

    monkeypatch.setattr(_Trying, "of_file", asked)
    monkeypatch.setattr("ruleslawyer.base.processes.executor._most", 1)  # nobody asks beside, where it is not seen
    return found


@pytest.mark.parametrize(
    ("file", "was", "is_", "again"),
    [
        (SHOP, "coins <= 3", "coins < 4", []),
        (SHOP, '"""Three coins, a shop', '"""Coins, a shop', []),
        (BUY, "coins = 1\n", "coins = 1 # here\n", ["buy.toml"]),
        (TRADE, "coins = 1\n", "coins = 1 # here\n", ["trade.toml"]),
        (SHOP, 'permit("2", s.coins >= 2)', 'permit("2", s.coins > 1)', ["buy.toml"]),
        (SHOP, 'permit("3", s.coins >= 2)', 'permit("3", s.coins > 1)', ["trade.toml"]),
        (SHOP, "after.coins >= before.coins - 1", "before.coins - after.coins <= 1", ["buy.toml", "trade.toml"]),
    ],
    ids=["a property", "words", "a scenario", "another", "a clause", "another clause", "a promise"],
)  # fmt: skip
def test_options_are_asked_again_in_scenarios_that_an_edit_bears_on(
    command: Command, shop: Path, files: list[str], file: str, was: str, is_: str, again: list[str]
) -> None:
    """What comes of it is what a check finds that knows nothing."""

    def promises(*more: str) -> Any:
        return command("check", "shop", "--no-prove", "--json", *more, project=shop).json["rulesets"][0]["promises"]

    first = promises()
    assert files == ["buy.toml", "trade.toml"] and first[0]["word"] == "kept"
    files.clear()
    text = (shop / file).read_text("utf-8")
    assert was in text
    (shop / file).write_text(text.replace(was, is_, 1), "utf-8")
    known = promises()
    assert files == again
    assert known == promises("--fresh")


def test_what_an_earlier_file_noticed_is_looked_for_in_the_next(command: Command, shop: Path, files: list[str]) -> None:
    """A place that forgets is noticed in the first file whose play asks there. Where that tells nothing more, the next
    one has to."""
    (shop / TRADE).write_text(SCENARIO.replace("trade", "buy").replace('"3"', '"2"'), "utf-8")
    check = ("check", "shop", "--no-prove", "--json")
    noticed = [site["noticed_in"] for site in command(*check, project=shop).json["rulesets"][0]["promises"][0]["sites"]]
    assert any(place and "buy.toml" in place for place in noticed), noticed
    files.clear()
    (shop / BUY).write_text(
        (shop / BUY).read_text("utf-8").replace('when = [{ action = "buy", who = "A" }]\n', ""), "utf-8"
    )
    (shop / BUY).write_text((shop / BUY).read_text("utf-8").replace("coins = 1\n", "coins = 3\n"), "utf-8")
    noticed = [site["noticed_in"] for site in command(*check, project=shop).json["rulesets"][0]["promises"][0]["sites"]]
    assert any(place and "trade.toml" in place for place in noticed), noticed
    assert files == ["buy.toml", "trade.toml"]


TAKING = """ruleset = "counted"
title = "Taking"
scope = "cards2"

[[scenario]]
name = "nothing is taken yet"
clauses = ["2"]
when = []
[scenario.then]
how_many = 0
"""
FOUND = """+++
id = "001"
title = "Nothing is taken yet"
kind = "gap"
severity = "low"
state = "open"
clauses = ["2"]
ask = "Is something taken?"

[[evidence]]
ask = "scenario"
about = { file = "taking.toml", name = "nothing is taken yet" }
+++
Nobody says it.
"""


def test_no_finding_and_no_scenario_asks_a_proof_again(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RULESLAWYER_ANSWERS", str(tmp_path / "answers"))
    monkeypatch.setattr("ruleslawyer.base.processes.executor._most", 1)
    folder, asked = tmp_path / "project", list[str]()
    any_number(folder, "counted", SHORT)
    for scope in ("cards3", "cards4"):
        (folder / f"counted/scopes/{scope}.toml").unlink()
    for part in ("checks/counted/scenarios", "counted/findings"):
        (folder / part).mkdir(parents=True)
    (folder / "checks/counted/lemmas.json").write_text(json.dumps(KEPT), encoding="utf-8")

    def proved(ruleset: Any, *given: Any) -> Any:
        asked.append(ruleset.name)
        return prove_again(ruleset, *given)

    monkeypatch.setattr("ruleslawyer.proof.kept_proofs.prove_again", proved)

    def check() -> tuple[set[str], list[Any]]:
        answer = command("check", "counted", "--json", project=folder)
        assert answer.out, answer.err
        (found,) = answer.json["rulesets"]
        return {one["property"] for one in found["proofs"] if "any number" in one["verdict"]}, found["findings"]

    assert check() == ({*KEPT["states"]}, []) and asked == ["counted"]
    (folder / "checks/counted/scenarios/taking.toml").write_text(TAKING, encoding="utf-8")
    assert check()[0] == {*KEPT["states"]}
    (folder / "counted/findings/001-taken.md").write_text(FOUND, encoding="utf-8")
    known, (finding,) = check()
    assert known == {*KEPT["states"]} and finding["reproduced"] and asked == ["counted"]
    model = folder / "counted/model.py"
    model.write_text(model.read_text("utf-8").replace("s.marks += 1", "s.marks += 2"), encoding="utf-8")
    assert "what_is_marked_is_counted" not in check()[0] and asked == ["counted", "counted"]
