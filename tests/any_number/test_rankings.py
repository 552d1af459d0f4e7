"""Numbers that somebody proposes for any number of cards, `rankings.toml`: believed where they fall, and only there."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.any_number.rulesets import project
from tests.cli.command import Command

MODEL = '''"""{title}"""


class Card(Sort):
    """A card."""


@state
class State:
    going: bool
    there: bool
    back: bool
    score: int
    lit: Map[Card, bool]


@book.action("2")
def turn(s: State, who: Player, card: Card) -> None:
    """Take a turn."""
    with effect("2"):
        {effect}


@turn.permit("2")
def may(s: State, who: Player, card: Card) -> bool:
    return {permit}


@book.duty("4")
def go_there(s: State) -> None:
    """Go there."""
    when(s.there)
    with effect("4"):
        {there}


@book.duty("5")
def come_back(s: State) -> None:
    """Come back."""
    when(s.back)
    with effect("5"):
        s.back = False
        s.there = True
'''
BURN = "s.lit[card] = not s.lit[card]\n        s.score += 1"
ARRIVE, AWAY = "s.there = False", "s.there = False\n        s.back = True"
DUTIES = "count back by duty come_back", "count there by duty go_there"
RIGHT = {
    "candles": ("s.lit[card] = True", "not s.lit[card]", ARRIVE, "count a: Card: not lit[a] by turn", *DUTIES),
    "at_last": (
        "if s.going:\n            s.lit[card] = True\n        s.going = True", "not s.going or not s.lit[card]", ARRIVE,
        "count not going", "count a: Card: going and not lit[a] by turn", *DUTIES,
    ),
}  # fmt: skip
"""Rules that lower their numbers: the effect and condition of a turn, what the duty `go_there` does, and numbers."""
WRONG = {
    "never_lower": (BURN, "True", ARRIVE, "count a: Card: going by turn", *DUTIES),
    "up_before": (BURN, "True", ARRIVE, "count a: Card: lit[a]", "count a: Card: not lit[a] by turn", *DUTIES),
    "undone_later": (BURN, "True", ARRIVE, *DUTIES, "count a: Card: not lit[a] by turn"),
    "below_nothing": ("s.score -= 1", "True", ARRIVE, "sum score by turn", *DUTIES),
}
"""The same where one does not fall: it stays; one before it rises; it rises itself; it has no least. No play comes back
to a state, since scores only grow, or only fall."""
ROUND = {
    "stuck": (("s.there = True", "True", "s.there = True"), "`go_there` stays due"),
    "to_and_fro": (("s.going = True\n        s.there = True", "not s.going", AWAY), "`go_there`, `come_back` stay due"),
}
"""Games whose first turn never ends: a duty changes nothing, or two undo each other."""


def asked(command: Command, folder: Path, name: str, rules: tuple[str, ...], *more: str) -> Any:
    """The verdict on the game, of two players and any number of cards."""
    effect, permit, there, *numbers = rules
    project(folder, name, MODEL.format(title=f"{name}.", effect=effect, permit=permit, there=there))
    propose(folder, name, numbers)
    found = command("prove", name, "--ends", "--json", "--timeout", "10", *more, project=folder)
    return next(one for one in found.json["results"] if one["ending"] == "every game ends")


def propose(folder: Path, name: str, numbers: list[str], *more: str) -> None:
    (folder / "checks" / name).mkdir(parents=True)
    lines = ["[[ranking]]", 'ending = "every game ends"', f"numbers = {numbers}", *more]
    (folder / "checks" / name / "rankings.toml").write_text("\n".join(lines), encoding="utf-8")


@pytest.mark.parametrize("name", RIGHT)
def test_what_falls_is_believed(command: Command, tmp_path: Path, name: str) -> None:
    found = asked(command, tmp_path, name, RIGHT[name])
    assert [one["number"] for one in found["ranking"]] == [line.partition(" by ")[0] for line in RIGHT[name][3:]]
    assert found["verdict"] == "CERTIFICATE" and found["scope"] == "any number"


@pytest.mark.parametrize("name", WRONG)
def test_what_does_not_is_not(command: Command, tmp_path: Path, name: str) -> None:
    found = asked(command, tmp_path, name, WRONG[name], "--max-states", "9")
    assert found["verdict"] == "UNKNOWN" and not found["ranking"]


@pytest.mark.parametrize("name", ROUND)
def test_a_step_without_an_end_goes_round(command: Command, tmp_path: Path, name: str) -> None:
    rules, said = ROUND[name]
    found = asked(command, tmp_path, name, (*rules, "count not going by turn", *DUTIES))
    assert found["verdict"] == "LASSO" and said in found["reason"] and not found["ranking"]
    assert len(found["lasso"]["actions"]) == 1 and found["lasso"]["back_to"] is None


@pytest.mark.parametrize(
    ("numbers", "more", "said"),
    [
        (["count not gone"], "", "`count not gone` says no number"),
        (["count not going by turns"], "", "there is no rule `turns`"),
        (["count not going"], 'given = ["all a: Cards: lit[a]"]', "`all a: Cards: lit[a]` says no condition"),
        ([], "", "no number is named"),
    ],
)
def test_what_the_ruleset_does_not_have_is_said_at_its_place(
    command: Command, tmp_path: Path, numbers: list[str], more: str, said: str
) -> None:
    project(tmp_path, "candles", MODEL.format(title="Candles.", effect=BURN, permit="True", there=ARRIVE))
    propose(tmp_path, "candles", numbers, more)
    found = command("prove", "candles", "--ends", "--max-states", "9", project=tmp_path)
    assert found.code == 2 and said in " ".join(found.err.split()) and "rankings.toml:" in found.err
