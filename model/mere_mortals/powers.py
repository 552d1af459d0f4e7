"""Mere Mortals, Sections 5, 8 and 18: what powers do, and to which card; using the power of a card on the FIELD."""

from model.mere_mortals.attack import may_be_stopped, stops_an_attack
from model.mere_mortals.deeds import discard, exhaust, nullify, remove, take_in_hand
from model.mere_mortals.frames import Battle, Contest, Picking
from model.mere_mortals.setup import breaks_the_pure_deck, differs_from_the_shade_card
from model.mere_mortals.state import (
    Card,
    Does,
    Kind,
    Numbers,
    Place,
    Player,
    Power,
    State,
    has_powers_to_use,
    mere_mortals,
)
from model.mere_mortals.words import (
    field_slots,
    has_a_constant_power,
    in_hand,
    is_constant,
    is_personality,
    is_stacked_upon,
    matches,
    on_field,
    opponent,
    printed,
    shows_another_who_stands,
)
from ruleslawyer.lang import close_frame, domain, effect, is_open, no, open_frame, permit, when, yes

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
        and s.place[card] not in (Place.VOID, Place.SHADE)
        and (does != Does.FIELD or (matches(s, who, card) and not lacks_a_slot(s, who, card)))
        and (does != Does.FIELD or not differs_from_the_shade_card(s, who, card))
    )


def can_be_done_to(s: State, who: Player, does: Does, card: Card) -> bool:
    """Whether there is reason to ask: a card that nothing bars."""
    return (
        could_be_done_to(s, who, does, card)
        and (does != Does.FIELD or not breaks_the_pure_deck(s, who, card))
        and (does != Does.REPLACE or a_pure_one_can_take_its_slot(s, who, card))
    )


def can_take_its_slot(s: State, who: Player, old: Card, card: Card) -> bool:
    """Whether a Personality of the Discard Pile can replace an Ally, if nothing bars it but perhaps what a Pure Deck
    is."""
    return (
        is_personality(card)
        and card.owner == who
        and s.place[card] == Place.DISCARD
        and not is_doubled(s, who, old, card)
        and not differs_from_the_shade_card(s, who, card)
    )


def a_pure_one_can_take_its_slot(s: State, who: Player, old: Card) -> bool:
    """Whether there is a Personality that can replace an Ally, and that nothing bars."""
    return any(can_take_its_slot(s, who, old, c) and not breaks_the_pure_deck(s, who, c) for c in Card)


def is_doubled(s: State, who: Player, old: Card, card: Card) -> bool:
    """Whether a Personality that takes the slot of `old` would be the second one of a character; Armies are not."""
    return card.kind != Kind.ARMY and shows_another_who_stands(s, who, old, card)


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
    elif any(can_be_done_to(s, who, does, c) for c in Card):
        with effect("5.3b"):
            open_frame(s, Picking(awaits=who_decides(s, who, does), who=who, does=does))


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


@pick.cannot("3.10b", "cannot be brought back")
def the_void_keeps(s: State, f: Picking, who: Player, card: Card) -> bool:
    """What is in the VOID never comes back."""
    return s.place[card] == Place.VOID


@pick.cannot("12.1d", "cannot be removed, affected or discarded")
def shade_cards_are_not_touched(s: State, f: Picking, who: Player, card: Card) -> bool:
    """Nothing is done to a Shade Card."""
    return s.place[card] == Place.SHADE


@pick.cannot("10.3b", "but they may not be played directly from")
def not_from_the_hand(s: State, f: Picking, who: Player, card: Card) -> bool:
    """In a BATTLE no Ally is replaced from the hand."""
    return f.does == Does.REPLACE and s.place[card] == Place.HAND


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
    """One Personality of a character: the Ally that is replaced does not count."""
    old = f.old
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


# --- using a power (5.3, 5.4, 8.3, 8.4, 18) -------------------------------------------------------------------------


def is_played_not_used(does: Does) -> bool:
    """Boosts are played along with attacks, and constant powers are not used at all."""
    return does == Does.BOOST or is_constant(does)


def is_of_another_place(s: State, card: Card, which: Power) -> bool:
    """Whether a Lead Power is meant of a card that does not lead, or an Ally Power of one that is no Ally (8.3)."""
    return (which == Power.LEAD and s.place[card] != Place.LEAD) or (
        which == Power.ALLY and s.place[card] != Place.ALLY
    )


def is_used_up(s: State, card: Card) -> bool:
    """Whether a power was used in this BATTLE of a card that was restored since."""
    return s.used[card] and not s.exhausted[card] and not restored_cards_use_their_powers_again(s)


def attach_power_is_left_out(s: State, card: Card) -> bool:
    """Whether it is the power of an Attach Card, which one passage names and the other does not."""
    return s.place[card] == Place.ATTACHED and not s.exhausted[card] and not powers_of_attach_cards_are_used(s)


def its_bearer_has_used_a_power(s: State, card: Card) -> bool:
    """Whether an Attach Card is borne by an exhausted card, whose use of it would be another one."""
    under = s.upon[card]
    return (
        s.place[card] == Place.ATTACHED and under is not None and s.exhausted[under] and bearers_use_what_they_bear(s)
    )


def may_be_used(s: State, card: Card, which: Power) -> bool:
    """Whether no clause bars a power in a BATTLE TURN."""
    return (
        not is_of_another_place(s, card, which)
        and not s.exhausted[card]
        and not is_used_up(s, card)
        and not attach_power_is_left_out(s, card)
        and not its_bearer_has_used_a_power(s, card)
    )


@mere_mortals.deed("5.4a", "8.4a", "18.1c", "8.5d", "7.13a")
def tire(s: State, card: Card) -> None:
    """A card has used a power: a Personality is exhausted, of other cards it is asked."""
    user = who_uses_it(s, card)
    if is_personality(user) or (
        other_cards_are_exhausted(s) and (s.place[user] != Place.SHADE or a_used_shade_card_is_exhausted(s))
    ):
        with effect("5.4a", "8.4a", "18.1c", "8.5d", "7.13a"):
            s.used[user] = True
            exhaust(s, user)


def who_uses_it(s: State, card: Card) -> Card:
    """The card itself that has a power, or the bearer of an Attach Card, if it is the one who uses it."""
    under = s.upon[card]
    if s.place[card] == Place.ATTACHED and under is not None and bearers_use_what_they_bear(s):
        return under
    return card


@mere_mortals.action("5.3b", "4.6d", at=(Battle, Contest))
def use_power(s: State, who: Player, card: Card, which: Power) -> None:
    """A card on the FIELD uses a power; one that stops attacks while an attack may be stopped."""
    domain(has_a_power_to_use(s, who, card, which))
    does = printed(card, which)
    with effect("5.3b"):
        tire(s, card)
    if does == Does.STOP:
        with effect("6.2b"):
            s.halted = True
    elif does is not None:
        with effect("5.2a"):
            s.acted = True
        with effect("5.3b", "8.3a", "8.3b", "18.1b"):
            carry_out(s, who, card, does)


def has_a_power_to_use(s: State, who: Player, card: Card, which: Power) -> bool:
    """Whether that power is printed on a card which lies where powers are used."""
    does = printed(card, which)
    return (
        card.owner == who
        and does is not None
        and not is_played_not_used(does)
        and is_personality(card) == (which != Power.OWN)
        and has_powers_to_use(s, card)
    )


@use_power.permit("4.6d", "5.3b", "12.5", "18.1b")
def one_power_in_a_battle_turn(s: State, who: Player, card: Card, which: Power) -> bool:
    """In a BATTLE TURN a power is used."""
    return not is_open(s, Contest) and printed(card, which) != Does.STOP


@use_power.permit("6.2b")
def attacks_are_stopped_by_powers(s: State, who: Player, card: Card, which: Power) -> bool:
    """The defender may stop an attack by a card power."""
    return stops_an_attack(s) and may_be_stopped(s) and printed(card, which) == Does.STOP


@use_power.cannot("8.3a", "only a Lead")
def not_the_lead(s: State, who: Player, card: Card, which: Power) -> bool:
    """Lead Powers are of the Lead."""
    return which == Power.LEAD and s.place[card] != Place.LEAD


@use_power.cannot("8.3b", "only Allies")
def not_an_ally(s: State, who: Player, card: Card, which: Power) -> bool:
    """Ally Powers are of Allies."""
    return which == Power.ALLY and s.place[card] != Place.ALLY


restored_cards_use_their_powers_again = mere_mortals.doubt(
    "may a card that a card power restored use its power again in the same BATTLE?",
    not_in_this_battle=no("The power may not be used again until the BATTLE ends.", "5.4b", "8.4b", default=True),
    restored_is_as_new=yes(
        "To be exhausted is what marks the power as used, and to be restored undoes it.", "5.4a", "5.4d"
    ),
)


@use_power.forbid("4.6d", over=use_power)
def attach_cards_have_no_turn(s: State, who: Player, card: Card, which: Power) -> bool:
    """Section 4 names the powers of Personalities and Field Cards."""
    return not is_open(s, Contest) and printed(card, which) != Does.STOP and attach_power_is_left_out(s, card)


powers_of_attach_cards_are_used = mere_mortals.doubt(
    "is the power of an Attach Card used in a BATTLE TURN?",
    attach_powers_are_named=yes("Personality, Attach or Field Card powers.", "5.3b", default=True),
    attach_powers_are_left_out=no("Personality or Field Card powers.", "4.6d"),
)


other_cards_are_exhausted = mere_mortals.doubt(
    "is a card that is no Personality exhausted when its power is used?",
    about=("exhaust",),
    any_card_is=yes(
        "Any card that is activated is exhausted, and there are exhausted Field Cards.", "8.5d", "7.13a", default=True
    ),
    once_in_each_battle_turn=no("Its power may be used once during each BATTLE TURN.", "5.3b"),
)


bearers_use_what_they_bear = mere_mortals.doubt(
    "which card does the power of an Attach Card exhaust?",
    about=("exhaust",),
    the_attach_card_alone=no("the Attach Card alone", default=True),
    the_bearer_who_uses_it=yes("its bearer, who uses it"),
)


a_used_shade_card_is_exhausted = mere_mortals.doubt(
    "is a Shade Card exhausted when its power is used?",
    any_card_is_exhausted=yes("Any card that is activated is exhausted.", "8.5d", default=True),
    it_is_always_viable=no("It is not affected, and its power is always viable.", "12.1d", "12.5"),
)
