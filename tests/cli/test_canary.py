"""`lint`, `spec`, `explore` and `prove` never execute a project's code; `check` and `play` do."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.command import copied

WATCHED = """
import sys
project = sys.argv[1]
def hook(event, arguments):
    if event == "exec" and arguments[0].co_filename.startswith(project):
        print("EXECUTED", arguments[0].co_filename)
sys.addaudithook(hook)
from ruleslawyer.cli.main import main
sys.argv = ["ruleslawyer", "--project", *sys.argv[1:]]
main()
"""


def executed(project: Path, *arguments: str) -> bool:
    command = (sys.executable, "-B", "-c", WATCHED, str(project), *arguments)
    ran = subprocess.run(command, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL)
    assert ran.returncode in (0, 1), ran.stderr
    return "EXECUTED" in ran.stdout


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
        ("spec", "coverage"),
        ("findings", "list"),
    ],
)
def test_reads_only(project: Path, arguments: tuple[str, ...]) -> None:
    assert not executed(project, *arguments)


@pytest.mark.parametrize("arguments", [("check", "--no-prove"), ("play", "t52_always"), ("lint", "--run")])
def test_executes(project: Path, arguments: tuple[str, ...]) -> None:
    """So that the canary would be heard."""
    assert executed(project, *arguments)
