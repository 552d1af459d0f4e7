"""Mnemonic, chapters 1 to 4: the suits, the 52 cards, and what its state adds to that of its host."""

from enum import Enum
from typing import Annotated

from model.ccg.state import Amount, Card, Colour, Player, State, Step, Zone, ccg
from ruleslawyer.lang import Constants, Map, Pile, Range, Ruleset, cite, defines, number, remembers, state, until

mnemonic = Ruleset("mnemonic", on=ccg)
mnemonic.closed_world("1.1b")


@defines("1.3")
class French(Enum):
    """The suits of French playing cards."""

    CLUBS = "Clubs"
    HEARTS = "Hearts"
    DIAMONDS = "Diamonds"
    SPADES = "Spades"


class Suit(Colour):
    """The suits take the place of the colours of mana."""

    suit: Annotated[French | None, cite("1.3")]


class Print(Card):
    """A playing card: 2 to 10, 11 a Jack, 12 a Queen, 13 a King, 14 an Ace; 0 where nothing reads what it is."""

    value: Annotated[int, Range(0, 14, "1.2"), cite("1.2")]


class Book(Constants):
    """The book's numbers."""

    discarded: Amount = number(10, "4.3a")
    library: Amount = number(21, "4.10a")
    sideboard: Amount = number(5, "4.10b")
    face_damage: Amount = number(3, "2.7c")
    hand: Amount = number(3, "2.2b")
    lost_life: Amount = number(1, "1.5c")
    gained_life: Amount = number(1, "3.3")


class Stage(Enum):
    """The steps of the draft (chapter 4), and the game after it."""

    DISCARD = "cards are discarded from the deck"
    REMOVE = "a packet is removed"
    SPLIT = "the packet is split"
    CHOOSE = "players choose what to keep"
    LAST = "the last card is kept"
    SIDEBOARD = "players discard to their sideboards"
    OVER = "the draft is over"


class Place(Enum):
    """Where a card is in the draft."""

    PILE = "in the pile"
    OUT = "discarded before the draft"
    PACKET = "removed from the pile"
    RECEIVED = "received, to choose from"
    KEPT = "kept"
    SIDE = "in the sideboard"


class Ability(Enum):
    """The abilities of face cards, of which one may be on the stack for its card."""

    FACE = "Ace to the Face"
    ANNIHILATE = "Annihilate"
    COMMAND = "Kings Command"
    KILLER = "Killer Queen"
    JUMPING = "Jumping Jacks"


@state
class Game(State):
    """A draft, and then a game on the host."""

    stage: Annotated[Stage, cite("4.1")]
    place: Annotated[Map[Card, Place | None], cite("4.4a", "4.6a", "4.10c")]
    to_discard: Annotated[Amount, cite("4.3a")]
    received: Annotated[Amount, cite("4.5", "4.6b")]
    ready: Annotated[Map[Player, bool], cite("4.11")]
    # of the game
    laid: Annotated[Map[Card, bool], cite("2.1c")]
    ability: Annotated[Map[Card, Ability | None], cite("2.4a")]
    target: Annotated[Map[Card, Card | None], cite("2.12c", "2.16c", "2.20b")]
    victim: Annotated[Map[Card, Player | None], cite("2.7c")]
    attached: Annotated[Map[Card, Card | None], cite("2.20b"), remembers("2.20b")]
    creature_too: Annotated[Map[Card, bool], cite("2.19")]
    taken: Annotated[Map[Card, Player | None], until("2.12d", step=Step.END)]
    known: Annotated[Map[Player, Pile[Card]], cite("3.4")]


@mnemonic.matters("place")
def is_drafted(s: Game, card: Card) -> bool:
    """After the draft a card's zone says where it is; a sideboard is what is owned and not in the game."""
    return s.stage != Stage.OVER


@mnemonic.matters("ready")
def chooses_a_sideboard(s: Game, who: Player) -> bool:
    """Who is ready means something until everybody is."""
    return s.stage == Stage.SIDEBOARD


@mnemonic.matters("laid")
def is_tapped(s: Game, card: Card) -> bool:
    """What is tapped for a mana hand lies on the battlefield, what is shown for it is in hand."""
    return (s.zone[card] == Zone.BATTLEFIELD and s.tapped[card]) or s.zone[card] == Zone.HAND


@mnemonic.matters("ability", "target", "victim")
def ability_waits(s: Game, card: Card) -> bool:
    """Which ability of a card is used, and what it aims at, means something while it waits on the stack."""
    return card in s.stack


@mnemonic.matters("attached")
def lies_on_the_battlefield(s: Game, card: Card) -> bool:
    """Auras lie on the battlefield."""
    return s.zone[card] == Zone.BATTLEFIELD


@mnemonic.matters("creature_too")
def is_attached(s: Game, card: Card) -> bool:
    """That an aura is a creature as well means something while it enchants one."""
    return s.zone[card] == Zone.BATTLEFIELD and s.attached[card] is not None


@mnemonic.matters("taken")
def creatures_are_taken(s: Game, card: Card) -> bool:
    """Creatures are taken on the battlefield."""
    return s.zone[card] == Zone.BATTLEFIELD


@mnemonic.seen("4.1", "3.4")
def knows_the_playing_card(s: Game, card: Card, who: Player) -> bool:
    """One's own cards, what lies open, and what was put on top of a library. In the draft a card is known to whoever
    has it. That the ten discards and sideboards are unseen is not said; seen, they leave nothing hidden (4.1)."""
    if s.stage != Stage.OVER:
        return s.owner[card] == who
    known = any(card in s.known[p] for p in Player)
    return s.owner[card] == who or known or s.zone[card] not in (Zone.OUTSIDE, Zone.LIBRARY, Zone.HAND)
