"""Mere Mortals, Sections 5, 8 and 18: using the power of a card on the FIELD, and what that uses up."""

from model.mere_mortals.attack import may_be_stopped, stops_an_attack
from model.mere_mortals.carrying_out import carry_out, restored_cards_use_their_powers_again
from model.mere_mortals.deeds import exhaust
from model.mere_mortals.frames import Battle, Contest
from model.mere_mortals.setup import in_own_setup
from model.mere_mortals.state import (
    Card,
    Does,
    Place,
    Player,
    Power,
    State,
    Step,
    has_powers_to_use,
    mere_mortals,
)
from model.mere_mortals.words import (
    is_constant,
    is_personality,
    printed,
)
from ruleslawyer.lang import domain, effect, is_open, no, yes

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
