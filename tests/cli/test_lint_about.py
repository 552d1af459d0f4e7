"""`about=` of a question, by `lint`: rules that touch what it is about, and never ask.

The shop of `test_promises` gives change; the trader forgets, and the fee need not ask, as its doubt says.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.command import Command
from tests.cli.test_promises import DUE, FORGOTTEN, MODEL, project

__all__ = ["project"]

FEE = DUE.lstrip().replace("1 if change(s) else 3", "3")
ASIDE = 'about=("coins",), aside={"pay_the_fee": "nobody gives change of a fee"'


def lint(command: Command, project: Path, model: str, said: str) -> list[str]:
    """The rows that speak of the question, each without its place."""
    text = model.replace('game.doubt("is change given?", ', f'game.doubt("is change given?", {said}, ')
    (project / "model" / "shop.py").write_text(text.lstrip(), encoding="utf-8")
    answer = command("lint", "shop", project=project)
    rows = [line.split(" RL805 ")[1] for line in answer.out.splitlines() if " RL805 " in line]
    assert (answer.code == 0) == (not rows) or "RL502" in answer.out
    return rows or [line for line in answer.out.splitlines() if "RL502" in line]


def test_a_route_that_forgets_is_named_and_one_set_aside_is_not(command: Command, project: Path) -> None:
    checks = FORGOTTEN.index("checks = Checks")
    model = FORGOTTEN[:checks] + FEE + FORGOTTEN[checks:]
    (row,) = lint(command, project, model, ASIDE + "}")
    assert row == "`trade` touches coins, of which question `change` is, and never asks it"


def test_nothing_is_said_where_all_ask(command: Command, project: Path) -> None:
    assert lint(command, project, MODEL, 'about=("coins",)') == []


@pytest.mark.parametrize(
    ("said", "message"),
    [
        ('about=("coin",)', "is about `coin`, which is no field, term or deed"),
        (ASIDE + ', "buy": "why"}', "`buy` is set aside of question `change`, and asks it"),
        (ASIDE + ', "stay": "why"}', "`stay`, which question `change` sets aside, is no rule"),
        ("about=()", "`about` names fields, terms and deeds"),
        ('aside={"buy": "why"}', "`aside` says of rules why they need not ask"),
        (ASIDE + ', "buy": ""}', "`aside` says of rules why they need not ask"),
    ],
)
def test_what_is_said_wrongly(command: Command, project: Path, said: str, message: str) -> None:
    rows = lint(command, project, MODEL, said)
    assert any(message in row for row in rows), rows
