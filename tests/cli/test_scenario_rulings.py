"""Rulings in scenarios, and for a program that is held against the reference: as `--ruling` has them elsewhere."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from tests.cli.command import Command

RULED = """
ruleset = "t140_gap_ruled"
scope = "tiny"

[[scenario]]
name = "where nothing answers, what is ruled"
rulings = { "stride?" = "jump" }
when = [{ action = "move", who = "Player0" }]
[scenario.given]
count = 2
[scenario.then]
count = 4

[[scenario]]
name = "where a clause answers, that"
rulings = { "stride:gap" = "jump" }
when = [{ action = "move", who = "Player0" }]
[scenario.then]
count = 1

[[scenario]]
name = "where answers differ, they still do"
readings = [{ stride = "then_two" }]
rulings = { "stride?" = "jump" }
when = [{ action = "move", who = "Player0" }]
[scenario.given]
count = 1
[scenario.then]
count = 3
contradiction = ["3", "4"]

[[scenario]]
name = "the whole question"
rulings = { stride = "jump" }
when = [{ action = "move", who = "Player0" }]
[scenario.then]
count = 2
"""


def test_rulings_in_scenarios(command: Command, tmp_path: Path) -> None:
    """By hand, as in the tiny ruleset: at 0 clause 2 answers one, at 1 clauses 3 and 4 differ, at 2 nothing answers."""
    file = tmp_path / "ruled.toml"
    file.write_text(RULED, encoding="utf-8")
    answer = command("scenario", str(file), "--json")
    assert [(s["passed"], s["runs"][0]["rulings"]) for s in answer.json] == [
        (True, ["stride?"]), (True, ["stride?"]), (True, ["stride?"]), (True, ["stride"]),
    ]  # fmt: skip
    assert answer.code == 0


@pytest.mark.parametrize(
    ("rulings", "said"),
    [
        ('{ "stride?" = "at_first" }', "it is silent too"),
        ('{ "strid?" = "jump" }', "did you mean `stride`?"),
        ("{ stride = 2 }", "the name of an option"),
        ('{ "stride?" = "jump", stride = "jump" }', "ruled twice"),
    ],
)
def test_mistakes(command: Command, tmp_path: Path, rulings: str, said: str) -> None:
    file = tmp_path / "ruled.toml"
    file.write_text(RULED.replace('{ "stride?" = "jump" }', rulings, 1), encoding="utf-8")
    answer = command("scenario", str(file))
    assert (answer.code, answer.out) == (2, "")
    assert said in answer.err and "ruled.toml:7" in answer.err


def test_a_play_under_a_ruling_becomes_a_scenario(command: Command, tmp_path: Path) -> None:
    play, file = tmp_path / "play.json", tmp_path / "five.toml"
    chosen = ("--reading", "stride=then_two", "--ruling", "stride:gap=jump")
    command("explore", "t140_gap_ruled", *chosen, "--trace", "not_five", "--save", str(play))
    assert command("scenario", "--new", str(play), "--name", "five", "--output", str(file)).code == 0
    assert 'rulings = { "stride?" = "jump" }' in file.read_text("utf-8")
    assert command("scenario", str(file)).code == 0


HELLO = """
import json, sys
for line in sys.stdin:
    request = json.loads(line)
    open(sys.argv[1], "w").write(line)
    print(json.dumps({"error": "not played"}), flush=True)
"""


def test_a_program_is_told_what_is_ruled(command: Command, tmp_path: Path) -> None:
    program, heard = tmp_path / "program.py", tmp_path / "heard.json"
    program.write_text(HELLO, encoding="utf-8")
    exec_ = f"{sys.executable} {program} {heard}"
    command("conform", "t140_gap_ruled", "--exec", exec_, "--ruling", "stride:gap=jump", "--steps", "5")
    told = json.loads(heard.read_text("utf-8"))
    assert told["rulings"] == ["stride?"]
    assert told["reading"] == {"stride": "one_more", "stride?": "jump"}
