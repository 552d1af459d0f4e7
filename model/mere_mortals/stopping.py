"""Mere Mortals, Sections 6 and 7: EVPs are spent to stop an attack or a Status Card, and what comes of it."""

from model.mere_mortals.attack import damage, ens, has_ens, may_be_stopped, stops_an_attack
from model.mere_mortals.battle import WithoutAction, has_an_action, what_is_done_without_an_action
from model.mere_mortals.deeds import discard, lose_a_life_card
from model.mere_mortals.frames import Battle, Contest, Damage, Picking, Stage
from model.mere_mortals.leads import fill_the_place_amid_damage, fill_the_place_in_a_contest
from model.mere_mortals.powers import (
    carry_out,
    evps_are_spent_for_nothing,
    has_a_power_to_use,
    is_of_another_place,
    is_used_up,
    its_bearer_has_used_a_power,
)
from model.mere_mortals.state import Card, Does, Place, Player, Power, State, Step, mere_mortals
from model.mere_mortals.words import is_personality, life, matches, on_field, opponent, printed
from ruleslawyer.lang import CHANCE, close_frame, domain, effect, frame_of, is_open, no, open_frame, permit, when, yes

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


# --- spending (7.1, 7.2, 7.9 to 7.14) -------------------------------------------------------------------------------


@mere_mortals.action("7.1b", "7.2a", "7.12a", at=(None, Battle, Contest, Picking, Damage))
def spend(s: State, who: Player, card: Card) -> None:
    """A card in hand or on the FIELD is discarded for its EVPs."""
    domain(card.owner == who and (s.place[card] == Place.HAND or on_field(s, card)))
    if is_an_action(s, who, card):
        with effect("5.1a", "5.2a"):
            s.acted = True
    if can_be_paid(s):
        with effect("7.2a", "7.2b", "7.5b"):
            s.paid += card.evp
    with effect("7.2a", "11.2a", "16.7"):
        discard(s, card)


@spend.permit("7.2a", "7.4", "7.5b", "7.12a", "7.13b", "8.5b", "11.2a", "13.5a", "14.4a", "15.5b")
def pays_for_an_ens_value(s: State, who: Player, card: Card) -> bool:
    """What has an ENS value is stopped with any number of cards from hand and FIELD."""
    return can_be_paid(s)


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


@spend.permit("7.12a")
def at_any_time(s: State, who: Player, card: Card) -> bool:
    """Cards may be discarded for their EVPs at any time, with nothing to be paid, if that is meant."""
    return (
        not can_be_paid(s)
        and s.step in (Step.SETUP, Step.BATTLE)
        and has_an_evp_left(s, card)
        and evps_are_spent_for_nothing(s)
    )


def is_an_action(s: State, who: Player, card: Card) -> bool:
    """Whether to discard a card is the action of an attacker who has no other."""
    return (
        is_open(s, Battle)
        and not is_open(s, Contest)
        and not is_open(s, Picking)
        and frame_of(s, Battle).first
        and has_an_evp_left(s, card)
        and not has_an_action(s, who)
        and what_is_done_without_an_action(s) == WithoutAction.A_CARD_IS_DISCARDED
    )


@spend.permit("5.1a", "7.12a")
def as_the_action_of_an_attacker(s: State, who: Player, card: Card) -> bool:
    """An attacker has to act, and cards are spent at any time."""
    return is_an_action(s, who, card)


@spend.cannot("7.12b", "17.6", "with the exception of")
def a_location_in_play(s: State, who: Player, card: Card) -> bool:
    """Locations in play are not spent."""
    return s.place[card] == Place.LOCATION


@spend.cannot("7.12c", "5.4c", "8.4c", "8.5c", "18.1d", "unless exhausted")
def was_used(s: State, who: Player, card: Card) -> bool:
    """Exhausted cards are not spent."""
    return s.exhausted[card]


@spend.cannot("12.1d", "cannot be removed, affected or discarded")
def the_shade_card_stays(s: State, who: Player, card: Card) -> bool:
    """A Shade Card never leaves."""
    return s.place[card] == Place.SHADE


@spend.cannot("7.9a", "may not spend")
def no_match_for_what_is_spent(s: State, who: Player, card: Card) -> bool:
    """Shaded cards block an attack with a Personality of their Shade on the FIELD; of Status Cards it is asked."""
    return not matches(s, who, card) and can_be_paid(s) and (stops_an_attack(s) or a_match_is_always_needed(s))


@no_match_for_what_is_spent.exception("7.11a", "7.11b")
def personalities_are_a_source(s: State, who: Player, card: Card) -> bool:
    """Personalities are spent from the hand without a match."""
    return is_personality(card)


a_match_is_always_needed = mere_mortals.doubt(
    "is a matching Personality needed for spending EVPs against a Status Card too?",
    in_the_same_way=yes("Status Cards are canceled in the same way.", "7.4", default=True),
    to_block_an_attack=no("It is said of blocking an attack.", "7.9a"),
)


@spend.forbid("13.5a", "14.4a", "7.2b", over=spend)
def more_than_is_needed(s: State, who: Player, card: Card) -> bool:
    """The ENS value is matched, equalled."""
    return (
        can_be_paid(s)
        and s.paid + card.evp > needed(s)
        and not s.exhausted[card]
        and (matches(s, who, card) or is_personality(card))
        and not more_may_be_spent(s)
    )


more_may_be_spent = mere_mortals.doubt(
    "may more EVPs be spent than the ENS value asks for?",
    or_greater=yes("The example stops an attack with one card of more EVPs.", "7.3a", default=True),
    just_as_many=no("Enough to match, to equal it.", "13.5a", "14.4a", "7.2b"),
)


# --- letting it happen ----------------------------------------------------------------------------------------------


@mere_mortals.action("7.2a", at=Contest, passes=True)
def let_it_through(s: State, f: Contest, who: Player) -> None:
    """The opponent does nothing more to stop it."""
    permit("7.2a", "7.4", "7.8b", "It may be stopped; nobody has to.", nobody_has_to_stop_it=may_be_stopped(s))
    if f.card.on_success is not None and could_stop_it(s, who) and only_what_cannot_be_stopped_succeeds(s):
        with effect("6.2b"):
            f.neither = True
    with effect("6.2b"):
        f.stage = Stage.THROUGH


@mere_mortals.action("7.2a", at=Contest)
def let_the_boost_through(s: State, f: Contest, who: Player) -> None:
    """The opponent leaves the boost as it is, and goes on to the attack."""
    f.stage = Stage.BASE
    s.paid = 0


@let_the_boost_through.permit("7.2a")
def an_attack_is_stopped_for_its_value(s: State, f: Contest, who: Player) -> bool:
    """Whatever comes along with it, if that is meant."""
    return f.stage == Stage.BOOST and not the_boost_comes_first(s)


the_boost_comes_first = mere_mortals.doubt(
    "may a player let a boost through, and stop the attack that it boosts?",
    its_value_is_met_before=yes("The value of the boost is met before EVPs go to the attack.", "7.5a", default=True),
    each_is_stopped_by_itself=no("An attack with a value is canceled for that value.", "7.2a"),
)


def could_be_spent(s: State, who: Player, card: Card) -> bool:
    """Whether a card could pay for stopping an attack."""
    return (
        card.owner == who
        and (s.place[card] == Place.HAND or on_field(s, card))
        and has_an_evp_left(s, card)
        and (matches(s, who, card) or is_personality(card))
    )


def could_stop_it(s: State, who: Player) -> bool:
    """Whether a player has a power that stops the attack, or all the EVPs that it takes in hand and on the FIELD."""
    return could_pay_for_it(s, who) or (
        stops_an_attack(s) and any(could_use_it_to_stop(s, who, c, w) for c in Card for w in Power)
    )


def could_pay_for_it(s: State, who: Player) -> bool:
    """Whether all EVPs together meet the ENS value of the attack, and that of its boost before."""
    attack = frame_of(s, Contest).card
    by = frame_of(s, Contest).by
    comes_first = frame_of(s, Contest).stage == Stage.BOOST and the_boost_comes_first(s)
    asked = ens(s, attack, by) + (needed(s) if comes_first else 0)
    return has_ens(s, attack, by) and s.paid + sum(c.evp for c in Card if could_be_spent(s, who, c)) >= asked


def could_use_it_to_stop(s: State, who: Player, card: Card, which: Power) -> bool:
    """Whether a card has a power that stops attacks, and may use it."""
    return (
        printed(card, which) == Does.STOP
        and has_a_power_to_use(s, who, card, which)
        and not is_of_another_place(s, card, which)
        and not s.exhausted[card]
        and not is_used_up(s, card)
        and not its_bearer_has_used_a_power(s, card)
    )


only_what_cannot_be_stopped_succeeds = mere_mortals.doubt(
    "is an attack successful that the defender could stop, and does not?",
    what_is_not_stopped_succeeds=no("Unsuccessful is what was stopped.", "7.2c", "13.5b", default=True),
    what_cannot_be_stopped=yes("Successful is what the defender cannot stop.", "6.2b"),
)


# --- what comes of it (6.2, 7.2, 7.5) -------------------------------------------------------------------------------


@mere_mortals.duty(
    "7.5a",
    at=Contest,
    after=fill_the_place_in_a_contest,
    because="11.2b: whether a new Lead comes before that is asked there, by a_new_lead_comes_at_once",
)
def cancel_the_boost(s: State, f: Contest) -> None:
    """The ENS value of the boost is met: the base attack is left, to be paid for by itself, where it has a value."""
    when(f.stage == Stage.BOOST and s.paid >= needed(s))
    if not the_rest_counts_on(s) or not has_ens(s, f.card, f.by):
        s.paid = 0
    elif s.paid > needed(s):
        s.paid = s.paid - needed(s)
    else:
        s.paid = 0
    f.boost = None
    f.stage = Stage.BASE


the_rest_counts_on = mere_mortals.doubt(
    "do EVPs beyond the ENS value of the boost count towards the attack?",
    the_rest_is_lost=no("no: they are lost", default=True),
    the_rest_is_spent_on=yes("yes: they are EVPs that were spent"),
)


@mere_mortals.duty(
    "7.2c",
    "13.5b",
    "7.4",
    "14.4b",
    "6.2b",
    at=Contest,
    after=fill_the_place_in_a_contest,
    because="11.2b: whether a new Lead comes before that is asked there, by a_new_lead_comes_at_once",
)
def stop_it(s: State, f: Contest) -> None:
    """The ENS value is met, or a power stops it: the attack is unsuccessful, the Status Card does nothing."""
    when(s.halted or (f.stage == Stage.BASE and has_ens(s, f.card, f.by) and s.paid >= ens(s, f.card, f.by)))
    if s.halted and f.card.on_failure is not None and not what_a_power_stops_has_failed(s):
        with effect("6.2b"):
            f.neither = True
    with effect("7.2c", "14.4b"):
        f.stage = Stage.STOPPED
        s.paid = 0
        s.halted = False


what_a_power_stops_has_failed = mere_mortals.doubt(
    "is an attack that a power stops unsuccessful?",
    stopped_in_any_way=yes("yes: it is not successful, and there is no third thing", default=True),
    canceled_by_evps_alone=no("no: it is said of what EVPs cancel"),
)


@mere_mortals.duty(
    "6.1a",
    "14.1a",
    at=Contest,
    after=fill_the_place_in_a_contest,
    because="11.2b: whether a new Lead comes before that is asked there, by a_new_lead_comes_at_once",
)
def it_goes_through(s: State, f: Contest) -> None:
    """An attack does its damage, a Status Card what it says."""
    when(f.stage == Stage.THROUGH)
    does = f.card.does
    amount = damage(s, f.card, f.by)
    if stops_an_attack(s):
        if amount > 0:
            with effect("6.1a"):
                open_frame(s, Damage(awaits=CHANCE, who=opponent(f.by), left=amount))
    elif does is not None:
        with effect("14.1a"):
            carry_out(s, f.by, f.card, does)
    with effect("6.2a"):
        f.stage = Stage.DONE
        s.paid = 0


@mere_mortals.duty(
    "6.2a",
    "6.2c",
    at=Contest,
    after=fill_the_place_in_a_contest,
    because="11.2b: whether a new Lead comes before that is asked there, by a_new_lead_comes_at_once",
)
def the_secondary_effect(s: State, f: Contest) -> None:
    """What an attack does when it is successful, whatever its damage was reduced to, or when it is not."""
    when(f.stage in (Stage.DONE, Stage.STOPPED))
    after = f.card.on_success if f.stage == Stage.DONE else f.card.on_failure
    comes = not f.neither
    with effect("6.2a", "6.2c"):
        f.stage = Stage.OVER
    if after is not None and comes:
        with effect("6.2a"):
            carry_out(s, f.by, f.card, after)


@mere_mortals.duty(
    "5.2a",
    at=Contest,
    after=fill_the_place_in_a_contest,
    because="11.2b: whether a new Lead comes before that is asked there, by a_new_lead_comes_at_once",
)
def end_of_the_contest(s: State, f: Contest) -> None:
    """Nothing is left to be done."""
    when(f.stage == Stage.OVER)
    close_frame(s, Contest)


# --- damage (6.1) ---------------------------------------------------------------------------------------------------


@mere_mortals.chance("6.1a", at=Damage, uniform="4.1a")
def lose_life_card(s: State, f: Damage, card: Card) -> None:
    """The top card of the Life Deck, which is discarded, turns out to be this one; whether the rest may be stopped yet,
    is asked where its ENS value could be met."""
    domain(card.owner == f.who and s.place[card] == Place.LIFE_DECK)
    with effect("6.1a"):
        f.left -= 1
    with effect("6.1a"):
        lose_a_life_card(s, card)
    if f.left > 0 and the_rest_could_be_paid_for(s, f.who) and damage_that_has_begun_is_stopped(s):
        with effect("7.2a", "7.12a"):
            f.awaits = frozenset({f.who})
            f.may_pay = True


def the_rest_could_be_paid_for(s: State, who: Player) -> bool:
    """Whether a player could meet the ENS value of the attack whose damage is being done; not where a boost with a
    value of its own has come through along with it."""
    boost = frame_of(s, Contest).boost
    return life(s, who) > 0 and (boost is None or boost.ens is None) and could_pay_for_it(s, who)


damage_that_has_begun_is_stopped = mere_mortals.doubt(
    "until when may an attack be stopped by paying?",
    until_it_is_let_through=no("until it is let through", default=True),
    until_its_damage_is_done=yes("at any time, even while cards are being discarded"),
)


@mere_mortals.action("7.2a", at=Damage, passes=True)
def let_the_rest_through(s: State, f: Damage, who: Player) -> None:
    """The next card is discarded."""
    permit("7.2a", "It may be stopped; nobody has to.", nobody_has_to_stop_the_rest=True)
    with effect("6.1a"):
        f.awaits = CHANCE
        f.may_pay = False


@mere_mortals.duty(
    "7.2a",
    "7.2c",
    "7.12a",
    at=Damage,
    after=fill_the_place_amid_damage,
    because="11.2b: whether a new Lead comes before that is asked there, by a_new_lead_comes_at_once",
)
def stop_the_rest(s: State, f: Damage) -> None:
    """The ENS value is met while cards are being discarded: no more of them are, and the attack is unsuccessful."""
    when(
        f.may_pay
        and f.left > 0
        and has_ens(s, frame_of(s, Contest).card, frame_of(s, Contest).by)
        and s.paid >= ens(s, frame_of(s, Contest).card, frame_of(s, Contest).by)
    )
    with effect("7.2a"):
        close_frame(s, Damage)
        s.paid = 0
    with effect("7.2c"):
        frame_of(s, Contest).stage = Stage.STOPPED
        frame_of(s, Contest).neither = False


@mere_mortals.duty(
    "6.1a",
    at=Damage,
    after=fill_the_place_amid_damage,
    because="11.2b: whether a new Lead comes before that is asked there, by a_new_lead_comes_at_once",
)
def end_of_damage(s: State, f: Damage) -> None:
    """All damage is done; what was paid short of the ENS value has stopped nothing."""
    when(f.left == 0 or life(s, f.who) == 0)
    close_frame(s, Damage)
    s.paid = 0
