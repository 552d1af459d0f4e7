"""`lint`, `spec`, `explore` and `prove` never execute a project's code; `check` and `play` do."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.command import copied
from tests.cli.forked import forked

WATCHED = """
import sys
def hook(event, arguments):
    if event == "exec" and arguments[0].co_filename.startswith({project!r}):
        print("EXECUTED", arguments[0].co_filename)
sys.addaudithook(hook)
"""


def executed(project: Path, *arguments: str) -> bool:
    ran = forked(project, *arguments, first=WATCHED.format(project=str(project)))
    assert ran.code in (0, 1), ran.err
    return "EXECUTED" in ran.out


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project that has an open scope too, so that something can be proved."""
    made = copied(tmp_path, "t52_always")
    scopes = made / "t52_always" / "scopes"
    (scopes / "open.toml").write_text((scopes / "tiny.toml").read_text(encoding="utf-8"), encoding="utf-8")
    return made


@pytest.mark.parametrize(
    "arguments",
    [
        ("lint",),
        ("explore", "t52_always", "--trace", "below_three"),
        ("explore", "t52_always", "--json"),
        ("prove", "t52_always", "--timeout", "5"),
        ("spec",),
        ("findings",),
    ],
)
def test_reads_only(project: Path, arguments: tuple[str, ...]) -> None:
    assert not executed(project, *arguments)


@pytest.mark.parametrize("arguments", [("check", "--no-prove"), ("play", "t52_always"), ("lint", "--run")])
def test_executes(project: Path, arguments: tuple[str, ...]) -> None:
    """So that the canary would be heard."""
    assert executed(project, *arguments)
