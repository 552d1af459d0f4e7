"""Mere Mortals, Sections 4 to 7: turns, BATTLES, damage, EVPs and ENS values, and how a game ends."""

from __future__ import annotations

from model.mere_mortals.attack import damage, ens, has_ens, stops_an_attack
from model.mere_mortals.battle import (
    WithoutAction,
    has_an_action,
    pass_turn,
    play_battle,
    play_status,
    what_is_done_without_an_action,
)
from model.mere_mortals.boosts import play_boosted, use_boosted
from model.mere_mortals.frames import Battle, Contest, Damage, Finding, Picking, Replacing, Stage
from model.mere_mortals.powers import use_power
from model.mere_mortals.state import Card, Does, Kind, Numbers, Place, Player, Power, State, Step, mere_mortals
from model.mere_mortals.stoppable import can_be_paid, needed
from model.mere_mortals.stopping import lose_life_card, spend
from model.mere_mortals.turn import cut_down, draw
from model.mere_mortals.words import (
    can_be_found,
    can_take_the_lead,
    hand,
    has_begun,
    has_lead,
    is_personality,
    life,
    opponent,
    stands,
    works,
)
from ruleslawyer.lang import CHANCE, Checks, frame_of, is_open

checks = Checks(mere_mortals)


def is_over(s: State) -> bool:
    """Somebody has lost."""
    return any(s.lost[p] for p in Player)


# --- ENS values and damage (6.3, 7.7) -------------------------------------------------------------------------------


@checks.sometimes("7.2a")
def something_is_to_be_paid(s: State) -> bool:
    """An ENS value may be met."""
    return can_be_paid(s)


@checks.always("7.7a", "7.7b", reached=something_is_to_be_paid)
def no_ens_value_below_one(s: State) -> bool:
    """A card that has an ENS value has one of at least 1."""
    return all(not has_ens(s, c, p) or ens(s, c, p) >= 1 for c in Card for p in Player)


@checks.step("7.7c", of=spend)
def an_eliminated_value_takes_nothing(before: State, after: State, who: Player, card: Card) -> bool:
    """Nothing is paid for an attack without an ENS value."""
    return can_be_paid(before) or after.paid == before.paid


@checks.sometimes("13.1")
def an_attack_is_made(s: State) -> bool:
    """An attack may be stopped."""
    return stops_an_attack(s)


def is_answered(s: State) -> bool:
    """Whether the opponent answers what was played: it may be stopped, goes through, or is doing its damage."""
    return is_open(s, Contest) and (
        frame_of(s, Contest).stage in (Stage.BOOST, Stage.BASE, Stage.THROUGH) or is_open(s, Damage)
    )


@checks.always("7.2a", "7.2b", reached=an_attack_is_made)
def only_what_is_answered_is_paid_for(s: State) -> bool:
    """EVPs that were spent count for what is answered, and not beyond."""
    return is_answered(s) or s.paid == 0


def damage_is_done_to_another(s: State, who: Player) -> bool:
    """Whether another player's Life Cards are discarded, and only that player may pay for the rest."""
    hurt = frame_of(s, Damage).who
    return hurt != who and frame_of(s, Damage).awaits in (CHANCE, frozenset({hurt}))


@checks.always("7.2a", "7.4", reached=an_attack_is_made)
def whoever_played_it_awaits_the_answer(s: State) -> bool:
    """While something is answered, whoever played it decides nothing, and no Lead of that player's is sought."""
    return not is_answered(s) or (
        not is_open(s, Picking)
        and all(
            p != frame_of(s, Contest).by
            or (
                p not in frame_of(s, Contest).awaits
                and (not is_open(s, Damage) or damage_is_done_to_another(s, p))
                and (not is_open(s, Replacing) or p not in frame_of(s, Replacing).awaits)
                and (not is_open(s, Finding) or p != frame_of(s, Finding).who)
            )
            for p in Player
        )
    )


@checks.always("3.2a", "8.1", reached=an_attack_is_made)
def whoever_played_it_has_a_lead(s: State) -> bool:
    """While something is answered, whoever played it has a Lead: opponents spend their own cards alone."""
    return not is_answered(s) or has_lead(s, frame_of(s, Contest).by)


@checks.always("12.1d", "5.5b", reached=an_attack_is_made)
def shade_cards_are_not_nullified(s: State) -> bool:
    """No Shade Card is nullified, nor is any card while decks are built."""
    return all(not s.nullified[c] or (s.place[c] != Place.SHADE and s.step != Step.BUILD) for c in Card)


def is_eliminated(s: State) -> bool:
    """Whether a power eliminates the ENS value that is printed on an attack, and what is paid is not for a
    boost, nor lost as that comes through."""
    if not stops_an_attack(s):
        return False
    by = frame_of(s, Contest).by
    return (
        frame_of(s, Contest).card.ens is not None
        and frame_of(s, Contest).stage not in (Stage.BOOST, Stage.THROUGH)
        and any(works(s, c, Does.NO_ENS) and (c.owner == by or s.place[c] == Place.LOCATION) for c in Card)
    )


@checks.sometimes("7.7c")
def a_value_is_eliminated(s: State) -> bool:
    """Something that has a printed ENS value is played without it."""
    return is_eliminated(s)


@checks.always("7.7c", reached=a_value_is_eliminated)
def an_eliminated_value_is_no_zero(s: State) -> bool:
    """An eliminated ENS value is gone: nothing can be paid, and no payment of nothing stops what was played."""
    return not is_eliminated(s) or (not can_be_paid(s) and s.paid == 0)


@checks.always("6.3b", reached=an_attack_is_made)
def damage_is_never_negative(s: State) -> bool:
    """No attack has damage below 0."""
    return all(damage(s, c, p) >= 0 for c in Card for p in Player)


@checks.sometimes("6.1a")
def life_cards_are_lost(s: State) -> bool:
    """Life Cards of damage are being discarded."""
    return is_open(s, Damage)


@checks.step("6.1a", of=lose_life_card)
def damage_takes_one_card_at_a_time(before: State, after: State, card: Card) -> bool:
    """A Life Card of damage is one card of the Life Deck, discarded."""
    return after.place[card] == Place.DISCARD and life(after, card.owner) == life(before, card.owner) - 1


# --- spending EVPs (7) ----------------------------------------------------------------------------------------------


@checks.step("5.4c", "8.4c", "7.12c", "18.1d", of=spend)
def exhausted_cards_are_never_spent(before: State, after: State, who: Player, card: Card) -> bool:
    """No exhausted card pays."""
    return not before.exhausted[card]


@checks.step("7.12b", "17.6", of=spend)
def locations_in_play_are_never_spent(before: State, after: State, who: Player, card: Card) -> bool:
    """No Location pays once it is on the FIELD."""
    return before.place[card] != Place.LOCATION


@checks.step("7.9a", "7.10", of=spend)
def attacks_are_blocked_with_matching_cards(before: State, after: State, who: Player, card: Card) -> bool:
    """A Shaded card that is no Personality blocks an attack only beside a Personality of its Shade."""
    return (
        not (can_be_paid(before) and stops_an_attack(before))
        or is_personality(card)
        or card.shade is None
        or any(stands(before, who, c) and c.shade == card.shade for c in Card)
    )


@checks.step("7.1b", "7.2a", of=spend)
def what_is_spent_is_paid_for_something(before: State, after: State, who: Player, card: Card) -> bool:
    """EVPs are spent only while something is to be paid."""
    return can_be_paid(before)


@checks.step("13.5a", "14.4a", "7.2b", of=spend)
def the_value_is_equalled(before: State, after: State, who: Player, card: Card) -> bool:
    """No more is spent than the ENS value asks for."""
    return not can_be_paid(before) or after.paid <= needed(before)


@checks.step("7.2a", "7.14a", "7.14b", "16.7", of=spend)
def what_is_spent_is_discarded(before: State, after: State, who: Player, card: Card) -> bool:
    """The card is in the Discard Pile, what was attached to it too, and every other card where it was."""
    return after.place[card] == Place.DISCARD and all(
        c == card or after.place[c] == before.place[c] or (before.upon[c] == card and after.place[c] == Place.DISCARD)
        for c in Card
    )


# --- BATTLE TURNS (4.6, 5) ------------------------------------------------------------------------------------------


@checks.sometimes("4.6b")
def a_battle_is_on(s: State) -> bool:
    """A BATTLE goes on."""
    return is_open(s, Battle)


@checks.step("5.1b", of=pass_turn)
def the_attackers_first_turn_is_no_pass(before: State, after: State, who: Player) -> bool:
    """Whoever declared the BATTLE acts first, unless it is read that who has no action passes (finding 001)."""
    return not frame_of(before, Battle).first or (
        not has_an_action(before, who) and what_is_done_without_an_action(before) == WithoutAction.THE_TURN_IS_PASSED
    )


@checks.step("13.2a", "4.6c", of=play_battle)
def one_battle_card_at_a_time(before: State, after: State, who: Player, card: Card) -> bool:
    """In a BATTLE TURN one Battle Card is played; what lies there already stays by its own text."""
    return all(c == card or after.place[c] != Place.PLAYED or c.stays for c in Card)


@checks.step("4.6c", "5.3a", of=play_boosted)
def one_card_in_a_battle_turn(before: State, after: State, who: Player, card: Card, boost: Card) -> bool:
    """Two cards of the hand are never played in one BATTLE TURN."""
    return hand(after, who) == hand(before, who) - 1


@checks.always("5.3c", "13.4b", "14.3b", reached=a_battle_is_on)
def played_cards_do_not_stay(s: State) -> bool:
    """Between BATTLE TURNS no Battle or Status Card lies on the FIELD, but for those that say so."""
    return (
        is_open(s, Contest)
        or is_open(s, Picking)
        or any(not has_lead(s, p) for p in Player)
        or all(s.place[c] != Place.PLAYED or c.stays for c in Card)
    )


@checks.step("13.3", of=play_battle)
def battle_cards_match(before: State, after: State, who: Player, card: Card) -> bool:
    """A Shaded Battle Card is played beside a Personality of its Shade."""
    return card.shade is None or any(stands(before, who, c) and c.shade == card.shade for c in Card)


@checks.step("14.2", of=play_status)
def status_cards_match(before: State, after: State, who: Player, card: Card) -> bool:
    """A Shaded Status Card is played beside a Personality of its Shade."""
    return card.shade is None or any(stands(before, who, c) and c.shade == card.shade for c in Card)


@checks.step("8.3a", "8.3b", of=use_power)
def powers_are_those_of_the_place(before: State, after: State, who: Player, card: Card, which: Power) -> bool:
    """Lead Powers are used by Leads, Ally Powers by Allies."""
    return (which != Power.LEAD or before.place[card] == Place.LEAD) and (
        which != Power.ALLY or before.place[card] == Place.ALLY
    )


@checks.step("5.4a", "8.4a", "8.4b", "18.1c", of=use_power)
def powers_exhaust(before: State, after: State, who: Player, card: Card, which: Power) -> bool:
    """A Personality that uses a power was fresh, and is exhausted then."""
    return not before.exhausted[card] and (not is_personality(card) or after.exhausted[card])


@checks.step("7.5a", "14.2", of=play_boosted)
def boosts_match(before: State, after: State, who: Player, card: Card, boost: Card) -> bool:
    """A Shaded boost is played beside a Personality of its Shade."""
    return boost.shade is None or any(stands(before, who, c) and c.shade == boost.shade for c in Card)


@checks.step("7.5a", "14.2", of=use_boosted)
def boosts_of_powers_match(before: State, after: State, who: Player, card: Card, which: Power, boost: Card) -> bool:
    """So is one that comes along with a power."""
    return boost.shade is None or any(stands(before, who, c) and c.shade == boost.shade for c in Card)


@checks.step("5.4a", "8.3a", "8.3b", "8.4b", of=use_boosted)
def boosted_powers_exhaust(before: State, after: State, who: Player, card: Card, which: Power, boost: Card) -> bool:
    """A boost changes nothing about the power: it is that of the place, of a card that was fresh, and exhausts it."""
    return (
        not before.exhausted[card]
        and (not is_personality(card) or after.exhausted[card])
        and (which != Power.LEAD or before.place[card] == Place.LEAD)
        and (which != Power.ALLY or before.place[card] == Place.ALLY)
    )


@checks.always("4.6b", "13.1", reached=a_battle_is_on)
def attacks_are_made_in_battles(s: State) -> bool:
    """What waits to be stopped outside of a BATTLE is a Status Card."""
    return not is_open(s, Contest) or is_open(s, Battle) or frame_of(s, Contest).card.kind == Kind.STATUS


@checks.always("5.4d", reached=a_battle_is_on)
def nobody_is_exhausted_outside_a_battle(s: State) -> bool:
    """With the end of a BATTLE all are restored."""
    return is_open(s, Battle) or all(not s.exhausted[c] for c in Card)


# --- turns and hands (4) --------------------------------------------------------------------------------------------


@checks.step("4.3", "4.6a", "4.9a", of=draw)
def hands_are_filled_to_five(before: State, after: State, card: Card) -> bool:
    """Nobody draws beyond five."""
    return hand(after, card.owner) <= Numbers.hand


@checks.step("4.3", "4.6a", "4.9a", of=draw)
def a_draw_is_one_life_card(before: State, after: State, card: Card) -> bool:
    """A card of the Life Deck comes to the hand, and no other card moves."""
    return (
        before.place[card] == Place.LIFE_DECK
        and after.place[card] == Place.HAND
        and all(c == card or after.place[c] == before.place[c] for c in Card)
    )


@checks.sometimes("4.3")
def a_setup_is_on(s: State) -> bool:
    """A player has a SETUP."""
    return s.step == Step.SETUP


@checks.always("4.7", "4.8", reached=a_setup_is_on)
def two_cards_are_kept(s: State) -> bool:
    """In a SETUP the other player holds at most two cards: hands are cut down after a BATTLE and after a SETUP."""
    return s.step != Step.SETUP or s.turn is None or hand(s, opponent(s.turn)) <= Numbers.kept


@checks.always("4.4b", reached=a_setup_is_on)
def setups_are_of_their_player(s: State) -> bool:
    """In a SETUP nobody but its player has something in effect, or carries out a power."""
    return s.step != Step.SETUP or (
        (not is_open(s, Contest) or frame_of(s, Contest).by == s.turn)
        and (not is_open(s, Picking) or frame_of(s, Picking).who == s.turn)
    )


@checks.always("4.7", "4.8", reached=a_setup_is_on)
def hands_stay_cut_down(s: State) -> bool:
    """Until a BATTLE is declared the other player holds at most two cards, whatever the turn player draws."""
    return (
        s.fighting
        or s.turn is None
        or s.step not in (Step.DRAW, Step.SETUP, Step.DISCARD)
        or hand(s, opponent(s.turn)) <= Numbers.kept
    )


@checks.step("4.7", "4.8", of=cut_down)
def nobody_discards_below_two(before: State, after: State, who: Player, card: Card) -> bool:
    """A hand is cut down to two cards, and no further."""
    return hand(after, who) >= Numbers.kept


@checks.leads_to("4.7")
def both_hands_are_cut_down(s: State) -> tuple[bool, bool]:
    """After a BATTLE both players come to hold at most two cards."""
    return s.step == Step.DISCARD and s.fighting, is_over(s) or all(hand(s, p) <= Numbers.kept for p in Player)


@checks.leads_to("4.8")
def the_hand_is_cut_down(s: State) -> tuple[bool, bool]:
    """After a SETUP that was passed, whose it was comes to hold at most two cards, before the next SETUP."""
    return s.step == Step.DISCARD and not s.fighting, is_over(s) or (
        s.step != Step.DISCARD and s.turn is not None and hand(s, opponent(s.turn)) <= Numbers.kept
    )


@checks.possible("4.5b", "4.5c")
def every_setup_can_end(s: State) -> bool:
    """From everywhere a state can be reached that is no SETUP with cards left to play."""
    return is_over(s) or s.step != Step.SETUP or s.turn is None or hand(s, s.turn) == 0


@checks.leads_to("4.6e", "1.4b")
def every_battle_ends(s: State) -> tuple[bool, bool]:
    """A BATTLE ends."""
    return is_open(s, Battle), not is_open(s, Battle) or is_over(s)


@checks.leads_to("4.6e", "1.4b")
def a_battle_with_an_action_ends(s: State) -> tuple[bool, bool]:
    """Once the attacker has acted the BATTLE comes to its end: nobody is barred from passing, and cards run out."""
    return is_open(s, Battle) and not frame_of(s, Battle).first, not is_open(s, Battle) or is_over(s)


@checks.possible("4.6e", "1.4b")
def a_battle_with_an_action_can_end(s: State) -> bool:
    """Once the attacker has acted, somebody can still bring the BATTLE to its end."""
    return not is_open(s, Battle) or frame_of(s, Battle).first or is_over(s)


# --- how the game ends (4.10, 11.2) ---------------------------------------------------------------------------------


@checks.possible("4.10a", "4.10b", "1.4d")
def the_game_can_end(s: State) -> bool:
    """From everywhere the game can still be ended."""
    return is_over(s)


@checks.leads_to("4.10a", "4.10b", "1.4d")
def every_game_ends(s: State) -> tuple[bool, bool]:
    """The process is repeated until there is a winner."""
    return has_begun(s), is_over(s)


@checks.sometimes("4.10a", "4.10b")
def somebody_loses(s: State) -> bool:
    """A game ends."""
    return is_over(s)


@checks.always("3.2b", "4.10b", "11.2c", reached=somebody_loses)
def who_cannot_have_a_lead_has_lost(s: State) -> bool:
    """A player without a Lead, and without anybody to follow on the FIELD or in the Life Deck, has lost."""
    return not has_begun(s) or all(
        has_lead(s, p) or s.lost[p] or any(can_take_the_lead(s, p, c) or can_be_found(s, p, c) for c in Card)
        for p in Player
    )


@checks.always("4.10a", "0.2", reached=somebody_loses)
def who_has_no_life_cards_has_lost(s: State) -> bool:
    """A player whose Life Deck is empty has lost."""
    return not has_begun(s) or all(life(s, p) > 0 or s.lost[p] for p in Player)


@checks.always("1.1a", "4.10a", "4.10b", reached=somebody_loses)
def one_player_loses(s: State) -> bool:
    """There is a winner whenever somebody has lost."""
    return sum(1 for p in Player if s.lost[p]) <= 1


def is_beaten(s: State, who: Player) -> bool:
    """Whether a player has lost, or has neither a Lead nor anybody to be one."""
    return s.lost[who] or not (
        has_lead(s, who) or any(can_take_the_lead(s, who, c) or can_be_found(s, who, c) for c in Card)
    )


@checks.always("1.1a", "4.10a", "4.10b", reached=somebody_loses)
def in_play_one_player_loses(s: State) -> bool:
    """From the first SETUP on, no two players lose at once, nor are two of them about to, for want of a Lead."""
    return s.step not in (Step.SETUP, Step.BATTLE, Step.DISCARD) or all(
        p == q or not is_beaten(s, p) or not is_beaten(s, q) for p in Player for q in Player
    )


@checks.step("4.6d", "5.3b", of=use_power)
def powers_are_used_in_a_battle(before: State, after: State, who: Player, card: Card, which: Power) -> bool:
    """No power is used outside a BATTLE."""
    return before.step == Step.BATTLE
