"""A project that one does not trust: reading it never runs it, not even at import."""

import sys
from pathlib import Path

import pytest

from ruleslawyer.base.diagnostics import ModelError
from ruleslawyer.front.lower import lower
from ruleslawyer.project.config import Project
from ruleslawyer.rulebook.scopes.load import load_scope

PRELUDE = (Path(__file__).parent / "errors" / "prelude.py").read_text(encoding="utf-8")
PYPROJECT = """
[tool.ruleslawyer.rulesets.harbour]
title = "Harbour"
modules = ["canary_model.rules"]
scopes = "scopes"
"""
SCOPE = """
[sorts]
Player = 2
Ship = 1
[attributes]
Ship = "open"
"""
TRAPS = {
    "a statement": 'open("TOUCHED", "w")\n',
    "a constant": 'TRAP = open("TOUCHED", "w")\n',
    "a default": 'def trap(s: State, x: int = open("TOUCHED", "w")) -> int:\n    return x\n',
    "an annotation": 'def trap(s: State, x: open("TOUCHED", "w")) -> int:\n    return 1\n',
    "a decorator": '@open("TOUCHED", "w")\ndef trap(s: State) -> int:\n    return 1\n',
    "a base": 'class Trap(open("TOUCHED", "w")):\n    pass\n',
    "a class": 'class Trap(Sort):\n    open("TOUCHED", "w")\n',
    "a branch": 'if open("TOUCHED", "w"):\n    pass\n',
    "an exception": 'raise SystemExit("run")\n',
}


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A sound project, in which the working folder would show what was written."""
    for folder in ("canary_model", "scopes"):
        (tmp_path / folder).mkdir()
    (tmp_path / "pyproject.toml").write_text(PYPROJECT, encoding="utf-8")
    (tmp_path / "scopes" / "tiny.toml").write_text(SCOPE, encoding="utf-8")
    (tmp_path / "canary_model" / "__init__.py").write_text('open("TOUCHED", "w")\n', encoding="utf-8")
    (tmp_path / "canary_model" / "rules.py").write_text(PRELUDE, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    return tmp_path


def untouched(root: Path) -> bool:
    return not (root / "TOUCHED").exists() and not any(name.startswith("canary_model") for name in sys.modules)


@pytest.mark.parametrize("trap", TRAPS.values(), ids=list(TRAPS))
def test_lowering_runs_nothing(trap: str, project: Path) -> None:
    (project / "canary_model" / "rules.py").write_text(PRELUDE + "\n\n" + trap, encoding="utf-8")
    loaded = Project.load(project)
    with pytest.raises(ModelError):
        lower(loaded.ruleset("harbour"), loaded.root)
    assert untouched(project)


def test_a_sound_model_is_not_run_either(project: Path) -> None:
    loaded = Project.load(project / "canary_model")
    config = loaded.ruleset("harbour")
    system = lower(config, loaded.root)
    assert load_scope(config.scopes / "tiny.toml", system).is_open
    assert untouched(project)
    assert not list(project.rglob("__pycache__"))
