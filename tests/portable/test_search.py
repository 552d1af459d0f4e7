"""A search in a module finds what `explore` finds, and says where it stops."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from ruleslawyer.api import Project
from ruleslawyer.bridges.portable import description
from ruleslawyer.ir.rules import OF_PLAYS
from tests.agree.written import written
from tests.bank import TINY
from tests.bundled import bundled
from tests.portable.searched import (
    Asked,
    breaches_in_node,
    differences,
    in_node,
    natively,
    said,
    why_not_shown,
    with_memory,
)
from tests.portable.test_equal import SCOPES
from tests.portable.walks import client, walk

SEARCHED: Sequence[Asked] = [("reactions", {}), ("reactions", {"zero_is_across": "zero_is_enough"})]
"""One with the usual answers, and one with another; `duel` is held against it in Python."""
PLAYED = "the_first_turn_begins_with_one"
"""A property that a play shows."""


@pytest.fixture
def folder(built: Callable[..., Path]) -> Path:
    return built("daemons", *SCOPES["daemons"])


def test_scopes(folder: Path) -> None:
    assert list(differences(folder, bundled().ruleset("daemons"), SEARCHED)) == []


@pytest.mark.campaign
@pytest.mark.parametrize("name", SCOPES)
def test_every_explored_scope(built: Callable[..., Path], name: str) -> None:
    ruleset = bundled().ruleset(name)
    scopes = ruleset.explored_scopes()
    assert len(scopes) > 10
    asked: Sequence[Asked] = [(scope, {}) for scope in scopes]
    assert list(differences(built(name, *scopes), ruleset, asked)) == []


def test_a_play(folder: Path) -> None:
    """The shortest play is one by the rules, and leads to where the property holds."""
    ruleset = bundled().ruleset("daemons")
    play = next(v for v in in_node(folder, "daemons", [("duel", {})])[0]["verdicts"] if v["name"] == PLAYED)["play"]
    engine = ruleset.engine("duel", direct=False)
    state = engine.initial()[play["start"]]
    assert len(play["actions"]) > 2
    for action in play["actions"]:
        assert action in engine.legal(state)
        state = engine.step(state, action)


FOLLOWED = (
    "t46_cap", "t55_possible", "t69_leads_to", "t92_switches", "t140_fairness", "t150_unclear",
    "t230_promises_outside_play", "t231_forced_round", "t232_cut_off", "t233_promised_to_each",
    "t234_once_and_for_ever", "t241_fair_numbers", "t243_fair_by_nature", "t244_random_walk", "t245_may_be_done",
    "t265_before_the_cap",
)  # fmt: skip
"""Tiny rulesets of what may follow, and what must come; of caps, and of branches that end early."""


@pytest.mark.parametrize("name", FOLLOWED)
def test_what_must_come(built: Callable[..., Path], name: str) -> None:
    """Words, members and the lengths of plays are those of `explore`, and plays violate what they are said to; the
    client in Python says the same as the one in JavaScript."""
    ruleset = Project.load(TINY).ruleset(name)
    folder = built(name, "tiny", of=Project.load(TINY))
    [found] = in_node(folder, name, [("tiny", {})])
    assert said(found) == natively(ruleset, "tiny", {})
    system = ruleset.transition_system("tiny")
    shown = [v for v in found["verdicts"] if v["kind"] in OF_PLAYS and v["word"] == "VIOLATED"]
    assert {why_not_shown(system, ruleset.system.checks[v["name"]], v) for v in shown} <= {""}
    pytest.importorskip("wasmtime", reason="wasmtime is not installed")
    rules = client("rulebook", folder).Rulebook(folder / f"{name}.json")
    del found["seconds"]
    assert client("search", folder).search(rules, "tiny") == found


def test_memory_for_the_graph(built: Callable[..., Path]) -> None:
    """Where there is room for the states, and none for the steps between them, what must come is not known."""
    folder = built("t69_leads_to", "tiny", of=Project.load(TINY))
    found = with_memory(folder, "t69_leads_to", "tiny", range(20, 60))
    fitting = [one["verdicts"] for one in found if "refused" not in one]
    followed = [[(v["word"], "memory" in v["reason"]) for v in one if v["kind"] in OF_PLAYS] for one in fitting]
    assert {("UNKNOWN", True)} in map(set, followed)
    assert next(one for one in followed if set(one) != {("UNKNOWN", True)}) == followed[-1]
    assert "UNKNOWN" not in dict(followed[-1])


COUNTER = """
@state
class State:
    turn: Annotated[int, Range(0)]
    lit: bool


@book.action("2")
def go(s: State, who: Player) -> None:
    permit("2")
    s.turn += 1


@book.action("2")
def switch(s: State, who: Player) -> None:
    permit("2")
    s.lit = not s.lit


@checks.sometimes("2")
def fifth(s: State) -> bool:
    return s.turn == 5


@checks.sometimes("2")
def seventh(s: State) -> bool:
    return s.turn == 7


@checks.always("2", reached=fifth)
def not_below(s: State) -> bool:
    return s.turn >= 0


@checks.always("2", reached=seventh)
def nothing_of_the_seventh(s: State) -> bool:
    return s.turn >= 0


@checks.step("2", of=go)
def grows(before: State, after: State, who: Player) -> bool:
    return after.turn == before.turn + 1


@checks.always("2")
def is_a_lamp(s: State) -> bool:
    return s.lit in (True, False)


@checks.leads_to("2", fair=go)
def counts_on(s: State) -> tuple[bool, bool]:
    return s.turn == 5, s.turn >= 6
"""
BREAKS = """

@book.action("2")
def drop(s: State, who: Player) -> None:
    permit("2")
    s.turn = 1 // (s.turn - s.turn)
"""
"""A check that fails wherever it is taken."""


@pytest.mark.parametrize("breaks", [False, True])
def test_up_to_a_cap(built: Callable[..., Path], tmp_path: Path, *, breaks: bool) -> None:
    """With at most 6 turns there are 14 states, and two are left for a seventh turn. Where another branch ends as well
    it is no cap alone; the lamp hangs on neither."""
    name = "counter" + "_breaks" * breaks
    scope = "[sorts]\nPlayer = 1\nThing = 1\n\n[caps]\nturn = 6\n"
    project = Project.load(written(tmp_path, name, COUNTER + BREAKS * breaks, scope))
    folder = built(name, "tiny", of=project)
    [found] = in_node(folder, name, [("tiny", {})])
    assert said(found) == natively(project.ruleset(name), "tiny", {})
    words = {v["name"]: (v["word"], v["reason"]) for v in found["verdicts"]}
    within = "in all 14 rest states that plays come to with turn at most 6; from at most 2 of them plays are cut off"
    assert (
        words["not_below"]
        == words["grows"]
        == (("UNKNOWN", "a play breaks off") if breaks else ("HOLDS UP TO", within))
    )
    assert words["is_a_lamp"][0] == "HOLDS IN SCOPE"
    assert [words[name][0] for name in ("fifth", "seventh", "nothing_of_the_seventh", "counts_on")] == [
        "HOLDS IN SCOPE", "UNKNOWN", "UNKNOWN", "UNKNOWN",
    ]  # fmt: skip


def test_in_python(folder: Path) -> None:
    pytest.importorskip("wasmtime", reason="wasmtime is not installed")
    rules = client("rulebook", folder).Rulebook(folder / "daemons.json")
    found = client("search", folder).search(rules, "duel")
    assert said(found) == natively(bundled().ruleset("daemons"), "duel", {})


@pytest.mark.parametrize(
    ("name", "scope", "breaks"),
    [
        ("daemons", "duel", ["who_attacks_is_on_the_field", "who_attacks_is_a_daemon_of_the_active_player"]),
        pytest.param("megacorp", "market", ["open_markets_hold_what_is_in_them"], marks=pytest.mark.campaign),
    ],
)
def test_a_state_that_no_play_leads_to(built: Callable[..., Path], name: str, scope: str, breaks: list[str]) -> None:
    """One that attacks from a deck, and a card that was lost from its pile; states of plays break nothing."""
    folder = built(name, *(SCOPES[name] if scope in SCOPES[name] else [scope]))
    states = [one["state"] for one in walk(bundled().ruleset(name).transition_system(scope), 25, 4, sight=False)]
    if name == "daemons":
        spoilt = {**states[0], "attacker": next(iter(states[0]["zone"]))}
    else:
        state, who = next((one, p) for one in states for p, pile in one["market"].items() if pile)
        spoilt = {**state, "market": {**state["market"], who: state["market"][who][1:]}}
    said = breaches_in_node(folder, name, scope, [*states, spoilt])
    assert said == [[] for _ in states] + [breaks]
    pytest.importorskip("wasmtime", reason="wasmtime is not installed")
    rules, breaches = client("rulebook", folder).Rulebook(folder / f"{name}.json"), client("search", folder).breaches
    assert [breaches(rules, scope, one) for one in (*states[:5], spoilt)] == [[]] * 5 + [breaks]


def test_limits(folder: Path) -> None:
    """A bound that was reached is said, and nothing is claimed of all plays; too large a search says what it needs."""
    few, none = (in_node(folder, "daemons", [("duel", {})], limit)[0] for limit in (100, 100_000_000))
    assert few["stopped"] == "the limit of 100 states was reached"
    assert few["states"] == 100
    words: set[Any] = {v["word"] for v in few["verdicts"] if v["kind"] != "sometimes"}
    assert words <= {"UNKNOWN", "VIOLATED"}
    assert "MB" in none["refused"]


def test_beginnings_that_are_not_all_listed_are_said_to_be_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """One that breaks off stands before three others, of which a file lists two: a search would miss the last."""
    ruleset = Project.load(TINY).ruleset("t185_some_begin")
    system = ruleset.in_scope(ruleset.scope("tiny"), brief=True)
    *others, broken = system.initial()
    monkeypatch.setattr(system, "initial", lambda: iter([broken, *others, others[0]]))
    monkeypatch.setattr(description, "MOST_STARTS", 2)
    told = description._beginning(system, 2)
    assert told["whole"] is False
    assert {kind for kind, _ in told["ends"]} == {"broken"}
