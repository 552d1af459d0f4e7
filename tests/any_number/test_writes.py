"""Each write of a range, for any number of cards: what a loop adds up in one place, or writes in some order."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleslawyer.engines.smt.lifted.prove import prove_for_any
from tests.any_number.rulesets import project, violated

BOOK = '''"""A purse, and cards that have something to do with it."""


class Card(Sort):
    """A card."""

    worth: Annotated[int, Range(0, 3)]


@state
class State:
    coins: Annotated[int, Range(0, None)]
    late: bool


@book.initial("1")
def begin(s: State) -> None:
    """Nothing."""
    with effect("1"):
        s.late = False


@book.action("2")
def turn(s: State, who: Player) -> None:
    """Each card in turn."""
    with effect("2"):
        for card in Card:
            {body}


@turn.permit("2")
def may(s: State, who: Player) -> bool:
    return not s.late


@checks.always("3")
def nothing(s: State) -> bool:
    return True
'''
CASES = {
    "what is added is worth nothing at least": ("s.coins += card.worth", "PROVED", ""),
    "what is taken away": ("s.coins -= card.worth", "UNKNOWN", "from some state"),
    "the order matters, and each write keeps the range": ("s.coins = max(0, 5 - s.coins)", "PROVED", ""),
    "the order matters, and no write need": ("s.coins = 5 - s.coins", "UNKNOWN", "order may matter"),
}


@pytest.mark.parametrize("case", CASES)
def test_a_loop(tmp_path: Path, case: str) -> None:
    """By hand: a purse of none and cards worth 0 to 3. Five less what is there goes below nothing once six are."""
    body, verdict, reason = CASES[case]
    ruleset = project(tmp_path, "purse", BOOK.replace("{body}", body))
    found = {one.property: one for one in prove_for_any(ruleset.system, 2, total=10.0, timeout=2.0)}
    one = found["writes:coins"]
    assert (one.verdict, reason in one.reason) == (verdict, True)
    assert one.verdict != "PROVED" or "writes:coins" not in violated(ruleset, (1, 2))
