"""The benchmarks, each on little: that they still say what they measure."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from types import ModuleType

import pytest
from typer.testing import CliRunner

from benchmarks import decks, engine, lifted, memory, speed
from benchmarks.suite import compare, read_index, write_suite
from ruleslawyer.api import Project
from ruleslawyer.proof.lemmas import load_lemmas
from tests.agree.strategies import ROOT
from tests.bank import TINY


def test_growth_and_memory_are_measured() -> None:
    assert decks.searched(10, 200)["rate"] > 0
    whole, trees = (memory.searched("war", "10", 200, form) for form in memory.FORMS)
    assert whole["counts"] == trees["counts"]


@pytest.mark.parametrize(
    ("measured", "of"), [(engine, (ROOT, "daemons")), (lifted, (TINY, "t32_rebid"))], ids=["engine", "lifted"]
)
def test_searches_are_measured(measured: ModuleType, of: tuple[Path, str], capsys: pytest.CaptureFixture[str]) -> None:
    """One of them waits for the best code, of which a rulebook has much."""
    measured.main(*of, "tiny", searches=1)
    found = json.loads(capsys.readouterr().out)
    assert found["counts"][0] > 0 and len(found["one_cpu"]) == len(found["two_cpu"]) == 1


def test_rows_stand_beside_their_goals(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of one command of each kind: each row is measured as the first one is."""
    monkeypatch.setattr(speed, "ASKED", speed.ASKED[:1])
    monkeypatch.setattr(speed, "HELPED", speed.HELPED[:1])
    asked = CliRunner().invoke(speed.command(), ["help", "--repeat", "1"])
    rows = [line.split(" | ") for line in asked.stdout.splitlines() if line.startswith("| `")]
    assert len(rows) == 2
    assert all("s of a processor" in measured and "s of a processor" in goal for _, measured, goal in rows)


def test_a_row_that_is_none_is_named() -> None:
    asked = CliRunner().invoke(speed.command(), ["nothing"])
    assert asked.exit_code == 2


MEASURING = '''
import os, signal, sys
from pathlib import Path
signal.signal(signal.SIGINT, signal.default_int_handler)
from benchmarks.peers import run
measured = f"""
import os, signal
from pathlib import Path
Path({sys.argv[1]!r}).write_text(str(os.getpid()))
os.kill(os.getppid(), signal.SIGINT)
signal.pause()
"""
run([sys.executable, "-c", measured], Path(), 3600.0)
'''


def test_ctrl_c_ends_what_is_measured(tmp_path: Path) -> None:
    """The program that is measured sends it to who measures, and has a group of its own."""
    said = tmp_path / "said"
    ended = subprocess.run([sys.executable, "-c", MEASURING, str(said)], cwd=ROOT, stderr=subprocess.PIPE, timeout=120)
    assert ended.returncode == -signal.SIGINT, ended.stderr
    measured = int(said.read_text())
    for _ in range(600):
        if not Path(f"/proc/{measured}").exists():
            break
        time.sleep(0.1)
    else:
        os.kill(measured, signal.SIGKILL)
        raise AssertionError("what is measured goes on")


def test_questions_for_other_provers_are_written_and_answered(tmp_path: Path) -> None:
    """Of each property that is proved; our own instances are answered at once."""
    pytest.importorskip("cvc5")
    ruleset = Project.load(ROOT).ruleset("ccg")
    write_suite([ruleset], tmp_path, 60.0)
    entries = read_index(tmp_path)
    lemmas = load_lemmas(ROOT, "ccg")
    assert lemmas and {one.property for one in entries if one.status == "unsat"} == {*lemmas.properties}
    assert all((tmp_path / file).is_file() for one in entries for file in (one.file, one.instances) if file)
    first = next(line for line in compare(tmp_path, ["ccg"], 10.0) if "our instances" in line)
    assert first.startswith(f"| ccg | {len(entries)} proved: our instances | {len(entries)} / 0 / 0 | ")
