"""The benchmarks, each on little: that they still say what they measure."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner

from benchmarks import engine, same, speed
from benchmarks.__main__ import CASES, abouts, command
from benchmarks.proofs import compare, read_index, write_suite
from ruleslawyer.api import Project
from ruleslawyer.project.config import LANGUAGE
from ruleslawyer.proof.lemmas import load_lemmas
from tests.agree.strategies import ROOT
from tests.bank import TINY


def test_growth_and_memory_are_measured() -> None:
    assert engine.search_deck(10, 200)["rate"] > 0
    whole, trees = (engine.search_form("war", "10", 200, form) for form in engine.FORMS)
    assert whole["counts"] == trees["counts"]


@pytest.mark.parametrize(
    ("measured", "of"),
    [(engine.engine, (ROOT, "daemons")), (engine.lifted, (TINY, "t32_rebid"))],
    ids=["engine", "lifted"],
)
def test_searches_are_measured(
    measured: Callable[..., None], of: tuple[Path, str], capsys: pytest.CaptureFixture[str]
) -> None:
    """One of them waits for the best code, of which a rulebook has much."""
    measured(*of, "tiny", searches=1)
    found = json.loads(capsys.readouterr().out)
    assert found["counts"][0] > 0 and len(found["one_cpu"]) == len(found["two_cpu"]) == 1


def test_rows_stand_beside_their_goals(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of one command of each kind: each row is measured as the first one is."""
    monkeypatch.setattr(speed, "ASKED", speed.ASKED[:1])
    monkeypatch.setattr(speed, "HELPED", speed.HELPED[:1])
    asked = CliRunner().invoke(command("speed"), ["help", "--repeat", "1"])
    rows = [line.split(" | ") for line in asked.stdout.splitlines() if line.startswith("| `")]
    assert len(rows) == 2
    assert all("s of a processor" in measured and "s of a processor" in goal for _, measured, goal in rows)


def test_a_row_that_is_none_is_named() -> None:
    asked = CliRunner().invoke(command("speed"), ["nothing"])
    assert asked.exit_code == 2


def test_the_list_says_what_each_case_is() -> None:
    assert all(abouts().values())
    listed = subprocess.run([sys.executable, "-m", "benchmarks"], cwd=ROOT, capture_output=True, text=True, check=True)
    assert [line.split()[0] for line in listed.stdout.splitlines()] == [c for cases in CASES.values() for c in cases]


@pytest.mark.parametrize("case", [case for cases in CASES.values() for case in cases])
def test_each_case_has_a_command_line(case: str) -> None:
    """It loads, and its parameters are read; nothing is measured."""
    asked = CliRunner().invoke(command(case), ["--help"])
    assert asked.exit_code == 0, asked.output


def test_what_is_no_case_is_refused() -> None:
    asked = subprocess.run([sys.executable, "-m", "benchmarks", "sped"], cwd=ROOT, capture_output=True, text=True)
    assert asked.returncode == 1 and "sped is no case" in asked.stderr


MEASURING = '''
import os, signal, sys
from pathlib import Path
signal.signal(signal.SIGINT, signal.default_int_handler)
from benchmarks import run
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


def snapshot(folder: Path, change: str = "") -> Path:
    """A snapshot of two games, written by hand, in which one thing is otherwise."""
    more = {"key": {"seen": 3, "depth": 2}, "less": {}}.get(change, {"seen": 3})
    files: dict[str, object] = {
        "json/cards/explore.json": {
            "exit": 0,
            "out": {"states": 8 if change == "states" else 7, "events": [{"clause": "1.2"}, {"clause": "2.1"}]},
        },
        "json/cards/pairs.json": {"exit": 2 if change == "gone" else 0, "out": []},
        "json/cards/why.json": {"exit": 2, "out": []},
        "json/dice/explore.json": {"exit": 0, "out": {"states": True if change == "type" else 1} | more},
        "exports/cards/model.pml.json": ["byte x;"] + ["// why"] * (change == "line") + ["x = 1"],
        "pages/cards/site/index.html.json": ["Cards", "7 states"],
        "modules/modules/help, again.json": ["typer"] + ["z3"] * (change == "module"),
        "constants/constants/values.json": {"KEPT": ["2"] if change == "constant" else ["2", "3"]},
    }
    if change == "page":
        del files["pages/cards/site/index.html.json"]
    outputs = ["explore", "sing"] + ["pairs"] * (change != "gone")
    made = ["cards", "dice", "modules", "constants"][: 3 if change == "unmade" else 4]
    files["snapshot.json"] = {"commit": "0", "seed": 0, "outputs": outputs, "parts": [], "made": made}
    for name, value in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(json.dumps(value), encoding="utf-8")
    return folder


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ("states", "cards/explore: $.out.states: 7 → 8"),
        ("type", "dice/explore: $.out.states: 1 → true"),
        ("key", "dice/explore: $.out.depth: nothing → 2"),
        ("less", "dice/explore: $.out.seen: 3 → nothing"),
        ("gone", "gone: pairs"),
        ("line", 'cards/model.pml: $[1]: nothing → "// why"'),
        ("page", 'cards/site/index.html: $: ["Cards", "7 states"] → nothing'),
        ("module", 'modules/help, again: $[1]: nothing → "z3"'),
        ("constant", 'constants/values: $.KEPT[1]: "3" → nothing'),
        ("unmade", "not compared: constants"),
    ],
)
def test_snapshots_are_told_apart(change: str, told: str, tmp_path: Path) -> None:
    """Each by one line, which names the place; all else is equal."""
    before, after = snapshot(tmp_path / "a"), snapshot(tmp_path / "b", change)
    asked = CliRunner().invoke(command("same"), [str(before), str(after)])
    lines = [line.strip() for line in asked.stdout.splitlines()]
    assert asked.exit_code == 1 and lines[-1] == "not equal"
    assert told in lines
    as_data = json.loads(CliRunner().invoke(command("same"), [str(before), str(after), "--json"]).stdout)
    assert sum(len(kind["differ"]) for kind in as_data["kinds"].values()) == (told.count("→"))


def test_equal_snapshots_are_equal(tmp_path: Path) -> None:
    """What no command asks for is named all the same: nothing stays out of a snapshot unsaid."""
    asked = CliRunner().invoke(command("same"), [str(snapshot(tmp_path / "a")), str(snapshot(tmp_path / "b"))])
    assert (asked.exit_code, asked.stdout.splitlines()[-1]) == (0, "equal")
    assert "not covered: sing" in asked.stdout and "no answer: cards/why" in asked.stdout
    assert "json: 3 equal" in asked.stdout, "the command that was refused on both sides is none of them"


def test_of_nothing_nothing_is_said(tmp_path: Path) -> None:
    sides = [str(snapshot(tmp_path / name)) for name in "ab"]
    asked = CliRunner().invoke(command("same"), [*sides, "--only", "war"])
    assert asked.exit_code == 2 and "no part in common" in asked.stderr


def test_what_is_no_side_is_refused() -> None:
    asked = CliRunner().invoke(command("same"), ["no-such-commit", "."])
    assert asked.exit_code == 2 and "no-such-commit is no commit" in asked.stderr


def test_every_output_of_the_contract_is_asked_for() -> None:
    """By the table of docs/json.md."""
    assert same.outputs(ROOT) <= {case.schema for case in same.load_cases(long=True)[0]}


def test_what_is_ended_from_outside_answers_nothing(tmp_path: Path) -> None:
    """Nobody's answer is kept in place of the command's."""
    with pytest.raises(RuntimeError, match="signal 15"):
        same.Commands(ROOT, 0).run(["-c", "import os; os.kill(os.getpid(), 15)"], tmp_path)


def test_a_snapshot_is_made_of_the_working_tree(tmp_path: Path) -> None:
    """Of its constants alone, which need no command; what is kept is not made again."""
    for known in (False, True):
        asked = CliRunner().invoke(command("same"), [".", "--keep", str(tmp_path), "--only", "constants"])
        assert asked.exit_code == 0 and ("constants: made" in asked.stderr) is not known
    (folder,) = tmp_path.iterdir()
    values = json.loads((folder / "constants" / "constants" / "values.json").read_text("utf-8"))
    assert values["LANGUAGE"] == [repr(LANGUAGE)]


def test_seconds_are_no_difference() -> None:
    """Of JSON by the key, of a text by the unit."""
    assert same.data('[{"seconds": 1.5, "runs": [{"seconds": 2, "states": 7}]}]') == [{"runs": [{"states": 7}]}]
    assert same.data("tiny, native, 0.6 s\n7 states") == ["tiny, native, … s", "7 states"]


def test_constants_are_what_is_written_in_capitals() -> None:
    source = "A = 1\nB: int = -2\nC = frozenset({'x'})\nD = other\ne = 3\nF: int\ndef f():\n    G = 1\n"
    assert [*same.constants(source)] == [("A", "1"), ("B", "-2"), ("C", "frozenset({'x'})")]
