"""The example in JavaScript: it agrees with the rules, and each of its faults is found."""

from __future__ import annotations

import json
import re
import shutil
from functools import cache
from pathlib import Path

import pytest

from ruleslawyer.api import Ruleset
from ruleslawyer.bridges.conform import session
from ruleslawyer.bridges.conform.program import Program
from ruleslawyer.bridges.conform.protocol import scope_json
from ruleslawyer.bridges.conform.session import Session, play_scenarios, walk
from ruleslawyer.rulebook.claims.readings import followed_reading
from ruleslawyer.semantics.codec import Codec
from ruleslawyer.semantics.transition import TransitionSystem
from tests.bundled import bundled
from tests.cli.schemas import problems

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "examples" / "node-daemons"
TRANSCRIPT = [json.loads(line) for line in (EXAMPLE / "transcript.jsonl").read_text("utf-8").splitlines()]

pytestmark = pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")


@pytest.fixture(scope="module")
def daemons() -> Ruleset:
    return bundled().ruleset("daemons")


def node(fault: str = "", wait: float = 30.0) -> Program:
    return Program(["node", str(EXAMPLE / "main.mjs"), *([f"--fault={fault}"] if fault else [])], wait)


@cache
def system_of(daemons: Ruleset, scope: str) -> TransitionSystem:
    """What it walks in, made once."""
    return daemons.transition_system(scope)


def walked(daemons: Ruleset, scope: str, fault: str = "", steps: int = 300, wait: float = 30.0) -> Session:
    with node(fault, wait) as program:
        return walk(program, system_of(daemons, scope), "daemons", steps=steps, seed=1, seconds=60)


@pytest.mark.parametrize("scope", ["tiny", "duel", "effects", "mulligan"])
def test_it_agrees(daemons: Ruleset, scope: str) -> None:
    found = walked(daemons, scope, steps=120)
    assert found.agrees and found.steps == 120 and not found.incomparable_fields


def test_it_agrees_under_other_readings(daemons: Ruleset) -> None:
    reading = {
        "damage_of_an_attack": "its_power", "outcome_between_daemons": "only_the_attacker_may_be",
        "zero_is_across": "zero_is_enough", "scripts_are_reactions": "like_instants",
        "attacking_exhausts": "it_stays_ready",
    }  # fmt: skip
    with node() as program:
        system = daemons.transition_system("duel", reading)
        assert walk(program, system, "daemons", steps=120, seed=2, seconds=60).agrees


def played(daemons: Ruleset, fault: str = "") -> tuple[Session, int]:
    """Some scenarios, and how many there are with their readings."""
    folder = ROOT / "checks" / "daemons" / "scenarios"
    suite = daemons.suite(folder / "attacking.toml", folder / "memory-gauge.toml", folder / "burn.toml")
    with node(fault) as program:
        found = play_scenarios(program, suite.systems(), "daemons", daemons.transition_system("tiny"))
    return found, sum(len(scenario.readings) for _, scenario in suite.scenarios)


def test_it_plays_the_scenarios_to_their_ends_past_what_differs(
    daemons: Ruleset, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(session, "LEAST_SECONDS", 0.2)
    monkeypatch.setattr(session, "SECONDS", 0.5)
    right, number = played(daemons)
    assert right.agrees and not right.declined and right.scenarios == number
    wrong, _ = played(daemons, "memory-is-lost")
    assert wrong.kinds and (wrong.scenarios, wrong.steps) == (number, right.steps)
    assert wrong.compared >= right.compared  # nothing behind a difference is left out
    assert all(met.scenario and met.difference.given is not None for met in wrong.kinds)


@pytest.mark.parametrize(
    ("fault", "scope", "kind", "about", "clause"),
    [
        ("sick-attacks", "duel", "legal", "attack", "6.2a"),
        ("equal-survives", "duel", "state", "zone", "7.4"),
        ("memory-is-lost", "duel", "state", "memory", "5.1g"),
        ("refresh-draws-all", "duel", "state", "owed", "4.9b"),
        ("no-reboot", "duel", "state", "exhausted", "4.3"),
        ("no-burn", "burn", "legal", "burn", "9.2b"),
        ("peeks", "duel", "sight", "zone seen by", "2.12b"),
        ("refuses-to-refresh", "gauge", "refused", "refresh", "4.9a"),
    ],
)
def test_each_slip_is_found(
    daemons: Ruleset, monkeypatch: pytest.MonkeyPatch, fault: str, scope: str, kind: str, about: str, clause: str
) -> None:
    """What differs, and a clause that decides it: by the comment beside the slip."""
    monkeypatch.setattr(session, "SECONDS", 0.5)
    monkeypatch.setattr(session, "LEAST_SECONDS", 0.2)
    met = walked(daemons, scope, fault).kinds
    kinds = [one.difference for one in met if one.difference.kind == kind]
    assert any(what.startswith(about) for one in kinds for what, _, _ in one.answers)
    assert clause in {c for one in kinds for reason in one.reasons for c in reason.clauses}
    assert all(one.found.again == "alone" for one in met)


@pytest.mark.parametrize(
    ("fault", "kind"),
    [
        ("hangs", "hangs"), ("dies", "dies"), ("floods", "floods"), ("chatters", "floods"), ("is-garbage", "garbage"),
        ("is-not-utf8", "garbage"), ("is-nested", "garbage"), ("has-wrong-types", "garbage"),
    ],
)  # fmt: skip
def test_each_way_to_break_down_is_reported_and_the_session_goes_on(
    daemons: Ruleset, monkeypatch: pytest.MonkeyPatch, fault: str, kind: str
) -> None:
    monkeypatch.setattr(session, "MOST_FAULTS", 2)
    found = walked(daemons, "tiny", fault, wait=1.0 if kind == "hangs" else 30.0)
    assert {broken.fault.kind for broken in found.faults} == {kind}
    assert found.plays == 2 and found.stopped == "stopped after 2 faults" and not found.kinds


def test_the_least_play_that_attacks_at_once(daemons: Ruleset) -> None:
    """By hand: a card drawn for each, two grips kept, a Daemon played; then it might attack the Security. For an attack
    on a Daemon there has to be one of the other's: one more is played."""
    found = {met.difference.at: met.found for met in walked(daemons, "duel", "sick-attacks").kinds}
    security, daemon = found["attack_security"], found["attack_daemon"]
    assert security.least and set(found) == {"attack_security", "attack_daemon"}
    assert [i.action for i in security.difference.way.taken] == ["draw", "draw", "keep", "keep", "play"]
    assert [i.action for i in daemon.difference.way.taken] == ["draw", "draw", "keep", "keep", "play", "play"]


def test_state_that_leaks_is_told_with_the_plays_that_it_takes(daemons: Ruleset) -> None:
    """By hand: from the third play on, so it takes two that only begin; and a Refresh as soon as there is a turn."""
    (met,) = walked(daemons, "duel", "remembers").kinds
    assert met.found.again == "after others" and not met.found.least
    assert [[request["request"] for request in play] for play in met.found.earlier] == [["initial"], ["initial"]]
    assert [i.action for i in met.difference.way.taken] == ["draw", "draw", "keep", "keep", "refresh"]


def test_what_differs_as_a_play_begins_is_set_aside_and_the_play_goes_on(daemons: Ruleset) -> None:
    found = walked(daemons, "duel", "begins-elsewhere", steps=60)
    (met,) = found.kinds
    assert (met.difference.at, *met.difference.about) == ("initial", "let_go_on") and met.found.least
    assert met.times == found.plays and found.steps == 60 and found.aside == {"let_go_on"}


def test_the_transcript_is_what_both_say(daemons: Ruleset) -> None:
    codec = Codec(daemons.system, daemons.scope("tiny"))
    requests, answers = TRANSCRIPT[::2], TRANSCRIPT[1::2]
    assert requests[0]["scope"] == scope_json(codec)
    assert requests[0]["reading"] == followed_reading(daemons.transition_system("tiny"))
    with node() as program:
        assert [program.ask(request) for request in requests] == answers
    assert not [wrong for message in TRANSCRIPT for wrong in problems("conform-message", message)]


def test_the_document_shows_lines_of_the_transcript() -> None:
    text = (ROOT / "docs" / "conformance.md").read_text("utf-8")
    shown = [json.loads(line) for line in re.findall(r"^    (\{.*\})$", text, re.MULTILINE)]
    assert len(shown) > 3 and all(message in TRANSCRIPT for message in shown)
