"""Mere Mortals: what answers about Armies, powers and removed cards promise, each in the words of the answer."""

from __future__ import annotations

from checks.mere_mortals.promises import has_a_ready_power, is_in_a_turn, plays_on
from checks.mere_mortals.promises_stopping import deals, dealt, taken_away
from model.mere_mortals.attack import attacks_of_powers_have_a_shade, has_ens
from model.mere_mortals.battle import play_status
from model.mere_mortals.boosts import use_boosted
from model.mere_mortals.carrying_out import cards_prevail_over_rules, pick
from model.mere_mortals.deeds import removed_is_out_of_the_game
from model.mere_mortals.frames import Battle, Contest, Damage, Finding, Picking, Replacing, Stage
from model.mere_mortals.powers import (
    each_power_is_used_once,
    powers_are_used_in_a_setup,
    powers_stop_in_answer,
    use_power,
)
from model.mere_mortals.setup import play_ally
from model.mere_mortals.state import Card, Does, Kind, Numbers, Place, Player, Power, State, Step, mere_mortals
from model.mere_mortals.stoppable import general_cards_pay_by_themselves
from model.mere_mortals.stopping import spend, what_is_paid_for_does_nothing
from model.mere_mortals.words import (
    allies,
    armies_are_characters,
    in_hand,
    is_constant,
    is_personality,
    stands,
    works,
)
from ruleslawyer.lang import Checks, allows, frame_of, is_open

checks = Checks(mere_mortals)


# --- Armies and characters (067) ------------------------------------------------------------------------------------


def are_army_and_person(one: Card, another: Card) -> bool:
    """Whether two cards are an Army and another Personality of one name, of one player."""
    return (
        one.kind == Kind.ARMY
        and another.kind == Kind.PERSONALITY
        and one.owner == another.owner
        and one.character is not None
        and one.character == another.character
    )


@checks.promise(armies_are_characters.an_army_is_one_too, "8.2b", "9.2")
def nobody_joins_an_army_of_the_same_name(before: State, after: State) -> bool:
    """No Army comes to stand beside another Personality of its name, nor that one beside the Army; a Lead that has to
    be replaced is the exception."""
    return all(
        not are_army_and_person(c, d)
        or not stands(after, c.owner, c)
        or not stands(after, d.owner, d)
        or (stands(before, c.owner, c) and stands(before, d.owner, d))
        or (after.place[d] == Place.LEAD and before.place[d] != Place.LEAD)
        for c in Card
        for d in Card
    )


@checks.promise(armies_are_characters.an_army_is_no_character, "8.2b", "9.2")
def an_army_keeps_nobody_out(s: State) -> bool:
    """In a SETUP with an open Ally slot a General Personality may be played beside an Army of its name, and a General
    Army beside such a Personality."""
    return is_amid_something(s) or all(
        s.step != Step.SETUP
        or s.turn != p
        or allies(s, p) >= Numbers.allies
        or c.shade is not None
        or not in_hand(s, p, c)
        or not any(stands(s, p, d) and (are_army_and_person(c, d) or are_army_and_person(d, c)) for d in Card)
        or any(stands(s, p, d) and d.kind == c.kind and d.character == c.character for d in Card)
        or allows(play_ally, s, p, c)
        for p in Player
        for c in Card
    )


def is_amid_something(s: State) -> bool:
    """Whether something is being answered or carried out, or a Lead is being replaced."""
    return (
        is_open(s, Contest) or is_open(s, Picking) or is_open(s, Damage) or is_open(s, Replacing) or is_open(s, Finding)
    )


# --- removed cards (077) --------------------------------------------------------------------------------------------


@checks.promise(removed_is_out_of_the_game.into_the_discard_pile, "3.10a")
def nothing_that_is_removed_is_out_of_the_game(before: State, after: State) -> bool:
    """Nothing that a power does sends a card to the VOID."""
    return all(before.place[c] == Place.VOID or after.place[c] != Place.VOID for c in Card)


# --- the Shade of an attack by a power (111) ------------------------------------------------------------------------


def is_a_power_at_work(s: State) -> bool:
    """Whether the attack that is being made is the power of a card on the FIELD."""
    return is_open(s, Contest) and frame_of(s, Contest).card.kind not in (Kind.BATTLE, Kind.STATUS)


def added_by(s: State, shaded: bool) -> int:
    """How much powers that are always on add to the attack, of cards of its card's Shade, or of General ones."""
    return sum(
        c.level
        for c in Card
        if works(s, c, Does.MORE_DAMAGE)
        and ((c.shade is not None and c.shade == frame_of(s, Contest).card.shade) if shaded else c.shade is None)
    )


def its_boost(s: State) -> int:
    """How much a boost adds to the attack."""
    boost = frame_of(s, Contest).boost
    return 0 if boost is None else boost.level


@checks.promise(attacks_of_powers_have_a_shade.none_at_all, "5.5c", "13.1")
def no_shade_helps_an_attack_by_a_power(before: State, after: State) -> bool:
    """An attack that a power makes does no more than its own damage, and what its boost and General cards add to it."""
    return (
        not deals(before, after)
        or not is_a_power_at_work(before)
        or dealt(after) <= frame_of(before, Contest).card.level + its_boost(before) + added_by(before, False)
    )


@checks.promise(attacks_of_powers_have_a_shade.that_of_its_card, "5.5c", "13.1")
def its_shade_helps_an_attack_by_a_power(before: State, after: State) -> bool:
    """An attack that a power makes does its own damage and what cards of its card's Shade add, where nothing is taken
    away."""
    return (
        not deals(before, after)
        or not is_a_power_at_work(before)
        or taken_away(before) > 0
        or any(works(before, c, Does.LESS_DAMAGE) for c in Card)
        or dealt(after) >= frame_of(before, Contest).card.level + added_by(before, True)
    )


# --- General cards that are spent (082) -----------------------------------------------------------------------------


def an_attack_is_being_paid_for(s: State) -> bool:
    """Whether an attack waits to be stopped that has an ENS value, and no boost is in the way."""
    return (
        is_open(s, Contest)
        and not is_open(s, Picking)
        and frame_of(s, Contest).card.kind != Kind.STATUS
        and has_ens(s, frame_of(s, Contest).card, frame_of(s, Contest).by)
        and (frame_of(s, Damage).may_pay if is_open(s, Damage) else frame_of(s, Contest).stage == Stage.BASE)
    )


def is_general_and_nobody(card: Card) -> bool:
    """Whether a card is General, and no Personality."""
    return card.shade is None and not is_personality(card)


@checks.promise(general_cards_pay_by_themselves.nobody_matches_them, "7.9a", "2.3")
def no_general_card_blocks_an_attack(s: State) -> bool:
    """No General card but a Personality may be spent to block an attack."""
    return not an_attack_is_being_paid_for(s) or all(
        not is_general_and_nobody(c) or all(not allows(spend, s, p, c) for p in Player) for c in Card
    )


@checks.promise(general_cards_pay_by_themselves.it_is_said_of_shaded_cards, "7.9b", "2.3")
def a_general_card_in_hand_blocks_an_attack(s: State) -> bool:
    """Whoever is asked to pay for an attack may spend every General card in hand that is worth a single EVP."""
    return (
        not an_attack_is_being_paid_for(s)
        or not plays_on(s)
        or is_open(s, Damage)
        or all(
            not is_general_and_nobody(c)
            or c.evp != 1
            or p == frame_of(s, Contest).by
            or not in_hand(s, p, c)
            or allows(spend, s, p, c)
            for p in Player
            for c in Card
        )
    )


# --- powers that stop an attack (092) -------------------------------------------------------------------------------


def has_a_turn(s: State, who: Player) -> bool:
    """Whether that player has the BATTLE TURN, or the turn in a SETUP."""
    return frame_of(s, Battle).turn == who if is_open(s, Battle) else s.turn == who


@checks.promise(powers_stop_in_answer.in_ones_own_turn_alone, "5.3b")
def nobody_uses_a_power_in_anothers_turn(s: State) -> bool:
    """Nobody may use a power in a turn that is not the own one."""
    return all(has_a_turn(s, p) or not allows(use_power, s, p) for p in Player)


@checks.promise(powers_stop_in_answer.in_answer_to_the_attack, "6.2b")
def a_field_card_stops_an_attack(s: State) -> bool:
    """While an attack waits to be stopped, its defender may use every Field Card that stops attacks and is fresh."""
    return (
        not is_open(s, Contest)
        or is_open(s, Damage)
        or is_open(s, Picking)
        or is_open(s, Replacing)
        or is_open(s, Finding)
        or frame_of(s, Contest).card.kind == Kind.STATUS
        or frame_of(s, Contest).stage != Stage.BASE
        or all(
            c.owner == frame_of(s, Contest).by
            or s.place[c] != Place.FIELD
            or c.does != Does.STOP
            or s.exhausted[c]
            or s.used[c]
            or allows(use_power, s, c.owner, c, Power.OWN)
            for c in Card
        )
    )


# --- one power or each (057, 058) -----------------------------------------------------------------------------------


def is_a_power_for_a_turn(does: Does | None) -> bool:
    """Whether a power is printed that is used in a turn of one's own."""
    return does is not None and not is_constant(does) and does not in (Does.STOP, Does.BOOST)


def has_another_left(s: State, card: Card) -> bool:
    """Whether a Lead or an Ally has a power of its place and an additional one, and has not used both."""
    return (
        (
            (s.place[card] == Place.LEAD and is_a_power_for_a_turn(card.lead))
            or (s.place[card] == Place.ALLY and is_a_power_for_a_turn(card.ally))
        )
        and is_a_power_for_a_turn(card.extra)
        and sum(1 for w in Power if w in s.powers_used[card]) < 2
    )


@checks.promise(each_power_is_used_once.only_the_power_that_was_used, "5.4b", "8.4b", "18.1c")
def whoever_has_another_power_left_may_use_it(s: State) -> bool:
    """A Lead or an Ally with an additional power, which has not used two powers, may use one in its player's BATTLE
    TURN, be it exhausted."""
    return not is_in_a_turn(s) or all(
        c.owner != frame_of(s, Battle).turn or not has_another_left(s, c) or allows(use_power, s, c.owner, c)
        for c in Card
    )


@checks.promise(each_power_is_used_once.only_the_power_that_was_used, "5.4b", "6.2b")
def an_exhausted_ally_stops_an_attack_with_another_power(s: State) -> bool:
    """An Ally whose additional power stops attacks may use it against one, though its Ally Power exhausted it."""
    return (
        is_open(s, Damage)
        or is_open(s, Picking)
        or is_open(s, Replacing)
        or is_open(s, Finding)
        or not is_open(s, Contest)
        or frame_of(s, Contest).stage != Stage.BASE
        or frame_of(s, Contest).card.kind == Kind.STATUS
        or all(
            c.owner == frame_of(s, Contest).by
            or s.place[c] != Place.ALLY
            or c.extra != Does.STOP
            or not is_a_power_for_a_turn(c.ally)
            or Power.EXTRA in s.powers_used[c]
            or allows(use_power, s, c.owner, c, Power.EXTRA)
            for c in Card
        )
    )


@checks.promise(each_power_is_used_once.an_exhausted_card_uses_none, "5.4b", "8.4b")
def what_is_exhausted_uses_no_power(s: State) -> bool:
    """No power of an exhausted card may be used, with a boost or without."""
    return all(
        not s.exhausted[c] or not (allows(use_power, s, c.owner, c) or allows(use_boosted, s, c.owner, c)) for c in Card
    )


# --- a card against a rule (075) ------------------------------------------------------------------------------------


@checks.promise(cards_prevail_over_rules.the_card_counts, "10.3b")
def a_replacement_comes_from_the_hand(s: State) -> bool:
    """Whoever replaces an Ally by a card may take every Personality of the hand that fits the deck, and whose name
    nobody has."""
    return (
        not is_open(s, Picking)
        or is_open(s, Replacing)
        or is_open(s, Finding)
        or frame_of(s, Picking).does != Does.REPLACE
        or frame_of(s, Picking).old is None
        or all(
            not is_personality(c)
            or (c.shade is not None and s.declared[c.owner] is not None)
            or not in_hand(s, frame_of(s, Picking).who, c)
            or (c.character is not None and any(stands(s, c.owner, d) and d.character == c.character for d in Card))
            or allows(pick, s, frame_of(s, Picking).who, c)
            for c in Card
        )
    )


@checks.promise(cards_prevail_over_rules.the_card_counts, "3.10b")
def the_void_gives_back_what_a_card_asks_for(s: State) -> bool:
    """Whoever takes a card back by a power may take it out of the VOID."""
    return (
        not is_open(s, Picking)
        or is_open(s, Replacing)
        or is_open(s, Finding)
        or frame_of(s, Picking).does != Does.RECOVER
        or all(
            c.owner != frame_of(s, Picking).who
            or s.place[c] != Place.VOID
            or allows(pick, s, frame_of(s, Picking).who, c)
            for c in Card
        )
    )


@checks.promise(cards_prevail_over_rules.the_card_counts, "4.4b", "14.1c")
def a_status_card_that_says_so_is_played_in_a_setup(s: State) -> bool:
    """In a SETUP its player may play every General Status Card that says that it is played there."""
    return (
        s.step != Step.SETUP
        or is_amid_something(s)
        or all(
            s.turn != c.owner
            or not in_hand(s, c.owner, c)
            or c.kind != Kind.STATUS
            or not c.in_setup
            or c.shade is not None
            or allows(play_status, s, c.owner, c)
            for c in Card
        )
    )


@checks.promise(cards_prevail_over_rules.the_rule_counts, "3.10b", "10.3b")
def no_card_reaches_into_the_void_or_the_hand(before: State, after: State) -> bool:
    """No card leaves the VOID, and in a BATTLE no Ally comes from a hand."""
    return all(before.place[c] != Place.VOID or after.place[c] == Place.VOID for c in Card) and (
        not is_open(before, Battle) or all(before.place[c] != Place.HAND or after.place[c] != Place.ALLY for c in Card)
    )


# --- powers in a SETUP (050) ----------------------------------------------------------------------------------------


@checks.promise(powers_are_used_in_a_setup.no_line_forbids_it, "5.3b", "4.4a")
def a_ready_power_is_used_in_a_setup(s: State) -> bool:
    """In a SETUP its player may use every power of a Lead, an Ally or a Field Card that is fresh."""
    return (
        s.step != Step.SETUP
        or is_amid_something(s)
        or all(
            s.turn != c.owner
            or s.place[c] not in (Place.LEAD, Place.ALLY, Place.FIELD)
            or not has_a_ready_power(s, c, w)
            or allows(use_power, s, c.owner, c, w)
            for c in Card
            for w in Power
        )
    )


@checks.promise(powers_are_used_in_a_setup.powers_are_for_battles, "5.3b", "4.6d")
def no_power_is_used_in_a_setup(s: State) -> bool:
    """In a SETUP nobody may use a power."""
    return s.step != Step.SETUP or all(not allows(use_power, s, p) for p in Player)


# --- what an attack does besides (094) ------------------------------------------------------------------------------


@checks.promise(what_is_paid_for_does_nothing.all_but_what_failure_brings, "7.1c", "7.3a")
def what_is_paid_for_does_no_more(s: State) -> bool:
    """Nothing is done to a card by an attack that was stopped, unless it has an effect for being unsuccessful."""
    return (
        not is_open(s, Picking)
        or not is_open(s, Contest)
        or frame_of(s, Contest).card.kind == Kind.STATUS
        or frame_of(s, Contest).stage != Stage.STOPPED
    )
