"""MegaCorp, chapters 1 to 3: players, cards, zones, money, and what a card costs."""

from __future__ import annotations

from enum import Enum
from typing import Annotated

from ruleslawyer.lang import (
    SILENT,
    Constants,
    Map,
    Pile,
    Range,
    Ruleset,
    Silent,
    Sort,
    ask,
    cite,
    defines,
    number,
    state,
    until,
)

megacorp = Ruleset("megacorp")
megacorp.closed_world(
    assumed="the book nowhere says that what it does not allow is forbidden; play would be unbounded otherwise"
)

Money = Annotated[int, Range(0, cite="1.3.9a")]
Amount = Annotated[int, Range(0)]


@defines("1.3.2a")
class Player(Sort):
    """A person taking part (1.3.2)."""


@defines("2.1.1", "2.1.2")
class Kind(Enum):
    """The types of cards; Business and Founder (4.1.1) have none of the four, and are kinds of their own here."""

    CHARACTER = "character"
    EVENT = "event"
    EQUIPMENT = "equipment"
    LOCATION = "location"
    BUSINESS = "business"
    FOUNDER = "founder"


@defines("2.6.1", "2.6.2a", "2.6.3a", "2.6.4a", "2.6.5a")
class Trait(Enum):
    """The four traits (2.6)."""

    IQ = "intelligence"
    EQ = "emotion"
    MQ = "moral"
    BQ = "body"


@defines("3.1.1a", "3.4.1a", "3.5.1a", "3.6.1a", "3.7.1", "3.8.1a", "3.8.1b")
class Zone(Enum):
    """Where a card is; whose zone it is, the owner says (3.1.2), except in a network.

    RESOURCE is the part of a resource deck whose order nobody knows; SUNK are the cards put beneath it, in order.
    """

    MAIN = "main deck"
    RESOURCE = "resource deck"
    SUNK = "bottom of the resource deck"
    REVEALED = "revealed resource"
    HAND = "hand"
    MARKET = "open market"
    NETWORK = "network"


@defines("3.4.1b", "3.5.1b", "4.1.1a", "4.1.1b")
class Back(Enum):
    """Where a card starts: blue backs in the main deck, green ones in the resource deck, the rest on the table."""

    BLUE = "main deck"
    GREEN = "resource deck"
    TABLE = "on the table"


class Card(Sort):
    """A card with what is printed on it, and who brought it (1.3.3)."""

    owner: Annotated[Player, cite("1.3.3")]
    kind: Annotated[Kind, cite("2.1.1")]
    back: Back
    cost: Annotated[int, Range(0), cite("2.3.1", "2.3.2a")]
    trait_cost: Annotated[Map[Trait, Amount], cite("2.3.2b", "2.3.4a")]
    score: Annotated[Map[Trait, Annotated[int, Range(0)] | None], cite("2.6.6b", "2.6.6c")]
    cashflow: Annotated[int, Range(0), cite("1.3.11a", "1.3.11b")]
    upkeep: Annotated[int, Range(0), cite("3.2.7a")]


class Numbers(Constants):
    """The book's numbers in this slice."""

    start_money: Amount = number(10, "1.3.8c", "4.2.2")
    business_price: Amount = number(10, "3.2.3b")


class Step(Enum):
    """Where the game is: setting up (4.2), then the five phases (5.1 to 5.5), those of phase A step by step."""

    START = "how to choose who starts"
    PICK = "a player is picked at random"
    PICKED = "the picked player chooses"
    SEATING = "places by bid"
    INCOME = "A: pools, cashflow"
    UPKEEP = "A: upkeep"
    READY = "A: disengage"
    REVEAL = "A: reveal"
    OFFER = "A: the revealed card"
    DRAW = "A: draw"
    BUY = "B"
    CHALLENGE = "C"
    DIVEST = "D"
    END = "E"
    CLEANUP = "E: discards"


@state
class State:
    """A game of MegaCorp, without the geometry of the networks."""

    step: Step
    order: Annotated[Pile[Player], cite("1.3.2b", "4.2.3c")]
    picked: Annotated[Player | None, until("4.2.8b", step=Step.INCOME)]
    bid: Annotated[Map[Player, Amount], until("4.2.8b", step=Step.INCOME)]
    stake: Annotated[Map[Player, Amount], until("4.2.8b", step=Step.INCOME)]
    money: Annotated[Map[Player, Money], cite("1.3.8a")]
    pool: Annotated[Map[Player, Map[Trait, Amount]], cite("6.7.5a")]
    lost: Map[Player, bool]
    turns: Annotated[Map[Player, Annotated[int, Range(0, 2)]], cite("5.2.3b")]
    opened: Annotated[bool, cite("5.1.7d")]
    zone: Map[Card, Zone]
    market: Annotated[Map[Player, Pile[Card]], cite("3.6.2a", "3.6.2b")]
    sunk: Annotated[Map[Player, Pile[Card]], cite("3.4.4d")]
    network: Map[Card, Player | None]
    buyer: Map[Card, Player | None]
    engaged: Annotated[Map[Card, bool], cite("3.2.1b")]
    upkeep_due: Annotated[Map[Card, bool], until("5.1.5b", step=Step.READY)]
    sold: Annotated[bool, until("5.4.2", step=Step.END)]
    out_of_cards: Annotated[bool, until("1.2.7", step=Step.INCOME)]
    arriving: Card | None
    arriving_for: Player | None
    frozen: Annotated[Map[Card, bool], until("8.8.5c", step=Step.INCOME)]


@megacorp.matters("network")
def lies_in_a_network(s: State, card: Card) -> bool:
    """Whose network a card is in means something only there."""
    return s.zone[card] == Zone.NETWORK


@megacorp.matters("buyer")
def was_bought_into_a_network(s: State, card: Card) -> bool:
    """Who bought a card means something while it is in play."""
    return s.zone[card] == Zone.NETWORK


@megacorp.matters("engaged")
def has_an_orientation(s: State, card: Card) -> bool:
    """Only in some zones does a card have an orientation (3.2.1): the network, as we read it."""
    return s.zone[card] == Zone.NETWORK


@megacorp.matters("arriving_for")
def something_arrives(s: State) -> bool:
    return s.arriving is not None


# --- words that the rules use -------------------------------------------------------------------------------------


def two_players() -> bool:
    """A two-player game, as against a multiplayer one (1.1)."""
    return len(Player) == 2


def active(s: State) -> Player:
    """The turn player (1.3.2b): the first in the order of turns."""
    return s.order.top


def on_turn(s: State, who: Player) -> bool:
    """Whether it is that player's turn; before the first one it is nobody's."""
    return len(s.order) > 0 and s.order.top == who


def trait_total(card: Card) -> int:
    """The trait component of a valuation as a number."""
    return sum(card.trait_cost[t] for t in Trait)


@megacorp.term("2.3.6")
def total_valuation(s: State, card: Card) -> int:
    """The sum of the money component and the trait component."""
    return card.cost + trait_total(card)


@megacorp.term("6.7.9a", "2.3.5")
def has_traits(s: State, who: Player, card: Card) -> bool:
    """Whether a player's trait pool covers the trait component of a card's cost."""
    return all(s.pool[who][t] >= card.trait_cost[t] for t in Trait)


@megacorp.question("who controls a card that another player has bought?")
def controller(s: State, card: Card) -> Player:
    return ask()


@controller.answer("1.3.5")
def owner_controls(s: State, card: Card) -> Player:
    """The owner of a card controls it."""
    return card.owner


@controller.answer("3.2.2d", default=True)
def last_buyer_controls(s: State, card: Card) -> Player | Silent:
    """Money goes to the last controller of a card: so buying one changes who controls it."""
    who = s.buyer[card]
    return SILENT if who is None else who


@megacorp.question("who is credited when an engaged card is bought?")
def payee(s: State, card: Card) -> Player:
    return ask()


@payee.answer("3.2.2d", default=True)
def last_controller_is_paid(s: State, card: Card) -> Player:
    return controller(s, card)


@payee.answer("3.8.3c")
def owner_is_paid(s: State, card: Card) -> Player:
    return card.owner
