"""Beggar-my-neighbour: nobody decides anything, and yet it is not known of most packs whether the game always ends.

Cards are kinds of cards: what tells two plain ones apart never matters.
"""

from __future__ import annotations

from enum import Enum
from typing import Annotated

from ruleslawyer.lang import (
    CHANCE,
    Chance,
    Constants,
    Map,
    Pile,
    Range,
    Ruleset,
    Size,
    Sort,
    defines,
    effect,
    number,
    state,
    the,
)

beggar = Ruleset("beggar")
beggar.closed_world(assumed="nobody does anything else with the cards")


class Player(Sort):
    """One of the two who play."""

    leads: bool


@defines("1.1")
class Card(Enum):
    PLAIN = "2 to 10"
    JACK = "jack"
    QUEEN = "queen"
    KING = "king"
    ACE = "ace"


class Pack(Constants):
    cards: int = number(52, "1.1")
    plain: int = number(36, "1.1")
    jacks: int = number(4, "1.1")
    queens: int = number(4, "1.1")
    kings: int = number(4, "1.1")
    aces: int = number(4, "1.1")


Cards = Annotated[Pile[Card], Size(Pack.cards)]


@state
class State:
    """What is left to deal, the hands and the heap; whose turn it is, and how many cards are still to be paid."""

    undealt: Map[Card, Annotated[int, Range(0)]]
    hand: Map[Player, Cards]
    heap: Cards
    turn: Player
    due: Annotated[int, Range(0, 4)]


def other(who: Player) -> Player:
    return the(p for p in Player if p != who)


def is_dealt(s: State) -> bool:
    return all(s.undealt[card] == 0 for card in Card)


@beggar.term("2.2")
def to_pay_for(s: State, card: Card) -> int:
    """How many cards have to be paid for a card."""
    if card == Card.ACE:
        return 4
    if card == Card.KING:
        return 3
    if card == Card.QUEEN:
        return 2
    return 1 if card == Card.JACK else 0


@beggar.initial("1.1")
def whole_pack(s: State) -> None:
    """Nothing has been dealt."""
    with effect("1.1"):
        s.undealt[Card.PLAIN] = Pack.plain
        s.undealt[Card.JACK] = Pack.jacks
        s.undealt[Card.QUEEN] = Pack.queens
        s.undealt[Card.KING] = Pack.kings
        s.undealt[Card.ACE] = Pack.aces
        s.turn = the(p for p in Player if p.leads)


@beggar.awaits
def whose_turn(s: State) -> frozenset[Player] | Chance:
    return frozenset({s.turn}) if is_dealt(s) else CHANCE


@beggar.ended("3.1")
def nothing_to_turn_over(s: State) -> bool:
    """Whose turn it is has no card."""
    return is_dealt(s) and len(s.hand[s.turn]) == 0


@beggar.winners("3.1")
def the_other(s: State) -> frozenset[Player]:
    return frozenset({other(s.turn)})


@beggar.chance("1.2")
def deal(s: State, card: Card) -> None:
    """The next card, to each player in turn."""
    with effect("1.2"):
        s.undealt[card] -= 1
        s.hand[s.turn] = s.hand[s.turn].with_bottom(card)
        s.turn = other(s.turn)


@deal.domain
def is_left(s: State, card: Card) -> bool:
    return s.undealt[card] > 0


@beggar.action("2.1", "2.2", "2.3", "2.4")
def turn_over(s: State, who: Player) -> None:
    """The top card goes onto the heap; the last one that is due, if it is plain, gives the heap to the other player."""
    card = s.hand[who].top
    owed = to_pay_for(s, card)
    taken = owed == 0 and s.due == 1
    with effect("2.1"):
        s.hand[who] = s.hand[who].without_top()
        s.heap = s.heap.with_top(card)
    with effect("2.2", "2.3"):
        if owed > 0 or s.due <= 1:
            s.turn = other(who)
        s.due = owed if owed > 0 else max(s.due - 1, 0)
    with effect("2.4"):
        if taken:
            s.hand[other(who)] = s.hand[other(who)].on(s.heap.reversed())
            s.heap = Pile()


@turn_over.permit("2.1")
def in_turn(s: State, who: Player) -> bool:
    return True
