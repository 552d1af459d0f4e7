"""Whole packs: decks of 10, 20, 52 and 124 different cards, and sets of them, wider than a word, by both explorers."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from ruleslawyer.base.files.toml import Places
from ruleslawyer.engines.explore.search import explore
from ruleslawyer.engines.native.explore import NativeSearch, search_natively
from ruleslawyer.rulebook.scopes.load import scope_in
from ruleslawyer.semantics.interpret import Interpreter
from ruleslawyer.semantics.transition import TransitionSystem
from tests.agree.strategies import ROOT, bundle
from tests.agree.written import system_written
from tests.classics.test_beggar import Table, searched

CARDS = (10, 20, 52, 124)


def system_of(root: Path, name: str, document: dict[str, object], reading: dict[str, str]) -> TransitionSystem:
    """A ruleset in a scope that is made here."""
    system = bundle(root, name).system
    scope = scope_in(document, "pack", system, Places("pack", ""), bounded=True)
    return TransitionSystem(Interpreter(system, scope), reading)


def compared(system: TransitionSystem) -> NativeSearch:
    """The same states, counts and ends by both."""
    by_code, reference = search_natively(system), explore(system)
    found = by_code.found
    assert found.complete and reference.complete
    assert {by_code.state(int(i)) for _, _, ids in found.rest_states() for i in ids} == set(reference.graph)
    assert (found.size, found.transitions) == (reference.states, reference.transitions)
    assert (found.depth, found.ended) == (
        reference.depth,
        sum(reference.graph.nodes[s]["ended"] for s in reference.graph),
    )
    assert len(found.deadlocks) == len(reference.deadlocks)
    return by_code


# --- piles of cards that are all different ------------------------------------------------------------------------


def war(cards: int, few: int, reading: str) -> TransitionSystem:
    """War from a deal in which Bob has so many cards, the lowest; Ann has all others."""
    names = [str(rank) for rank in range(1, cards + 1)]
    dice = Random(cards)
    dealt = [*dice.sample(names[:few], few), *dice.sample(names[few:], cards - few)]
    document: dict[str, object] = {
        "sorts": {"Player": ["Ann", "Bob"], "Card": names},
        "attributes": {"Player": {"cuts": [True, False]}, "Card": {"rank": list(range(1, cards + 1))}},
        "bounds": {"shuffle_and_cut.shuffle": [0, 0], "shuffle_and_cut.cut": [0, 0]},
        "initial": {"deck": {"Ann": dealt[few:], "Bob": dealt[:few]}},
    }
    return system_of(ROOT / "examples" / "war", "war", document, {"goes_under_first": reading})


@pytest.mark.parametrize("reading", ["winners_card_first", "losers_card_first", "free_order"])
@pytest.mark.parametrize("cards", CARDS)
def test_war(cards: int, reading: str) -> None:
    """Bob loses every round. Where the order is prescribed one state follows another; where it is free there are two
    behind each: all of them differ, since the cards lie in another order."""
    rounds = 4
    found = compared(war(cards, rounds, reading)).found
    states = 2 ** (rounds + 1) - 1 if reading == "free_order" else rounds + 1
    assert (found.size, found.transitions, found.depth) == (states, states - 1, rounds)


# --- sets of cards ------------------------------------------------------------------------------------------------

HANDS = '''
@state
class State:
    deck: Pile[Thing]
    hand: Map[Player, frozenset[Thing]]
    open: frozenset[Thing]
    laid: frozenset[Thing]


@book.action("2")
def draw(s: State, who: Player) -> None:
    """The top card, into the hand."""
    card = s.deck.top
    with effect("2"):
        s.deck = s.deck.without_top()
        s.hand[who] = s.hand[who] | frozenset({card})


@draw.permit("2")
def while_there_are(s: State, who: Player) -> bool:
    return len(s.deck) > 0


@book.action("3")
def lay(s: State, who: Player, card: Thing) -> None:
    """A card of the hand that is open."""
    with effect("3"):
        s.hand[who] = s.hand[who] - frozenset({card})
        s.laid = s.laid | frozenset({card})


@lay.permit("3")
def open_in_hand(s: State, who: Player, card: Thing) -> bool:
    return card in (s.hand[who] & s.open)


checks = Checks(book)


@checks.always("1")
def no_card_is_lost(s: State) -> bool:
    return len(s.deck) + len(s.laid) + sum(len(s.hand[p]) for p in Player) == sum(1 for t in Thing)
'''


@pytest.mark.parametrize("cards", CARDS)
def test_sets_wider_than_a_word(cards: int, tmp_path: Path) -> None:
    """Of the hand, three cards are open; three more lie in the deck. So many of those are drawn (4 ways), and each
    open one is laid or not (2 * 2 * 2): 32 states. In 3 of 4 a card can be drawn, and half of the 3 open ones laid."""
    names = [f"c{i}" for i in range(cards)]
    dealt = Random(cards).sample(names, cards)

    def listed(some: list[str]) -> str:
        return "[" + ", ".join(f'"{name}"' for name in some) + "]"

    scope = f"""[sorts]
Player = ["Ann"]
Thing = {listed(names)}

[initial]
deck = {listed(dealt[:3])}
hand = {{ Ann = {listed(dealt[3:])} }}
open = {listed(dealt[3:6])}
"""
    system = system_written(tmp_path, "hands", HANDS, scope)
    by_code = compared(system)
    assert (by_code.found.size, by_code.found.transitions, by_code.found.depth) == (32, 24 + 48, 6)
    assert by_code.layout.low.width > cards
    assert {"no_card_is_lost"} == set(system.system.checks)


# --- queues of cards of which many are alike ----------------------------------------------------------------------


@pytest.mark.parametrize("cards", CARDS)
def test_beggar_my_neighbour(cards: int) -> None:
    """A deal of a pack with as many court cards in proportion, against the search in `tests/classics`."""
    kinds = ["PLAIN", "JACK", "QUEEN", "KING", "ACE"]
    pack = [kinds[1 + i % 4] if i < 4 * (cards // 13) else "PLAIN" for i in range(cards)]
    Random(cards).shuffle(pack)
    hands = pack[::2], pack[1::2]
    document: dict[str, object] = {
        "sorts": {"Player": ["Ann", "Bob"]},
        "attributes": {"Player": {"leads": [True, False]}},
        "constants": {"Pack.cards": cards},
        "initial": {"undealt": dict.fromkeys(kinds, 0), "hand": {"Ann": hands[0], "Bob": hands[1]}},
    }
    found = compared(system_of(ROOT / "tests" / "classics" / "beggar", "beggar", document, {})).found
    own: dict[Table, list[Table]] = searched(
        ((0,) * 5, (tuple(map(kinds.index, hands[0])), tuple(map(kinds.index, hands[1]))), (), 0, 0)
    )
    assert (found.size, found.transitions) == (len(own), sum(map(len, own.values())))
    assert found.ended == sum(not after for after in own.values())
