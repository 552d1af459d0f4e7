"""Running the command inside this process, and small projects to run it on."""

from __future__ import annotations

import json
import shutil
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from ruleslawyer.cli.forms import Form
from ruleslawyer.cli.main import main
from tests.bank import TINY


@dataclass(frozen=True)
class Answer:
    """The output of a command, and its exit code."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


def spelled(form: Form) -> list[str]:
    """The words of a question, with something filled in."""
    filled = {"RULESET": "x", "CLAUSE": "1", "ID": "001", "FILE": "f.json", "DIR": "d", "N": "1"}
    return [filled.get(word, word) for word in form.spelling.split()]


class Command:
    """The command as a test calls it."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self.monkeypatch, self.capsys = monkeypatch, capsys

    def __call__(self, *arguments: str, project: Path = TINY) -> Answer:
        self.monkeypatch.setattr(sys, "argv", ["ruleslawyer", "--project", str(project), *arguments])
        self.capsys.readouterr()
        code = 0
        try:
            main()
        except SystemExit as stop:
            code = stop.code if isinstance(stop.code, int) else 1 if stop.code else 0
        printed = self.capsys.readouterr()
        return Answer(code, printed.out, printed.err)


_ANSWERED: dict[tuple[object, ...], Any] = {}
"""The JSON that commands printed, by their words and the files of the project."""


def answered_once(command: Command, project: Path, *words: str) -> Any:
    """The JSON that a command prints about a project. It runs once in a process for the same words and equal files, as
    many tests begin with the same game."""
    texts = (p for p in project.rglob("*") if p.suffix in (".md", ".py", ".toml"))
    key = words, tuple(sorted((str(p.relative_to(project)), p.read_text("utf-8")) for p in texts))
    if key not in _ANSWERED:
        answer = command(*words, "--json", project=project)
        assert answer.code == 0, answer.err
        _ANSWERED[key] = answer.json
    return _ANSWERED[key]


def copied(folder: Path, name: str) -> Path:
    """A project of its own with one of the tiny rulesets, for a test to change."""
    shutil.copytree(TINY / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    text = f'[tool.ruleslawyer.rulesets.{name}]\ntitle = "A copy"\nmodules = ["{name}.model"]\n'
    text += f'spec = "{name}/spec"\nscopes = "{name}/scopes"\nfindings = "{name}/findings"\n'
    (folder / "pyproject.toml").write_text(text, encoding="utf-8")
    return folder
