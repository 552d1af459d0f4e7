"""Mere Mortals, Sections 3 to 17: what the rules do to cards, each thing once, for other clauses to forbid."""

from model.mere_mortals.state import Card, Place, Player, State, mere_mortals
from model.mere_mortals.words import life, share_a_slot
from ruleslawyer.lang import effect, no, yes


@mere_mortals.deed("3.9", "7.14b", "15.4c", "16.2c", "16.6")
def discard(s: State, card: Card) -> None:
    """A card goes to its owner's Discard Pile, and the cards attached to it with it; what it was a match for stays."""
    with effect("3.9"):
        take_away(s, card, Place.DISCARD)


@mere_mortals.deed("3.10a", "7.14b", "16.6")
def remove(s: State, card: Card) -> None:
    """A card is removed, from the game unless that takes more words, and the cards attached to it with it."""
    with effect("3.10a"):
        take_away(s, card, Place.VOID if removed_is_out_of_the_game(s) else Place.DISCARD)


removed_is_out_of_the_game = mere_mortals.doubt(
    "where does a card go that is removed, if no more is said?",
    into_the_void=yes("into the VOID, out of the game", default=True),
    into_the_discard_pile=no("into the Discard Pile"),
)


@mere_mortals.deed("3.9", "3.10a", "3.7a", "7.14b", "16.6")
def take_away(s: State, card: Card, to: Place) -> None:
    """A card leaves its place, alone or with the copies that share its slot, and so do the cards attached to it; those
    that are attached to copies fall with these (16.6)."""
    whole = any(share_a_slot(s, card, c) for c in Card) and a_stack_is_one_card(s)
    with effect("3.7a"):
        for c in Card:
            if whole and share_a_slot(s, card, c):
                s.place[c] = to
                s.upon[c] = None
    with effect("3.9", "3.10a"):
        s.place[card] = to
        s.upon[card] = None
    with effect("7.14b", "16.6"):
        for c in Card:
            if s.place[c] == Place.ATTACHED and s.upon[c] == card:
                s.place[c] = to
                s.upon[c] = None


a_stack_is_one_card = mere_mortals.doubt(
    "is each of several stacked copies a card of its own, or is the stack one card?",
    each_copy_is_one=no("each copy is a card of its own", default=True),
    the_stack_is_one=yes("the stack is one card"),
)


@mere_mortals.deed("5.5b")
def nullify(s: State, card: Card) -> None:
    """The constant power of a card has no effect any more."""
    s.nullified[card] = True


@nullify.forbid("17.4a")
def locations_are_always_in_effect(s: State, card: Card) -> bool:
    """The power of a Location on the FIELD is always in effect: against a power that nullifies it nothing makes this
    yield."""
    return s.place[card] == Place.LOCATION


@mere_mortals.deed("5.4a", "8.4a", "8.5d")
def exhaust(s: State, card: Card) -> None:
    """A card whose power was used is exhausted."""
    s.exhausted[card] = True


@mere_mortals.deed("4.3", "4.9a")
def take_in_hand(s: State, card: Card) -> None:
    """A card of the Life Deck comes to the hand; perhaps it was the last."""
    with effect("4.3", "4.9a"):
        s.place[card] = Place.HAND
    with effect("4.10a"):
        look_for_life_cards(s, card.owner)


@mere_mortals.deed("4.10a")
def look_for_life_cards(s: State, who: Player) -> None:
    """A card has left a Life Deck, but for damage: drawn, searched out, or taken as a Lead, before play too."""
    if life(s, who) == 0 and an_emptied_deck_loses(s):
        s.lost[who] = True


@mere_mortals.deed("6.1a", "4.10a")
def lose_a_life_card(s: State, card: Card) -> None:
    """A Life Card is discarded; with the last one the game is lost."""
    with effect("6.1a"):
        s.place[card] = Place.DISCARD
    if life(s, card.owner) == 0:
        with effect("4.10a", "0.2"):
            s.lost[card.owner] = True


an_emptied_deck_loses = mere_mortals.doubt(
    "does a player whose last Life Card was drawn, searched out or taken as a Lead, rather than discarded, lose?",
    only_what_is_taken_counts=no("no: the opponent must have them discarded", default=True),
    without_life_cards=yes("yes: a player without Life Cards has lost"),
)


@mere_mortals.deed("8.1", "11.1a", "11.1b", "3.3b")
def become_lead(s: State, card: Card) -> None:
    """A Personality takes the Lead's place."""
    with effect("8.1", "11.1a"):
        s.place[card] = Place.LEAD
