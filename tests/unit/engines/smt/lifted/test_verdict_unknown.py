"""Of what a property hangs that is not kept for any number of cards, worked out by hand."""

from __future__ import annotations

from pathlib import Path

from ruleslawyer.api import Project
from ruleslawyer.engines.smt.lifted.unknown import unknowns
from tests.any_number.rulesets import project
from tests.bank import TINY

TURNED = '''"""Cards that are dealt from the top."""


class Card(Sort):
    """A card."""


@state
class State:
    deck: Pile[Card]
    laid: Pile[Card]


@book.action("2")
def deal(s: State, who: Player) -> None:
    """One card from the one pile to the other."""
    with effect("2"):
        s.laid = s.laid.with_top(s.deck.top)
        s.deck = s.deck.without_top()


@deal.permit("2")
def may(s: State, who: Player) -> bool:
    return len(s.deck) > 1


@checks.step("2", of=deal)
def as_it_was(before: State, after: State, who: Player) -> bool:
    """It hangs on who lay below."""
    return after.deck.top != before.deck.top


@checks.step("2", of=deal)
def on_top(before: State, after: State, who: Player) -> bool:
    """It hangs on no order below the top."""
    return after.laid.top == before.deck.top
'''


def test_of_what_they_hang(tmp_path: Path) -> None:
    turned = project(tmp_path, "turned", TURNED)
    assert unknowns(turned.system, 2, {"as_it_was": "deal", "on_top": "deal"}) == {
        "as_it_was": {"order"},
        "on_top": set(),
    }
    grid = Project.load(TINY).ruleset("t90_grid")
    assert unknowns(grid.system, 2, {"at_home": ""}) == {"at_home": {"geometry"}}
