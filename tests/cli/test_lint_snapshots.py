"""`lint --run` shows the fields that remember something which has changed since, and matters."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.agree.written import written
from tests.cli.command import Command

GAME = '''
@state
class State:
    size: Map[Thing, Annotated[int, Range(0, 3)]]
    prey: PREY
    caught: Map[Thing, bool]


@book.initial("1")
def begin(s: State) -> None:
    with effect("1"):
        for b in Thing:
            s.size[b] = 1


@book.action("2")
def aim(s: State, who: Player) -> None:
    """At the largest one, if there is only one."""
    with effect("2"):
        for b in Thing:
            if all(s.size[other] < s.size[b] for other in Thing if other != b):
                s.prey = b


@aim.permit("2")
def may_aim(s: State, who: Player) -> bool:
    return s.prey is None


@book.action("3")
def feed(s: State, who: Player, thing: Thing) -> None:
    """It grows."""
    with effect("3"):
        s.size[thing] = s.size[thing] + 1


@feed.permit("3")
def may_feed(s: State, who: Player, thing: Thing) -> bool:
    return s.size[thing] < 3


@book.action("4")
def shoot(s: State, who: Player, thing: Thing) -> None:
    """What was aimed at is caught."""
    with effect("4"):
        s.caught[thing] = True


@shoot.permit("4")
def may_shoot(s: State, who: Player, thing: Thing) -> bool:
    return s.prey == thing and not s.caught[thing]
'''
SCOPE = '[sorts]\nPlayer = ["Ann"]\nThing = ["Elk", "Fox"]\n'
PLAY = """
[[scenario]]
name = "the Fox outgrows the Elk"
clauses = ["2"]
scope = "tiny"
when = [
    { action = "feed", who = "Ann", thing = "Elk" },
    { action = "aim", who = "Ann" },
    { action = "feed", who = "Ann", thing = "Fox" },
    { action = "feed", who = "Ann", thing = "Fox" },
]
then = { prey = "Elk" }
"""


def hunt(folder: Path, prey: str) -> Path:
    project = written(folder, "hunt", GAME.replace("PREY", prey), SCOPE)
    play = folder / "checks" / "hunt" / "scenarios" / "hunt.toml"
    play.parent.mkdir(parents=True)
    play.write_text(PLAY, encoding="utf-8")
    return project


def test_what_is_aimed_at_while_another_outgrows_it_is_shown(command: Command, tmp_path: Path) -> None:
    """Aimed now, the shot would be at the Fox; so another shot is allowed. Feeding writes what it makes of what stood
    there, and shooting a constant: neither remembers."""
    answer = command("lint", "--run", "--states", "1", "--json", project=hunt(tmp_path, "Thing | None"))
    assert answer.code == 1
    assert answer.json[0]["snapshots"] == [
        {
            "field": "prey",
            "writer": "aim",
            "consequence": "something else is allowed",
            "scenario": "checks/hunt/scenarios/hunt.toml: the Fox outgrows the Elk",
        }
    ]
    assert "`prey` remembers what `aim` wrote" in command("lint", "--run", "--states", "1", project=tmp_path).out


@pytest.mark.parametrize("said", ['remembers("2")', 'remembers("2", asks="who_is_shot")'])
def test_a_field_that_says_so_is_not(command: Command, tmp_path: Path, said: str) -> None:
    project = hunt(tmp_path, f"Annotated[Thing | None, {said}]")
    answer = command("lint", "--run", "--states", "1", "--format", "lines", project=project)
    if "asks" in said:  # there is no such question
        assert answer.code == 2
        assert "RL207 there is no question `who_is_shot`" in answer.out
    else:
        assert (answer.code, answer.out) == (0, "")
