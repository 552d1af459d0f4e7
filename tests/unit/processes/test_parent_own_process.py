"""A command that is ended from outside ends as a shell says it, in a process of its own or not."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

APART = """
import os, signal
from ruleslawyer.base.processes.parent import go_apart
go_apart()
os.kill(os.getpid(), signal.{signal})
"""
IN_A_TEXT = """
import sys
from ruleslawyer import __main__ as command
def run():
    try:
        exec("raise KeyboardInterrupt")
    except KeyboardInterrupt:
        sys.exit(130)
command._run, sys.argv = run, ["ruleslawyer", "explore"]
command.main()
"""
"""Of such a `KeyboardInterrupt` Python takes notice as it ends."""


def ended(place: Path, text: str) -> tuple[int, str]:
    (place / "asked.py").write_text(text, encoding="utf-8")
    done = subprocess.run([sys.executable, "-m", "asked"], cwd=place, capture_output=True, text=True, check=False)
    return done.returncode, done.stderr


@pytest.mark.parametrize(("signal", "code"), [("SIGINT", 130), ("SIGTERM", 143)])
def test_somebody_ends_it_before_it_listens(tmp_path: Path, signal: str, code: int) -> None:
    text = APART.format(signal=signal)
    assert ended(tmp_path, f"import signal; signal.signal(signal.SIGINT, signal.SIG_DFL)\n{text}") == (code, "")


def test_a_solver_that_dies_is_told(tmp_path: Path) -> None:
    code, said = ended(tmp_path, APART.format(signal="SIGSEGV"))
    assert code == 2
    assert "the solver died" in said


def test_ctrl_c_while_a_text_is_run(tmp_path: Path) -> None:
    assert ended(tmp_path, IN_A_TEXT) == (130, "")
