"""What a user sees of a `leads_to` with fairness: what it assumes, the play, the way round, and that it replays."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from ruleslawyer.report.document import read_document
from tests.cli.command import Command, copied
from tests.cli.schemas import problems, undocumented

ENGINES = ("networkx", "native")
ROUND = ["initial()", "throw(who=Player0)", "fall(face=TAILS)"]


@pytest.mark.parametrize("engine", ENGINES)
def test_what_is_said(command: Command, engine: str) -> None:
    """Both engines say the same: tails for ever are fair to each face, as nothing falls from a hand."""
    answer = command("explore", "t140_fairness", "--engine", engine, "--json")
    assert not problems("explore", answer.json)
    found = {p["property"]: p for p in answer.json["properties"]}
    weak, strong, plain = found["weak"], found["strong"], found["plain"]
    assert (weak["verdict"], weak["play"], weak["back_to"]) == ("VIOLATED", ROUND, 0)
    assert (weak["fair"], weak["strongly_fair"]) == (["throw", "fall.each(face)"], [])
    assert weak["reason"] == "a play can go round for ever without it; fair: throw, fall.each(face)"
    assert (strong["verdict"], strong["play"], strong["back_to"]) == ("HOLDS IN SCOPE", None, None)
    assert (strong["fair"], strong["strongly_fair"]) == (["throw.each(who)"], ["fall.each(face)"])
    assert "fair" not in plain["reason"]
    assert (plain["play"], plain["back_to"]) == (["initial()", "wait(who=Player0)"], 0)
    assert not answer.json["unreplayed"]


@pytest.mark.parametrize("engine", ENGINES)
def test_the_way_round_is_shown(command: Command, engine: str) -> None:
    text = command("explore", "t140_fairness", "--engine", engine, "--trace", "weak").out
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    play = lines[lines.index("0  initial()") :]
    assert play[1] == "from here on it goes round:"
    assert play[2].startswith("1  throw(who=Player0)")
    assert play[4].startswith("2  fall(face=TAILS)")
    assert play[6] == "this is the state after step 0 again"
    assert play[7] == "the table then (* changed last):"


@pytest.mark.parametrize("name", ["round.json", "round.itf.json"])
def test_it_replays(command: Command, tmp_path: Path, name: str) -> None:
    """The play, saved in either form; it violates all that assume no more than it is fair to."""
    file = tmp_path / name
    assert command("explore", "t140_fairness", "--trace", "weak", "--save", str(file)).code == 1
    saved = json.loads(file.read_text(encoding="utf-8"))
    assert (saved.get("back_to"), saved.get("loop")) == ((0, None) if name == "round.json" else (None, 1))
    assert not problems("play" if name == "round.json" else "itf", saved)
    answer = command("play", str(file), "--json")
    assert not problems("replay", answer.json) + undocumented("replay", answer.json)
    assert (answer.code, answer.json["back_to"]) == (0, 0)
    assert answer.json["violates"] == ["plain", "fair_to_nothing", "weak", "strong_as_a_whole"]
    assert "violates weak by waiting for ever; fair: throw, fall.each(face)" in command("play", str(file)).out


def test_what_goes_nowhere_does_not_replay(command: Command, tmp_path: Path) -> None:
    file = tmp_path / "round.json"
    command("explore", "t140_fairness", "--trace", "weak", "--save", str(file))
    saved = json.loads(file.read_text(encoding="utf-8"))
    for back in (1, 2, -1):
        file.write_text(json.dumps({**saved, "back_to": back}), encoding="utf-8")
        answer = command("play", str(file))
        assert answer.code == 2
        assert "it does not go round" in answer.err
    stem = {**saved, "back_to": None}
    file.write_text(json.dumps(stem), encoding="utf-8")
    assert "the play could go on" in command("play", str(file)).err
    file.write_text(json.dumps({k: v for k, v in stem.items() if k != "violates"}), encoding="utf-8")
    answer = command("play", str(file), "--json")
    assert (answer.code, answer.json["violates"]) == (0, [])
    file.write_text(json.dumps({**saved, "back_to": "0"}), encoding="utf-8")
    assert command("play", str(file)).code == 2


def test_a_wrong_parameter_has_its_place(command: Command, tmp_path: Path) -> None:
    project = copied(tmp_path, "t140_fairness")
    model = project / "t140_fairness" / "model.py"
    text = model.read_text(encoding="utf-8")
    model.write_text(text.replace('throw.each("who")', 'throw.each("whom")'), encoding="utf-8")
    answer = command("explore", "t140_fairness", project=project)
    line = next(i for i, line in enumerate(text.splitlines(), 1) if 'throw.each("who")' in line)
    assert answer.code == 2
    assert f"model.py:{line}:39: RL515 the action `throw` has no parameter `whom`" in answer.err
    assert "did you mean `who`?" in answer.err


def test_the_report_shows_it(command: Command, tmp_path: Path) -> None:
    """What the verdict assumes, and where its play goes round."""
    project = copied(tmp_path / "project", "t140_fairness")
    out = tmp_path / "site"
    command("report", "t140_fairness", "--output", str(out), project=project)
    (found,) = read_document(out / "report.json.gz")["rulesets"]
    plays = {p["property"]: p["play"] for p in found["properties"]}
    assert (plays["weak"]["back_to"], plays["strong"]) == (0, None)
    fair = {c["property"]: (c["fair"], c["strongly_fair"]) for c in found["checks"]}
    assert fair["strong"] == (["throw.each(who)"], ["fall.each(face)"])
    pages = "".join(page.read_text(encoding="utf-8") for page in out.rglob("play-*.html"))
    assert "Here all is as it was after step 0" in re.sub("<[^>]*>", "", pages)
