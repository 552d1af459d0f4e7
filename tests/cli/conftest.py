"""The command as a fixture, and one that remembers its answers within a test."""

from pathlib import Path

import pytest

from tests.cli.command import Command


@pytest.fixture
def command(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Command:
    return Command(monkeypatch, capsys)


@pytest.fixture
def remembering(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What is asked twice in a test, in words and as data, is computed once; the folder of the answers."""
    folder = tmp_path_factory.mktemp("answers")
    monkeypatch.setenv("RULESLAWYER_ANSWERS", str(folder))
    return folder
