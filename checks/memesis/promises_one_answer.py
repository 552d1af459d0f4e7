"""Memesis: what second answers promise to findings of which the model had one alone, in their own words."""

from __future__ import annotations

from checks.memesis.promises import is_quiet, is_there, no_card_moves
from model.memesis.bearers import idle_runes_take_the_place
from model.memesis.causes import discard_instead, give_up_cause, who_picks_first
from model.memesis.combat import assails, fighters_are_fused, is_attacking, meets
from model.memesis.damage import (
    armor_left,
    breaking_hits_come_through,
    fights_go_one_by_one,
    surplus_goes_on,
)
from model.memesis.frames import Directed, Dispelling
from model.memesis.joining import fusing_is_coming_into_play
from model.memesis.placing import grants_without_limit
from model.memesis.runes import place_rune
from model.memesis.source import consume_for_life, consume_for_source, sourced_cards_are_consumed
from model.memesis.state import Card, Cell, Join, Kind, Mark, Numbers, Player, State, Step, memesis
from model.memesis.stealth import turned_up_creatures_attack
from model.memesis.table import allied, opposed, stands_in_play
from model.memesis.turn import one_defeated_opponent_is_enough, over, winners
from model.memesis.words import attack_power, is_fused, life_points
from ruleslawyer.lang import Checks, allows, frame_of, is_open

checks = Checks(memesis)

# --- 005: one opponent, or all --------------------------------------------------------------------------------------


@checks.promise(one_defeated_opponent_is_enough.any_opponent, "0.1a", "F.34a")
def the_first_defeat_ends_the_game(s: State) -> bool:
    """As soon as a player is defeated the game is over, and his opponents who are left have won."""
    return all(
        not s.lost[p] or (over(s) and all(s.lost[q] or not opposed(p, q) or q in winners(s) for q in Player))
        for p in Player
    )


# --- 037: damage beyond a blocker's Life ----------------------------------------------------------------------------


def is_in_its_way(s: State, card: Card, who: Player) -> bool:
    """Whether a creature intercepts something that attacks a player."""
    return any(assails(s, a, who) and meets(s, card, a) for a in Card)


@checks.promise(surplus_goes_on.the_player_takes_the_rest, "3.2", "3.6a")
def a_player_loses_what_his_blockers_cannot_take(before: State, after: State) -> bool:
    """When the blows of a Combat fall, a player loses at least what attacks him with more power than the Life of all
    that stand in its way, if no armor does."""
    return before.step != Step.STRIKING or all(
        not is_there(after, p)
        or any(is_in_its_way(before, c, p) and armor_left(before, c) > 0 for c in Card)
        or before.life[p] - after.life[p]
        >= sum(attack_power(before, a) for a in Card if assails(before, a, p))
        - sum(life_points(before, c) for c in Card if is_in_its_way(before, c, p))
        for p in Player
    )


@checks.promise(surplus_goes_on.the_player_takes_the_rest, "3.2", "3.7", "0.29b")
def a_small_creature_saves_its_life_and_no_more(before: State, after: State) -> bool:
    """A creature without armor that takes damage which was directed at its player has saved him its Life alone."""
    if not is_open(before, Directed) or is_open(after, Directed):
        return True
    at = frame_of(before, Directed).at
    amount = frame_of(before, Directed).amount
    return all(
        not stands_in_play(before, c)
        or not (after.damage[c] > before.damage[c] or after.cell[c] == Cell.DEAD)
        or armor_left(before, c) > 0
        or before.life[at] - after.life[at] >= amount - life_points(before, c)
        for c in Card
    )


# --- 042: the hit that breaks armor ---------------------------------------------------------------------------------


@checks.promise(breaking_hits_come_through.it_comes_to_the_life_too, "3.10a", "3.10b")
def broken_armor_leaves_its_creature_hurt(before: State, after: State) -> bool:
    """A creature whose armor is struck away in a step, and who is in play still, has been hurt in it."""
    return all(
        not stands_in_play(before, c)
        or not stands_in_play(after, c)
        or after.hits[c] <= before.hits[c]
        or after.hits[c] < c.armor
        or after.damage[c] > before.damage[c]
        for c in Card
    )


# --- 038: fights at once, or one by one -----------------------------------------------------------------------------


def opponents_of(s: State, card: Card) -> int:
    """How many attackers a creature intercepts."""
    return sum(1 for a in Card if meets(s, card, a) and is_attacking(s, a))


@checks.promise(fights_go_one_by_one.one_fight_after_another, "3.6a", "0.32b")
def no_creature_ends_several_fights_in_one_step(before: State, after: State) -> bool:
    """A creature that intercepts several attackers is hurt by one of them at a time, and until it has met them all,
    Combat's damage is not over."""
    return all(
        opponents_of(before, c) < 2
        or (
            after.step != Step.DEALT
            and after.damage[c] - before.damage[c]
            <= max((attack_power(before, a) for a in Card if meets(before, c, a)), default=0)
        )
        for c in Card
    )


# --- 049: sourced, and consumed as well -----------------------------------------------------------------------------


@checks.promise(sourced_cards_are_consumed.used_up_until_it_turns_back, "1.2e", "1.5a", "1.5c")
def nobody_consumes_a_sourced_card(s: State) -> bool:
    """As long as a card is sourced nobody consumes it, for Life or for source."""
    return all(
        not s.sourced[c] or not (allows(consume_for_life, s, p, c) or allows(consume_for_source, s, p, c))
        for c in Card
        for p in Player
    )


# --- 106: who picks first -------------------------------------------------------------------------------------------


@checks.promise(who_picks_first.the_defender_picks_first, "4.9", "4.7e")
def nothing_is_fused_before_a_cause_is_named(before: State, after: State) -> bool:
    """As long as he whose Cause is to go has said nothing, the Effect is fused with none of them; then, with the one
    that he named or with none."""
    if not is_open(before, Dispelling):
        return True
    effect = frame_of(before, Dispelling).card
    victim = frame_of(before, Dispelling).victim
    named = frame_of(before, Dispelling).named
    return after.cell[effect] != Cell.UPON or (
        victim not in frame_of(before, Dispelling).awaits and after.upon[effect] == named
    )


@checks.promise(who_picks_first.the_attacker_picks_first, "4.7d", "4.7e")
def no_cause_is_given_up_before_the_effect_may_be_fused(s: State) -> bool:
    """As long as whoever played the Effect may fuse it, no Cause is given up, and no card discarded for one."""
    return not is_open(s, Dispelling) or all(
        p == frame_of(s, Dispelling).victim
        or not (
            allows(give_up_cause, s, frame_of(s, Dispelling).victim)
            or allows(discard_instead, s, frame_of(s, Dispelling).victim)
        )
        for p in frame_of(s, Dispelling).awaits
    )


# --- 121: Runes that upgrade nothing --------------------------------------------------------------------------------


def lies_idle(s: State, rune: Card, under: Card) -> bool:
    """Whether a Rune lies upon a card that has nothing to be upgraded by it."""
    return (
        s.cell[rune] == Cell.UPON
        and s.upon[rune] == under
        and s.joined[rune] == Join.RUNE
        and all(rune.rune != m or under.upgrades[m] is None for m in Mark)
    )


def is_marked_for(rune: Card, under: Card) -> bool:
    """Whether a card bears the marking of a Rune."""
    return any(rune.rune == m and under.upgrades[m] is not None for m in Mark)


@checks.promise(idle_runes_take_the_place.only_runes_of_its_marking, "5.6a", "5.5a", "5.2a")
def idle_runes_keep_no_other_off(s: State) -> bool:
    """Where all Runes upon a card that is fused with none upgrade nothing, a player who can pay for it may place one of
    its marking there."""
    return not is_quiet(s) or all(
        s.cell[r] != Cell.HAND
        or r.kind != Kind.RUNE
        or not is_there(s, r.owner)
        or s.source[r.owner] < Numbers.rune_price
        or not stands_in_play(s, u)
        or u.kind == Kind.RUNE
        or is_fused(s, u)
        or not is_marked_for(r, u)
        or any(s.cell[c] == Cell.UPON and s.upon[c] == u and not lies_idle(s, c, u) for c in Card)
        or allows(place_rune, s, r.owner, r, u)
        for r in Card
        for u in Card
    )


# --- 170: fused from the hand ---------------------------------------------------------------------------------------


@checks.promise(fusing_is_coming_into_play.it_is_played_onto_another, "1.9", "0.7b", "7.4a")
def what_is_fused_from_the_hand_comes_as_if_it_were_placed(before: State, after: State) -> bool:
    """Where a creature or Cause goes from the hand upon a card in play, the two came into play in this turn; so that is
    not done with an attacker in the first turn of its player."""
    return all(
        c.kind not in (Kind.CREATURE, Kind.CAUSE)
        or before.cell[c] != Cell.HAND
        or after.cell[c] != Cell.UPON
        or after.upon[c] != b
        or not stands_in_play(before, b)
        or not stands_in_play(after, b)
        or (after.fresh[b] and (before.cell[b] != Cell.ATTACK or before.turns[c.owner] > 0))
        for c in Card
        for b in Card
    )


# --- 173: fused in a fight ------------------------------------------------------------------------------------------


@checks.promise(fighters_are_fused.not_before_damage_is_dealt, "0.32a", "7.5a")
def no_fighter_is_joined_to_another(before: State, after: State) -> bool:
    """A card that attacks or intercepts is not fused onto another one before damage is dealt."""
    return all(
        not (is_attacking(before, c) or any(a in before.intercepts[c] and is_attacking(before, a) for a in Card))
        or after.cell[c] != Cell.UPON
        for c in Card
    )


# --- 184: how much an ally grants -----------------------------------------------------------------------------------


def is_granted(before: State, after: State, who: Player) -> bool:
    """Whether a player gives an ally source of his."""
    return (
        no_card_moves(before, after)
        and after.source[who] < before.source[who]
        and any(allied(who, p) and after.source[p] > before.source[p] for p in Player)
    )


@checks.promise(grants_without_limit.as_much_as_he_used, "8.1a", "8.1c")
def nobody_grants_more_than_he_used(before: State, after: State) -> bool:
    """A player may still grant the source that he used for cards of his which came from the hand into Main Cells in
    this turn, less what he has granted; nobody grants more."""
    return all(
        (
            not is_granted(before, after, p)
            or (before.may_grant[p] > 0 and after.may_grant[p] == before.may_grant[p] - 1)
        )
        and (
            after.may_grant[p] <= before.may_grant[p]
            or (
                after.may_grant[p] - before.may_grant[p] <= before.source[p] - after.source[p]
                and any(c.owner == p and before.cell[c] == Cell.HAND and after.cell[c] != Cell.HAND for c in Card)
            )
        )
        for p in Player
    )


# --- 145: turned up in Combat ---------------------------------------------------------------------------------------


@checks.promise(turned_up_creatures_attack.until_attackers_are_declared, "0.30a", "6.6a")
def who_was_hidden_does_not_attack(before: State, after: State) -> bool:
    """A creature that is turned up in the Attack Cell during Combat was late, and attacks nobody in it."""
    return all(
        (
            before.step != Step.COMBAT
            or before.cell[c] != Cell.ATTACK
            or not before.face_down[c]
            or after.face_down[c]
            or after.cell[c] != Cell.ATTACK
            or after.late[c]
        )
        and (not before.late[c] or after.aimed[c] is None)
        for c in Card
    )
