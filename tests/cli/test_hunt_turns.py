"""`ruleslawyer sweep --questions`: gaps of a game in turns are asked, and what a clause says of them is not.

Three sit in a ring, and take pebbles from a heap of three. Whoever has the turn takes, rests once, or leaves.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.cli.command import Command, answered_once

GAME = '''"""Pebbles."""

from typing import Annotated

from ruleslawyer.lang import Map, Range, Ruleset, Sort, cite, effect, state, the

pebbles = Ruleset("pebbles")
pebbles.closed_world(assumed="what no line allows is not done")


class Player(Sort):
    """Who plays."""

    left: Player
    eldest: bool


@state
class State:
    heap: Annotated[int, Range(0, 3), cite("1.1")]
    taken: Map[Player, Annotated[int, Range(0, 3)]]
    rested: Map[Player, bool]
    gone: Map[Player, bool]
    turn: Player


@pebbles.out("4.1")
def is_out(s: State, who: Player) -> bool:
    """Who has left."""
    return s.gone[who]


def next_to(s: State, who: Player) -> Player:
    """The next one who is not out."""
    if s.gone[who.left]:
        return who.left.left
    return who.left


@pebbles.initial("1.1")
def begin(s: State, first: Player) -> None:
    """Three pebbles."""
    with effect("1.1"):
        s.heap = 3
    with effect("1.2"):
        s.turn = FIRST


@pebbles.awaits
def on_turn(s: State) -> frozenset[Player]:
    return frozenset({s.turn})


@pebbles.ended("5.1")
def over(s: State) -> bool:
    """When the heap is gone, or one player is left."""
    return s.heap == 0 or sum(1 for p in Player if s.gone[p]) > 1


@pebbles.winners("5.2")
def winning(s: State) -> frozenset[Player]:
    """The eldest."""
    return frozenset(p for p in Player if p.eldest)


@pebbles.action("2.1")
def take(s: State, who: Player) -> None:
    """Take pebbles."""
    with effect("2.1"):
        s.taken[who] += TAKES
        s.heap -= TAKES
        s.turn = next_to(s, who)


@take.permit("2.1")
def on_ones_turn(s: State, who: Player) -> bool:
    return s.turn == who


@pebbles.action("2.2")
def rest(s: State, who: Player) -> None:
    """Rest."""
    with effect("2.2"):
        s.rested[who] = RESTS
        s.turn = next_to(s, who)


@rest.permit("2.2")
def once(s: State, who: Player) -> bool:
    return s.turn == who and not s.rested[who]


@pebbles.action("4.1")
def leave(s: State, who: Player) -> None:
    """Leave the game."""
    with effect("4.1"):
        s.gone[who] = True
        s.turn = NEXT


@leave.permit("4.1")
def when_he_likes(s: State, who: Player) -> bool:
    return s.turn == who
'''
WHOLE = {"FIRST": "the(p for p in Player if p.eldest)", "TAKES": "1", "RESTS": "True", "NEXT": "next_to(s, who)"}
SAYS = {"1.2": "How they sit.", "2.1": "Two pebbles are taken."}
SCOPE = """title = "A ring of three"

[sorts]
Player.Ann = { left = "Bob", eldest = true }
Player.Bob = { left = "Cleo", eldest = false }
Player.Cleo = { left = "Ann", eldest = false }
"""


def hunted(command: Command, folder: Path, gaps: dict[str, str], says: dict[str, str]) -> dict[str, Any]:
    text = GAME
    for name, code in {**WHOLE, **gaps}.items():
        text = text.replace(name, code)
    spec = 'chapter = "1"\ntitle = "All"\n'
    for number, clause in enumerate(("1.1", "1.2", "2.1", "2.2", "4.1", "5.1", "5.2"), 1):
        said = {**SAYS, **says}.get(clause, f"What line {clause} says.")
        kind = "order" if said.startswith("The turn") else "effect"
        spec += f'[[line]]\nnumber = {number}\nsection = "{clause[0]}"\nkind = "normative"\n'
        spec += f'[[line.clause]]\nid = "{clause}"\nkind = "{kind}"\nsays = "{said}"\n'
    files = {
        "pyproject.toml": '[tool.ruleslawyer.rulesets.pebbles]\ntitle = "Pebbles"\nmodules = ["pebbles.model"]\n'
        'scopes = "pebbles/scopes"\nspec = "pebbles/spec"\nfindings = "pebbles/findings"\n',
        "pebbles/model.py": text,
        "pebbles/scopes/ring.toml": SCOPE,
        "pebbles/spec/book.toml": 'title = "Pebbles"\nsource = "p.txt"\nchapters = ["all.toml"]\ndigest = "0"\n',
        "pebbles/spec/all.toml": spec,
    }
    for name, content in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(content, encoding="utf-8")
    found: dict[str, Any] = answered_once(
        command, folder, "sweep", "--questions", "pebbles", "--minutes", "5", "--states", "200"
    )
    return found


def open_questions(
    command: Command, folder: Path, gaps: dict[str, str], says: dict[str, str], shape: str
) -> list[dict[str, Any]]:
    found = hunted(command, folder, gaps, says)["questions"]
    return [one for one in found if one["shape"] == shape and one["open"]]


@pytest.mark.parametrize(
    ("awaits", "words"),
    [
        ("frozenset({s.turn})", {"not reachable"}),  # and without whoever is out
        ("frozenset({s.turn, s.turn.left})", {"met"}),
    ],
)
def test_two_who_never_choose_at_once_are_no_pair(
    command: Command, tmp_path: Path, awaits: str, words: set[str]
) -> None:
    pairs = hunted(command, tmp_path, {"frozenset({s.turn})": awaits, "s.turn == who": "True"}, {})["pairs"]
    assert {one["word"] for one in pairs if one["kind"] == "order"} == words


@pytest.mark.parametrize(
    ("gap", "shape", "asks", "play"),
    [
        ({"FIRST": "first"}, "order", "The game may begin with Ann, or with Bob or Cleo. Who begins?", 1),
        (  # each of three rests once, and it is as before
            {"RESTS": "False"}, "loop", "Ann: rest; Bob: rest; Cleo: rest: and all is as it was.", 1,
        ),
        ({"NEXT": "who"}, "stuck", "Ann is out, and nobody has to decide", 2),
        ({"TAKES": "min(2, s.heap)"}, "cut", "Bob: take. There is less than is wanted", 2),
    ],
    ids=lambda value: value if isinstance(value, str) and value.isalpha() else "",
)  # fmt: skip
def test_a_gap_is_asked_and_without_it_is_not(
    command: Command, tmp_path: Path, gap: dict[str, str], shape: str, asks: str, play: int
) -> None:
    (found,) = open_questions(command, tmp_path / "gap", gap, {}, shape)
    assert asks in found["asks"]
    assert found["where"] == "ring" and len(found["play"]) == play
    assert open_questions(command, tmp_path / "whole", {}, {}, shape) == []


@pytest.mark.parametrize(
    ("gap", "shape", "says"),
    [
        ({"FIRST": "first"}, "order", {"1.2": "A player drawn by lot begins."}),
        ({"TAKES": "min(2, s.heap)"}, "cut", {"2.1": "Two pebbles are taken, or what is there where it is fewer."}),
    ],
)
def test_what_a_clause_says_is_not_asked(
    command: Command, tmp_path: Path, gap: dict[str, str], shape: str, says: dict[str, str]
) -> None:
    assert open_questions(command, tmp_path, gap, says, shape) == []


def test_what_is_taken_where_nothing_is_left_is_asked_once(command: Command, tmp_path: Path) -> None:
    """That a number is cut off there is the same question."""
    gap = {"TAKES": "min(1, s.heap)", "s.heap == 0 or ": ""}
    found = hunted(command, tmp_path, gap, {})["questions"]
    (asked,) = (one["asks"] for one in found if one["open"] and one["shape"] in ("supply", "cut"))
    assert asked.endswith(
        "takes from what 1.1 (“What line 1.1 says”) speaks of, and nothing is left there. What happens?"
    )


def test_where_nobody_decides_a_general_rule_speaks_near_it(command: Command, tmp_path: Path) -> None:
    says = {"2.2": "The turn goes to the next player who is not out."}
    (found,) = open_questions(command, tmp_path, {"NEXT": "who"}, says, "stuck")
    assert (found["decided"], found["by"]) == ("a clause speaks near it, and perhaps does not decide", ["2.2"])
