"""Mere Mortals: what answers about BATTLES promise, each in the words of the answer and of no rule."""

from __future__ import annotations

from model.mere_mortals.battle import (
    nullified_for_good,
    pass_turn,
    play_battle,
    play_status,
    players_pass_at_will,
    what_is_done_without_an_action,
)
from model.mere_mortals.boosts import boosts_come_along, play_boosted, use_boosted
from model.mere_mortals.carrying_out import evps_are_spent_for_nothing
from model.mere_mortals.frames import Battle, Contest, Damage, Finding, Picking, Replacing
from model.mere_mortals.powers import other_cards_are_exhausted, use_power
from model.mere_mortals.state import (
    Card,
    Does,
    Kind,
    Place,
    Player,
    Power,
    State,
    Step,
    has_powers_to_use,
    mere_mortals,
)
from model.mere_mortals.stopping import spend
from model.mere_mortals.turn import declare_battle, pass_setup
from model.mere_mortals.words import (
    has_lead,
    in_hand,
    is_constant,
    is_personality,
    matches,
    on_field,
    printed,
)
from ruleslawyer.lang import Checks, allows, frame_of, is_open

checks = Checks(mere_mortals)


# --- an attacker who has no action (001) ----------------------------------------------------------------------------


def is_in_a_turn(s: State) -> bool:
    """Whether somebody has a BATTLE TURN, and nothing is being answered or carried out in it."""
    return (
        is_open(s, Battle)
        and s.step == Step.BATTLE
        and not s.acted
        and not is_open(s, Contest)
        and not is_open(s, Picking)
        and not is_open(s, Damage)
        and not is_open(s, Replacing)
        and not is_open(s, Finding)
    )


def has_to_act_and_cannot(s: State) -> bool:
    """Whether the first BATTLE TURN has come, and its player has no move."""
    return is_in_a_turn(s) and frame_of(s, Battle).first and not could_act(s, frame_of(s, Battle).turn)


def has_a_ready_power(s: State, card: Card, which: Power) -> bool:
    """Whether a card on the FIELD has a power for a turn of one's own, where that power counts, and is ready."""
    does = printed(card, which)
    return (
        does is not None
        and not is_constant(does)
        and does not in (Does.STOP, Does.BOOST)
        and has_powers_to_use(s, card)
        and not s.exhausted[card]
        and not s.used[card]
        and (which != Power.LEAD or s.place[card] == Place.LEAD)
        and (which != Power.ALLY or s.place[card] == Place.ALLY)
    )


def could_act(s: State, who: Player) -> bool:
    """Whether a player has at least a Battle or Status Card of a Shade of hers in hand, or a power to use."""
    return any(in_hand(s, who, c) and c.kind in (Kind.BATTLE, Kind.STATUS) and matches(s, who, c) for c in Card) or any(
        c.owner == who and has_a_ready_power(s, c, w) for c in Card for w in Power
    )


def leads(s: State, who: Player, card: Card) -> bool:
    """Whether a card is the Lead of that player."""
    return card.owner == who and s.place[card] == Place.LEAD


@checks.promise(what_is_done_without_an_action.it_cannot_be_declared, "5.1a")
def nobody_declares_a_battle_without_an_action(before: State, after: State) -> bool:
    """Whoever declares a BATTLE has a card to play in it, or a power to use."""
    return before.fighting or not after.fighting or before.turn is None or could_act(before, before.turn)


@checks.promise(what_is_done_without_an_action.the_attacker_passes, "5.1b")
def whoever_has_no_action_may_pass(s: State) -> bool:
    """An attacker who has to act, and cannot, passes."""
    return not has_to_act_and_cannot(s) or allows(pass_turn, s, frame_of(s, Battle).turn)


@checks.promise(what_is_done_without_an_action.a_card_is_discarded, "5.1a", "7.12a")
def whoever_has_no_action_discards_a_card(s: State) -> bool:
    """An attacker who has to act, and cannot, may discard her Lead or any card of the hand for its EVPs."""
    return not has_to_act_and_cannot(s) or all(
        not (in_hand(s, frame_of(s, Battle).turn, c) or (leads(s, frame_of(s, Battle).turn, c) and not s.exhausted[c]))
        or allows(spend, s, frame_of(s, Battle).turn, c)
        for c in Card
    )


@checks.promise(what_is_done_without_an_action.a_card_is_discarded, "5.1b")
def the_first_turn_is_never_passed(before: State, after: State) -> bool:
    """The first BATTLE TURN goes to the defender only when the attacker has acted, or a card of hers was discarded."""
    return (
        not is_open(before, Battle)
        or not frame_of(before, Battle).first
        or not is_open(after, Battle)
        or frame_of(after, Battle).turn == frame_of(before, Battle).turn
        or before.acted
        or any(
            c.owner == frame_of(before, Battle).turn
            and before.place[c] != Place.DISCARD
            and after.place[c] == Place.DISCARD
            for c in Card
        )
    )


@checks.promise(what_is_done_without_an_action.play_stands_still, "5.1a", "5.1b")
def without_an_action_nothing_is_done(s: State) -> bool:
    """An attacker who has to act, and cannot, neither passes nor discards a card; and whoever may pass a SETUP may
    declare such a BATTLE instead."""
    return all(not allows(pass_setup, s, p) or allows(declare_battle, s, p) for p in Player) and (
        not has_to_act_and_cannot(s)
        or (not allows(pass_turn, s, frame_of(s, Battle).turn) and not allows(spend, s, frame_of(s, Battle).turn))
    )


# --- passing (015) --------------------------------------------------------------------------------------------------


@checks.promise(players_pass_at_will.until_no_move_is_left, "4.6f")
def whoever_passes_has_no_move_left(s: State) -> bool:
    """Nobody who may still play a card or use a power may pass a BATTLE TURN."""
    return not is_open(s, Battle) or all(
        not allows(pass_turn, s, p)
        or not (
            allows(play_battle, s, p)
            or allows(play_status, s, p)
            or allows(play_boosted, s, p)
            or allows(use_power, s, p)
            or allows(use_boosted, s, p)
        )
        for p in Player
    )


@checks.promise(players_pass_at_will.only_the_first_turn_is_barred, "5.1b")
def a_later_turn_may_be_passed(s: State) -> bool:
    """Whoever has a BATTLE TURN that is not the first may pass it, whatever is left to do."""
    return not is_in_a_turn(s) or frame_of(s, Battle).first or allows(pass_turn, s, frame_of(s, Battle).turn)


# --- EVPs that are spent on nothing (013) ---------------------------------------------------------------------------


def may_be_spent_by_the_text(s: State, who: Player, card: Card) -> bool:
    """Whether a card is in that player's hand, or in play and not exhausted: of Locations and played cards not said."""
    return in_hand(s, who, card) or (
        card.owner == who
        and s.place[card] in (Place.LEAD, Place.ALLY, Place.FIELD, Place.ATTACHED)
        and not s.exhausted[card]
    )


def plays_on(s: State) -> bool:
    """Whether nobody has lost, and nobody is without a Lead."""
    return all(not s.lost[p] and has_lead(s, p) for p in Player)


@checks.promise(evps_are_spent_for_nothing.whenever_one_likes, "7.12a")
def whoever_has_the_turn_spends_what_she_likes(s: State) -> bool:
    """In a SETUP or a BATTLE TURN its player may spend every card that she has."""
    return (
        not plays_on(s)
        or s.turn is None
        or not (s.step == Step.SETUP or is_in_a_turn(s))
        or is_open(s, Contest)
        or is_open(s, Picking)
        or all(
            (is_open(s, Battle) and frame_of(s, Battle).turn != p)
            or (not is_open(s, Battle) and s.turn != p)
            or not may_be_spent_by_the_text(s, p, c)
            or allows(spend, s, p, c)
            for p in Player
            for c in Card
        )
    )


@checks.promise(evps_are_spent_for_nothing.whenever_one_likes, "7.12a")
def what_is_about_to_be_taken_may_be_spent(s: State) -> bool:
    """While a power is done to an opponent's card both players may spend what they have, and so what it would take."""
    return (
        not plays_on(s)
        or not is_open(s, Picking)
        or frame_of(s, Picking).does not in (Does.DISCARD, Does.REMOVE, Does.NULLIFY)
        or all(not may_be_spent_by_the_text(s, p, c) or allows(spend, s, p, c) for p in Player for c in Card)
    )


@checks.promise(evps_are_spent_for_nothing.only_for_something, "7.1a", "7.2a")
def cards_are_spent_on_what_the_opponent_does(s: State) -> bool:
    """A card is spent only to stop what the opponent has played, or damage that it does; and nobody is asked while a
    power is carried out but its player."""
    return (
        is_open(s, Contest)
        or is_open(s, Damage)
        or has_to_act_and_cannot(s)
        or all(not allows(spend, s, p) for p in Player)
    ) and (
        not is_open(s, Picking)
        or all(p == frame_of(s, Picking).who or p not in frame_of(s, Picking).awaits for p in Player)
    )


# --- exhausted cards (017) ------------------------------------------------------------------------------------------


@checks.promise(other_cards_are_exhausted.once_in_each_battle_turn, "5.3b", "5.4a")
def personalities_alone_are_exhausted(before: State, after: State) -> bool:
    """No card that is no Personality is exhausted by what is done."""
    return all(not after.exhausted[c] or before.exhausted[c] or is_personality(c) for c in Card)


@checks.promise(other_cards_are_exhausted.once_in_each_battle_turn, "5.3b")
def a_field_card_attacks_in_each_turn(s: State) -> bool:
    """Whoever has a BATTLE TURN may use the attack of each Field Card of hers, whatever she used before."""
    return not is_in_a_turn(s) or all(
        c.owner != frame_of(s, Battle).turn
        or s.place[c] != Place.FIELD
        or c.does != Does.ATTACK
        or allows(use_power, s, c.owner, c, Power.OWN)
        for c in Card
    )


@checks.promise(other_cards_are_exhausted.any_card_is, "8.5d")
def an_action_of_a_card_exhausts_it(before: State, after: State) -> bool:
    """Where an attack of a card on the FIELD begins, that card is exhausted, whatever it is. Of Shade and Attach Cards
    other questions are asked."""
    return (
        is_open(before, Contest)
        or not is_open(after, Contest)
        or not has_powers_to_use(before, frame_of(after, Contest).card)
        or frame_of(after, Contest).card.kind in (Kind.SHADE, Kind.ATTACH)
        or after.exhausted[frame_of(after, Contest).card]
    )


# --- boosts (018) ---------------------------------------------------------------------------------------------------


@checks.promise(boosts_come_along.one_card_at_a_time, "4.6c", "5.3a")
def a_turn_has_one_card(before: State, after: State) -> bool:
    """No two cards are played at once in a BATTLE, and no card along with a power."""
    return all(
        c == d or not newly_played(before, after, c) or not newly_played(before, after, d) for c in Card for d in Card
    ) and (is_open(before, Contest) or not is_open(after, Contest) or frame_of(after, Contest).boost is None)


def newly_played(before: State, after: State, card: Card) -> bool:
    """Whether a card of the hand lies played now."""
    return before.place[card] == Place.HAND and after.place[card] == Place.PLAYED


@checks.promise(boosts_come_along.boosts_are_played_along, "7.5a")
def a_boost_may_come_along(s: State) -> bool:
    """Whoever may play an attack, or use a power that is one, may play a boost of hers along with it."""
    return all(
        b.kind != Kind.STATUS
        or b.does != Does.BOOST
        or not in_hand(s, p, b)
        or not matches(s, p, b)
        or (
            (not allows(play_battle, s, p, c) or allows(play_boosted, s, p, c, b))
            and all(
                printed(c, w) != Does.ATTACK or not allows(use_power, s, p, c, w) or allows(use_boosted, s, p, c, w, b)
                for w in Power
            )
        )
        for p in Player
        for c in Card
        for b in Card
    )


# --- nullified powers (019) -----------------------------------------------------------------------------------------


@checks.promise(nullified_for_good.as_long_as_it_stays, "5.5b")
def a_nullified_card_stays_so_on_the_field(before: State, after: State) -> bool:
    """A card that was nullified is nullified as long as it stays on the FIELD."""
    return all(not before.nullified[c] or after.nullified[c] or not on_field(after, c) for c in Card)


@checks.promise(nullified_for_good.until_the_battle_ends, "5.5b", "5.4d")
def the_end_of_the_battle_restores_what_was_nullified(before: State, after: State) -> bool:
    """When a BATTLE ends no card stays nullified."""
    return not is_open(before, Battle) or is_open(after, Battle) or all(not after.nullified[c] for c in Card)
