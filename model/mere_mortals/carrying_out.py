"""Mere Mortals, Sections 3, 5, 8 and 10: what powers do, and to which card."""

from model.mere_mortals.deeds import discard, nullify, remove, take_in_hand
from model.mere_mortals.frames import Contest, Picking
from model.mere_mortals.setup import breaks_the_pure_deck, differs_from_the_shade_card
from model.mere_mortals.state import (
    Card,
    Does,
    Kind,
    Numbers,
    Place,
    Player,
    State,
    mere_mortals,
)
from model.mere_mortals.words import (
    allies,
    field_slots,
    has_a_constant_power,
    have_one_name,
    in_hand,
    is_personality,
    is_stacked_upon,
    joins_its_like,
    matches,
    on_field,
    opponent,
    shows_another_who_stands,
    stands,
)
from ruleslawyer.lang import close_frame, domain, effect, frame_of, is_open, no, open_frame, permit, when, yes

# --- what is done to a card -----------------------------------------------------------------------------------------


def is_concerned(s: State, who: Player, does: Does, old: Card | None, card: Card) -> bool:
    """Whether a power can be done to a card."""
    if does in (Does.DISCARD, Does.REMOVE):
        return card.owner != who and on_field(s, card)
    if does == Does.NULLIFY:
        return card.owner != who and on_field(s, card) and has_a_constant_power(card)
    if card.owner != who:
        return False
    if does == Does.RESTORE:
        return s.exhausted[card]
    if does == Does.FETCH:
        return s.place[card] == Place.LIFE_DECK
    if does == Does.RECOVER:
        return s.place[card] in (Place.DISCARD, Place.VOID)
    if does == Does.FIELD:
        return card.kind == Kind.FIELD and in_hand(s, who, card)
    if does == Does.REPLACE and old is None:
        return s.place[card] == Place.ALLY and any(can_take_its_slot(s, who, card, c) for c in Card)
    return does == Does.REPLACE and is_personality(card) and s.place[card] in (Place.DISCARD, Place.HAND, Place.VOID)


def could_be_done_to(s: State, who: Player, does: Does, card: Card) -> bool:
    """Whether nothing bars a card but perhaps what a Pure Deck is."""
    return (
        is_concerned(s, who, does, None, card)
        and s.place[card] != Place.SHADE
        and (s.place[card] != Place.VOID or is_done_freely(s))
        and (does != Does.FIELD or (matches(s, who, card) and not lacks_a_slot(s, who, card)))
        and (does != Does.FIELD or not differs_from_the_shade_card(s, who, card))
    )


def can_be_done_to(s: State, who: Player, does: Does, card: Card) -> bool:
    """Whether there is reason to ask: a card that nothing bars."""
    return (
        could_be_done_to(s, who, does, card)
        and (does != Does.FIELD or not breaks_the_pure_deck(s, who, card))
        and (does != Does.REPLACE or somebody_can_take_its_slot(s, who, card))
    )


def is_done_freely(s: State) -> bool:
    """Whether a power is being carried out whose card counts for more than the rules."""
    return is_open(s, Picking) and frame_of(s, Picking).freely


def can_take_its_slot(s: State, who: Player, old: Card, card: Card) -> bool:
    """Whether a Personality of the Discard Pile can replace an Ally, if nothing bars it but perhaps what a Pure Deck
    is, or whether Armies are characters."""
    return (
        is_personality(card)
        and card.owner == who
        and (s.place[card] == Place.DISCARD or (s.place[card] in (Place.HAND, Place.VOID) and is_done_freely(s)))
        and not is_doubled_anyway(s, who, old, card)
        and not differs_from_the_shade_card(s, who, card)
    )


def a_pure_one_can_take_its_slot(s: State, who: Player, old: Card) -> bool:
    """Whether there is a Personality that can replace an Ally, and that nothing bars."""
    return any(can_take_its_slot(s, who, old, c) and not breaks_the_pure_deck(s, who, c) for c in Card)


def somebody_can_take_its_slot(s: State, who: Player, old: Card) -> bool:
    """Whether there is a Personality that can replace an Ally, and that nothing bars at all."""
    return any(
        can_take_its_slot(s, who, old, c) and not breaks_the_pure_deck(s, who, c) and not is_doubled(s, who, old, c)
        for c in Card
    )


def is_doubled_anyway(s: State, who: Player, old: Card, card: Card) -> bool:
    """Whether a Personality that is no Army would be the second one of a character, Armies not counted."""
    return card.kind != Kind.ARMY and any(
        c != old and c.kind != Kind.ARMY and stands(s, who, c) and have_one_name(c, card) for c in Card
    )


def is_doubled(s: State, who: Player, old: Card, card: Card) -> bool:
    """Whether a Personality that takes the slot of `old` would be the second one of a character; Armies among
    Armies are not."""
    return shows_another_who_stands(s, who, old, card) and not joins_its_like(s, who, old, card)


def lacks_a_slot(s: State, who: Player, card: Card) -> bool:
    """Whether no slot is left for a Field Card."""
    return field_slots(s, who) >= Numbers.fields and not is_stacked_upon(s, card, Place.FIELD, None)


@mere_mortals.deed("5.3b", "7.1c")
def carry_out(s: State, who: Player, card: Card, does: Does) -> None:
    """A power does what it says: an attack may be stopped, the others are done to a card, if there is one."""
    if does == Does.ATTACK and is_open(s, Contest):
        return
    if does == Does.ATTACK:
        with effect("13.1", "7.2a"):
            open_frame(s, Contest(awaits=frozenset({opponent(who)}), by=who, card=card))
    elif any(meets_a_rule(s, who, does, c) for c in Card) and cards_prevail_over_rules(s):
        with effect("5.3b"):
            open_frame(s, Picking(awaits=who_decides(s, who, does), who=who, does=does, freely=True))
    elif any(can_be_done_to(s, who, does, c) for c in Card):
        with effect("5.3b"):
            open_frame(s, Picking(awaits=who_decides(s, who, does), who=who, does=does))


def meets_a_rule(s: State, who: Player, does: Does, card: Card) -> bool:
    """Whether a power could bring a card of the hand or of the VOID, which a rule bars without an unless."""
    return card.owner == who and (
        (does == Does.RECOVER and s.place[card] == Place.VOID)
        or (
            does == Does.REPLACE
            and is_personality(card)
            and s.place[card] in (Place.HAND, Place.VOID)
            and allies(s, who) > 0
        )
    )


cards_prevail_over_rules = mere_mortals.doubt(
    "which counts for more: a card that lets a card be played or come back, or the rule that forbids it?",
    the_rule_counts=no("the rule: it has no unless", default=True),
    the_card_counts=yes("the card"),
)


def who_decides(s: State, who: Player, does: Does) -> frozenset[Player]:
    """Whoever's power it is; the opponent too, whose cards are concerned, if cards are spent at any time."""
    if does in (Does.DISCARD, Does.REMOVE, Does.NULLIFY) and evps_are_spent_for_nothing(s):
        return frozenset(Player)
    return frozenset({who})


evps_are_spent_for_nothing = mere_mortals.doubt(
    "may cards be discarded for their EVPs when there is nothing to spend them on?",
    only_for_something=no("EVPs are spent on something: an ENS value that is matched.", "7.1b", "7.2a", default=True),
    whenever_one_likes=yes(
        "At any time of a SETUP or a BATTLE when one has to decide, or a power is done to one's cards.", "7.12a"
    ),
)


@mere_mortals.action("5.3b", at=Picking)
def pick(s: State, f: Picking, who: Player, card: Card) -> None:
    """The power is done to this card."""
    domain(is_concerned(s, who, f.does, f.old, card))
    permit("5.3b", "10.3a", "15.5c", "What the card says may be done, by its player.", the_power_says_so=who == f.who)
    does = f.does
    old = f.old
    if does == Does.REPLACE and old is None:
        with effect("10.3a"):
            f.old = card
    else:
        with effect("5.3b"):
            close_frame(s, Picking)
        if does == Does.DISCARD:
            with effect("11.3", "15.4a", "16.2a"):
                discard(s, card)
        elif does == Does.REMOVE:
            with effect("3.10a"):
                remove(s, card)
        elif does == Does.NULLIFY:
            with effect("5.5b"):
                nullify(s, card)
        elif does == Does.RESTORE:
            with effect("5.4d"):
                s.exhausted[card] = False
                if len(s.powers_used[card]) > 0 and restored_cards_use_their_powers_again(s):
                    s.powers_used[card] = frozenset()
        elif does == Does.FIELD:
            with effect("15.5c"):
                s.place[card] = Place.FIELD
        elif does == Does.FETCH:
            with effect("5.6a"):
                take_in_hand(s, card)
        elif does == Does.REPLACE:
            with effect("10.3a", "10.1b"):
                if old is not None:
                    discard(s, old)
                s.place[card] = Place.ALLY
        else:
            with effect("3.9"):
                s.place[card] = Place.HAND


restored_cards_use_their_powers_again = mere_mortals.doubt(
    "may a card that a card power restored use its power again in the same BATTLE?",
    not_in_this_battle=no("The power may not be used again until the BATTLE ends.", "5.4b", "8.4b", default=True),
    restored_is_as_new=yes(
        "To be exhausted is what marks the power as used, and to be restored undoes it.", "5.4a", "5.4d"
    ),
)


@pick.cannot("3.10b", "cannot be brought back")
def the_void_keeps(s: State, f: Picking, who: Player, card: Card) -> bool:
    """What is in the VOID never comes back."""
    return s.place[card] == Place.VOID and not f.freely


@pick.cannot("12.1d", "cannot be removed, affected or discarded")
def shade_cards_are_not_touched(s: State, f: Picking, who: Player, card: Card) -> bool:
    """Nothing is done to a Shade Card."""
    return s.place[card] == Place.SHADE


@pick.cannot("10.3b", "but they may not be played directly from")
def not_from_the_hand(s: State, f: Picking, who: Player, card: Card) -> bool:
    """In a BATTLE no Ally is replaced from the hand."""
    return f.does == Does.REPLACE and s.place[card] == Place.HAND and not f.freely


@pick.cannot("15.1", "3 slots")
def no_slot_is_left(s: State, f: Picking, who: Player, card: Card) -> bool:
    """There are three slots for Field Cards, in a BATTLE too."""
    return f.does == Does.FIELD and lacks_a_slot(s, who, card)


@pick.cannot("15.3", "may not be played unless")
def no_match_is_there(s: State, f: Picking, who: Player, card: Card) -> bool:
    """A Shaded Field Card needs a Personality of its Shade on the FIELD, in a BATTLE too."""
    return f.does == Does.FIELD and not matches(s, who, card)


@pick.cannot("12.3a", "only cards of that Shade")
def it_is_impure(s: State, f: Picking, who: Player, card: Card) -> bool:
    """With a Shade Card only its Shade and General cards are played, Personalities included, by a card power too:
    and no Ally is named for whom only others could come."""
    if f.does == Does.REPLACE and f.old is None:
        return not a_pure_one_can_take_its_slot(s, who, card)
    return f.does in (Does.FIELD, Does.REPLACE) and breaks_the_pure_deck(s, who, card)


@pick.cannot("8.2b", "may not control more than 1")
def the_character_is_on_the_field(s: State, f: Picking, who: Player, card: Card) -> bool:
    """One Personality of a character: the Ally that is replaced does not count; and no Ally is named for whom only a
    second one could come."""
    old = f.old
    if f.does == Does.REPLACE and old is None:
        return a_pure_one_can_take_its_slot(s, who, card) and not somebody_can_take_its_slot(s, who, card)
    return f.does == Does.REPLACE and old is not None and is_doubled(s, who, old, card)


# Whoever spends cards while a power is carried out may leave it without the Ally that was to be replaced, or without
# anything that it could be done to.


@mere_mortals.duty("10.3a", at=Picking)
def another_ally_is_to_be_named(s: State, f: Picking) -> None:
    """The Ally that was to be replaced is one no more."""
    f.old = None


@another_ally_is_to_be_named.when
def it_cannot_be_replaced(s: State, f: Picking) -> bool:
    old = f.old
    return old is not None and not is_concerned(s, f.who, f.does, None, old)


@mere_mortals.duty("5.3b", at=Picking)
def nothing_is_left_for_the_power(s: State, f: Picking) -> None:
    """It is done to nothing."""
    when(f.old is None and not any(could_be_done_to(s, f.who, f.does, c) for c in Card))
    close_frame(s, Picking)
