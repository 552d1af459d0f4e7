"""What is known where a cap of the scope cuts plays off: HOLDS UP TO it, as a word, an exit code and JSON of its own.

A counter from 0 grows by 1 for ever, and a lamp is switched beside it: with a cap of 6 there are 7 · 2 = 14 states, and
from the two with 6 the next step is cut off.
"""

from __future__ import annotations

from pathlib import Path
from shutil import rmtree
from typing import Any

import pytest

from tests.cli.command import Answer, Command
from tests.cli.schemas import problems, undocumented

MODEL = '''
"""A counter without end, and a lamp."""

from typing import Annotated

from ruleslawyer.lang import Checks, Range, Ruleset, Sort, effect, permit, state

game = Ruleset("turns")
game.closed_world(assumed="nothing else")


class Player(Sort):
    """Players."""


@state
class State:
    turn: Annotated[int, Range(0)]
    lit: bool


@game.initial("1")
def begin(s: State) -> None:
    with effect("1"):
        s.turn = 0


@game.action("1")
def go(s: State, who: Player) -> None:
    permit("1", may_go=True)
    with effect("1"):
        s.turn += 1


@game.action("1")
def switch(s: State, who: Player) -> None:
    permit("1", may_switch=True)
    with effect("1"):
        s.lit = not s.lit


checks = Checks(game)


@checks.sometimes("1")
def third(s: State) -> bool:
    return s.turn == 3
'''
KEPT = """

@checks.always("1", reached=third)
def not_below(s: State) -> bool:
    return s.turn >= 0


@checks.step("1", of=go)
def grows(before: State, after: State, who: Player) -> bool:
    return after.turn == before.turn + 1
"""
OTHERS = """

@checks.sometimes("1")
def seventh(s: State) -> bool:
    return s.turn == 7


@checks.always("1", reached=seventh)
def nothing_of_the_seventh(s: State) -> bool:
    return s.turn >= 0


@checks.always("1")
def below_five(s: State) -> bool:
    return s.turn < 5


@checks.leads_to("1")
def counts_on(s: State) -> tuple[bool, bool]:
    return s.turn == 5, s.turn >= 6 or s.lit


@checks.eventually("1", fair=go)
def comes_to_three(s: State) -> bool:
    return s.turn == 3


@checks.possible("1")
def may_come_to_seven(s: State) -> bool:
    return s.turn == 7


@checks.always("1")
def in_the_light(s: State) -> bool:
    return s.lit in (True, False)
"""
COMES = """

@checks.eventually("1")
def begins_with_nothing(s: State) -> bool:
    return s.turn == 0


@checks.eventually("1")
def comes_to_six(s: State, who: Player) -> bool:
    return s.turn == 6


@checks.eventually("1")
def comes_to_seven(s: State, who: Player) -> bool:
    return s.turn == 7


@checks.leads_to("1")
def goes_on_from_two(s: State) -> tuple[bool, bool]:
    return s.turn == 2, s.turn == 3
"""
COMING = "begins_with_nothing", "comes_to_six", "comes_to_seven"
BELOW = """

@checks.always("1")
def below_seven(s: State) -> bool:
    return s.turn < 7
"""
SCOPE = 'title = "Six"\n\n[sorts]\nPlayer = 1\n\n[caps]\nturn = 6\n'
DECLARED = '[six.not_below]\nverdict = "HOLDS UP TO"\nreason = "it grows"\n'


@pytest.fixture
def project(tmp_path: Path) -> Path:
    files = {
        "pyproject.toml": '[tool.ruleslawyer]\nlanguage = "0.2"\n[tool.ruleslawyer.rulesets.turns]\ntitle = "Turns"\n'
        'modules = ["model.turns"]\n',
        "model/turns.py": MODEL.lstrip() + KEPT,
        "checks/turns/scopes/six.toml": SCOPE,
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def said(answer: Answer) -> dict[str, Any]:
    assert not problems("explore", answer.json) + undocumented("explore", answer.json)
    return {p["property"]: (p["verdict"], p["up_to"]) for p in answer.json["properties"]}


@pytest.mark.parametrize("engine", ["networkx", "native"])
def test_a_word_and_an_exit_code_of_its_own(command: Command, project: Path, engine: str) -> None:
    answer = command("explore", "turns", "--engine", engine, "--json", project=project)
    capped = ("HOLDS UP TO", {"turn": 6})
    assert said(answer) == {"third": ("HOLDS IN SCOPE", {}), "not_below": capped, "grows": capped}
    assert answer.code == 3
    text = command("explore", "turns", "--engine", engine, project=project)
    assert text.code == 3
    assert "HOLDS UP TO turn 6   not_below [1]" in text.out
    assert "in all 14 rest states that plays come to with turn at most 6" in " ".join(text.out.split())
    assert "from at most 2 of them plays are cut off" in " ".join(text.out.split())


@pytest.mark.parametrize("engine", ["networkx", "native"])
def test_only_what_is_safe_and_met_holds_up_to_it(command: Command, project: Path, engine: str) -> None:
    """What may come behind the cap stays open; a play that violates something within it does so, and what the cap
    cannot touch holds. So does what every play comes to before it."""
    model = project / "model" / "turns.py"
    model.write_text(model.read_text("utf-8") + OTHERS, encoding="utf-8")
    answer = command("explore", "turns", "--engine", engine, "--json", project=project)
    assert {name: word for name, (word, _) in said(answer).items()} == {
        "third": "HOLDS IN SCOPE", "not_below": "HOLDS UP TO", "grows": "HOLDS UP TO", "seventh": "UNKNOWN",
        "nothing_of_the_seventh": "UNKNOWN", "below_five": "VIOLATED", "counts_on": "UNKNOWN",
        "comes_to_three": "HOLDS IN SCOPE", "may_come_to_seven": "UNKNOWN", "in_the_light": "HOLDS IN SCOPE",
    }  # fmt: skip
    assert answer.code == 1


@pytest.mark.parametrize("more", [(), ("--symmetry",)])
def test_states_that_are_cut_off_are_states_and_not_orbits(
    command: Command, project: Path, more: tuple[str, ...]
) -> None:
    """Who of three went last is kept: 2 states with 0 steps, 6 · 3 · 2 with more, and 6 of these are cut off."""
    model, scope = project / "model" / "turns.py", project / "checks" / "turns" / "scopes" / "six.toml"
    kept = MODEL.lstrip().replace("    lit: bool\n", "    lit: bool\n    last: Player | None\n")
    model.write_text(kept.replace("s.turn += 1", "s.turn += 1\n        s.last = who") + KEPT, encoding="utf-8")
    three = 'title = "Six"\ninterchangeable = ["Player"]\n\n[sorts]\nPlayer = 3\n\n[caps]\nturn = 6\n'
    scope.write_text(three, encoding="utf-8")
    text = " ".join(command("explore", "turns", *more, project=project).out.split())
    assert "in all 38 rest states" in text and "from at most 6 of them plays are cut off" in text


@pytest.mark.parametrize("engine", ["networkx", "native"])
def test_nothing_holds_up_to_a_cap_where_plays_break_off_elsewhere(
    command: Command, project: Path, engine: str
) -> None:
    """In the light nothing is known of what comes after 2."""
    model = project / "model" / "turns.py"
    grown = "s.turn += 1 // (0 if s.lit and s.turn == 2 else 1)"
    model.write_text(model.read_text("utf-8").replace("s.turn += 1", grown), encoding="utf-8")
    answer = command("explore", "turns", "--engine", engine, "--json", project=project)
    assert said(answer) == {"third": ("HOLDS IN SCOPE", {}), "not_below": ("UNKNOWN", {}), "grows": ("UNKNOWN", {})}
    assert {event["kind"] for event in answer.json["other_events"]} == {"cap", "broken"}


@pytest.mark.parametrize("more", [("--engine", "networkx"), ("--engine", "native"), ("--disk", "search")])
def test_what_every_play_comes_to_before_the_cap_comes(
    command: Command, project: Path, more: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody switches the lamp: each play counts up to six, whatever lies behind. A `leads_to` is asked of that, too;
    and where a beginning lies beyond the cap, nothing is known of what comes from there."""
    monkeypatch.chdir(tmp_path)
    text = MODEL.lstrip()
    lamp = text[text.index('@game.action("1")\ndef switch') : text.index("checks = ")]
    model, text = project / "model" / "turns.py", text.replace(lamp, "") + COMES
    model.write_text(text, encoding="utf-8")
    expected = {
        "third": "HOLDS IN SCOPE", "begins_with_nothing": "HOLDS IN SCOPE", "comes_to_six": "HOLDS IN SCOPE",
        "comes_to_seven": "UNKNOWN", "goes_on_from_two": "UNKNOWN",
    }  # fmt: skip
    answer = command("explore", "turns", *more, "--json", project=project)
    assert {name: word for name, (word, _) in said(answer).items()} == expected
    reasons = {one["property"]: one["reason"] for one in answer.json["properties"]}
    assert reasons["comes_to_seven"].startswith("plays end early: cap of turn")
    rows = command("explore", "turns", "--readings", "--scope", "six", "--json", project=project).json["readings"]
    assert [row["verdicts"] for row in rows] == [expected]
    begun = text.replace("begin(s: State)", "begin(s: State, late: bool)").replace(
        "s.turn = 0", "s.turn = 9 if late else 0"
    )
    model.write_text(begun, encoding="utf-8")
    rmtree("search", ignore_errors=True)
    late = said(command("explore", "turns", *more, "--json", project=project))
    assert {late[name][0] for name in COMING} == {"UNKNOWN"}


def test_check_may_expect_it(command: Command, project: Path) -> None:
    """Who expects it knows of the cap; undeclared, it is all that falls short, and has its exit code."""
    expected = project / "checks" / "turns" / "expected.toml"
    first = command("check", "turns", "--no-prove", project=project)
    assert first.code == 3
    assert "grows is HOLDS UP TO turn 6" in first.out
    short = command("check", "turns", "--no-prove", "--json", project=project).json["falls_short"]
    assert {(one["kind"], one["word"]) for one in short} == {("property", "HOLDS UP TO")}, "the cap is told once"
    expected.write_text(DECLARED, encoding="utf-8")
    answer = command("check", "turns", "--no-prove", project=project)
    assert answer.code == 3
    assert "grows is HOLDS UP TO turn 6" in answer.out
    expected.write_text(DECLARED + DECLARED.replace("not_below", "grows"), encoding="utf-8")
    assert command("check", "turns", "--no-prove", project=project).code == 0
    assert command("explore", "turns", project=project).code == 0
    expected.write_text(DECLARED.replace("UP TO", "UNTIL"), encoding="utf-8")
    wrong = command("explore", "turns", project=project)
    assert wrong.code == 2
    assert "`HOLDS UNTIL` is no verdict" in wrong.err


def test_readings_and_prove_say_it_too(command: Command, project: Path) -> None:
    rows = command("explore", "turns", "--readings", "--scope", "six", "--json", project=project).json["readings"]
    assert [row["verdicts"]["grows"] for row in rows] == ["HOLDS UP TO"]
    rules = project / "model" / "turns.py"
    rules.write_text(rules.read_text(encoding="utf-8") + BELOW, encoding="utf-8")
    far = BELOW.replace("below_seven", "below_a_million").replace("7", "1_000_000")
    rules.write_text(rules.read_text(encoding="utf-8") + far, encoding="utf-8")
    answer = command("prove", "turns", "below_a_million", "--scope", "six", "--json", project=project)
    found = answer.json["results"]
    assert [(one["verdict"], one["reason"]) for one in found] == [("HOLDS UP TO", "in every play of six, up to turn 6")]
    assert answer.code == 3
    beyond = command("prove", "turns", "below_seven", "--scope", "six", "--json", project=project)
    assert beyond.code == 1 and beyond.json["results"][0]["verdict"] == "VIOLATED", "seven actions come to seven"
    assert "after 7 actions" in beyond.json["results"][0]["reason"]
