"""`lint` says what breaks the chapter rule, and the bundled models keep to it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.command import Command

ROOT = Path(__file__).parents[2]


def test_lint_says_it_and_nothing_else_does(command: Command, tmp_path: Path) -> None:
    assert command("init", str(tmp_path / "mygame")).code == 0
    place = tmp_path / "mygame" / "model" / "mygame" / "turn.py"
    text = place.read_text("utf-8")
    term = '@game.term("2.1")\ndef late(s: State) -> int:\n    return s.middle\n'
    place.write_text(f"{text}\n\n{term}", "utf-8")
    answer = command("lint", "--format", "lines", project=tmp_path / "mygame")
    assert answer.code == 2
    assert "RL802 the term `late` stands below an action" in answer.out
    assert command("explore", "mygame", "--scope", "tiny", project=tmp_path / "mygame").code == 0


@pytest.mark.parametrize("name", ["megacorp", "memesis", "mere_mortals", "daemons", "ccg", "mnemonic"])
def test_the_rulebooks_keep_to_it(command: Command, name: str) -> None:
    answer = command("lint", name, "--format", "lines", project=ROOT)
    assert (answer.code, answer.out) == (0, "")
