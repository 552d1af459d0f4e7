"""`lint` says what breaks the chapter rule, and the bundled models keep to it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.command import Command
from tests.cli.schemas import problems

ROOT = Path(__file__).parents[2]


def test_it_is_advice_until_a_project_asks_for_it(command: Command, tmp_path: Path) -> None:
    assert command("init", str(tmp_path / "mygame")).code == 0
    place = tmp_path / "mygame" / "model" / "mygame" / "turn.py"
    text = place.read_text("utf-8")
    term = '@game.term("2.1")\ndef late(s: State) -> int:\n    return s.middle\n'
    place.write_text(f"{text}\n\n{term}", "utf-8")
    says = "RL802 the term `late` stands below an action"
    for words, told in (("text", f"71:1: {says}"), ("lines", f"note: {says}"), ("github", "::notice file=")):
        advised = command("lint", "--format", words, project=tmp_path / "mygame")
        assert advised.code == 0 and told in advised.out, words
    assert "advice, which is no mistake" in command("lint", project=tmp_path / "mygame").out
    (found,) = command("lint", "--run", "--states", "10", "--json", project=tmp_path / "mygame").json
    assert [one["code"] for one in found["advice"]] == ["RL802"] and found["diagnostics"] == []
    assert found["compared"] > 0, "what is advised keeps nothing from being run"
    assert problems("lint", [found]) == []
    settings = tmp_path / "mygame" / "pyproject.toml"
    asked = settings.read_text("utf-8").replace("[tool.ruleslawyer]\n", "[tool.ruleslawyer]\nby_chapter = true\n", 1)
    settings.write_text(asked, "utf-8")
    answer = command("lint", "--format", "lines", project=tmp_path / "mygame")
    assert answer.code == 2 and f"error: {says}" in answer.out
    assert command("explore", "mygame", "--scope", "tiny", project=tmp_path / "mygame").code == 0


ACTION = '''"""What players may do."""

from model.harbour.state import Player, State, game

from ruleslawyer.lang import effect, permit


@game.action("1.2")
def leave(s: State, who: Player) -> None:
    """A ship leaves."""
    permit("1.2", on_turn=s.turn == who)
    with effect("1.2"):
        s.turn = who
'''


def test_what_init_writes_stays_clean_with_a_second_file(command: Command, tmp_path: Path) -> None:
    """The first one cites nothing yet, and need not say which sections it holds; the second one is advised to."""
    rules = tmp_path / "rules.md"
    rules.write_text("# Harbour\n\n## Ships\n\nTwo people play. Ships leave.\n", "utf-8")
    made = tmp_path / "harbour"
    assert command("init", str(made), "--from", str(rules)).code == 0
    (made / "model" / "harbour" / "leaving.py").write_text(ACTION, "utf-8")
    answer = command("lint", "--run", "--states", "10", "--json", project=made)
    (found,) = answer.json
    assert answer.code == 0 and found["diagnostics"] == []
    assert [(one["code"], one["file"]) for one in found["advice"]] == [("RL801", "model/harbour/leaving.py")]


@pytest.mark.parametrize("name", ["megacorp", "memesis", "mere_mortals", "daemons", "ccg", "mnemonic"])
def test_the_rulebooks_keep_to_it(command: Command, name: str) -> None:
    answer = command("lint", name, "--format", "lines", project=ROOT)
    assert (answer.code, answer.out) == (0, "")
