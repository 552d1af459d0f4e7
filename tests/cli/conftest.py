"""The command as a fixture, and one that remembers its answers within a test."""

from pathlib import Path

import pytest

from tests.cli.command import Command


@pytest.fixture
def command(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Command:
    return Command(monkeypatch, capsys)


@pytest.fixture
def remembering(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which commands keep their answers: a test that asks in words and as JSON computes them once."""
    folder = tmp_path_factory.mktemp("answers")
    monkeypatch.setenv("RULESLAWYER_ANSWERS", str(folder))
    return folder
