"""Piles: a deck with an order, a discard pile that is turned over, and a market of equal goods.

1. The deck is shuffled. Whoever has the turn draws its top card, or digs: he puts its bottom card on top.
2. A drawn card goes onto the discard pile of its player.
3. When the deck is empty, the discard piles are turned over and put under it, the first player's first.
4. The market has room for three goods. A drawn card puts its kind of goods onto the market, if there is room.
5. A full market is sold first: its lowest goods leave it, and then its highest.
6. Whoever draws the last card of the second time through the deck wins.
"""

from __future__ import annotations

from enum import Enum
from typing import Annotated

from ruleslawyer.lang import (
    CHANCE,
    Chance,
    Checks,
    Constants,
    Map,
    Pile,
    Range,
    Ruleset,
    Size,
    Sort,
    effect,
    number,
    state,
)

game = Ruleset("stock")
game.closed_world(assumed="what no sentence allows is not done")


class Player(Sort):
    """Who plays, and who is next."""

    left: Player


class Goods(Enum):
    """A kind of goods; any number of equal ones may lie in the market."""

    SALT = "salt"
    SILK = "silk"


class Card(Sort):
    """A card, and the goods on it."""

    goods: Goods


class Numbers(Constants):
    """The numbers of the book."""

    room: int = number(3, "4")
    times: int = number(2, "6")


@state
class State:
    """The deck, with what was drawn of it, the market, and whose turn it is."""

    deck: Pile[Card]
    drawn: Map[Player, Pile[Card]]
    market: Annotated[Pile[Goods], Size(Numbers.room, cite="4")]
    times: Annotated[int, Range(0, 2)]
    turn: Player
    dug: bool
    last: Player | None


@game.initial("1")
def begin(s: State, first: Player) -> None:
    with effect("1"):
        s.turn = first


def all_cards(s: State) -> int:
    """How many cards lie in the deck or were drawn."""
    return len(s.deck) + sum(len(s.drawn[p]) for p in Player)


@game.awaits
def chance_shuffles_first(s: State) -> frozenset[Player] | Chance:
    return CHANCE if all_cards(s) < len(Card) else frozenset({s.turn})


@game.chance("1", uniform="1")
def shuffle(s: State, card: Card) -> None:
    """Which card comes next: one outcome after the other makes every order."""
    with effect("1"):
        s.deck = s.deck.with_bottom(card)


@shuffle.domain
def not_there_yet(s: State, card: Card) -> bool:
    return card not in s.deck


@game.ended("6")
def twice_through(s: State) -> bool:
    return s.times == Numbers.times


@game.winners("6")
def whoever_drew_last(s: State) -> frozenset[Player]:
    return frozenset(p for p in Player if s.last == p)


@game.action("1")
def draw(s: State, who: Player) -> None:
    """The top card goes onto the player's discard pile, and its goods to the market."""
    card = s.deck.top
    with effect("2"):
        s.drawn[who] = s.drawn[who].with_top(card)
        s.deck = s.deck.without_top()
        s.last = who
        s.dug = False
    with effect("4"):
        s.market = s.market.with_top(card.goods)
    with effect("1"):
        s.turn = who.left


@draw.permit("1")
def on_ones_turn(s: State, who: Player) -> bool:
    return s.turn == who


@game.action("1")
def dig(s: State, who: Player) -> None:
    """The bottom card comes on top."""
    with effect("1"):
        s.deck = s.deck.without_bottom().with_top(s.deck.bottom)
        s.dug = True
        s.turn = who.left


@dig.permit("1")
def once_between_two_draws(s: State, who: Player) -> bool:
    return s.turn == who and len(s.deck) > 1 and not s.dug


@game.duty("5")
def sell(s: State) -> None:
    """The bottom one leaves, and the top one."""
    with effect("5"):
        s.market = s.market.without_bottom().without(s.market.top)


@sell.when
def the_market_is_full(s: State) -> bool:
    return len(s.market) == Numbers.room


@game.duty("3", after=sell, because="5: a full market is sold first")
def turn_over(s: State) -> None:
    """Each discard pile, turned over, comes under the deck."""
    with effect("3"):
        for p in Player:
            s.deck = s.drawn[p].reversed().under(s.deck)
            s.drawn[p] = Pile()
    with effect("6"):
        s.times += 1


@turn_over.when
def the_deck_is_empty(s: State) -> bool:
    return len(s.deck) == 0 and any(len(s.drawn[p]) > 0 for p in Player)


checks = Checks(game)


@checks.always("3")
def no_card_is_in_two_places(s: State) -> bool:
    """Of a pile, `in` asks whether something lies there, and `for` goes through it from the top."""
    return all(sum(1 for p in Player if c in s.drawn[p]) + (1 if c in s.deck else 0) <= 1 for c in Card)
