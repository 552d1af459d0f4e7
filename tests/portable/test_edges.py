"""Small rulesets at the edges as files: two duties due at once, forced steps that go round, what a scope decides."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from ruleslawyer.api import Project
from tests.agree.written import written
from tests.bank import TINY
from tests.cli.test_first_state import FIRST
from tests.portable.searched import differences
from tests.portable.walks import client, compared, walk

STEPS = 12
Built = Callable[..., Path]


def test_an_open_order_is_told(built: Built) -> None:
    """In node and in Python as in the interpreter, step by step; that it is met was worked out by hand (tests/tiny)."""
    pytest.importorskip("wasmtime", reason="wasmtime is not installed")
    project = Project.load(TINY)
    ruleset = project.ruleset("t227_either_order")
    folder = built(ruleset.name, "tiny", of=project)
    plays = list(walk(ruleset.transition_system("tiny"), STEPS, seed=1))
    said = compared(folder, ruleset, "tiny", iter(plays))
    assert said["different"] == {}, said["first"]
    table = client("rulebook", folder).Rulebook(folder / f"{ruleset.name}.json").open("tiny")
    (one,) = {one["action"]["action"]: one for one in plays if "action" in one}.values()
    events = table.step(one["state"], one["action"])["events"]
    assert [(met["kind"], met["subject"], met["pair"]) for met in events] == [
        ("gap", "double before add", ["double", "add"])
    ]
    assert list(differences(folder, ruleset, [("tiny", {})])) == []


def test_a_forced_round_is_no_branch_of_which_nothing_is_known(built: Built) -> None:
    """The search of a file says of each property what `explore` does."""
    project = Project.load(TINY)
    ruleset = project.ruleset("t231_forced_round")
    assert list(differences(built(ruleset.name, "tiny", of=project), ruleset, [("tiny", {})])) == []


def test_what_the_scope_decides_is_not_offered(built: Built, tmp_path: Path) -> None:
    """Whose turn it is, the scope says, and nobody chooses; so a search has nothing more to begin with."""
    pytest.importorskip("wasmtime", reason="wasmtime is not installed")
    scope = '[sorts]\nPlayer = ["Ann", "Bob"]\nThing = 1\n\n[initial]\nturn = "Bob"\n'
    project = Project.load(written(tmp_path, "firsts", FIRST, scope))
    folder = built("firsts", "tiny", of=project)
    table = client("rulebook", folder).Rulebook(folder / "firsts.json").open("tiny")
    assert [one["args"] for one in table.initial()] == [
        {"first": "Bob", "deal": False}, {"first": "Bob", "deal": True},
    ]  # fmt: skip
    assert list(differences(folder, project.ruleset("firsts"), [("tiny", {})])) == []
