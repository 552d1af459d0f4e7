"""Mnemonic, chapter 2: what cards are, by their values and suits."""

from model.ccg.state import Card, Colour, Player, State, Step, Zone
from model.ccg.turn import play_land
from model.ccg.words import controller, controls, flies, gives, is_creature, is_land, is_sick, power, toughness
from model.mnemonic.state import French, Game, Print, Suit, mnemonic
from ruleslawyer.lang import SILENT, Silent, narrow

SEVEN = 7
JACK = 11
QUEEN = 12
KING = 13
ACE = 14


def value(card: Card) -> int:
    """What a card's value is; 0 where nothing reads it."""
    return narrow(card, Print).value


def is_of(card: Card, suit: French) -> bool:
    """Whether a card is of that suit."""
    colour = card.colour
    return colour is not None and narrow(colour, Suit).suit == suit


# --- types (2.1, 2.27, 2.31) --------------------------------------------------------------------------------------


@is_land.exception("2.1a", "2.1d", "2.27", "2.31", "5.1a", "5.2")
def two_to_seven_are_lands(s: State, card: Card) -> bool | Silent:
    """2 to 6 are lands; 7s are lands too."""
    return True if 2 <= value(card) <= SEVEN else SILENT


@is_creature.exception("2.1d", "2.1f", "2.6", "2.11", "2.15", "2.19", "2.24", "5.1a", "5.1c", "5.2")
def seven_and_more_are_creatures(s: State, card: Card) -> bool | Silent:
    """From 7 on cards are creatures."""
    return True if value(card) >= SEVEN else SILENT


@seven_and_more_are_creatures.exception("2.20b")
def auras_are_none(s: State, card: Card) -> bool:
    """A Jack that was cast as an aura is one, unless it is a creature too: that is asked where it comes into play."""
    return (
        s.zone[card] == Zone.BATTLEFIELD
        and narrow(s, Game).attached[card] is not None
        and not narrow(s, Game).creature_too[card]
    )


@gives.exception("2.1b", "2.28", "2.32")
def lands_give_mana_in_their_suit(s: State, card: Card) -> Colour | Silent | None:
    """A land gives mana of its suit; no other card gives any."""
    return SILENT if 2 <= value(card) <= SEVEN else no_mana()


def no_mana() -> Colour | None:
    """What cards give that are no lands."""
    return None


# --- sevens (5.1) -------------------------------------------------------------------------------------------------


@play_land.permit("5.1b")
def sevens_are_summoned_as_lands(s: State, who: Player, card: Card) -> bool:
    """A 7 may be the land of a turn, for no mana."""
    return value(card) == SEVEN and s.step == Step.MAIN and s.turn == who and len(s.stack) == 0


@is_sick.exception("5.1d")
def sevens_are_sick(s: State, card: Card) -> bool | Silent:
    """A 7 has summoning sickness."""
    return True if value(card) == SEVEN and s.fresh[card] and narrow(s, Game).taken[card] is None else SILENT


# --- strength and toughness (2.1e, 2.3a, 2.25, 2.29) --------------------------------------------------------------


@mnemonic.term("2.3a", "2.3b")
def converted(s: State, card: Card) -> int:
    """What a creature costs, counted in cards or mana: a 9 costs 1, a Jack 2, the other faces 3."""
    return 1 if value(card) < JACK else 2 if value(card) == JACK else 3


@power.exception("2.3a")
def strength_is_the_cost(s: State, card: Card) -> int | Silent:
    """All creatures but 7s are as strong as they cost."""
    return converted(s, card) if value(card) > SEVEN else SILENT


@toughness.exception("2.3a")
def toughness_is_the_cost(s: State, card: Card) -> int | Silent:
    """All creatures but 7s are as tough as they cost."""
    return converted(s, card) if value(card) > SEVEN else SILENT


@power.exception("2.1e", "2.25", "2.29")
def numbers_have_a_strength_of_1(s: State, card: Card) -> int | Silent:
    """A 7 is 1/1, and so are 8 to 10."""
    return 1 if SEVEN <= value(card) < JACK else SILENT


@toughness.exception("2.1e", "2.25", "2.29")
def numbers_have_a_toughness_of_1(s: State, card: Card) -> int | Silent:
    """A 7 is 1/1, and so are 8 to 10."""
    return 1 if SEVEN <= value(card) < JACK else SILENT


# --- what abilities change (2.12, 2.21) ---------------------------------------------------------------------------


@flies.exception("2.21", "5.5")
def enchanted_creatures_fly(s: State, card: Card) -> bool | Silent:
    """A creature that a Jack enchants has flying."""
    return True if any(is_enchanted_by(s, card, aura) for aura in Card) else SILENT


def is_enchanted_by(s: State, card: Card, aura: Card) -> bool:
    """Whether a Jack lies upon a creature."""
    return s.zone[aura] == Zone.BATTLEFIELD and narrow(s, Game).attached[aura] == card


@controller.exception("2.12d", "5.7")
def taken_creatures_obey(s: State, card: Card) -> Player | Silent | None:
    """Whoever has used a King on a creature controls it until the end of the turn."""
    who = narrow(s, Game).taken[card]
    return SILENT if who is None or s.zone[card] != Zone.BATTLEFIELD else who


@is_sick.exception("2.12e")
def taken_creatures_have_haste(s: State, card: Card) -> bool | Silent:
    """And it has haste."""
    return False if narrow(s, Game).taken[card] is not None else SILENT


# --- Clubs (3.2) --------------------------------------------------------------------------------------------------


@mnemonic.term("3.1", "3.2a", "3.2b", "5.10")
def is_a_member(s: State, who: Player, card: Card) -> bool:
    """Whether a card costs its player less: a Club, while he controls a creature of Clubs."""
    return is_of(card, French.CLUBS) and any(
        is_of(c, French.CLUBS) and is_creature(s, c) and controls(s, who, c) for c in Card
    )
