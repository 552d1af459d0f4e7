"""Clauses in the first lines of actions that have one name, in one chapter and in two, by every way of running them."""

from __future__ import annotations

from pathlib import Path

from ruleslawyer.api import Project
from tests.cli.command import Command

LIGHTS = '''"""The first chapter."""

from __future__ import annotations

from ruleslawyer.lang import Map, Ruleset, Sort, permit, state

lamps = Ruleset("lamps")
lamps.closed_world(assumed="nothing else is done")


class Player(Sort):
    """A player."""


@state
class State:
    """What is lit."""

    lit: Map[Player, bool]
    spent: Map[Player, bool]


@lamps.initial("1")
def begin(s: State) -> None:
    """All is dark."""


@lamps.action("2")
def turn_on(s: State, who: Player) -> None:
    """A lamp that is not spent."""
    permit("2", his_own=not s.spent[who])
    s.lit[who] = True


@lamps.action("3")
def turn_off(s: State, who: Player) -> None:
    """A lamp that is lit."""
    permit("3", his_own=s.lit[who])
    s.lit[who] = False
'''
WEAR = '''"""The second chapter."""

from __future__ import annotations

from ruleslawyer.lang import Checks, permit

from lamps.lights import Player, State, lamps


@lamps.action("4")
def wear_out(s: State, who: Player) -> None:
    """A lamp that is lit."""
    permit("4", his_own=s.lit[who])
    s.lit[who] = False
    s.spent[who] = True


checks = Checks(lamps)


@checks.always("4")
def what_is_spent_is_dark(s: State) -> bool:
    """Each lamp."""
    return all(not (s.lit[p] and s.spent[p]) for p in Player)
'''


def project(folder: Path) -> Path:
    (folder / "lamps" / "scopes").mkdir(parents=True)
    (folder / "lamps" / "lights.py").write_text(LIGHTS, encoding="utf-8")
    (folder / "lamps" / "wear.py").write_text(WEAR, encoding="utf-8")
    (folder / "lamps" / "scopes" / "two.toml").write_text("[sorts]\nPlayer = 2\n", encoding="utf-8")
    (folder / "pyproject.toml").write_text(
        '[tool.ruleslawyer.rulesets.lamps]\ntitle = "Lamps"\nmodules = ["lamps.lights", "lamps.wear"]\n'
        'scopes = "lamps/scopes"\n',
        encoding="utf-8",
    )
    return folder


def test_each_lamp_is_dark_lit_or_spent(command: Command, tmp_path: Path) -> None:
    """Three states of each of two lamps; from dark one step, from lit three (on, off, spent), from spent none."""
    at = project(tmp_path)
    for engine in ("networkx", "native"):
        found = command("explore", "lamps", "--engine", engine, "--json", project=at).json
        assert (found["states"], found["transitions"], found["deadlocks"]) == (9, 2 * 3 * (1 + 3), 1)
        assert [(p["property"], p["verdict"]) for p in found["properties"]] == [
            ("what_is_spent_is_dark", "HOLDS IN SCOPE")
        ]
    assert command("lint", "lamps", "--run", project=at).code == 0  # Python's own answers, beside what was read


def test_the_later_ones_are_called_after_their_actions(tmp_path: Path) -> None:
    actions = Project.load(project(tmp_path)).ruleset("lamps").system.actions
    assert {name: [norm.name for norm in action.norms] for name, action in actions.items()} == {
        "turn_on": ["his_own"],
        "turn_off": ["turn_off_his_own"],
        "wear_out": ["wear_out_his_own"],
    }
