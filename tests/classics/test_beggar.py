"""Beggar-my-neighbour, all deals of small packs and one deal of the whole, against a search of a few lines of its own.

- Of the 15 deals of four plain cards and two jacks one game never ends, of the 12 of a jack, a queen and two plain
  cards none: as the search below finds.
- Of 52 cards it was open until 2024 whether a game can go on for ever. Brayden Casella, Philip M. Anderson, Michael
  Kleber, Richard P. Mann, Reed Nessler, William Rucklidge, Samuel G. Williams, Nicolas Wu: A Non-Terminating Game of
  Beggar-My-Neighbor, arXiv:2403.13855, gives the deal of `casella`. The search below plays it: 34 cards are turned
  over, and then 440 again and again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import pytest

from ruleslawyer.api import Project
from ruleslawyer.engines.explore.search import Exploration
from ruleslawyer.semantics.state import State
from tests.agree.native import assert_same
from tests.classics.published import counts, explored, natively, value, words
from tests.oracle.graph import explored as by_the_oracle

CARDS = ("PLAIN", "JACK", "QUEEN", "KING", "ACE")
"""Each is paid for with as many cards as its place says."""
Hand = tuple[int, ...]
Table = tuple[tuple[int, ...], tuple[Hand, Hand], Hand, int, int]
"""How many of each card are left to deal; both hands from the top; the heap, its first card first; turn and due."""
PACKS = {"two_jacks": (4, 2, 0, 0, 0), "jack_and_queen": (2, 1, 1, 0, 0)}


def following(table: Table) -> Iterator[Table]:
    left, hands, heap, turn, due = table
    other = 1 - turn
    for card in range(len(CARDS)):
        if left[card]:
            after = (*left[:card], left[card] - 1, *left[card + 1 :])
            yield after, put(hands, turn, (*hands[turn], card)), heap, other, due
    if any(left) or not hands[turn]:
        return
    card, *rest = hands[turn]
    hands, heap = put(hands, turn, tuple(rest)), (*heap, card)
    if card:
        yield left, hands, heap, other, card
    elif due > 1:
        yield left, hands, heap, turn, due - 1
    elif due == 1:
        yield left, put(hands, other, hands[other] + heap), (), other, 0
    else:
        yield left, hands, heap, other, 0


def put(hands: tuple[Hand, Hand], whose: int, hand: Hand) -> tuple[Hand, Hand]:
    return (hand, hands[1]) if whose == 0 else (hands[0], hand)


def searched(begin: Table) -> dict[Table, list[Table]]:
    """Every table that is come to, with those that follow."""
    found: dict[Table, list[Table]] = {}
    waiting = [begin]
    while waiting:
        table = waiting.pop()
        if table not in found:
            found[table] = list(following(table))
            waiting += found[table]
    return found


def nearest(found: dict[Table, list[Table]], wanted: Callable[[Table], bool]) -> int:
    """How many cards it takes to come to a table that is wanted."""
    steps, layer = 0, {next(iter(found))}
    while not any(map(wanted, layer)):
        steps, layer = steps + 1, {after for table in layer for after in found[table]}
    return steps


def endless(found: dict[Table, list[Table]]) -> set[Table]:
    """The tables from which the game goes on for ever: nobody decides anything, so the others come to an end."""
    ends = {table for table, after in found.items() if not after}
    while more := {t for t, after in found.items() if t not in ends and all(a in ends for a in after)}:
        ends |= more
    return set(found) - ends


def tables(found: Exploration, states: Iterable[State] | None = None) -> set[Table]:
    """States of an exploration, or all, in the form of the search."""
    return {
        (
            value(found, state, "undealt"),
            value(found, state, "hand"),
            value(found, state, "heap")[::-1],
            value(found, state, "turn"),
            value(found, state, "due"),
        )
        for state in (found.graph if states is None else states)
    }


@pytest.mark.parametrize(("scope", "deals", "never_end"), [("two_jacks", 15, 1), ("jack_and_queen", 12, 0)])
def test_small_packs(scope: str, deals: int, never_end: int) -> None:
    found = explored("beggar", scope)
    own = searched((PACKS[scope], ((), ()), (), 0, 0))
    dealt = {t for before, after in own.items() if any(before[0]) for t in after if not any(t[0])}
    assert len(dealt) == deals
    assert len(dealt & endless(own)) == never_end
    assert tables(found) == set(own)
    assert counts(found)[:2] == (len(own), sum(map(len, own.values())))
    assert found.events == {}
    assert found.deadlocks == []
    assert words(found) == {
        "somebody_loses": "VIOLATED" if never_end else "HOLDS IN SCOPE",
        "one_has_all_cards": "HOLDS IN SCOPE",
        "no_card_is_lost": "HOLDS IN SCOPE",
    }


@pytest.mark.parametrize("scope", PACKS)
def test_natively(scope: str) -> None:
    assert_same(natively("beggar", scope), explored("beggar", scope))


@pytest.mark.parametrize("scope", PACKS)
def test_the_oracle(scope: str) -> None:
    """What shares no code with the tool reads the same out of the text."""
    read, found = by_the_oracle(Path(__file__).parent / "beggar", "beggar", scope=scope), explored("beggar", scope)
    assert tuple(read.counts[:3]) == counts(found)
    assert (read.events, read.deadlocks) == ([], set())


def test_the_deal_that_never_ends() -> None:
    """52 cards, of which 36 are alike: after 34 cards the same 440 are turned over again and again."""
    found = explored("beggar", "casella")
    assert counts(found) == (34 + 440, 34 + 440, 34 + 440 - 1)
    assert found.events == {}
    assert words(found)["somebody_loses"] == "VIOLATED"
    (begin,) = (tables(found, [state]) for state in found.initial)
    own = searched(*begin)
    assert tables(found) == set(own) == endless(own)


def test_what_is_asked_of_all() -> None:
    """With a jack and a queen; and the shortest play to the whole pack is as long as the search has it."""
    ruleset = Project.load(Path(__file__).parent / "beggar").ruleset("beggar")
    names = ["no_card_is_lost", "one_has_all_cards"]
    kept, met = ruleset.prove(names, scope="jack_and_queen", timeout=60.0)
    assert kept.verdict in ("PROVED", "HOLDS IN SCOPE")
    own = searched((PACKS["jack_and_queen"], ((), ()), (), 0, 0))
    assert met.verdict == "HOLDS IN SCOPE" and met.trace is not None
    assert met.trace.length == nearest(own, lambda table: 4 in map(len, table[1]))
