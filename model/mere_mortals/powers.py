"""Mere Mortals, Sections 5, 8 and 18: what powers do, and to which card; using the power of a card on the FIELD."""

from model.mere_mortals.attack import may_be_stopped, stops_an_attack
from model.mere_mortals.deeds import discard, exhaust, nullify, remove, take_in_hand
from model.mere_mortals.frames import Battle, Contest, Picking
from model.mere_mortals.setup import breaks_the_pure_deck, differs_from_the_shade_card, in_own_setup
from model.mere_mortals.state import (
    Card,
    Does,
    Kind,
    Numbers,
    Place,
    Player,
    Power,
    State,
    Step,
    has_powers_to_use,
    mere_mortals,
)
from model.mere_mortals.words import (
    allies,
    field_slots,
    has_a_constant_power,
    have_one_name,
    in_hand,
    is_constant,
    is_personality,
    is_stacked_upon,
    joins_its_like,
    matches,
    on_field,
    opponent,
    printed,
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


# --- using a power (5.3, 5.4, 8.3, 8.4, 18) -------------------------------------------------------------------------


def is_played_not_used(does: Does) -> bool:
    """Boosts are played along with attacks, and constant powers are not used at all."""
    return does == Does.BOOST or is_constant(does)


def is_of_another_place(s: State, card: Card, which: Power) -> bool:
    """Whether a Lead Power is meant of a card that does not lead, or an Ally Power of one that is no Ally (8.3)."""
    return (which == Power.LEAD and s.place[card] != Place.LEAD) or (
        which == Power.ALLY and s.place[card] != Place.ALLY
    )


def is_worn_out(s: State, card: Card, which: Power) -> bool:
    """Whether a card is exhausted, and so cannot use that power."""
    return s.exhausted[card] and not is_left_to_use(s, card, which)


def is_used_up(s: State, card: Card, which: Power) -> bool:
    """Whether a power was used in this BATTLE of a card that was restored since."""
    return (
        s.used[card]
        and not s.exhausted[card]
        and not restored_cards_use_their_powers_again(s)
        and not is_left_to_use(s, card, which)
    )


def is_left_to_use(s: State, card: Card, which: Power) -> bool:
    """Whether a card has used another power than this one in the BATTLE, if one leaves the other."""
    return could_be_left_to_use(s, card, which) and each_power_is_used_once(s)


def could_be_left_to_use(s: State, card: Card, which: Power) -> bool:
    """Whether a card that has used a power may have used another one."""
    return which not in s.powers_used[card] and (has_several_powers(card) or has_used_what_it_bears(s, card))


def has_several_powers(card: Card) -> bool:
    """Whether a card has more than one power that is used."""
    return sum(1 for w in Power if is_to_be_used(card, w)) > 1


def is_to_be_used(card: Card, which: Power) -> bool:
    """Whether that power is printed on a card, and is one that is used."""
    does = printed(card, which)
    return does is not None and not is_played_not_used(does) and is_personality(card) == (which != Power.OWN)


def has_used_what_it_bears(s: State, card: Card) -> bool:
    """Whether the power was used of a card that is attached to this one."""
    return any(s.place[c] == Place.ATTACHED and s.upon[c] == card and Power.OWN in s.powers_used[c] for c in Card)


each_power_is_used_once = mere_mortals.doubt(
    "may an exhausted Personality use a power of its that it has not used in this BATTLE?",
    an_exhausted_card_uses_none=no("no: an exhausted card uses no power", default=True),
    only_the_power_that_was_used=yes("yes: only the power that was used is used up"),
)


def attach_power_is_left_out(s: State, card: Card) -> bool:
    """Whether it is the power of an Attach Card, which one passage names and the other does not."""
    return s.place[card] == Place.ATTACHED and not s.exhausted[card] and not powers_of_attach_cards_are_used(s)


def its_bearer_has_used_a_power(s: State, card: Card) -> bool:
    """Whether an Attach Card is borne by an exhausted card, whose use of it would be another one."""
    under = s.upon[card]
    return (
        s.place[card] == Place.ATTACHED
        and under is not None
        and s.exhausted[under]
        and bearers_use_what_they_bear(s)
        and (Power.OWN in s.powers_used[card] or not each_power_is_used_once(s))
    )


def may_be_used(s: State, card: Card, which: Power) -> bool:
    """Whether no clause bars a power in a BATTLE TURN."""
    return (
        not is_of_another_place(s, card, which)
        and not is_worn_out(s, card, which)
        and not is_used_up(s, card, which)
        and not attach_power_is_left_out(s, card)
        and not its_bearer_has_used_a_power(s, card)
    )


@mere_mortals.deed("5.4a", "8.4a", "18.1c", "8.5d", "7.13a")
def tire(s: State, card: Card, which: Power) -> None:
    """A card has used a power: a Personality is exhausted, of other cards it is asked. Which power it was is kept
    where that counts."""
    user = who_uses_it(s, card)
    if is_personality(user) or (
        other_cards_are_exhausted(s) and (s.place[user] != Place.SHADE or a_used_shade_card_is_exhausted(s))
    ):
        with effect("5.4a", "8.4a", "18.1c", "8.5d", "7.13a"):
            s.used[user] = True
            exhaust(s, user)
        with effect("5.4b", "8.4b"):
            if (user != card or has_several_powers(card)) and each_power_is_used_once(s):
                s.powers_used[card] = s.powers_used[card] | frozenset({which})


def who_uses_it(s: State, card: Card) -> Card:
    """The card itself that has a power, or the bearer of an Attach Card, if it is the one who uses it."""
    under = s.upon[card]
    if s.place[card] == Place.ATTACHED and under is not None and bearers_use_what_they_bear(s):
        return under
    return card


@mere_mortals.action("5.3b", "4.6d", at=(None, Battle, Contest))
def use_power(s: State, who: Player, card: Card, which: Power) -> None:
    """A card on the FIELD uses a power; one that stops attacks while an attack may be stopped."""
    domain(has_a_power_to_use(s, who, card, which) and s.step in (Step.SETUP, Step.BATTLE))
    does = printed(card, which)
    with effect("5.3b"):
        tire(s, card, which)
    if does == Does.STOP:
        with effect("6.2b"):
            s.halted = True
    elif does is not None:
        with effect("5.2a"):
            s.acted = is_open(s, Battle)
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
    return is_in_a_battle_turn(s) and printed(card, which) != Does.STOP


def is_in_a_battle_turn(s: State) -> bool:
    """Whether a player has a BATTLE TURN, and nothing is being answered in it."""
    return is_open(s, Battle) and not is_open(s, Contest)


@use_power.permit("5.3b")
def as_nothing_forbids_it_in_a_setup(s: State, who: Player, card: Card, which: Power) -> bool:
    """Powers are told of in a BATTLE; of a SETUP nothing is said."""
    return (
        in_own_setup(s, who)
        and not is_open(s, Contest)
        and printed(card, which) != Does.STOP
        and powers_are_used_in_a_setup(s)
    )


powers_are_used_in_a_setup = mere_mortals.doubt(
    "may a power be used in one's own SETUP?",
    powers_are_for_battles=no("no: powers are for a BATTLE", default=True),
    no_line_forbids_it=yes("yes: no line forbids it"),
)


@use_power.permit("6.2b")
def attacks_are_stopped_by_powers(s: State, who: Player, card: Card, which: Power) -> bool:
    """The defender may stop an attack by a card power."""
    return stops_an_attack(s) and may_be_stopped(s) and printed(card, which) == Does.STOP and powers_stop_in_answer(s)


powers_stop_in_answer = mere_mortals.doubt(
    "may a power that stops an attack be used in the opponent's turn, when the attack is made?",
    in_answer_to_the_attack=yes("yes: else it would stop nothing", default=True),
    in_ones_own_turn_alone=no("no: powers are used in one's own turn"),
)


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
    return is_in_a_battle_turn(s) and printed(card, which) != Does.STOP and attach_power_is_left_out(s, card)


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
