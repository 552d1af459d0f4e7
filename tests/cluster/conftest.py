"""A cluster that the tests share, and the command that asks it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.cli.command import Command
from tests.cluster.clusters import Started


@pytest.fixture(scope="package")
def started() -> Iterator[Started]:
    with Started() as cluster:
        yield cluster


@pytest.fixture
def command(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Command:
    return Command(monkeypatch, capsys)
