"""The rules as a program: they are read without a mistake, and do at the table what the book says."""

from pathlib import Path

import pytest

from ruleslawyer.api import Project

RULESET = Project.load(Path(__file__).parents[1]).ruleset("mygame")


@pytest.mark.parametrize("scenario", RULESET.scenarios(), ids=lambda found: found.scenario.name)
def test_scenario(scenario):
    assert scenario.passed, scenario.json()


def test_a_game():
    engine = RULESET.engine(scope="tiny")
    state = next(s for s in engine.initial() if engine.awaits(s) == ["Ann"])
    for stones in (2, 1, 2, 1):
        (who,) = engine.awaits(state)
        state = engine.step(state, {"action": "take", "args": {"who": who, "stones": stones}})
    assert engine.awaits(state) == ["Ann"] and not engine.ended(state)
    assert engine.legal(state) == [{"action": "pass_", "args": {"who": "Ann"}}]
