"""Mere Mortals, Section 7: what has to be paid, and whether a defender could stop an attack by a power, or by EVPs that
are spent one after another."""

from model.mere_mortals.attack import (
    ens,
    has_a_value_that_changes,
    has_ens,
    helps_against,
    may_be_stopped,
    stops_an_attack,
)
from model.mere_mortals.frames import Contest, Damage, Picking, Stage
from model.mere_mortals.leads import a_new_lead_comes_at_once
from model.mere_mortals.powers import (
    has_a_power_to_use,
    is_of_another_place,
    is_used_up,
    is_worn_out,
    its_bearer_has_used_a_power,
    powers_stop_in_answer,
)
from model.mere_mortals.state import Card, Does, Place, Player, Power, State, mere_mortals
from model.mere_mortals.words import can_take_the_lead, is_personality, matches, on_field, printed
from ruleslawyer.lang import frame_of, is_open, no, yes

# --- what has to be paid --------------------------------------------------------------------------------------------


def needed(s: State) -> int:
    """The ENS value that is to be met: first that of the boost, then that of the attack, or of the Status Card."""
    by = frame_of(s, Contest).by
    boost = frame_of(s, Contest).boost
    if frame_of(s, Contest).stage == Stage.BOOST and boost is not None:
        return ens(s, boost, by)
    return ens(s, frame_of(s, Contest).card, by)


def can_be_paid(s: State) -> bool:
    """Whether there is an ENS value to be met."""
    if is_open(s, Damage):
        return frame_of(s, Damage).may_pay
    if not may_be_stopped(s):
        return False
    return frame_of(s, Contest).stage == Stage.BOOST or has_ens(s, frame_of(s, Contest).card, frame_of(s, Contest).by)


more_may_be_spent = mere_mortals.doubt(
    "may more EVPs be spent than the ENS value asks for?",
    or_greater=yes("The example stops an attack with one card of more EVPs.", "7.3a", default=True),
    just_as_many=no("Enough to match, to equal it.", "13.5a", "14.4a", "7.2b"),
)


the_boost_comes_first = mere_mortals.doubt(
    "may a player let a boost through, and stop the attack that it boosts?",
    its_value_is_met_before=yes("The value of the boost is met before EVPs go to the attack.", "7.5a", default=True),
    each_is_stopped_by_itself=no("An attack with a value is canceled for that value.", "7.2a"),
)


the_rest_counts_on = mere_mortals.doubt(
    "do EVPs beyond the ENS value of the boost count towards the attack?",
    the_rest_is_lost=no("no: they are lost", default=True),
    the_rest_is_spent_on=yes("yes: they are EVPs that were spent"),
)

# --- which cards pay ------------------------------------------------------------------------------------------------


def has_an_evp_left(s: State, card: Card) -> bool:
    """Whether the EVP of a card counts: of one that is not exhausted, and lies where cards are discarded from."""
    return (
        s.place[card] not in (Place.LOCATION, Place.SHADE)
        and not may_have_just_been_played(s, card)
        and not s.exhausted[card]
    )


def may_have_just_been_played(s: State, card: Card) -> bool:
    """Whether a card lies played while a power of its player is carried out, which may be its own (finding 085)."""
    return s.place[card] == Place.PLAYED and is_open(s, Picking) and frame_of(s, Picking).who == card.owner


def blocks_an_attack(s: State) -> bool:
    """Whether EVPs go to an attack now, and not to a Status Card by itself or along with it."""
    return stops_an_attack(s) and frame_of(s, Contest).stage != Stage.BOOST


def asks_for_a_match(s: State) -> bool:
    """Whether what is to be paid for asks for a match of what pays."""
    return blocks_an_attack(s) or a_match_is_always_needed(s)


def lacks_a_match(s: State, who: Player, card: Card) -> bool:
    """Whether nobody on the FIELD has the Shade of a card that is to pay; of a General card, which has none, it is
    asked."""
    if card.shade is None:
        return not is_personality(card) and not general_cards_pay_by_themselves(s)
    return not matches(s, who, card)


general_cards_pay_by_themselves = mere_mortals.doubt(
    "may a General card that is no Personality be spent to block an attack?",
    it_is_said_of_shaded_cards=yes(
        "As with the playing of Shaded cards; General ones have no Shade.", "2.3", "7.9b", default=True
    ),
    nobody_matches_them=no("It takes a Personality of its Shade, and nobody has none.", "7.9a"),
)


a_match_is_always_needed = mere_mortals.doubt(
    "is a matching Personality needed for spending EVPs against a Status Card too?",
    in_the_same_way=yes("Status Cards are canceled in the same way.", "7.4", default=True),
    to_block_an_attack=no("It is said of blocking an attack.", "7.9a"),
)


def could_be_spent(s: State, who: Player, card: Card) -> bool:
    """Whether a card could pay for stopping an attack."""
    return has_a_match_for_it(s, who, card) and lies_to_be_spent(s, who, card)


def lies_to_be_spent(s: State, who: Player, card: Card) -> bool:
    """Whether a card lies where it is spent, and its EVP counts."""
    return card.owner == who and (s.place[card] == Place.HAND or on_field(s, card)) and has_an_evp_left(s, card)


def has_a_match_for_it(s: State, who: Player, card: Card) -> bool:
    """Whether no match is lacking for a card."""
    return is_personality(card) or not lacks_a_match(s, who, card)


def could_pay_alone(s: State, who: Player, card: Card) -> bool:
    """Whether a card could pay for a boost, and not for the attack that it boosts."""
    return (
        frame_of(s, Contest).stage == Stage.BOOST
        and not has_a_match_for_it(s, who, card)
        and lies_to_be_spent(s, who, card)
        and not a_match_is_always_needed(s)
    )


# --- stopping it (6.2) ----------------------------------------------------------------------------------------------


def may_be_able_to_stop_it(s: State, who: Player) -> bool:
    """Whether a player has a power that stops attacks, or may have all the EVPs that it takes, asked with as few
    questions as it takes."""
    return all_evps_are_enough(s, who) or (
        stops_an_attack(s) and any(c.owner == who and has_a_stop_to_use(s, c) for c in Card)
    )


def has_a_stop_to_use(s: State, card: Card) -> bool:
    """Whether a card on the FIELD has a power that stops attacks, be it of another place."""
    return on_field(s, card) and Does.STOP in (card.lead, card.ally, card.extra, card.does)


def all_evps_are_enough(s: State, who: Player) -> bool:
    """Whether there are as many EVPs as the attack alone asks for."""
    attack = frame_of(s, Contest).card
    by = frame_of(s, Contest).by
    return has_ens(s, attack, by) and s.paid + sum(c.evp for c in Card if lies_to_be_spent(s, who, c)) >= ens(
        s, attack, by
    )


def could_stop_it(s: State, who: Player) -> bool:
    """Whether a player has a power that stops the attack, or EVPs that meet its ENS value, if they are spent one after
    another."""
    return could_pay_for_it(s, who) or (
        stops_an_attack(s)
        and any(
            could_use_it_to_stop(s, who, c, w) or could_use_it_as_a_new_lead(s, who, c, w) for c in Card for w in Power
        )
    )


def could_use_it_to_stop(s: State, who: Player, card: Card, which: Power) -> bool:
    """Whether a card has a power that stops attacks, and may use it."""
    return could_use_it_in_its_place(s, who, card, which) and not is_of_another_place(s, card, which)


def could_use_it_in_its_place(s: State, who: Player, card: Card, which: Power) -> bool:
    """Whether a card has a power that stops attacks, and may use it where that power counts."""
    return (
        printed(card, which) == Does.STOP
        and has_a_power_to_use(s, who, card, which)
        and not is_worn_out(s, card, which)
        and not is_used_up(s, card, which)
        and not its_bearer_has_used_a_power(s, card)
        and powers_stop_in_answer(s)
    )


def could_use_it_as_a_new_lead(s: State, who: Player, card: Card, which: Power) -> bool:
    """Whether the Lead could be spent, so that an Ally leads whose Lead Power stops attacks (11.1)."""
    return (
        which == Power.LEAD
        and could_use_it_in_its_place(s, who, card, which)
        and can_take_the_lead(s, who, card)
        and can_be_paid(s)
        and any(
            s.place[c] == Place.LEAD
            and could_be_spent(s, who, c)
            and (s.paid + c.evp <= needed(s) or more_may_be_spent(s))
            for c in Card
        )
        and a_new_lead_comes_at_once(s)
    )


# --- paying for it, one card after another (7.2, 7.5, 7.7) ----------------------------------------------------------
# A player who lowers the value of the attack does so as long as the cards that lower it stay: they are kept, or spent
# for a value that is higher then (finding 129).


def could_pay_for_it(s: State, who: Player) -> bool:
    """Whether EVPs meet the ENS value of the attack, and that of its boost before."""
    return has_ens(s, frame_of(s, Contest).card, frame_of(s, Contest).by) and (
        could_meet_the_values(s, who, True) or could_meet_the_values(s, who, False)
    )


def could_meet_the_values(s: State, who: Player, keeps: bool) -> bool:
    """Whether EVPs meet the values, with the cards kept that lower them, or without."""
    boost = frame_of(s, Contest).boost
    attack = value_of_it(s, who, frame_of(s, Contest).card, keeps)
    have = sum(c.evp for c in Card if pays(s, who, c, keeps))
    if frame_of(s, Contest).stage != Stage.BOOST or boost is None:
        left = attack - s.paid
        return have >= left if more_may_be_spent(s) else left <= 0 or comes_to_just(s, who, left, keeps)
    if not the_boost_comes_first(s):
        return have >= attack if more_may_be_spent(s) else comes_to_just(s, who, attack, keeps)
    alone = sum(c.evp for c in Card if could_pay_alone(s, who, c))
    left = value_of_it(s, who, boost, keeps) - s.paid
    if not more_may_be_spent(s):
        return comes_to_both(s, who, left, attack, keeps)
    if the_rest_counts_on(s):
        return min(alone, left) + have >= left + attack
    rest = max(0, left - alone)
    return is_parted(s, who, rest, attack, keeps) or is_parted(s, who, attack, rest, keeps)


def value_of_it(s: State, who: Player, card: Card, keeps: bool) -> int:
    """The ENS value that a card has, or will have once those are spent that lower it."""
    value = card.ens
    by = frame_of(s, Contest).by
    if keeps or value is None or not has_a_value_that_changes(s, card):
        return ens(s, card, by)
    return max(
        1,
        value - sum(c.level for c in Card if helps_against(s, c, by, Does.LESS_ENS) and not could_be_spent(s, who, c)),
    )


def pays(s: State, who: Player, card: Card, keeps: bool) -> bool:
    """Whether a card pays for an attack, unless it is kept because it lowers the value."""
    return could_be_spent(s, who, card) and not (
        keeps and helps_against(s, card, frame_of(s, Contest).by, Does.LESS_ENS)
    )


def ones(s: State, who: Player, keeps: bool) -> int:
    """How many cards pay a single EVP each."""
    return sum(1 for c in Card if c.evp == 1 and pays(s, who, c, keeps))


def is_dear(s: State, who: Player, card: Card, keeps: bool) -> bool:
    """Whether a card pays more than one EVP; the attack itself, which pays none, stands for no card."""
    return card == frame_of(s, Contest).card or (card.evp > 1 and pays(s, who, card, keeps))


def worth(s: State, one: Card, another: Card) -> int:
    """How much one or two cards pay."""
    attack = frame_of(s, Contest).card
    return (0 if one == attack else one.evp) + (0 if another in (attack, one) else another.evp)


def comes_to_just(s: State, who: Player, value: int, keeps: bool) -> bool:
    """Whether two cards at most, and single EVPs, come to just that value."""
    return any(
        0 <= value - worth(s, c, d) <= ones(s, who, keeps)
        for c in Card
        if is_dear(s, who, c, keeps)
        for d in Card
        if is_dear(s, who, d, keeps)
    )


def is_parted(s: State, who: Player, value: int, other: int, keeps: bool) -> bool:
    """Whether two cards at most, and single EVPs, meet one value so that what is left meets the other."""
    have = sum(c.evp for c in Card if pays(s, who, c, keeps))
    return any(
        value - worth(s, c, d) <= ones(s, who, keeps) and have - max(value, worth(s, c, d)) >= other
        for c in Card
        if is_dear(s, who, c, keeps)
        for d in Card
        if is_dear(s, who, d, keeps)
    )


def comes_to_both(s: State, who: Player, value: int, other: int, keeps: bool) -> bool:
    """Whether two cards at most for each value, and single EVPs, come to just both."""
    alone = sum(1 for c in Card if c.evp == 1 and could_pay_alone(s, who, c))
    return any(
        worth(s, c, d) <= value
        and worth(s, e, f) <= other
        and not is_one_of(s, c, e, f)
        and not is_one_of(s, d, e, f)
        and max(0, value - worth(s, c, d) - alone) + other - worth(s, e, f) <= ones(s, who, keeps)
        for c in Card
        if is_dear(s, who, c, keeps) or (c.evp > 1 and could_pay_alone(s, who, c))
        for d in Card
        if is_dear(s, who, d, keeps) or (d.evp > 1 and could_pay_alone(s, who, d))
        for e in Card
        if is_dear(s, who, e, keeps)
        for f in Card
        if is_dear(s, who, f, keeps)
    )


def is_one_of(s: State, card: Card, one: Card, another: Card) -> bool:
    """Whether a card that pays for a boost would pay for the attack as well."""
    return card in (one, another) and card != frame_of(s, Contest).card
