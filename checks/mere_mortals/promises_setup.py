"""Mere Mortals: what answers about Life Decks, Leads and SETUPS promise, each in the words of the answer."""

from __future__ import annotations

from model.mere_mortals.attaching import attach, opposing_cards_bear, replace_attached, stackable_cards_join_any
from model.mere_mortals.deeds import an_emptied_deck_loses
from model.mere_mortals.frames import Damage
from model.mere_mortals.leads import higher_shade
from model.mere_mortals.setup import (
    a_deck_is_pure_without_a_shade_card,
    play_ally,
    play_field,
    play_location,
)
from model.mere_mortals.state import Card, Kind, Place, Player, Shade, State, Step, mere_mortals
from model.mere_mortals.turn import all_that_can_be_played_must, declare_battle, pass_setup
from model.mere_mortals.words import (
    bears_cards,
    has_begun,
    has_lead,
    is_personality,
    leads_without_a_lead_power,
    life,
    opponent,
)
from ruleslawyer.lang import Checks, allows, is_open

checks = Checks(mere_mortals)


# --- Life Decks that nobody attacked (002, 003) ---------------------------------------------------------------------


@checks.promise(an_emptied_deck_loses.without_life_cards, "4.10a", "0.2")
def whoever_has_no_life_cards_has_lost(s: State) -> bool:
    """Once the Leads lie open, a player without Life Cards has lost, however the last one went."""
    return not has_begun(s) or any(s.lost[p] for p in Player) or all(life(s, p) > 0 for p in Player)


@checks.promise(an_emptied_deck_loses.only_what_is_taken_counts, "4.10a", "0.2")
def nobody_loses_by_drawing(before: State, after: State) -> bool:
    """Whoever loses with a Lead on the FIELD loses by damage that the opponent has done."""
    return all(not after.lost[p] or before.lost[p] or not has_lead(after, p) or is_open(before, Damage) for p in Player)


# --- who goes first (004) -------------------------------------------------------------------------------------------


def comes_before(one: Shade, another: Shade) -> bool:
    """Whether the last chapter of the book describes one Shade before another."""
    return (
        (one == Shade.RAPTURE and another != Shade.RAPTURE)
        or (one == Shade.FERVOR and another in (Shade.MALLOS, Shade.DREAD, Shade.WRATH))
        or (one == Shade.MALLOS and another in (Shade.DREAD, Shade.WRATH))
        or (one == Shade.DREAD and another == Shade.WRATH)
    )


def leads_alike(s: State, one: Card, another: Card) -> bool:
    """Whether two cards are the Leads of both players, of the same EVP."""
    return (
        s.place[one] == Place.LEAD
        and s.place[another] == Place.LEAD
        and one.owner != another.owner
        and one.evp == another.evp
    )


def begins_by_shade(before: State, after: State, listed_first: bool) -> bool:
    """Whether, of two Leads of the same EVP, the one that is listed first, or last, goes first."""
    return (
        before.turn is not None
        or after.turn is None
        or all(
            not leads_alike(after, c, d)
            or c.shade is None
            or d.shade is None
            or not comes_before(c.shade, d.shade)
            or (after.turn == c.owner) == listed_first
            for c in Card
            for d in Card
        )
    )


@checks.promise(higher_shade.the_one_listed_first, "4.2d")
def the_shade_described_first_goes_first(before: State, after: State) -> bool:
    """Of Leads of the same EVP the one goes first whose Shade the book describes first."""
    return begins_by_shade(before, after, True)


@checks.promise(higher_shade.the_one_listed_last, "4.2d")
def the_shade_described_last_goes_first(before: State, after: State) -> bool:
    """Of Leads of the same EVP the one goes first whose Shade the book describes last."""
    return begins_by_shade(before, after, False)


@checks.promise(higher_shade.neither_is_higher, "4.2d")
def lots_are_drawn_for_leads_of_the_same_evp(before: State, after: State) -> bool:
    """Of Leads of the same EVP, whatever their Shades, the lot says which goes first."""
    return (
        before.turn is not None
        or after.turn is None
        or before.step == Step.LOT
        or all(not leads_alike(after, c, d) or c.shade is None or d.shade is None for c in Card for d in Card)
    )


# --- a SETUP before its end (009) -----------------------------------------------------------------------------------


@checks.promise(all_that_can_be_played_must.once_all_have_been_played, "4.5a", "4.5b", "4.5c")
def no_setup_ends_with_a_card_to_play(s: State) -> bool:
    """Nobody may declare a BATTLE or pass who holds a card that finds a place."""
    return s.step != Step.SETUP or all(
        not (allows(declare_battle, s, p) or allows(pass_setup, s, p))
        or not (
            allows(play_ally, s, p) or allows(play_field, s, p) or allows(attach, s, p) or allows(play_location, s, p)
        )
        for p in Player
    )


@checks.promise(all_that_can_be_played_must.when_ready, "1.3b", "4.4a")
def a_setup_ends_when_its_player_likes(s: State) -> bool:
    """Whoever may play an Ally or a Field Card in a SETUP may pass it instead."""
    return s.step != Step.SETUP or all(
        not (allows(play_ally, s, p) or allows(play_field, s, p)) or allows(pass_setup, s, p) for p in Player
    )


# --- Attach Cards (010, 011) ----------------------------------------------------------------------------------------


def is_bare(s: State, card: Card, owner: Player) -> bool:
    """Whether a Personality of that player is on the FIELD, and bears nothing."""
    return card.owner == owner and s.place[card] in (Place.LEAD, Place.ALLY) and not bears_cards(s, card)


@checks.promise(opposing_cards_bear.any_players_card_bears, "16.1b", "16.4", "4.5a")
def an_opponents_card_bears_what_ones_own_does(s: State) -> bool:
    """A card that may be attached to a Personality of one's own that bears nothing may be attached to such a one of any
    player's; and where all that can be played must be, nobody passes who can do so."""
    return all(
        not is_bare(s, under, p)
        or not allows(attach, s, p, c, under)
        or all(not is_bare(s, other, opponent(p)) or allows(attach, s, p, c, other) for other in Card)
        for p in Player
        for c in Card
        for under in Card
    ) and (
        not all_that_can_be_played_must(s)
        or all(
            not allows(pass_setup, s, p) or not is_bare(s, other, opponent(p)) or not allows(attach, s, p, c, other)
            for p in Player
            for c in Card
            for other in Card
        )
    )


@checks.promise(opposing_cards_bear.ones_own_bear, "16.1b")
def nobody_attaches_to_an_opponents_card(before: State, after: State) -> bool:
    """No Attach Card comes to lie behind a card of another player's."""
    return all(
        not comes_behind(before, after, c, u) or before.upon[c] == u or c.owner == u.owner for c in Card for u in Card
    )


def comes_behind(before: State, after: State, card: Card, under: Card) -> bool:
    """Whether a card lies behind another now, and did not before."""
    return lies_behind(after, card, under) and not lies_behind(before, card, under)


def lies_behind(s: State, card: Card, under: Card) -> bool:
    """Whether a card is attached to another."""
    return s.place[card] == Place.ATTACHED and s.upon[card] == under


def stands_by(s: State, card: Card, who: Player) -> bool:
    """Whether a card is a Personality of that player on the FIELD."""
    return is_personality(card) and card.owner == who and s.place[card] in (Place.LEAD, Place.ALLY)


@checks.promise(stackable_cards_join_any.unless_it_is_stackable, "3.5b", "3.7a", "16.2b")
def a_stackable_card_joins_any(s: State) -> bool:
    """A stackable card that may be attached to one Personality may be attached to any other of one's own, and may take
    the place of any card of one's own there."""
    return all(
        not c.stackable
        or not stands_by(s, under, p)
        or not allows(attach, s, p, c, under)
        or all(
            not stands_by(s, other, p)
            or (
                allows(attach, s, p, c, other)
                and all(
                    not lies_behind(s, d, other) or d.owner != p or allows(replace_attached, s, p, d, c) for d in Card
                )
            )
            for other in Card
        )
        for p in Player
        for c in Card
        for under in Card
    )


@checks.promise(stackable_cards_join_any.copies_only, "3.5b", "3.7a", "16.5")
def a_personality_that_bears_a_card_bears_copies_of_it(before: State, after: State) -> bool:
    """A card that comes to lie on a Personality beside another one is a stackable copy of that one."""
    return all(
        not is_personality(u)
        or not comes_behind(before, after, c, u)
        or d == c
        or not lies_behind(after, d, u)
        or (c.stackable and c.name == d.name)
        for c in Card
        for d in Card
        for u in Card
    )


# --- who can lead (031) ---------------------------------------------------------------------------------------------


@checks.promise(leads_without_a_lead_power.those_with_a_lead_power, "3.3b", "11.1a", "11.1b")
def no_lead_is_without_a_lead_power(before: State, after: State) -> bool:
    """Nobody comes to lead who has no Lead Power."""
    return all(after.place[c] != Place.LEAD or before.place[c] == Place.LEAD or c.lead is not None for c in Card)


@checks.promise(leads_without_a_lead_power.those_with_a_lead_power, "11.2c", "4.10b")
def without_anybody_who_has_a_lead_power_the_game_is_lost(s: State) -> bool:
    """In play whoever has no Lead, and nobody with a Lead Power among Allies and Life Cards, has lost."""
    return (
        not has_begun(s)
        or any(s.lost[p] for p in Player)
        or all(has_lead(s, p) or has_somebody(s, p, True) for p in Player)
    )


@checks.promise(leads_without_a_lead_power.every_one_but_an_army, "11.1a", "11.2c")
def an_ally_who_is_no_army_keeps_the_game_up(s: State) -> bool:
    """In play nobody loses for want of a Lead who has a Personality but an Army among Allies and Life Cards."""
    return not has_begun(s) or all(
        not s.lost[p] or has_lead(s, p) or life(s, p) == 0 or not has_somebody(s, p, False) for p in Player
    )


def has_somebody(s: State, who: Player, needs_power: bool) -> bool:
    """Whether a Personality that is no Army is an Ally or a Life Card, with a Lead Power if it needs one."""
    return any(
        c.owner == who
        and c.kind == Kind.PERSONALITY
        and s.place[c] in (Place.ALLY, Place.LIFE_DECK)
        and (c.lead is not None or not needs_power)
        for c in Card
    )


# --- decks of one Shade (046) ---------------------------------------------------------------------------------------


def is_played_from_the_hand(before: State, after: State, card: Card) -> bool:
    """Whether a card of the hand comes to the FIELD in this step."""
    return before.place[card] == Place.HAND and after.place[card] not in (
        Place.HAND,
        Place.LIFE_DECK,
        Place.DISCARD,
        Place.VOID,
    )


@checks.promise(a_deck_is_pure_without_a_shade_card.one_is_not_required, "12.3a", "12.3b", "12.4")
def whoever_has_declared_a_shade_plays_no_other(before: State, after: State) -> bool:
    """Whoever has declared a Shade plays General cards and cards of that Shade, with a Shade Card and without."""
    return all(
        not is_played_from_the_hand(before, after, c)
        or c.owner != p
        or c.shade is None
        or before.declared[p] is None
        or c.shade == before.declared[p]
        for p in Player
        for c in Card
    )
