"""`check --watch`: what an edit changed, by name, and nothing else."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator
from multiprocessing import active_children
from pathlib import Path
from typing import Any

import pytest

from ruleslawyer.base.processes import pool
from ruleslawyer.base.processes.pool import Workers
from ruleslawyer.check import ahead
from ruleslawyer.check import check as checking
from ruleslawyer.check.glance import COUNTS, Look, glance
from ruleslawyer.check.scenarios import Scenarios
from ruleslawyer.cli import check
from ruleslawyer.cli.output import say
from ruleslawyer.exploration.explore import explore_scope
from ruleslawyer.rulebook.rulesets.loaded import LoadedProject
from tests.cli.command import Command
from tests.ferry import FERRY, THE_OTHERS_CART

NOBODY_PAYS = ("    return s.coins[who] < 1", "    return s.coins[who] < 2")
"""Each has one coin: none of the two carts crosses any more."""
ASKED = """[[evidence]]
ask = "scenario"
about = { file = "play.toml", name = "the other's cart" }

[[settle]]"""
NO_STEP = """
[[scenario]]
name = "the other's cart"
scope = "tiny"
start = { first = "Ann" }
then = { "coins[Ann]" = 1 }
"""
SCENARIO = "scenario checks/ferry/scenarios/play.toml: the other's cart: "


@pytest.fixture(autouse=True)
def _one_core(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (ahead, pool):
        monkeypatch.setattr(module, "processors", lambda: 1)


@pytest.fixture
def ferry(tmp_path: Path) -> Path:
    shutil.copytree(FERRY, tmp_path / "ferry", ignore=shutil.ignore_patterns("__pycache__", "build"))
    return tmp_path / "ferry"


def told(command: Command, ferry: Path, monkeypatch: pytest.MonkeyPatch, *steps: tuple[str, str]) -> tuple[str, str]:
    """What is said after the first check, one edit of the model at a time, and what on standard error."""
    model = ferry / "model" / "ferry" / "river.py"

    def edits(root: Path, folders: Iterator[Path]) -> Iterator[object]:
        assert {ferry / "model" / "ferry", ferry / "checks" / "ferry"} <= set(folders)
        yield set()
        for old, new in steps:
            text = model.read_text(encoding="utf-8")
            assert old in text
            model.write_text(text.replace(old, new), encoding="utf-8")
            yield {model}

    monkeypatch.setattr("ruleslawyer.cli.check.edits", edits)
    answer = command("check", "--watch", "--no-prove", project=ferry)
    assert answer.code == 130, answer.err
    return answer.out.partition("Ctrl-C ends it\n")[2], answer.err


def test_what_an_edit_changed_is_said(command: Command, ferry: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody crosses: two beginnings and nothing else, so that what was met on the way is not any more."""
    out, _ = told(command, ferry, monkeypatch, NOBODY_PAYS)
    lines = {line.strip() for line in out.splitlines()}
    assert {
        "tiny: states: 2, was 4",
        "tiny: transitions: 0, was 2",
        "tiny: something_crosses: VACUOUS, was HOLDS IN SCOPE",
        "tiny: no more event: payee: owner_is_paid against other_is_paid",
        "finding ferry/001: no longer reproduces, was reproduces",
    } <= lines
    assert not any("Player" in line or "coins_stay" in line for line in lines)


@pytest.fixture
def with_scenario(ferry: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The ferry, with a scenario that a finding has as evidence; answers are kept."""
    monkeypatch.setenv("RULESLAWYER_ANSWERS", str(tmp_path / "kept"))
    (ferry / "checks" / "ferry" / "scenarios").mkdir()
    (ferry / "checks" / "ferry" / "scenarios" / "play.toml").write_text(THE_OTHERS_CART, encoding="utf-8")
    finding = ferry / "findings" / "ferry" / "001-toll.md"
    text = finding.read_text(encoding="utf-8")
    finding.write_text(text.replace("[[settle]]", ASKED, 1), encoding="utf-8")
    return ferry


@pytest.mark.parametrize("kept", [True, False])
def test_what_the_edit_bears_on_is_said_before_the_check(
    command: Command, with_scenario: Path, monkeypatch: pytest.MonkeyPatch, kept: bool
) -> None:
    """Where nothing is kept it would all be made twice, so that the check says it."""

    def marking(*some: Any, **how: Any) -> Any:
        say("now the check")
        return checks(*some, **how)

    checks = checking.check_rulesets
    monkeypatch.setattr(checking, "check_rulesets", marking)
    if not kept:
        monkeypatch.setenv("RULESLAWYER_ANSWERS", "")
    out, _ = told(command, with_scenario, monkeypatch, NOBODY_PAYS, NOBODY_PAYS[::-1])
    lines = [line.strip() for line in out.splitlines()]
    begins = [number for number, line in enumerate(lines) if line == "now the check"]
    fails, passes = (
        next(number for number, line in enumerate(lines) if line.startswith(f"{SCENARIO}{word}"))
        for word in ("FAILS: expected", "passes, was FAILS: expected")
    )
    verdict = lines.index("tiny: something_crosses: VACUOUS, was HOLDS IN SCOPE")
    assert fails < verdict or not kept
    assert (fails < begins[0], verdict < begins[0]) == (kept, kept)
    assert (begins[0] < passes < begins[1]) == kept
    ends = next(number for number, line in enumerate(lines) if "changes, " in line)
    assert len(set(lines[:ends])) == ends
    assert lines[ends].startswith(f"{ends - 2} changes, ")  # all but the ruleset's name and the mark


def also_asked(ferry: Path, file: str, scenario: str) -> None:
    """Write another file of scenarios, of which the finding asks the same."""
    (ferry / "checks" / "ferry" / "scenarios" / f"{file}.toml").write_text(scenario, encoding="utf-8")
    finding = ferry / "findings" / "ferry" / "001-toll.md"
    text = finding.read_text(encoding="utf-8")
    finding.write_text(text.replace("[[settle]]", ASKED.replace("play", file), 1), encoding="utf-8")


def test_scopes_are_looked_at_by_turns_with_scenarios_on_one_core(
    command: Command, with_scenario: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    also_asked(with_scenario, "sail", THE_OTHERS_CART)
    out, _ = told(command, with_scenario, monkeypatch, NOBODY_PAYS)
    lines = [line.strip() for line in out.splitlines()]
    first, last = (
        next(number for number, line in enumerate(lines) if line.startswith(SCENARIO.replace("play", file)))
        for file in ("play", "sail")
    )
    assert first < lines.index("tiny: something_crosses: VACUOUS, was HOLDS IN SCOPE") < last


def test_where_the_changed_rule_ran_is_played_first(
    command: Command, with_scenario: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of these the file that names its clause, though it is longer, and of others the shorter one."""
    also_asked(with_scenario, "again", NO_STEP)
    also_asked(with_scenario, "names", THE_OTHERS_CART + '# "2.5"' + 40 * "\n")
    also_asked(with_scenario, "play", THE_OTHERS_CART + 20 * "\n")
    also_asked(with_scenario, "sail", THE_OTHERS_CART)
    played, play = list[str](), Scenarios.play_file

    def noting(scenarios: Scenarios, path: Path) -> dict[str, str]:
        played.append(path.stem)
        return play(scenarios, path)

    monkeypatch.setattr(Scenarios, "play_file", noting)
    told(command, with_scenario, monkeypatch, NOBODY_PAYS)
    assert played == ["names", "sail", "play", "again"]


def test_a_process_beside_says_the_same(command: Command, with_scenario: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It looks at scopes while scenarios are played here; after a mistake in the rules there is a new one."""
    mistake = ("def other(", "def othe r(")
    steps = NOBODY_PAYS, mistake, mistake[::-1], NOBODY_PAYS[::-1]
    looked, kept = list[str](), Workers.result

    def noting(workers: Workers, job: Any, *more: Any) -> Any:
        found = kept(workers, job, *more)
        if isinstance(job, Look):
            looked.append(f"{job.scope}: {sorted(found.counts.items())}")
        return found

    monkeypatch.setattr(Workers, "result", noting)
    alone, _ = told(command, with_scenario, monkeypatch, *steps)
    assert not looked
    monkeypatch.setattr(ahead, "processors", lambda: 2)
    beside, err = told(command, with_scenario, monkeypatch, *steps)
    counts = ("deadlocked", "depth", "states", "transitions")
    assert looked == [f"tiny: {list(zip(counts, one, strict=True))}" for one in ((2, 0, 2, 0), (2, 1, 4, 2))]
    assert err.count("RL100") == 1
    assert {re.sub(r", [\d.]+ s$", "", line) for line in beside.splitlines()} == {
        re.sub(r", [\d.]+ s$", "", line) for line in alone.splitlines()
    }


@pytest.mark.parametrize("edit", [NOBODY_PAYS, ("    return cart.heavy", "    return not cart.heavy")])
def test_a_glance_says_what_a_check_does(ferry: Path, edit: tuple[str, str]) -> None:
    model = ferry / "model" / "ferry" / "river.py"
    model.write_text(model.read_text(encoding="utf-8").replace(*edit), encoding="utf-8")
    ruleset = LoadedProject.at(ferry).ruleset("ferry")
    found, whole = glance(ruleset, "tiny"), explore_scope(ruleset.transition_system("tiny"))
    assert found is not None
    assert found.is_of(ruleset)
    assert found.words == {verdict.name: verdict.word for verdict in whole.verdicts}
    assert found.counts == {name: getattr(whole, name) for name in COUNTS}
    model.write_text(model.read_text(encoding="utf-8") + "\n", encoding="utf-8")
    assert not found.is_of(LoadedProject.at(ferry).ruleset("ferry"))


def test_it_ends_as_a_check_without_it_does(
    command: Command, with_scenario: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def verdicts() -> dict[str, str]:
        found = json.loads(command("check", "--json", "--no-prove", "--fresh", project=with_scenario).out)
        (scope,) = found["rulesets"][0]["scopes"]
        return {one["property"]: one["verdict"] for one in scope["properties"]}

    before = verdicts()
    out, _ = told(command, with_scenario, monkeypatch, NOBODY_PAYS)
    after = verdicts()
    changed = {f"tiny: {name}: {word}, was {before[name]}" for name, word in after.items() if word != before[name]}
    names = tuple(f"tiny: {name}: " for name in after)
    assert changed
    assert {line.strip() for line in out.splitlines() if line.strip().startswith(names)} == changed


@pytest.mark.parametrize("cores", [1, 2])
def test_ctrl_c_while_scenarios_are_played(
    command: Command, with_scenario: Path, monkeypatch: pytest.MonkeyPatch, cores: int
) -> None:
    monkeypatch.setattr(ahead, "processors", lambda: cores)

    def stop(_: Scenarios, path: Path) -> dict[str, str]:
        raise KeyboardInterrupt

    monkeypatch.setattr(Scenarios, "play_file", stop)
    assert told(command, with_scenario, monkeypatch, NOBODY_PAYS) == ("", "")
    assert not active_children()


def test_a_broken_scenario_is_said_once(command: Command, with_scenario: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    played = Scenarios.play_file

    def mistaken(scenarios: Scenarios, path: Path) -> dict[str, str]:
        path.write_text(THE_OTHERS_CART.replace('"hay"', '"hey"'), encoding="utf-8")
        return played(scenarios, path)

    monkeypatch.setattr(Scenarios, "play_file", mistaken)
    out, err = told(command, with_scenario, monkeypatch, NOBODY_PAYS)
    assert "changes" not in out
    assert err.count("hey") == err.count("error: ") == 1


def test_an_edit_that_changes_nothing(command: Command, ferry: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out, _ = told(command, ferry, monkeypatch, ("Send a cart", "Send one cart"))
    assert out.startswith("nothing that is found has changed")


def test_a_mistake_is_said_and_the_next_edit_awaited(
    command: Command, ferry: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mistake, mended = ("def other(", "def othe r("), ("def othe r(", "def other(")
    out, err = told(command, ferry, monkeypatch, mistake, mended, NOBODY_PAYS, NOBODY_PAYS[::-1])
    assert err.count("RL100") == 1
    said = [line.strip() for line in out.splitlines() if line.strip().startswith(("tiny: states", "nothing that"))]
    assert [line.partition(",")[0] for line in said] == [
        "nothing that is found has changed", "tiny: states: 2", "tiny: states: 4",
    ]  # fmt: skip


def test_files_that_nobody_reads_are_no_edits(ferry: Path) -> None:
    """A real watcher, on a real folder."""
    coming = check.edits(ferry, iter([ferry / "model" / "ferry", ferry / "gone"]))
    assert next(coming) == set()
    (ferry / "model" / "ferry" / "river.pyc").write_bytes(b"made")
    assert next(coming) == set()
    (ferry / "model" / "ferry" / "river.py").write_text("", encoding="utf-8")
    assert any(next(coming) for _ in range(20))


@pytest.mark.parametrize("more", [("--json",), ("-o", "report")])
def test_what_does_not_go_together(command: Command, ferry: Path, more: tuple[str, ...]) -> None:
    answer = command("check", "--watch", *more, project=ferry)
    assert answer.code == 2
    assert "leave out --json and --output" in answer.err
