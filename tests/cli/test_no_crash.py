"""What once ended in a traceback: a closed output, a game without beginning or steps, nobody to play."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.agree.written import counter, written
from tests.cli.command import Command

UNSET = """
class Phase(Enum):
    FIRST = "first"
    LAST = "last"


@state
class State:
    phase: Phase


checks = Checks(book)


@checks.always("1")
def first(s: State) -> bool:
    return s.phase == Phase.FIRST
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    return written(tmp_path / "project", "counter", counter(permit="s.count < 3"))


@pytest.mark.parametrize("arguments", [("--help",), ("--version",), ("explore", "counter"), ("lint", "--json")])
def test_nobody_reads(project: Path, arguments: tuple[str, ...]) -> None:
    """As `| head -1` ends other tools: 128 and the number of SIGPIPE, without a word."""
    reader, writer = os.pipe()
    os.close(reader)
    command = [sys.executable, "-m", "ruleslawyer", *arguments]
    found = subprocess.run(command, stdout=writer, stderr=subprocess.PIPE, cwd=project, check=False)
    os.close(writer)
    assert (found.returncode, found.stderr) == (141, b"")


def test_no_output_at_all(project: Path) -> None:
    command = f"{sys.executable} -m ruleslawyer explore counter >&-"
    found = subprocess.run(["sh", "-c", command], stderr=subprocess.PIPE, cwd=project, check=False)
    assert found.returncode == 2
    assert found.stderr.startswith(b"error: standard output is closed")


@pytest.mark.parametrize("question", [(), ("--ends",)], ids=["prove", "ends"])
def test_no_initial_state_survives(command: Command, tmp_path: Path, question: tuple[str, ...]) -> None:
    """A beginner's first mistake: a field of an enum that the initial rule leaves unwritten."""
    folder = written(tmp_path / "project", "unset", UNSET)
    model = folder / "unset" / "model.py"
    model.write_text(model.read_text("utf-8").replace("from typing", "from enum import Enum\nfrom typing", 1), "utf-8")
    answer = command("prove", *question, "unset", "--scope", "tiny", "--timeout", "3", project=folder)
    assert (answer.code, answer.out, answer.err.count("error:")) == (2, "", 1)
    told = " ".join(answer.err.split())
    assert "no initial state" in told and "the initial rule leaves it unwritten" in told


@pytest.mark.parametrize("question", [(), ("--ends",)], ids=["prove", "ends"])
def test_no_step_at_all(command: Command, tmp_path: Path, question: tuple[str, ...]) -> None:
    text = "@state\nclass State:\n    count: int\n"
    folder = written(tmp_path, "still", text)
    answer = command("prove", *question, "still", "--scope", "tiny", "--timeout", "3", project=folder)
    assert "internal error" not in answer.err and answer.code in (0, 1)


@pytest.mark.parametrize("nobody", ["Player = 0", "Player = []"])
@pytest.mark.parametrize("engine", ["networkx", "native"])
def test_nobody_to_play(command: Command, tmp_path: Path, nobody: str, engine: str) -> None:
    folder = written(tmp_path / "project", "counter", counter(), f"[sorts]\n{nobody}\nThing = 1\n")
    answer = command("explore", "counter", "--engine", engine, project=folder)
    assert answer.code == 2 and "there is nobody to play" in answer.err


def test_every_line_names_what_it_is_said_under(command: Command, tmp_path: Path) -> None:
    """A ruling makes what is violated by default hold: it stands in the line of the verdict, as in JSON."""
    text = (
        counter(permit="s.count < limit(s)")
        + """

@book.question("7")
def limit(s: State) -> int:
    \"\"\"How far one counts.\"\"\"
    ask()


@limit.answer("7", default=True)
def far(s: State) -> int | Silent:
    return 7


@limit.answer("8")
def near(s: State) -> int | Silent:
    return 4
"""
    )
    folder = written(tmp_path / "project", "counter", text)
    several = "any number of Player, Thing"
    for verb, wanted, of_what in (
        ("explore", "HOLDS IN SCOPE", "with Player 1, Thing 1"),
        ("prove", "PROVED", several),
    ):
        for option, words in (("--ruling", "ruled limit=near"), ("--reading", "read as limit=near")):
            chosen = ("counter", "--scope", "tiny", option, "limit=near")
            rows = command(verb, *chosen, project=folder).out.split("below_five")[1]
            assert words in " ".join(rows.split()) and of_what in " ".join(rows.split())
            found = command(verb, *chosen, "--json", project=folder).json
            (row,) = [r for r in found.get("properties", found.get("results")) if r["property"] == "below_five"]
            assert row["verdict"].startswith(wanted) and words in row["under"]
    plain = command("explore", "counter", "--reading", "limit=far", project=folder)
    assert "read as" not in plain.out, "a default is not named"
