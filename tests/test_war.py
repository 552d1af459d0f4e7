"""examples/war: one missing sentence, three verdicts, for 2 to 6 cards; and the tables on the pages say just that.

What is expected, and who says so:

- The winner's card first: endless deals exist exactly when n is neither 2^k nor 3 * 2^k; of 2 to 6: only 5. Michael Z.
  Spivey, Cycles in War, Integers 10 (2010), G2, has one for each such n; for 2, 3, 4 and 6 all deals are searched.
- Free order: an end can be reached from every deal. Evgeny Lakshtanov and Vera Roshchina, On Finiteness in the Card
  Game of War, arXiv:1007.1371. From 3 cards on a game may still go round.
- The loser's card first: no theorem is used. `by_hand` searches all deals without the tool: endless for 3, 5 and 6.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import permutations
from math import factorial
from pathlib import Path

import pytest

from ruleslawyer.api import Project
from ruleslawyer.check.check import check_rulesets
from ruleslawyer.check.scenario.suite import Suite

ROOT = Path(__file__).parents[1]
PROJECT = Project.load(ROOT / "examples" / "war")
WAR = PROJECT.ruleset("war")
READINGS = {
    "winner's card first": "winners_card_first",
    "loser's card first": "losers_card_first",
    "free order": "free_order",
}
EXPECTED = {
    "winner's card first": {2: "ends", 3: "ends", 4: "ends", 5: "endless", 6: "ends"},
    "loser's card first": {2: "ends", 3: "endless", 4: "ends", 5: "endless", 6: "endless"},
    "free order": {2: "ends", 3: "can end", 4: "can end", 5: "can end", 6: "can end"},
}
WORDS = {
    ("HOLDS IN SCOPE", "HOLDS IN SCOPE"): "ends",
    ("VIOLATED", "HOLDS IN SCOPE"): "can end",
    ("VIOLATED", "VIOLATED"): "endless",
}
"""What the verdicts on `game_ends` and `an_end_is_possible` are called in the tables."""

Decks = tuple[tuple[int, ...], tuple[int, ...]]


def by_hand(cards: int, order: str, *, evenly: bool = False) -> str:
    """The same verdict from a search of its own, without rules, states or engines of the tool; of all deals, or of
    those in which nobody gets two cards more than the other."""
    deals = {(p[:cut], p[cut:]) for p in permutations(range(1, cards + 1)) for cut in range(cards + 1)}
    assert len(deals) == (cards + 1) * factorial(cards)
    after = {deal: set(_rounds(deal, order)) for deal in deals}
    ends = {deal for deal in deals if not all(deal)}
    begun = {deal for deal in deals if not evenly or abs(len(deal[0]) - len(deal[1])) < 2}
    if begun <= _growing(after, ends, all):
        return "ends"
    return "can end" if begun <= _growing(after, ends, any) else "endless"


def _rounds(decks: Decks, order: str) -> Iterator[Decks]:
    """The decks after one round, for each order in which the cards may go under."""
    first, second = decks
    if first and second:
        high, low = max(first[0], second[0]), min(first[0], second[0])
        orders = {"winner's card first": [(high, low)], "loser's card first": [(low, high)]}
        for won in orders.get(order, [(high, low), (low, high)]):
            if first[0] == high:
                yield (*first[1:], *won), second[1:]
            else:
                yield first[1:], (*second[1:], *won)


def _growing(after: dict[Decks, set[Decks]], ends: set[Decks], which: Callable[[Iterable[bool]], bool]) -> set[Decks]:
    """All decks from which all (or any) of the ways lead to an end."""
    found: set[Decks] = set()
    more = set(ends)
    while more:
        found |= more
        more = {d for d, then in after.items() if d not in found and then and which(t in found for t in then)}
    return found


def tables(readme: Path) -> dict[str, dict[int, str]]:
    """The table of a README that begins with `| cards |`: its rows by name, each by the number of cards."""
    rows = re.findall(r"^\| (.+) \|$", readme.read_text(encoding="utf-8"), re.MULTILINE)
    cells = [row.split(" | ") for row in rows]
    start = next(i for i, row in enumerate(cells) if row[0] == "cards")
    sizes = [int(n) for n in cells[start][1:]]
    below = cells[start + 1 : start + 2 + len(READINGS)]
    return {name: dict(zip(sizes, said, strict=True)) for name, *said in below}


@pytest.mark.parametrize("order", READINGS)
@pytest.mark.parametrize("cards", [2, 3, 4, 5, pytest.param(6, marks=pytest.mark.campaign)])
def test_verdicts(cards: int, order: str) -> None:
    found = WAR.explore(f"n{cards}", {"goes_under_first": READINGS[order]})
    words = {v.name: v.word for v in found.verdicts}
    assert found.complete
    assert found.initial == found.states == (cards + 1) * factorial(cards)
    assert found.deadlocks == ()
    assert [e.event.title for e in found.events] == ["goes_under_first: no clause answers"]
    assert words["every_card_is_in_one_deck"] == "HOLDS IN SCOPE"
    assert WORDS[words["game_ends"], words["an_end_is_possible"]] == EXPECTED[order][cards]


@pytest.mark.parametrize("order", READINGS)
@pytest.mark.parametrize("cards", range(2, 7))
def test_a_search_of_its_own_agrees(cards: int, order: str) -> None:
    assert by_hand(cards, order) == EXPECTED[order][cards]


@pytest.mark.parametrize("order", READINGS)
@pytest.mark.parametrize("cards", range(2, 7))
def test_it_makes_no_difference_that_a_deal_is_even(cards: int, order: str) -> None:
    """As the register says of the doubt about clause 1.3."""
    assert by_hand(cards, order, evenly=True) == EXPECTED[order][cards]


@pytest.mark.parametrize("cards", range(2, 7))
def test_theorems(cards: int) -> None:
    powers = {2**k for k in range(cards)}
    finite = cards in powers or cards in {3 * p for p in powers}
    assert EXPECTED["winner's card first"][cards] == ("ends" if finite else "endless")
    assert EXPECTED["free order"][cards] != "endless"


@pytest.mark.parametrize("readme", ["docs/rulebooks.md", "examples/war/README.md"])
def test_tables_say_what_was_found(readme: str) -> None:
    said = tables(ROOT / readme)
    deals = said.pop("deals")
    assert deals == {cards: str((cards + 1) * factorial(cards)) for cards in range(2, 7)}
    assert said == EXPECTED


def test_check_is_as_expected() -> None:
    result = next(check_rulesets([WAR], ["n2", "n3", "n4", "n5"], prove=False))
    assert [s.message for s in result.falls_short] == []
    assert [f.reproduced for f in result.findings] == [True]
    assert result.coverage is not None


def test_scenarios_pass_on_both_machines() -> None:
    suite = Suite(PROJECT)
    results = [suite.run(*scenario) for scenario in suite.scenarios]
    assert len(results) == 7
    assert [r.scenario.name for r in results if not r.passed or not all(run.agree for run in r.runs)] == []
