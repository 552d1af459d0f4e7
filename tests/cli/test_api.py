"""The Python API: an engine to play against, JSON both ways, several projects in one process."""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path

import pytest

from ruleslawyer.api import Engine, Project
from ruleslawyer.base.diagnostics import CodecError, UsageError
from ruleslawyer.cli.calls import parse_call
from tests.bank import TINY
from tests.cli.command import copied

FERRY = Path(__file__).parents[1] / "projects" / "ferry"


def engine(name: str, *, direct: bool = True) -> Engine:
    return Project.load(TINY).ruleset(name).engine("tiny", direct=direct)


@pytest.mark.parametrize("direct", [True, False])
@pytest.mark.parametrize("name", ["t27_frame", "t29_joint", "t33_chance", "t47_pile", "t49_member", "t57_passes"])
def test_a_play_through_json(name: str, direct: bool) -> None:
    """Every state and action survives being written and read."""
    found = engine(name, direct=direct)
    state = found.initial()[0]
    for _ in range(5):
        assert json.loads(json.dumps(state)) == state
        actions = found.legal(state)
        if not actions:
            break
        action = json.loads(json.dumps(actions[-1]))
        assert found.explain(state, action)["allowed"]
        state = found.step(state, action)


def test_an_illegal_step_says_why() -> None:
    found = engine("t02_forbid")
    state = found.initial()[0]
    legal = found.legal(state)
    refused = [j.instance for j in found.system.candidates(found.codec.parse_state(state)) if not j.is_allowed]
    action = found.codec.instance(refused[0])
    assert action not in legal
    assert found.explain(state, action)["verdict"] == "illegal"
    with pytest.raises(UsageError, match="forbidden by"):
        found.step(state, action)


def test_values_that_do_not_fit() -> None:
    found = engine("t57_passes")
    state = found.initial()[0]
    with pytest.raises(CodecError, match="state"):
        found.legal({"count": 1})
    with pytest.raises(CodecError, match="expected one of Player0"):
        found.step(state, {"action": "strike", "args": {"who": "Nobody"}})
    with pytest.raises(CodecError):
        found.explain(state, {"action": "strike"})


def test_two_projects_do_not_disturb_each_other(tmp_path: Path) -> None:
    """The same modules' names, another content; nothing stays in `sys.modules`."""
    project = copied(tmp_path, "t20_answers_differ")
    model = project / "t20_answers_differ" / "model.py"
    model.write_text(model.read_text(encoding="utf-8").replace("return 2 if", "return 1 if"), encoding="utf-8")
    name = "t20_answers_differ"
    one = Project.load(TINY).ruleset(name).engine(reading={"stride": "two"})
    other = Project.load(project).ruleset(name).engine(reading={"stride": "two"})
    start = one.initial()[0]
    (move,) = one.legal(start)
    for _ in range(2):
        assert (one.step(start, move)["count"], other.step(start, move)["count"]) == (2, 1)
    assert not any(module.startswith(name) for module in sys.modules)


def test_facade() -> None:
    project = Project.load(TINY / "t57_passes")
    assert "t57_passes" in project.rulesets
    found = project.ruleset("t57_passes")
    assert found.scopes() == ("tiny",)
    assert found.system is found.system
    assert found.register is None
    assert found.findings() == ()
    assert found.check().as_expected
    with pytest.raises(UsageError, match="no scope"):
        found.scope("small")


def test_scenarios_and_ledger(tmp_path: Path) -> None:
    """Those of files that are named, for a ruleset whose project has none of its own."""
    file = tmp_path / "one.toml"
    text = 'scope = "tiny"\n[[scenario]]\nname = "the heavy cart"\ngiven = { turn = "Ann" }\n'
    text += 'when = [{ action = "cross", who = "Ann", cart = "iron" }]\n[scenario.then]\nrefused_by = "2.2"\n'
    file.write_text(text, encoding="utf-8")
    ferry = Project.load(FERRY).ruleset("ferry")
    assert ferry.scenarios() == ()
    (found,) = ferry.scenarios(file)
    assert (found.ruleset, found.scenario.name, found.refused_by) == ("ferry", "the heavy cart", ("2.2",))
    assert "closed world" in {entry["kind"] for entry in ferry.ledger()}


@pytest.mark.parametrize("text", ["cross(who=Ann, cart=old iron)", "cross(who='Ann', cart=\"old iron\")"])
def test_names_with_spaces(tmp_path: Path, text: str) -> None:
    shutil.copytree(FERRY, tmp_path / "ferry", ignore=shutil.ignore_patterns("__pycache__", "build"))
    scope = tmp_path / "ferry" / "checks" / "ferry" / "scopes" / "tiny.toml"
    carts = scope.read_text("utf-8").replace('"iron"', '"old", "old iron"')
    carts = carts.replace('["Bob", "Ann"]', '["Bob", "Ann", "Ann"]').replace("[false, true]", "[false, false, true]")
    scope.write_text(carts, "utf-8")
    engine = Project.load(tmp_path / "ferry").ruleset("ferry").engine("tiny", direct=False)
    found = parse_call(text, engine.codec)
    assert engine.codec.instance(found)["args"] == {"who": "Ann", "cart": "old iron"}
    assert engine.codec.call(parse_call("cross(cart=old, who=Bob)", engine.codec)) == "cross(who=Bob, cart=old)"
