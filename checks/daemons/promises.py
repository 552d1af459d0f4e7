"""Daemons: what answers about attacks and turns promise, each in the words of the answer and of no rule."""

from __future__ import annotations

from model.daemons.attacking import attacking_exhausts, damage_of_an_attack, outcome_between_daemons
from model.daemons.frames import Defending
from model.daemons.running import (
    OtherEnd,
    end_the_turn,
    how_else_a_turn_ends,
)
from model.daemons.state import Card, Does, Kind, Player, State, Step, When, Zone, daemons
from model.daemons.turn import empty_deck_hurts_first, order_of_effects, resolve
from model.daemons.words import (
    busy,
    deck_size,
    grip_size,
    on_field,
    other,
    owner,
    power_of,
    zero_is_across,
)
from ruleslawyer.lang import Checks, allows, frame_of, is_open

checks = Checks(daemons)


# --- attacks (001, 002, 003) ----------------------------------------------------------------------------------------


def an_attack_deals(before: State, after: State, who: Player) -> bool:
    """Whether a player comes to be damaged by a Daemon that attacks in this step."""
    return before.attacker is None and after.attacker is not None and after.damage[who] > before.damage[who]


@checks.promise(damage_of_an_attack.its_power, "1.2b", "7.1")
def an_attack_deals_its_power(before: State, after: State) -> bool:
    """The damage of an attack on the Security is the attacking Daemon's power, with all that makes it stronger."""
    return after.attacker is None or all(
        not an_attack_deals(before, after, p) or after.damage[p] - before.damage[p] == power_of(before, after.attacker)
        for p in Player
    )


@checks.promise(damage_of_an_attack.one_damage, "1.2b", "7.1")
def an_attack_deals_one(before: State, after: State) -> bool:
    """The damage of an attack on the Security is one, whatever the attacking Daemon's power."""
    return all(not an_attack_deals(before, after, p) or after.damage[p] - before.damage[p] == 1 for p in Player)


def falls(before: State, after: State, card: Card) -> bool:
    """Whether a Daemon goes from the field to the heap."""
    return card.kind == Kind.DAEMON and before.zone[card] == Zone.FIELD and after.zone[card] == Zone.HEAP


@checks.promise(outcome_between_daemons.nothing_happens, "6.1a")
def a_daemon_falls_to_no_attack_on_it(before: State, after: State) -> bool:
    """No Daemon leaves the field but an attacker that meets a Daemon of the Security."""
    return all(not falls(before, after, c) or before.attacker == c for c in Card)


@checks.promise(outcome_between_daemons.only_the_attacker_may_be, "6.1a", "7.4")
def a_daemon_that_is_attacked_stays(before: State, after: State) -> bool:
    """No Daemon leaves the field but the active player's, who attacks."""
    return all(not falls(before, after, c) or owner(before, c) == before.active for c in Card)


def survives_a_daemon(before: State, after: State, card: Card) -> bool:
    """Whether a Daemon has met another in this step, which it attacks or which defends, and is still on the field."""
    return (
        before.step == Step.RUNNING
        and before.zone[card] == Zone.FIELD
        and after.zone[card] == Zone.FIELD
        and after.exhausted[card]
        and not is_open(after, Defending)
        and (frame_of(before, Defending).card == card if is_open(before, Defending) else not before.exhausted[card])
        and not any(an_attack_deals(before, after, p) or after.damage[p] > before.damage[p] for p in Player)
        and not any(after.lost[p] for p in Player)
    )


@checks.promise(outcome_between_daemons.only_the_attacker_may_be, "7.4")
def an_attacker_stays_only_where_one_is_weaker(before: State, after: State) -> bool:
    """A Daemon that has attacked a Daemon stays only if some Daemon of the opponent has less power."""
    return all(
        not survives_a_daemon(before, after, c)
        or any(
            d.kind == Kind.DAEMON
            and before.zone[d] == Zone.FIELD
            and owner(before, d) != owner(before, c)
            and power_of(before, d) < power_of(before, c)
            for d in Card
        )
        for c in Card
    )


@checks.promise(outcome_between_daemons.the_weaker_is_trashed, "6.1a")
def one_of_two_daemons_falls(before: State, after: State) -> bool:
    """Where a Daemon that has attacked a Daemon stays, a weaker one of the opponent's has left the field."""
    return all(
        not survives_a_daemon(before, after, c)
        or any(
            falls(before, after, d)
            and owner(before, d) != owner(before, c)
            and power_of(before, d) < power_of(before, c)
            for d in Card
        )
        for c in Card
    )


@checks.promise(attacking_exhausts.it_stays_ready, "4.8")
def attacks_exhaust_nobody(before: State, after: State) -> bool:
    """In the Running Phase nobody who was ready on the field is exhausted."""
    running = before.step == Step.RUNNING and after.step == Step.RUNNING
    return not running or all(
        not after.exhausted[c] or before.exhausted[c] or before.zone[c] != Zone.FIELD for c in Card
    )


@checks.promise(attacking_exhausts.it_is_ready_no_more, "4.8")
def whoever_attacks_is_exhausted(s: State) -> bool:
    """An attacker on the field is exhausted."""
    return s.attacker is None or s.exhausted[s.attacker] or s.zone[s.attacker] != Zone.FIELD


@checks.promise(attacking_exhausts.it_is_ready_no_more, "4.8")
def no_daemon_falls_to_one_that_is_still_ready(before: State, after: State) -> bool:
    """Where a Daemon falls in an attack on it, the one that attacked is exhausted or falls, too."""
    return all(
        not falls(before, after, c)
        or (before.attacker is not None and not is_open(before, Defending))
        or owner(before, c) == before.active
        or any(
            owner(before, d) == before.active
            and (not before.exhausted[d] or is_open(before, Defending))
            and (falls(before, after, d) or (after.exhausted[d] and before.zone[d] == Zone.FIELD))
            for d in Card
        )
        for c in Card
    )


# --- how a turn ends (004, 006) -------------------------------------------------------------------------------------


def is_left_to_its_player(s: State) -> bool:
    """Whether somebody's Running Phase goes on, and nothing is being carried out in it."""
    return (
        s.step == Step.RUNNING
        and not busy(s)
        and not is_open(s, Defending)
        and not s.crossed
        and all(not s.lost[p] for p in Player)
    )


@checks.promise(how_else_a_turn_ends.its_player_says_so, "4.1c")
def whoever_has_the_turn_may_end_it(s: State) -> bool:
    """In the Running Phase its player may say that the turn is over, wherever the tracker stands."""
    return not is_left_to_its_player(s) or s.active is None or allows(end_the_turn, s, s.active)


@checks.promise(how_else_a_turn_ends.it_does_not_end, "4.1c", "5.1f")
def a_turn_ends_with_the_tracker_across(before: State, after: State) -> bool:
    """In the Running Phase a turn comes to its end only where the tracker has left the side of whose it is."""
    return (
        before.step != Step.RUNNING
        or before.crossed
        or not after.crossed
        or after.memory < 0
        or (after.memory == 0 and zero_is_across(after))
    )


def refreshes(before: State, after: State, who: Player) -> bool:
    """Whether a step of a Running Phase is a Refresh: nothing is done but that the tracker comes to zero, and as many
    cards are to be drawn as five take. Where a card on the field has an ability to be used it may be that."""
    return (
        is_left_to_its_player(before)
        and before.active == who
        and after.active == who
        and before.attacker is None
        and after.memory == 0
        and all(before.zone[c] == after.zone[c] and before.exhausted[c] == after.exhausted[c] for c in Card)
        and all(c.when != When.ACTIVATED or not on_field(before, c) for c in Card)
        and all(after.damage[p] == 0 and not after.lost[p] and before.bereft[p] == after.bereft[p] for p in Player)
        and after.owed[other(who)] == 0
        and (after.owed[who] > 0 or grip_size(before, who) >= 5 or deck_size(before, who) == 0)
    )


@checks.promise(how_else_a_turn_ends.a_refresh_ends_it, "4.1c", "4.9a")
def a_refresh_is_the_last_action(before: State, after: State) -> bool:
    """Whoever refreshes does nothing more in that turn, which is to end when the cards are drawn."""
    return all(not refreshes(before, after, p) or after.crossed for p in Player)


@checks.promise(how_else_a_turn_ends.a_refresh_ends_it, "4.1c", "4.9a")
def a_turn_that_a_refresh_ended_stays_ended(before: State, after: State) -> bool:
    """While cards of a Refresh are drawn nothing that is done brings back the turn that it ended. A draw is one of a
    Refresh where the tracker stands at zero and no card draws."""
    return all(
        before.step != Step.RUNNING
        or before.active != p
        or after.active != p
        or before.owed[p] == 0
        or before.memory != 0
        or not before.crossed
        or any(c.ability == Does.DRAW or c.does == Does.DRAW for c in Card)
        or after.crossed
        for p in Player
    )


@checks.promise(zero_is_across.zero_is_enough, "4.1c", "5.1f")
def a_turn_is_over_with_the_tracker_at_zero(before: State, after: State) -> bool:
    """When a tracker that stood on one's own side comes to zero in the Running Phase, the turn is to end."""
    return (
        before.step != Step.RUNNING
        or before.memory <= 0
        or after.memory != 0
        or after.active != before.active
        or after.crossed
    )


@checks.promise(zero_is_across.zero_is_on_no_side, "4.1c", "5.1f")
def a_turn_goes_on_with_the_tracker_at_zero(before: State, after: State) -> bool:
    """When the tracker comes to zero the turn is not to end for it, unless a Refresh ends it."""
    return (
        after.memory != 0
        or before.memory < 0
        or before.crossed
        or not after.crossed
        or how_else_a_turn_ends(before) == OtherEnd.BY_REFRESHING
    )


# --- the start of a turn (013, 014) ---------------------------------------------------------------------------------


def is_hurt(s: State) -> bool:
    """Whether the active player is to take damage with an empty deck."""
    return s.active is not None and s.damage[s.active] > 0 and deck_size(s, s.active) == 0


@checks.promise(empty_deck_hurts_first.at_the_very_start, "9.1", "4.2")
def an_empty_deck_hurts_before_memory_is_counted(s: State) -> bool:
    """Once memory has been counted an empty deck hurts nobody in the rest of the Loading Phase."""
    return s.step not in (Step.REBOOT, Step.START) or not is_hurt(s)


@checks.promise(empty_deck_hurts_first.with_the_effects_of_the_start, "9.1", "4.4")
def an_empty_deck_hurts_after_memory_is_counted(s: State) -> bool:
    """Until memory has been counted, and Daemons are rebooted, an empty deck hurts nobody."""
    return s.step not in (Step.DAWN, Step.LOADING, Step.REBOOT) or not is_hurt(s)


def is_hurt_in_a_step(before: State, after: State) -> bool:
    """Whether the active player, if the deck is empty, comes to be damaged in this step."""
    return all(before.active != p or deck_size(before, p) > 0 or after.damage[p] > before.damage[p] for p in Player)


@checks.promise(empty_deck_hurts_first.at_the_very_start, "9.1")
def an_empty_deck_hurts_as_the_turn_begins(before: State, after: State) -> bool:
    """Whoever comes to the Loading Phase with an empty deck is to be damaged before anything else."""
    return before.step != Step.DAWN or after.step != Step.LOADING or is_hurt_in_a_step(before, after)


@checks.promise(empty_deck_hurts_first.with_the_effects_of_the_start, "9.1", "4.4")
def an_empty_deck_hurts_with_the_effects_of_the_start(before: State, after: State) -> bool:
    """Whoever comes to the effects of the start of the turn with an empty deck is to be damaged there."""
    return before.step != Step.REBOOT or after.step != Step.START or is_hurt_in_a_step(before, after)


@checks.promise(order_of_effects.first_come_first_served, "4.4", "10.13")
def no_effect_overtakes_one_of_a_card_that_came_before(s: State) -> bool:
    """No effect on standby takes place before that of a card which came to the field earlier."""
    return all(
        not allows(resolve, s, p, c) or c == d or not s.standby[d] or s.came[c] < s.came[d]
        for p in Player
        for c in Card
        for d in Card
    )


@checks.promise(order_of_effects.as_on_a_stack, "4.4", "10.13")
def no_effect_waits_for_one_of_a_card_that_came_before(s: State) -> bool:
    """No effect on standby takes place before that of a card which came to the field later."""
    return all(
        not allows(resolve, s, p, c) or c == d or not s.standby[d] or s.came[c] > s.came[d]
        for p in Player
        for c in Card
        for d in Card
    )


@checks.promise(order_of_effects.the_player_chooses, "4.4", "10.13")
def whichever_effect_she_likes_comes_next(s: State) -> bool:
    """Of effects on standby the active player may take any."""
    return (
        busy(s)
        or s.active is None
        or any(s.lost[p] for p in Player)
        or all(not s.standby[c] or allows(resolve, s, s.active, c) for c in Card)
    )
