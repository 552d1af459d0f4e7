"""Players of a file go by what their seat sees: states that look the same to it, and keep the rules."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ruleslawyer.api import Project

PLAY = Path(__file__).parent / "bots.cjs"
EXAMPLES = Path(__file__).parents[2] / "examples"


def sat(folder: Path, name: str, scope: str) -> Any:
    done = subprocess.run(["node", str(PLAY), str(folder), name, scope], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    return json.loads(done.stdout)


@pytest.mark.parametrize(("name", "scope"), [("daemons", "medium"), ("mnemonic", "medium"), ("mere_mortals", "small")])
def test_bots(built: Callable[..., Path], name: str, scope: str) -> None:
    found = sat(built(name, scope), name, scope)
    looks = found["looks"]
    assert looks > 20
    assert {found[what] for what in ("same", "kept", "worth", "greedy")} == {looks}
    assert found["legal"] + found["others"] == looks
    assert found["anew"] > looks / 4  # hidden cards are drawn, each time anew
    assert found["taken"] == found["wins"]  # what wins at once is found
    assert found["seeded"]
    assert found["answers"] == [1, "number"]  # without time it draws one state,
    assert found["learnt"] <= 2  # after one game,
    assert found["searched"] <= 1  # and plays one
    assert [what for what, said in found["tries"].items() if not said.startswith("RangeError: ")] == []
    assert "bots.js" in found["tries"]["a state"]


@pytest.mark.parametrize("scope", ["tiny", "three"])
def test_a_seat_decides_in_what_it_draws(built: Callable[..., Path], scope: str) -> None:
    """In Liar's Dice chance decides as long as dice of others are not thrown, and nobody sees whether they are."""
    dudo = Project.load(EXAMPLES / "liars-dice")
    found = sat(built("liars_dice", scope, of=dudo), "liars_dice", scope)
    assert found["same"] == found["kept"] == found["looks"]
    assert found["legal"] == found["decides"] > 5
