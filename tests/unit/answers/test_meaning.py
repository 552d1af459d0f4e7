"""Digests of functions, taken over from rules most of which are the same."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from ruleslawyer.rulebook.answers.meaning import Meaning
from ruleslawyer.rulebook.rulesets.loaded import LoadedProject
from tests.ferry import FERRY

EDITS = {
    "a number": ("s.coins[who] < 1", "s.coins[who] < 2", {"cannot_pay"}),
    "a truth": ("return s.turn == who", "return True", {"own_turn"}),
    "a place": ("def other(", "\n\ndef other(", set[str]()),
    "a docstring": ("No coin, no crossing.", "Without a coin nobody crosses.", set[str]()),
    "a name": ("own_turn", "ones_turn", {"own_turn", "ones_turn"}),
}


@pytest.mark.parametrize("edit", EDITS)
def test_what_is_taken_over_is_what_would_be_found(edit: str, tmp_path: Path) -> None:
    old, new, expected = EDITS[edit]
    shutil.copytree(FERRY, tmp_path / "ferry")
    file = tmp_path / "ferry" / "model" / "ferry" / "river.py"

    def read() -> Meaning:
        return Meaning(LoadedProject.at(tmp_path / "ferry").ruleset("ferry"))

    before = read()
    was, text = before.functions(), file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")
    found = read().functions(before)
    assert found == read().functions()
    changed = {name for name in was.keys() | found.keys() if was.get(name) != found.get(name)}
    assert changed == expected
