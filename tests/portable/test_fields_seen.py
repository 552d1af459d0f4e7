"""What seats see of fields: the module says what the interpreter says, by both clients, whatever the rules of sight."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Callable, Iterable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from ruleslawyer.api import Project, Ruleset
from ruleslawyer.front.worked import cookbook
from ruleslawyer.report.live.written import PAGE
from ruleslawyer.semantics.sight import UNSEEN
from tests import bank
from tests.portable.test_drawing import expect_the_same
from tests.portable.test_happened import lists
from tests.portable.walks import client, compared, walk

NAME = "t264_fields_seen"
ATOMS = (
    "owner == who", "s.chips[who] == 1", "s.chips[owner] == 1", "s.mark == owner", "s.mark == who", "s.mark is None",
    "s.by_hue[Hue.BLUE]", "s.deep[owner][Hue.RED]", "len(s.heap) == 1", "is_open(s, Bid)",
    "frame_of(s, Bid).offer == 1",
)  # fmt: skip
"""Conditions of a player, and of an owner, that rules of sight are made of; the last fails where no bid is open."""


def drawn(folder: Path, seed: int) -> Ruleset:
    """The tiny ruleset with other rules of sight."""
    dice = Random(seed)

    def condition(parameters: str, depth: int = 2) -> str:
        fit = [atom for atom in ATOMS if "owner: Player" in parameters or "owner" not in atom]
        if depth == 0 or dice.random() < 0.4:
            return ("not " if dice.random() < 0.3 else "") + dice.choice(fit)
        return f"({condition(parameters, depth - 1)} {dice.choice(['and', 'or'])} {condition(parameters, depth - 1)})"

    shutil.copytree(bank.TINY / NAME, folder / NAME)
    (folder / "pyproject.toml").write_text(bank.table(NAME), "utf-8")
    model, rule = (
        folder / NAME / "model.py",
        re.compile(r'(@book\.seen\("2", field=.*\n.*\n    """.*""")\n    return .*\n'),
    )
    text, changed = rule.subn(lambda of: f"{of[1]}\n    return {condition(of[1])}\n", model.read_text("utf-8"))
    assert changed == 8
    model.write_text(text, "utf-8")
    return Project.load(folder).ruleset(NAME)


@pytest.mark.parametrize("kind", ["by hand", "chips", "drawn 1", "drawn 2"])
@pytest.mark.usefixtures("built")
def test_the_same_is_seen(kind: str, tmp_path: Path) -> None:
    if kind.startswith("drawn"):
        ruleset = drawn(tmp_path / "drawn", int(kind.split()[1]))
    else:
        where, name = (bank.TINY, NAME) if kind == "by hand" else (cookbook(), kind)
        ruleset = Project.load(where).ruleset(name)
    folder = tmp_path / "built"
    ruleset.build("wasm", output=folder, scope=["tiny"])
    plays = list(walk(ruleset.transition_system("tiny"), 60, seed=3))
    found = compared(folder, ruleset, "tiny", iter(plays))
    assert found["different"] == {}, found["first"]
    table = client("rulebook", folder).Rulebook(folder / f"{ruleset.name}.json").open("tiny")
    seen = [(table.observe(one["state"], who), view) for one in plays for who, view in one["observed"].items()]
    assert all(ours == theirs for ours, theirs in seen)
    assert any(UNSEEN in str(view) for _, view in seen) and len({str(view) for _, view in seen}) > 2


def test_what_a_page_tells_of_them(built: Callable[..., Path]) -> None:
    """The drawn table, what happened, and a link to a position: each as the tool's own, and nothing hidden."""
    project = Project.load(cookbook())
    ruleset, folder = project.ruleset("chips"), built("chips", "tiny", of=project)
    expect_the_same(folder, ruleset, ("tiny",), 40)
    alike = lists(ruleset, "tiny", 60, 7)
    told = said(["happened.cjs", str(folder), "chips", "tiny"], alike)
    assert told["different"] == 0 and told["lists"] > 100, json.dumps(told["first"])[:3000]
    plays = walk(ruleset.transition_system("tiny"), 60, seed=8, sight=False)
    linked = said(["hidden.cjs", str(folder), "chips", "tiny", str(PAGE / "hidden.js")], plays)
    assert linked["looks"] == linked["seen"] == linked["same"] == 120 and linked["dealt"] > 60


def test_a_seat_draws_them_anew(built: Callable[..., Path]) -> None:
    """Bob sees one of Ann's chips in the bowl: she has nothing, one chip, or two, as far as a look goes; and one coin
    or two lie under the cover."""
    found = said(["fields.cjs", str(built("chips", "tiny", of=Project.load(cookbook())))], ())
    assert found == {"same": True, "chips": [0, 1, 2], "prize": [1, 2]}


def said(words: list[str], lines: Iterable[Any]) -> Any:
    """What a script of node says of some lines."""
    script = ["node", str(Path(__file__).parent / words[0]), *words[1:]]
    done = subprocess.run(script, input="\n".join(map(json.dumps, lines)), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    return json.loads(done.stdout)
