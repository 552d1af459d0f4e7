"""Players of a file go by what their seat sees: states that look the same to it, and keep the rules."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

PLAY = Path(__file__).parent / "bots.cjs"


@pytest.mark.parametrize(("name", "scope"), [("daemons", "medium"), ("mnemonic", "medium"), ("mere_mortals", "small")])
def test_bots(built: Callable[..., Path], name: str, scope: str) -> None:
    words = ["node", str(PLAY), str(built(name, scope)), name, scope]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    found = json.loads(done.stdout)
    looks = found["looks"]
    assert looks > 20
    assert {found[what] for what in ("same", "kept", "legal", "worth", "greedy")} == {looks}
    assert found["anew"] > looks / 4  # hidden cards are drawn, each time anew
    assert found["taken"] == found["wins"]  # what wins at once is found
    assert found["seeded"]
    assert [what for what, said in found["tries"].items() if not said.startswith("RangeError: ")] == []
    assert "bots.js" in found["tries"]["a state"]
