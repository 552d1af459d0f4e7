"""Turns and games that end, by ranking functions that cvc5 accepts; and plays that go round, which replay."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ruleslawyer.api import Project
from ruleslawyer.checking.termination import EndingResult
from ruleslawyer.diagnostics import UsageError
from ruleslawyer.engines.smt.smtlib import Unreadable
from ruleslawyer.engines.smt.stated import restated
from ruleslawyer.ground.instances import Ground
from ruleslawyer.ground.nodes import number
from tests.cli.command import TINY

COUNTERS = Path(__file__).parents[1] / "projects" / "counters"


def endings(name: str, scope: str | None = None, folder: Path | None = None, project: Path = COUNTERS
            ) -> dict[str, EndingResult]:  # fmt: skip
    found = Project.load(project).ruleset(name).terminates(scope, timeout=60.0, certificates=folder)
    return {one.ending: one for one in found}


def test_euclids_subtraction_ends(tmp_path: Path) -> None:
    """For any two numbers: their sum falls, and both stay positive."""
    game = endings("euclid", "open", tmp_path)["every game ends"]
    assert (game.word, game.ranking, game.idle) == ("CERTIFICATE", (("a + b", ("subtract",)),), ())
    (certificate,) = Project.load(COUNTERS).certify(tmp_path)
    assert (certificate.property, certificate.accepted) == ("every game ends", True)


def test_the_towers_come_to_rest(tmp_path: Path) -> None:
    """A tower weighs as many moves as it takes: 1, 3, and 7, which is 2 to the power of n, less one."""
    game = endings("towers", "tiny", tmp_path)["every game ends"]
    assert game.word == "CERTIFICATE"
    assert game.ranking == (("2 * work[middle] + 6 * work[large] + the sum of work", ("split",)),)
    (certificate,) = Project.load(COUNTERS).certify(tmp_path)
    assert certificate.accepted


@pytest.mark.parametrize(
    ("name", "scope", "actions"), [("euclid_swaps", "open", 2), ("towers_put_back", "tiny", 2), ("ring", "open", 3)]
)
def test_a_broken_version_goes_round(name: str, scope: str, actions: int) -> None:
    """Two numbers change places twice, work is split and put back, a token goes once round three players."""
    game = endings(name, scope)["every game ends"]
    assert game.word == "LASSO"
    assert game.lasso is not None and game.lasso.scope == "tiny"
    states = [game.lasso.trace.start.after, *(step.after for step in game.lasso.trace.steps)]
    assert states[-1] == states[game.lasso.back]
    assert len(states) - 1 - game.lasso.back == actions


def test_a_turn_that_ends_in_a_game_that_does_not() -> None:
    """Turns go round the table: each of them is one action and the duty that ends it."""
    found = endings("t58_turns", "tiny", project=TINY)
    assert [found[name].word for name in ("every turn ends", "every game ends")] == ["CERTIFICATE", "LASSO"]


def test_idle_actions_are_set_aside_and_said(tmp_path: Path) -> None:
    """Entering the room that one is in changes nothing, and keeps a game for ever; nothing else does."""
    game = endings("t55_possible", "tiny", tmp_path, TINY)["every game ends"]
    assert (game.word, game.idle) == ("LASSO", ("enter",))
    assert game.ranking
    (certificate,) = Project.load(TINY).certify(tmp_path)
    assert (certificate.property, certificate.accepted) == ("every game ends, idle actions aside", True)


def test_a_ranking_function_that_was_changed_is_refused(tmp_path: Path) -> None:
    endings("euclid", "open", tmp_path)
    path = tmp_path / "every+20+game+20+ends" / "certificate.json"
    data = json.loads(path.read_text("utf-8"))
    data["stated"]["terms"] = ["(+ |a| (* 2 |b|))"]
    path.write_text(json.dumps(data), "utf-8")
    with pytest.raises(UsageError, match="certificate"):
        Project.load(COUNTERS).certify(tmp_path)


def test_what_does_not_fall_is_no_ranking_function(tmp_path: Path) -> None:
    """Its goal asks of every step whether it falls; of a turn there has to be an end."""
    ruleset = Project.load(COUNTERS).ruleset("euclid")
    ground = Ground(ruleset.system, ruleset.scope("tiny"))
    goal = restated(ground, "every game ends", [number(1)])
    assert [bad.step for bad in goal.bads] == [0]
    with pytest.raises(Unreadable, match="no duty ends a turn"):
        restated(ground, "every turn ends", [number(1)])
