"""Mere Mortals, Sections 6 and 7: EVPs are spent to stop an attack or a Status Card, and what comes of it."""

from model.mere_mortals.attack import damage, ens, has_ens, may_be_stopped, stops_an_attack
from model.mere_mortals.battle import WithoutAction, has_an_action, what_is_done_without_an_action
from model.mere_mortals.carrying_out import carry_out, evps_are_spent_for_nothing
from model.mere_mortals.deeds import discard, lose_a_life_card
from model.mere_mortals.frames import Battle, Contest, Damage, Picking, Stage
from model.mere_mortals.leads import fill_the_place_amid_damage, fill_the_place_in_a_contest
from model.mere_mortals.state import Card, Place, Player, State, Step, mere_mortals
from model.mere_mortals.stoppable import (
    all_evps_are_enough,
    asks_for_a_match,
    can_be_paid,
    could_pay_for_it,
    could_stop_it,
    has_an_evp_left,
    lacks_a_match,
    may_be_able_to_stop_it,
    more_may_be_spent,
    needed,
    the_boost_comes_first,
    the_rest_counts_on,
)
from model.mere_mortals.words import is_personality, life, on_field, opponent
from ruleslawyer.lang import CHANCE, close_frame, domain, effect, frame_of, is_open, no, open_frame, permit, when, yes

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
    """Shaded cards block an attack with a Personality of their Shade on the FIELD; of Status Cards, boosts among them,
    it is asked."""
    return can_be_paid(s) and lacks_a_match(s, who, card) and asks_for_a_match(s)


@no_match_for_what_is_spent.exception("7.11a", "7.11b")
def personalities_are_a_source(s: State, who: Player, card: Card) -> bool:
    """Personalities are spent from the hand without a match."""
    return is_personality(card)


@spend.forbid("13.5a", "14.4a", "7.2b", over=spend)
def more_than_is_needed(s: State, who: Player, card: Card) -> bool:
    """The ENS value is matched, equalled."""
    return (
        can_be_paid(s)
        and s.paid + card.evp > needed(s)
        and not s.exhausted[card]
        and (not lacks_a_match(s, who, card) or is_personality(card) or not asks_for_a_match(s))
        and not more_may_be_spent(s)
    )


# --- letting it happen ----------------------------------------------------------------------------------------------


@mere_mortals.action("7.2a", at=Contest, passes=True)
def let_it_through(s: State, f: Contest, who: Player) -> None:
    """The opponent does nothing more to stop it."""
    permit("7.2a", "7.4", "7.8b", "It may be stopped; nobody has to.", nobody_has_to_stop_it=may_be_stopped(s))
    if (
        f.card.on_success is not None
        and may_be_able_to_stop_it(s, who)
        and only_what_cannot_be_stopped_succeeds(s)
        and could_stop_it(s, who)
    ):
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
    if s.halted and f.card.besides is not None:
        with effect("6.2b"):
            f.nothing_besides = True
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
    "7.2a",
    "13.5a",
    at=Contest,
    after=fill_the_place_in_a_contest,
    because="11.2b: whether a new Lead comes before that is asked there, by a_new_lead_comes_at_once",
)
def what_it_does_besides(s: State, f: Contest) -> None:
    """An effect of an attack that waits for neither success nor failure, when its damage is done, or was paid for."""
    when(f.stage in (Stage.DONE, Stage.STOPPED) and f.card.besides is not None and not f.nothing_besides)
    besides = f.card.besides
    comes = f.stage == Stage.DONE or (stops_an_attack(s) and not what_is_paid_for_does_nothing(s))
    with effect("7.2a", "13.5a"):
        f.nothing_besides = True
    if besides is not None and comes:
        with effect("7.2a", "13.5a"):
            carry_out(s, f.by, f.card, besides)


what_is_paid_for_does_nothing = mere_mortals.doubt(
    "does what is paid against an attack cancel its damage alone, or what it does besides too?",
    only_its_damage=no("Its Life Cards of damage are canceled.", "7.2a", "13.5a", default=True),
    all_but_what_failure_brings=yes("The attack is canceled, and is stopped.", "7.1c", "7.3a"),
)


@mere_mortals.duty(
    "6.2a",
    "6.2c",
    at=Contest,
    after=fill_the_place_in_a_contest,
    because="11.2b: whether a new Lead comes before that is asked there, by a_new_lead_comes_at_once",
)
def the_secondary_effect(s: State, f: Contest) -> None:
    """What an attack does when it is successful, whatever its damage was reduced to, or when it is not."""
    when(f.stage in (Stage.DONE, Stage.STOPPED) and (f.card.besides is None or f.nothing_besides))
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
    if (
        f.left > 0
        and the_rest_may_be_paid_for(s, f.who)
        and damage_that_has_begun_is_stopped(s)
        and could_pay_for_it(s, f.who)
    ):
        with effect("7.2a", "7.12a"):
            f.awaits = frozenset({f.who})
            f.may_pay = True


def the_rest_may_be_paid_for(s: State, who: Player) -> bool:
    """Whether a player may have what meets the ENS value of the attack whose damage is being done; not where a boost
    with a value of its own has come through along with it."""
    boost = frame_of(s, Contest).boost
    return life(s, who) > 0 and (boost is None or boost.ens is None) and all_evps_are_enough(s, who)


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
