"""War under its three readings by the native engine: its states are the (n + 1) * n! ways to deal n cards.

A round of the game goes from one of these to another. 2 * n! of them give all cards to one player, which is the end;
in each other one the winner of the round takes the cards, in one order, or in either where the order is free.
"""

from __future__ import annotations

from math import factorial
from pathlib import Path

import pytest

from ruleslawyer.engines.explore.search import explore
from ruleslawyer.engines.native.explore import search_natively
from ruleslawyer.semantics.interpret import Interpreter
from ruleslawyer.semantics.transition import TransitionSystem
from tests.agree.native import assert_same
from tests.agree.strategies import bundle

WAR = Path(__file__).parents[2] / "examples" / "war"
ORDERS = {"winners_card_first": 1, "losers_card_first": 1, "free_order": 2}
"""The readings, each with the orders in which it lets cards be taken."""


def war(cards: int, reading: str) -> TransitionSystem:
    found = bundle(WAR, "war")
    return TransitionSystem(Interpreter(found.system, found.scope(f"n{cards}")), {"goes_under_first": reading})


@pytest.mark.parametrize("reading", ORDERS)
@pytest.mark.parametrize("cards", [2, 3, 4, 5, pytest.param(6, marks=pytest.mark.campaign)])
def test_counts(cards: int, reading: str) -> None:
    found = search_natively(war(cards, reading)).found
    deals = (cards + 1) * factorial(cards)
    ends = 2 * factorial(cards)
    assert found.complete
    assert (found.initial, found.size, found.depth) == (deals, deals, 0)
    assert found.ended == ends
    assert found.transitions == (deals - ends) * ORDERS[reading]
    assert found.deadlocks == []


@pytest.mark.parametrize("reading", ORDERS)
@pytest.mark.parametrize("cards", [2, 3, 4])
def test_as_networkx(cards: int, reading: str) -> None:
    system = war(cards, reading)
    assert_same(search_natively(system), explore(system))
