"""Mere Mortals, Sections 2, 3, 8 to 12 and 15 to 17: what decks hold, and what may be on the FIELD."""

from __future__ import annotations

from model.mere_mortals.attaching import attach, replace_attached
from model.mere_mortals.carrying_out import pick
from model.mere_mortals.decks import copies, finish_deck, in_deck
from model.mere_mortals.frames import Battle, Contest, Damage, Finding, Picking, Replacing
from model.mere_mortals.setup import play_ally, play_field, play_location, replace_field, swap
from model.mere_mortals.state import Card, Kind, Numbers, Place, Player, State, Step, knows_the_card, mere_mortals
from model.mere_mortals.words import allies, field_slots, hand, has_begun, has_lead, is_personality, on_field, stands
from ruleslawyer.lang import Checks, is_open

checks = Checks(mere_mortals)


def goes_on(s: State) -> bool:
    """The Leads have been revealed, and nobody has lost."""
    return has_begun(s) and not any(s.lost[p] for p in Player)


# --- decks (2) ------------------------------------------------------------------------------------------------------


@checks.sometimes("1.1b")
def a_deck_is_built(s: State) -> bool:
    """Cards are in a deck that is not finished."""
    return s.step == Step.BUILD and any(in_deck(s, c.owner, c) for c in Card)


@checks.always("2.4a", "2.5a", reached=a_deck_is_built)
def a_deck_is_of_a_kind_first(s: State) -> bool:
    """No card is in a deck of which it is not known yet whether it is a Shaded one."""
    return s.step != Step.BUILD or all(
        s.chosen[p] or (s.declared[p] is None and not any(in_deck(s, p, c) for c in Card)) for p in Player
    )


@checks.always("1.1b", "4.1b", reached=a_deck_is_built)
def nothing_is_played_while_decks_are_built(s: State) -> bool:
    """Decks are made before the game: nobody fights, attacks or takes a Lead's place while one is built."""
    return s.step != Step.BUILD or not (
        is_open(s, Battle)
        or is_open(s, Contest)
        or is_open(s, Damage)
        or is_open(s, Finding)
        or is_open(s, Picking)
        or is_open(s, Replacing)
    )


@checks.always("1.1c", "2.6b", "12.1a", reached=a_deck_is_built)
def decks_grow_no_larger_than_they_may_be(s: State) -> bool:
    """No deck that is built has more than 75 cards at any time."""
    return s.step != Step.BUILD or all(sum(1 for c in Card if in_deck(s, p, c)) <= Numbers.deck for p in Player)


@checks.always("2.4b", "12.2", reached=a_deck_is_built)
def decks_grow_within_their_shade(s: State) -> bool:
    """A Shaded deck that is built has cards of its Shade and General ones at any time, and one Shade Card at most."""
    return s.step != Step.BUILD or all(
        s.declared[p] is None
        or (
            all(not in_deck(s, p, c) or c.shade is None or c.shade == s.declared[p] for c in Card)
            and sum(1 for c in Card if in_deck(s, p, c) and c.kind == Kind.SHADE) <= 1
        )
        for p in Player
    )


@checks.step("1.1c", "2.6b", "12.1a", of=finish_deck)
def decks_are_no_larger_than_they_may_be(before: State, after: State, who: Player) -> bool:
    """A finished deck has at most 75 cards, its Shade Card among them."""
    return sum(1 for c in Card if in_deck(after, who, c)) <= Numbers.deck


@checks.step("2.5b", of=finish_deck)
def copies_keep_to_their_limits(before: State, after: State, who: Player) -> bool:
    """No card is in a deck more often than it says."""
    return all(not in_deck(after, who, c) or copies(after, c) <= c.limit for c in Card)


@checks.step("2.4b", of=finish_deck)
def shaded_decks_keep_to_their_shade(before: State, after: State, who: Player) -> bool:
    """A Shaded deck holds its own Shade and General cards."""
    return after.declared[who] is None or all(
        not in_deck(after, who, c) or c.shade is None or c.shade == after.declared[who] for c in Card
    )


@checks.step("12.2", of=finish_deck)
def shaded_decks_have_one_shade_card(before: State, after: State, who: Player) -> bool:
    """No Shaded deck has two Shade Cards."""
    return after.declared[who] is None or sum(1 for c in Card if in_deck(after, who, c) and c.kind == Kind.SHADE) <= 1


# --- the Lead (3.2, 8.1, 9.1) ---------------------------------------------------------------------------------------


@checks.sometimes("4.1b")
def a_game_is_on(s: State) -> bool:
    """Leads are on the FIELD, and play goes on."""
    return goes_on(s)


@checks.always("8.1", "3.2a", reached=a_game_is_on)
def one_lead_but_while_one_is_sought(s: State) -> bool:
    """While the game goes on each player has exactly one Lead, except while its place is being filled."""
    return not goes_on(s) or all(
        sum(1 for c in Card if c.owner == p and s.place[c] == Place.LEAD) == 1
        or ((is_open(s, Replacing) or is_open(s, Finding)) and not has_lead(s, p))
        for p in Player
    )


@checks.always("8.1", "3.2a", reached=a_game_is_on, given=True)
def no_second_lead(s: State) -> bool:
    """Nobody has two Leads, in play or before it."""
    return all(sum(1 for c in Card if c.owner == p and s.place[c] == Place.LEAD) <= 1 for p in Player)


@checks.always("8.1", "3.2a", reached=a_game_is_on)
def a_lead_at_all_times(s: State) -> bool:
    """By the letter: at all times."""
    return not goes_on(s) or all(has_lead(s, p) for p in Player)


@checks.always("9.1c", reached=a_game_is_on, given=True)
def armies_never_lead(s: State) -> bool:
    """No Army is a Lead."""
    return all(s.place[c] != Place.LEAD or c.kind == Kind.PERSONALITY for c in Card)


# --- slots (3.4, 3.6, 8.2, 15.1, 17.3) ------------------------------------------------------------------------------


@checks.sometimes("8.2a")
def allies_stand(s: State) -> bool:
    """An Ally is on the FIELD."""
    return any(s.place[c] == Place.ALLY for c in Card)


@checks.always("8.2a", "3.4b", reached=allies_stand, given=True)
def no_more_allies_than_slots(s: State) -> bool:
    """Each player has at most three Allies."""
    return all(allies(s, p) <= Numbers.allies for p in Player)


@checks.always("8.2b", "9.2", reached=allies_stand)
def one_personality_of_a_character(s: State) -> bool:
    """No player has two Personalities of one character, Armies excepted."""
    return all(
        c == d
        or c.character is None
        or c.character != d.character
        or c.kind == Kind.ARMY
        or d.kind == Kind.ARMY
        or not any(stands(s, p, c) and stands(s, p, d) for p in Player)
        for c in Card
        for d in Card
    )


@checks.sometimes("15.2")
def a_field_card_lies(s: State) -> bool:
    """A Field Card is on the FIELD."""
    return any(s.place[c] == Place.FIELD for c in Card)


@checks.always("15.1", "3.6b", reached=a_field_card_lies, given=True)
def no_more_field_cards_than_slots(s: State) -> bool:
    """Each player's Field Cards take at most three slots."""
    return all(field_slots(s, p) <= Numbers.fields for p in Player)


@checks.sometimes("17.4a")
def a_location_lies(s: State) -> bool:
    """A Location is on the FIELD."""
    return any(s.place[c] == Place.LOCATION for c in Card)


@checks.always("17.3", "17.5", reached=a_location_lies, given=True)
def one_location(s: State) -> bool:
    """At most one Location is on the FIELD, for both players together."""
    return sum(1 for c in Card if s.place[c] == Place.LOCATION) <= 1


@checks.step("17.5", of=play_location)
def a_new_location_drives_out_the_old(before: State, after: State, who: Player, card: Card) -> bool:
    """The one that was there lies in the Discard Pile."""
    return all(before.place[c] != Place.LOCATION or after.place[c] == Place.DISCARD for c in Card)


# --- attached cards and swaps ---------------------------------------------------------------------------------------


@checks.sometimes("16.4")
def a_card_is_attached(s: State) -> bool:
    """An Attach Card is on the FIELD."""
    return any(s.place[c] == Place.ATTACHED for c in Card)


@checks.always("16.4", "16.6", "7.14b", reached=a_card_is_attached, given=True)
def attached_cards_have_a_bearer(s: State) -> bool:
    """Whatever is attached is behind a card on the FIELD: it goes when its bearer goes."""
    return all((s.upon[c] is not None) == (s.place[c] == Place.ATTACHED) for c in Card) and all(
        c == d or s.place[c] != Place.ATTACHED or s.upon[c] != d or on_field(s, d) for c in Card for d in Card
    )


@checks.always("3.5b", "3.5c", "3.7a", reached=a_card_is_attached, given=True)
def one_attached_card(s: State) -> bool:
    """A Personality bears one card, or copies of one stackable card."""
    return all(
        c == d
        or s.place[c] != Place.ATTACHED
        or s.place[d] != Place.ATTACHED
        or s.upon[c] != s.upon[d]
        or (c.stackable and c.name == d.name)
        or all(s.upon[c] != b or not is_personality(b) for b in Card)
        for c in Card
        for d in Card
    )


@checks.step("16.3", of=attach)
def attaching_needs_a_personality_of_the_shade(
    before: State, after: State, who: Player, card: Card, under: Card
) -> bool:
    """At the moment of attaching somebody of the card's Shade is on the FIELD."""
    return card.shade is None or any(stands(before, who, c) and c.shade == card.shade for c in Card)


@checks.step("10.1b", of=swap)
def what_is_swapped_out_is_discarded(before: State, after: State, who: Player, old: Card, card: Card) -> bool:
    """The old Ally is discarded with all that was attached, and the new one stands in its slot."""
    return (
        after.place[old] == Place.DISCARD
        and after.place[card] == Place.ALLY
        and all(before.upon[c] != old or after.place[c] == Place.DISCARD for c in Card)
        and allies(after, who) == allies(before, who)
    )


# --- a SETUP comes to an end: whatever is played in it takes a card of the hand, and none comes back ------------------


@checks.step("10.1a", "1.3a", of=swap)
def swaps_come_to_an_end(before: State, after: State, who: Player, old: Card, card: Card) -> bool:
    """Each swap takes a card of the hand, and none comes back: a SETUP cannot go on for ever by swapping."""
    return hand(after, who) == hand(before, who) - 1 and after.place[old] != Place.HAND


@checks.step("4.4a", "1.3a", of=play_ally)
def allies_come_to_an_end(before: State, after: State, who: Player, card: Card) -> bool:
    """Nor by playing Allies."""
    return hand(after, who) == hand(before, who) - 1


@checks.step("4.4a", "1.3a", of=play_field)
def field_cards_come_to_an_end(before: State, after: State, who: Player, card: Card) -> bool:
    """Nor by playing Field Cards."""
    return hand(after, who) == hand(before, who) - 1


@checks.step("15.4b", "1.3a", of=replace_field)
def replacing_comes_to_an_end(before: State, after: State, who: Player, old: Card, card: Card) -> bool:
    """Nor by replacing them."""
    return hand(after, who) == hand(before, who) - 1 and after.place[old] == Place.DISCARD


@checks.step("4.4a", "1.3a", of=attach)
def attaching_comes_to_an_end(before: State, after: State, who: Player, card: Card, under: Card) -> bool:
    """Nor by attaching cards."""
    return hand(after, who) == hand(before, who) - 1


@checks.step("16.2b", "1.3a", of=replace_attached)
def replacing_attached_cards_comes_to_an_end(before: State, after: State, who: Player, old: Card, card: Card) -> bool:
    """Nor by replacing those: the new one is behind the card that bore the old one."""
    return (
        hand(after, who) == hand(before, who) - 1
        and after.place[old] == Place.DISCARD
        and after.upon[card] == before.upon[old]
    )


@checks.step("4.4a", "1.3a", of=play_location)
def locations_come_to_an_end(before: State, after: State, who: Player, card: Card) -> bool:
    """Nor by playing Locations."""
    return hand(after, who) == hand(before, who) - 1


# --- what never leaves ----------------------------------------------------------------------------------------------


@checks.sometimes("3.1a")
def a_shade_card_lies(s: State) -> bool:
    """A Shade Card is on the table."""
    return any(s.place[c] == Place.SHADE for c in Card)


@checks.always("3.1a", "12.1c", reached=a_shade_card_lies)
def shade_cards_are_laid_out_as_play_begins(s: State) -> bool:
    """Before play begins no Shade Card is in a hand, a deck, a Discard Pile or the VOID either."""
    return has_begun(s) or all(
        c.kind != Kind.SHADE or s.place[c] in (Place.SHADE, Place.COLLECTION, Place.ASIDE) for c in Card
    )


@checks.always("12.1c", "12.1d", reached=a_shade_card_lies)
def shade_cards_never_leave(s: State) -> bool:
    """Once play has begun no Shade Card is in a hand, a deck, a Discard Pile or the VOID."""
    return not has_begun(s) or all(
        c.kind != Kind.SHADE or s.place[c] in (Place.SHADE, Place.COLLECTION, Place.ASIDE) for c in Card
    )


@checks.step("3.10b", of=pick)
def the_void_gives_nothing_back(before: State, after: State, who: Player, card: Card) -> bool:
    """What is in the VOID stays there."""
    return all(before.place[c] != Place.VOID or after.place[c] == Place.VOID for c in Card)


@checks.step("12.3a", of=play_ally)
def pure_decks_stay_pure(before: State, after: State, who: Player, card: Card) -> bool:
    """With a Shade Card only its Shade and General Personalities come to the FIELD."""
    return (
        card.shade is None
        or card.shade == before.declared[who]
        or not any(c.owner == who and before.place[c] == Place.SHADE for c in Card)
    )


@checks.step("12.3a", of=replace_attached)
def pure_decks_stay_pure_behind_others(before: State, after: State, who: Player, old: Card, card: Card) -> bool:
    """Nor is another Attach Card put behind anything."""
    return (
        card.shade is None
        or card.shade == before.declared[who]
        or not any(c.owner == who and before.place[c] == Place.SHADE for c in Card)
    )


@checks.step("15.3", of=play_field)
def field_cards_match(before: State, after: State, who: Player, card: Card) -> bool:
    """A Shaded Field Card comes with a Personality of its Shade."""
    return card.shade is None or any(stands(before, who, c) and c.shade == card.shade for c in Card)


@checks.always("3.1a", "12.1b", reached=a_shade_card_lies)
def nothing_stays_aside(s: State) -> bool:
    """Cards lie aside while decks are built: the game begins with the Shade Cards on the table."""
    return s.step == Step.BUILD or all(s.place[c] != Place.ASIDE for c in Card)


@checks.always("3.1d", "4.1b", reached=a_game_is_on)
def cards_are_conserved(s: State) -> bool:
    """Cards are conserved: in play each is in the Life Deck, in hand, on the FIELD, discarded or in the VOID."""
    return s.step == Step.BUILD or not has_begun(s) or all(s.place[c] != Place.ASIDE for c in Card)


@checks.always("3.1c", "3.1d")
def hands_and_decks_are_hidden(s: State) -> bool:
    """Of another player's hand and Life Deck nobody knows a card."""
    return not any(
        knows_the_card(s, c, p)
        for c in Card
        for p in Player
        if c.owner != p and s.place[c] in (Place.HAND, Place.LIFE_DECK)
    )
