"""Sorts without members, and rulesets without scopes: nothing to choose or to map from is no mistake by itself."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.command import Command

MODEL = '''"""A market; goods are sold, weighed and heaped, where there are any."""

from __future__ import annotations

from typing import Annotated

from ruleslawyer.lang import (
    Checks, Constants, Map, Pile, Range, Ruleset, Sort, close_frame, effect, frame, number, open_frame, permit, state,
    the,
)

game = Ruleset("market")
game.closed_world(assumed="nothing else is done")


class Numbers(Constants):
    """Of the book."""

    purse: int = number(3, "1")


class Player(Sort):
    """Who trades."""


class Ware(Sort):
    """What is traded."""

    weight: Annotated[int, Range(1)]


@state
class State:
    money: Map[Player, Annotated[int, Range(0)]]
    owner: Map[Ware, Player | None]
    shown: Ware | None
    heap: Pile[Ware]
    marked: frozenset[Ware]
    open_days: Annotated[int, Range(0, 2)]


@frame("4")
class Sale:
    what: Ware
    awaits: frozenset[Player]


@game.initial("1")
def begin(s: State) -> None:
    """Money is given out."""
    with effect("1"):
        for p in Player:
            s.money[p] = Numbers.purse


@game.action("2")
def show(s: State, who: Player, what: Ware) -> None:
    permit("2", show_may=s.owner[what] is None and what not in s.marked)
    with effect("2"):
        s.shown = what
        s.marked |= frozenset({what})
        s.heap = s.heap.with_top(what)
        open_frame(s, Sale(what=what, awaits=frozenset({who})))


@game.action("4", at=Sale)
def buy(s: State, f: Sale, who: Player) -> None:
    permit("4", buy_may=True)
    with effect("4"):
        s.owner[f.what] = who
        close_frame(s, Sale)


@game.action("3")
def next_day(s: State, who: Player) -> None:
    permit("3", next_may=s.open_days < 2)
    with effect("3"):
        s.open_days += 1


checks = Checks(game)


@checks.always("1")
def nobody_owes(s: State) -> bool:
    return all(s.money[p] >= 0 for p in Player)


@checks.always("2")
def the_one_is_light(s: State) -> bool:
    return the(w for w in Ware).weight <= 2


@checks.always("2")
def what_is_heavy_is_owned(s: State) -> bool:
    it = the(w for w in Ware)
    return s.owner[it] is None or it in s.marked or it in s.heap or sum(w.weight for w in Ware) >= 0
'''


@pytest.fixture
def market(tmp_path: Path) -> Path:
    (tmp_path / "model").mkdir()
    (tmp_path / "model/market.py").write_text(MODEL, encoding="utf-8")
    (tmp_path / "pyproject.toml").write_text(
        '[tool.ruleslawyer]\nlanguage = "0.2"\n'
        '[tool.ruleslawyer.rulesets.market]\ntitle = "A market"\nmodules = ["model.market"]\n', encoding="utf-8",
    )  # fmt: skip
    return tmp_path


def scope(project: Path, name: str, text: str) -> None:
    folder = project / "checks/market/scopes"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{name}.toml").write_text(f'title = "{name}"\n[sorts]\nPlayer = ["Ann"]\n{text}', encoding="utf-8")


@pytest.mark.parametrize(
    "verb", ["explore", "explore --engine native", "prove --ends", "export --to murphi", "export --to promela", "games"]
)
def test_a_market_without_wares(command: Command, market: Path, verb: str) -> None:
    """Three days: what can be counted without a ware is 3 states; what asks for the ware is not known."""
    scope(market, "bare", "Ware = []\n")
    name, *more = verb.split()
    answer = command(name, "market", "--scope", "bare", *more, project=market)
    assert answer.code in (0, 1) and "internal" not in answer.err, answer.err
    if name == "explore":
        assert "3 states, 2 transitions" in answer.out
        assert "HOLDS IN SCOPE   nobody_owes" in answer.out
        assert "UNKNOWN          the_one_is_light" in answer.out


@pytest.mark.parametrize("how", [(), ("--any-number",)])
def test_no_scope_is_needed_for_any_number(command: Command, market: Path, how: tuple[str, ...]) -> None:
    answer = command("prove", "market", "nobody_owes", *how, project=market)
    assert answer.code == 0, answer.err
    assert "PROVED for any number of Ware; 2 players" in " ".join(answer.out.split())


def test_the_number_that_breaks_it_is_said(command: Command, market: Path) -> None:
    """Whatever the purse is: one below zero is out of the range of what everybody has."""
    scope(market, "open", 'Ware = []\n[constants]\n"Numbers.purse" = "open"\n')
    found = command("prove", "market", "writes:money", "--scope", "open", "--json", project=market).json
    (row,) = found["results"]
    assert row["verdict"] == "VIOLATED"
    assert "with Numbers.purse = -" in row["reason"]
    assert "if Numbers.purse is never below zero, its type has to say so: Annotated[int, Range(0)]" in row["reason"]


DEALT = """
@game.awaits
def dealt(s: State) -> frozenset[Player] | Chance:
    return CHANCE


@game.chance("5")
def fall(s: State, what: Ware) -> None:
    with effect("5"):
        s.shown = what


@game.action("2")
"""


def test_chance_without_an_outcome_is_a_deadlock(command: Command, market: Path) -> None:
    """There the game has begun, and chance is to choose among nothing."""
    path = market / "model/market.py"
    text = path.read_text(encoding="utf-8").replace("import (\n    Checks", "import (\n    CHANCE, Chance, Checks")
    path.write_text(text.replace('\n@game.action("2")\n', DEALT), encoding="utf-8")
    scope(market, "bare", "Ware = []\n")
    found = command("explore", "market", "--scope", "bare", "--json", project=market).json
    assert (found["states"], found["deadlocks"]) == (1, 1)
    answer = command("games", "market", "--scope", "bare", "--games", "3", project=market)
    assert answer.code in (0, 1) and "internal" not in answer.err, answer.err
