"""A scope in which no game can begin is a mistake, and not one in which every promise is kept."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.command import Command, copied


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """The domain of the initial rule leaves out 3, which is all that the scope offers."""
    folder = copied(tmp_path, "t61_initial")
    scope = folder / "t61_initial/scopes/tiny.toml"
    scope.write_text(scope.read_text(encoding="utf-8").replace("[0, 3]", "[3, 3]"), encoding="utf-8")
    return folder


@pytest.mark.parametrize("verb", ["explore", "prove", "check"])
def test_is_a_mistake(command: Command, project: Path, verb: str) -> None:
    answer = command(verb, "t61_initial", "--scope", "tiny", project=project)
    said = " ".join(answer.err.split())
    assert answer.code == 2
    assert "t61_initial/scopes/tiny.toml: no initial state: `begin` has no choice that `not_three`" in said
    rule = (project / "t61_initial/model.py").read_text(encoding="utf-8").split("def not_three")[0].count("\n") + 1
    assert f"t61_initial/model.py:{rule}:1" in said
    assert answer.out == ""
