"""Mere Mortals, Section 16: Attach Cards, and when nothing is left to be played in a SETUP."""

from model.mere_mortals.deeds import a_stack_is_one_card, discard
from model.mere_mortals.frames import Battle
from model.mere_mortals.setup import breaks_the_pure_deck, in_own_setup, locations_need_a_match
from model.mere_mortals.state import Card, Kind, Numbers, Place, Player, State, mere_mortals
from model.mere_mortals.words import (
    allies,
    bears_cards,
    field_slots,
    in_hand,
    is_personality,
    is_stacked_upon,
    joins_its_like,
    matches,
    on_field,
    share_a_slot,
    shows_one_who_stands,
)
from ruleslawyer.lang import domain, effect, is_open, no, permit, yes


@mere_mortals.action("4.4a", "16.1b", at=(None, Battle))
def attach(s: State, who: Player, card: Card, under: Card) -> None:
    """An Attach Card of the hand is put behind another card."""
    domain(card.kind == Kind.ATTACH and in_hand(s, who, card) and on_field(s, under))
    with effect("3.5b", "16.2a"):
        s.place[card] = Place.ATTACHED
        s.upon[card] = under


@attach.permit("4.4a", "10.1c", "16.1b", "16.4")
def attach_cards_come_in_the_setup(s: State, who: Player, card: Card, under: Card) -> bool:
    """In one's own SETUP, onto another card."""
    return in_own_setup(s, who)


@attach.cannot("3.5b", "may only have 1")
def something_is_attached(s: State, who: Player, card: Card, under: Card) -> bool:
    """A Personality has one attached card."""
    return is_personality(under) and bears_cards(s, under)


@something_is_attached.exception("3.5c", "3.7a", "16.5")
def is_stackable(s: State, who: Player, card: Card, under: Card) -> bool:
    """A stackable card joins what is attached: its own copies."""
    return joins_what_is_attached(s, card, under)


def joins_what_is_attached(s: State, card: Card, under: Card) -> bool:
    """Whether a stackable card finds its copies behind a card, or may join others."""
    return card.stackable and (is_stacked_upon(s, card, Place.ATTACHED, under) or stackable_cards_join_any(s))


stackable_cards_join_any = mere_mortals.doubt(
    "may a stackable Attach Card join other cards than its own copies?",
    copies_only=no("Multiples, additional copies, share the slot.", "3.7a", "16.5", default=True),
    unless_it_is_stackable=yes("One card, unless the card is stackable.", "3.5c"),
)


@attach.forbid("16.4", "7.13a", over=attach)
def cannot_bear(s: State, who: Player, card: Card, under: Card) -> bool:
    """Personalities and Field Cards bear Attach Cards; the text says another card."""
    return (
        in_own_setup(s, who)
        and matches(s, who, card)
        and not is_personality(under)
        and under.kind != Kind.FIELD
        and not any_card_bears(s)
    )


any_card_bears = mere_mortals.doubt(
    "which cards may Attach Cards be attached to?",
    personalities_and_field_cards=no(
        "Attached cards are spoken of on Personalities and Field Cards.", "7.13a", "7.14a", default=True
    ),
    another_card=yes("They must be attached to another card.", "16.4"),
)


@attach.forbid("16.1b", over=attach)
def belongs_to_the_opponent(s: State, who: Player, card: Card, under: Card) -> bool:
    """Nothing speaks of attaching to an opponent's card."""
    return (
        in_own_setup(s, who)
        and matches(s, who, card)
        and (is_personality(under) or under.kind == Kind.FIELD)
        and under.owner != who
        and not opposing_cards_bear(s)
    )


opposing_cards_bear = mere_mortals.doubt(
    "may an Attach Card be attached to an opponent's card?",
    ones_own_bear=no("no: to one's own", default=True),
    any_players_card_bears=yes("yes: to another card, whose is not said"),
)


@mere_mortals.action("16.2b", at=(None, Battle))
def replace_attached(s: State, who: Player, old: Card, card: Card) -> None:
    """An Attach Card of the hand takes the place of one that is attached, which is discarded: of one's own, or of one
    behind a card of one's own, if an opponent may attach there."""
    permit(
        "16.2b", "In one's own SETUP, as with Allies.", attached_cards_are_replaced_in_the_setup=in_own_setup(s, who)
    )
    under = s.upon[old]
    discard(s, old)
    s.place[card] = Place.ATTACHED
    s.upon[card] = under


@replace_attached.domain
def one_attached_card_for_another(s: State, who: Player, old: Card, card: Card) -> bool:
    under = s.upon[old]
    return (
        s.place[old] == Place.ATTACHED
        and under is not None
        and (old.owner == who or under.owner == who)
        and card.kind == Kind.ATTACH
        and in_hand(s, who, card)
    )


@replace_attached.cannot("16.1b", "can only be played during SETUP", also=attach)
def no_attach_card_in_a_battle(s: State, who: Player, card: Card) -> bool:
    """In a SETUP only."""
    return is_open(s, Battle)


@replace_attached.cannot("16.3", "as long as a match is on the FIELD", also=attach)
def no_match_for_an_attach_card(s: State, who: Player, card: Card) -> bool:
    """A Shaded Attach Card needs a Personality of its Shade on the FIELD."""
    return not matches(s, who, card)


@replace_attached.cannot("3.5b", "may only have 1")
def something_else_is_attached(s: State, who: Player, old: Card, card: Card) -> bool:
    """Of several copies behind a Personality one goes, and another card does not come beside the others."""
    under = s.upon[old]
    return (
        under is not None
        and is_personality(under)
        and any(
            c != old
            and s.place[c] == Place.ATTACHED
            and s.upon[c] == under
            and not (share_a_slot(s, c, old) and a_stack_is_one_card(s))
            for c in Card
        )
    )


@something_else_is_attached.exception("3.5c", "3.7a", "16.5")
def is_a_copy_of_the_others(s: State, who: Player, old: Card, card: Card) -> bool:
    """A stackable card takes the place of one of its own copies."""
    return card.stackable and (card.name == old.name or stackable_cards_join_any(s))


@mere_mortals.settle("7.14b", "16.6")
def fall_with_the_bearer(s: State, card: Card) -> None:
    """What lies behind an Attach Card that is gone goes the way of that, if Attach Cards bear others."""
    under = s.upon[card]
    if under is not None:
        s.place[card] = s.place[under]
    s.upon[card] = None


@fall_with_the_bearer.when
def its_bearer_is_gone(s: State, card: Card) -> bool:
    under = s.upon[card]
    return s.place[card] == Place.ATTACHED and under is not None and s.place[under] in (Place.DISCARD, Place.VOID)


# --- whether something is left to be played (4.5) -------------------------------------------------------------------


def may_have_something_to_play(s: State, who: Player) -> bool:
    """Whether a card of the hand can be played in the SETUP, if no question is answered against it."""
    return any(finds_a_free_place(s, who, c) for c in Card)


def has_something_to_play(s: State, who: Player) -> bool:
    """Whether a card of the hand may be played in the SETUP into a place that is free."""
    return any(
        finds_a_free_place(s, who, c)
        and not breaks_the_pure_deck(s, who, c)
        and (c.kind != Kind.ATTACH or any(may_bear(s, who, c, d) for d in Card))
        and (c.kind != Kind.LOCATION or matches(s, who, c) or not locations_need_a_match(s))
        for c in Card
    )


def finds_a_free_place(s: State, who: Player, card: Card) -> bool:
    """Whether a card of the hand has a slot, and the match that its kind needs: nothing has to be replaced, but a
    Location by a Location."""
    if not in_hand(s, who, card):
        return False
    if is_personality(card):
        return allies(s, who) < Numbers.allies and (
            joins_its_like(s, who, None, card) or not shows_one_who_stands(s, who, card)
        )
    if card.kind == Kind.FIELD:
        return matches(s, who, card) and (
            field_slots(s, who) < Numbers.fields or is_stacked_upon(s, card, Place.FIELD, None)
        )
    return card.kind == Kind.LOCATION or (card.kind == Kind.ATTACH and matches(s, who, card))


def may_bear(s: State, who: Player, card: Card, under: Card) -> bool:
    """Whether an Attach Card may be put behind another card."""
    return (
        on_field(s, under)
        and (is_personality(under) or under.kind == Kind.FIELD or any_card_bears(s))
        and (under.owner == who or opposing_cards_bear(s))
        and (not (is_personality(under) and bears_cards(s, under)) or joins_what_is_attached(s, card, under))
    )
