"""Mere Mortals, Sections 8 to 10, 15 and 17: what is played in a SETUP: Allies, Field Cards, Locations, and swaps."""

from model.mere_mortals.deeds import a_stack_is_one_card, discard
from model.mere_mortals.frames import Battle
from model.mere_mortals.state import Card, Kind, Numbers, Place, Player, State, Step, mere_mortals
from model.mere_mortals.words import (
    allies,
    field_slots,
    in_hand,
    is_personality,
    is_stacked_upon,
    joins_its_like,
    matches,
    shows_another_who_stands,
    shows_one_who_stands,
    stands,
)
from ruleslawyer.lang import domain, effect, is_open, no, permit, yes


def in_own_setup(s: State, who: Player) -> bool:
    """Whether it is that player's SETUP."""
    return s.step == Step.SETUP and s.turn == who


def breaks_the_pure_deck(s: State, who: Player, card: Card) -> bool:
    """Whether a card has another Shade than the declared one, while the Shade Card is in use (12.3)."""
    return differs_from_the_shade_card(s, who, card) or (
        has_another_shade(s, who, card) and a_deck_is_pure_without_a_shade_card(s)
    )


def differs_from_the_shade_card(s: State, who: Player, card: Card) -> bool:
    """Whether the Shade Card is in use, and a card has another Shade."""
    return has_another_shade(s, who, card) and any(c.owner == who and s.place[c] == Place.SHADE for c in Card)


def has_another_shade(s: State, who: Player, card: Card) -> bool:
    """Whether a card is neither General nor of the declared Shade."""
    return s.declared[who] is not None and card.shade is not None and card.shade != s.declared[who]


a_deck_is_pure_without_a_shade_card = mere_mortals.doubt(
    "is a deck of a declared Shade held to it in play without a Shade Card too?",
    if_a_shade_card_is_utilized=no("If a Shade is declared and a Shade Card utilized.", "12.3a", "12.3b", default=True),
    one_is_not_required=yes("A Shade Card is not required for a Pure Deck.", "12.4"),
)


# --- Allies (3.4, 8.2, 9) -------------------------------------------------------------------------------------------


@mere_mortals.action("4.4a", "8.2a", "3.4b", "9.1b")
def play_ally(s: State, who: Player, card: Card) -> None:
    """A Personality of the hand takes a free Ally slot."""
    domain(is_personality(card) and in_hand(s, who, card))
    with effect("8.2a", "9.1b"):
        s.place[card] = Place.ALLY


@play_ally.permit("4.4a", "8.2a", "3.4b")
def personalities_come_in_the_setup(s: State, who: Player, card: Card) -> bool:
    """Personalities may be played in one's own SETUP."""
    return in_own_setup(s, who)


@play_ally.cannot("8.2a", "3.4b", "up to 3")
def no_slot_for_an_ally(s: State, who: Player, card: Card) -> bool:
    """There are three Ally slots."""
    return allies(s, who) >= Numbers.allies


@play_ally.cannot("8.2b", "may not control more than 1")
def the_character_is_there(s: State, who: Player, card: Card) -> bool:
    """One Personality of a character, Lead or Ally."""
    return shows_one_who_stands(s, who, card)


@the_character_is_there.exception("9.2")
def armies_come_in_numbers(s: State, who: Player, card: Card) -> bool:
    """Several Armies of one name may be on the FIELD."""
    return joins_its_like(s, who, None, card)


# --- swaps (10) -----------------------------------------------------------------------------------------------------


@mere_mortals.action("10.1a", at=(None, Battle))
def swap(s: State, who: Player, old: Card, card: Card) -> None:
    """A Personality of the hand takes the slot of an Ally, which is discarded with all that is attached to it."""
    domain(stands(s, who, old) and is_personality(card) and in_hand(s, who, card))
    permit("10.1a", "In one's own SETUP.", swaps_in_the_setup=in_own_setup(s, who))
    with effect("10.1b"):
        discard(s, old)
    with effect("10.1b"):
        s.place[card] = Place.ALLY


@swap.cannot("10.2", "may not be swapped")
def leads_are_not_swapped(s: State, who: Player, old: Card, card: Card) -> bool:
    """A Lead does not go in this way."""
    return s.place[old] == Place.LEAD


@swap.cannot("10.3b", "but they may not be played directly from")
def no_swap_in_a_battle(s: State, who: Player, old: Card, card: Card) -> bool:
    """In a BATTLE no Ally is replaced from the hand."""
    return is_open(s, Battle)


@swap.cannot("8.2b", "may not control more than 1")
def the_character_stays(s: State, who: Player, old: Card, card: Card) -> bool:
    """One Personality of a character: the one that goes does not count, since it is discarded first."""
    return shows_another_who_stands(s, who, old, card)


@the_character_stays.exception("9.2")
def armies_are_swapped_in(s: State, who: Player, old: Card, card: Card) -> bool:
    """Several Armies of one name may be on the FIELD."""
    return joins_its_like(s, who, old, card)


# --- Field Cards (15) -----------------------------------------------------------------------------------------------


@mere_mortals.action("4.4a", "15.2", at=(None, Battle))
def play_field(s: State, who: Player, card: Card) -> None:
    """A Field Card of the hand takes a slot, or joins its copies in theirs."""
    domain(card.kind == Kind.FIELD and in_hand(s, who, card))
    permit("4.4a", "15.2", "In one's own SETUP, not in a BATTLE.", field_cards_come_in_the_setup=in_own_setup(s, who))
    with effect("15.2", "15.4a", "15.6"):
        s.place[card] = Place.FIELD


@play_field.cannot("15.1", "3.6b", "3 slots")
def no_slot_for_a_field_card(s: State, who: Player, card: Card) -> bool:
    """There are three slots for Field Cards."""
    return field_slots(s, who) >= Numbers.fields


@no_slot_for_a_field_card.exception("15.6", "3.7a")
def joins_its_copies(s: State, who: Player, card: Card) -> bool:
    """Copies of a stackable card share a slot."""
    return is_stacked_upon(s, card, Place.FIELD, None)


@play_field.cannot("15.3", "7.9b", "may not be played unless")
def no_match_for_a_field_card(s: State, who: Player, card: Card) -> bool:
    """A Shaded Field Card needs a Personality of its Shade on the FIELD."""
    return not matches(s, who, card)


@mere_mortals.action("15.4b", at=(None, Battle))
def replace_field(s: State, who: Player, old: Card, card: Card) -> None:
    """A Field Card of the hand takes the place of one on the FIELD, as with Allies."""
    domain(old.owner == who and s.place[old] == Place.FIELD and card.kind == Kind.FIELD and in_hand(s, who, card))
    permit("15.4b", "In one's own SETUP.", field_cards_are_replaced_in_the_setup=in_own_setup(s, who))
    with effect("15.4b", "10.1b"):
        discard(s, old)
    with effect("15.4b"):
        s.place[card] = Place.FIELD


@replace_field.cannot("15.5a", "may not be played from the hand", also=play_field)
def no_field_card_in_a_battle(s: State, who: Player, card: Card) -> bool:
    """In a BATTLE no Field Card comes from the hand, but by a card power."""
    return is_open(s, Battle)


@replace_field.cannot("15.3", "may not be played unless")
def no_match_for_the_new_one(s: State, who: Player, old: Card, card: Card) -> bool:
    """A Shaded Field Card needs a Personality of its Shade on the FIELD."""
    return not matches(s, who, card)


@replace_field.cannot("15.1", "3.6b", "3 slots")
def its_slot_stays_taken(s: State, who: Player, old: Card, card: Card) -> bool:
    """Of several copies in a slot one goes, and the slot is taken all the same: the new card needs another."""
    return (
        is_stacked_upon(s, old, Place.FIELD, None)
        and not is_stacked_upon(s, card, Place.FIELD, None)
        and field_slots(s, who) >= Numbers.fields
        and not a_stack_is_one_card(s)
    )


# --- Locations (17) -------------------------------------------------------------------------------------------------


@mere_mortals.action("4.4a", "17.2", at=(None, Battle))
def play_location(s: State, who: Player, card: Card) -> None:
    """A Location comes to the FIELD; the one that was there is discarded."""
    domain(card.kind == Kind.LOCATION and in_hand(s, who, card))
    permit("4.4a", "In one's own SETUP.", locations_come_in_the_setup=in_own_setup(s, who))
    with effect("17.3", "17.5"):
        for c in Card:
            if s.place[c] == Place.LOCATION:
                discard(s, c)
    with effect("17.4a"):
        s.place[card] = Place.LOCATION


@play_location.cannot("17.2", "only during SETUP")
def no_location_in_a_battle(s: State, who: Player, card: Card) -> bool:
    """In a SETUP only."""
    return is_open(s, Battle)


@play_location.forbid("7.9b", over=play_location)
def no_match_for_a_location(s: State, who: Player, card: Card) -> bool:
    """Shaded cards are played with a matching Personality."""
    return not matches(s, who, card) and in_own_setup(s, who) and locations_need_a_match(s)


locations_need_a_match = mere_mortals.doubt(
    "does a Shaded Location need a matching Personality?",
    locations_come_by_themselves=no("no: Section 17 does not ask for one", default=True),
    like_other_shaded_cards=yes("yes: as other Shaded cards"),
)
