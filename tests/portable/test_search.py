"""A search in a module finds what `explore` finds, and says where it stops."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from ruleslawyer.api import Project
from ruleslawyer.bridges.portable import description
from tests.bank import TINY
from tests.bundled import bundled
from tests.portable.searched import Asked, differences, in_node, natively, said
from tests.portable.test_equal import SCOPES
from tests.portable.walks import client

SEARCHED: Sequence[Asked] = [("reactions", {}), ("reactions", {"zero_is_across": "zero_is_enough"})]
"""One with the usual answers, and one with another; `duel` is held against it in Python."""
PLAYED = "the_first_turn_begins_with_one"
"""A property that a play shows."""


@pytest.fixture
def folder(built: Callable[..., Path]) -> Path:
    return built("daemons", *SCOPES["daemons"])


def test_scopes(folder: Path) -> None:
    assert list(differences(folder, bundled().ruleset("daemons"), SEARCHED)) == []


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


def test_in_python(folder: Path) -> None:
    pytest.importorskip("wasmtime", reason="wasmtime is not installed")
    rules = client("rulebook", folder).Rulebook(folder / "daemons.json")
    found = client("search", folder).search(rules, "duel")
    assert said(found) == natively(bundled().ruleset("daemons"), "duel", {})


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
    assert (told["whole"], told["breaks"]) == (False, True)
