"""Daemons: what answers to its questions promise, each in the words of the answer and of no rule."""

from __future__ import annotations

from model.daemons.attacking import attacking_exhausts, damage_of_an_attack, outcome_between_daemons
from model.daemons.damage import revealed_scripts_are_activated
from model.daemons.running import (
    OtherEnd,
    end_the_turn,
    how_else_a_turn_ends,
    others_scripts_may_be_trashed,
    play,
    scripts_are_reactions,
    scripts_interrupt,
    trash_script,
)
from model.daemons.state import Card, Does, Kind, Player, State, Step, When, Zone, daemons
from model.daemons.turn import empty_deck_hurts_first, order_of_effects, resolve
from model.daemons.words import (
    busy,
    can_be_paid,
    deck_size,
    grip_size,
    in_grip,
    on_field,
    other,
    owner,
    owns,
    power_of,
    zero_is_across,
)
from ruleslawyer.lang import Checks, allows

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
    """Whether a Daemon has attacked in this step, not the Security, and is still on the field."""
    return (
        before.step == Step.RUNNING
        and before.zone[card] == Zone.FIELD
        and after.zone[card] == Zone.FIELD
        and after.exhausted[card]
        and not before.exhausted[card]
        and not any(an_attack_deals(before, after, p) for p in Player)
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
        or before.attacker is not None
        or owner(before, c) == before.active
        or any(
            owner(before, d) == before.active
            and not before.exhausted[d]
            and (falls(before, after, d) or (after.exhausted[d] and before.zone[d] == Zone.FIELD))
            for d in Card
        )
        for c in Card
    )


# --- how a turn ends (004, 006) -------------------------------------------------------------------------------------


def is_left_to_its_player(s: State) -> bool:
    """Whether somebody's Running Phase goes on, and nothing is being carried out in it."""
    return s.step == Step.RUNNING and not busy(s) and not s.crossed and all(not s.lost[p] for p in Player)


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


@checks.promise(order_of_effects.first_come_first_served, "4.4", "10.13")
def no_effect_overtakes_one_of_a_card_that_came_before(s: State) -> bool:
    """No effect on standby takes place before that of a card which came to the field earlier."""
    return all(
        not allows(resolve, s, p, c) or not s.standby[d] or s.came[c] <= s.came[d]
        for p in Player
        for c in Card
        for d in Card
    )


@checks.promise(order_of_effects.as_on_a_stack, "4.4", "10.13")
def no_effect_waits_for_one_of_a_card_that_came_before(s: State) -> bool:
    """No effect on standby takes place before that of a card which came to the field later."""
    return all(
        not allows(resolve, s, p, c) or not s.standby[d] or s.came[c] >= s.came[d]
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


# --- Scripts (015, 016, 017, 021) -----------------------------------------------------------------------------------


def holds_a_script(s: State, who: Player, card: Card) -> bool:
    """Whether a player has a Script in the grip that can be paid for."""
    return card.kind == Kind.SCRIPT and in_grip(s, who, card) and can_be_paid(s, who, card.cost)


def has_a_script_to_trash(s: State, who: Player, card: Card) -> bool:
    """Whether a Script lies there that can be trashed for an effect, by one who can pay for it."""
    return (
        card.kind == Kind.SCRIPT
        and s.zone[card] == Zone.SCRIPTS
        and card.ability is not None
        and card.when == When.TRASHED
        and can_be_paid(s, who, card.fee)
    )


@checks.promise(scripts_are_reactions.like_instants, "10.11")
def a_script_is_played_in_the_opponents_turn(s: State) -> bool:
    """In a Running Phase whoever is not on turn may play every Script that can be paid for."""
    return (
        not is_left_to_its_player(s)
        or s.active is None
        or all(not holds_a_script(s, other(s.active), c) or allows(play, s, other(s.active), c) for c in Card)
    )


@checks.promise(scripts_are_reactions.like_instants, "10.11", "3.3d")
def a_script_is_trashed_in_the_opponents_turn(s: State) -> bool:
    """In a Running Phase whoever is not on turn may trash every Script of hers for its effect that can be paid for."""
    return (
        not is_left_to_its_player(s)
        or s.active is None
        or all(
            not owns(s, other(s.active), c)
            or not has_a_script_to_trash(s, other(s.active), c)
            or allows(trash_script, s, other(s.active), c)
            for c in Card
        )
    )


@checks.promise(scripts_are_reactions.in_the_own_turn, "4.5", "4.6a")
def nobody_uses_a_script_in_the_opponents_turn(s: State) -> bool:
    """Nobody plays a Script, or trashes one for its effect, but in a turn of her own."""
    return all(
        s.active == p or (not allows(trash_script, s, p, c) and (c.kind != Kind.SCRIPT or not allows(play, s, p, c)))
        for p in Player
        for c in Card
    )


@checks.promise(scripts_interrupt.amid_an_action_of_the_opponent, "10.11")
def a_script_is_played_amid_what_the_opponent_does(s: State) -> bool:
    """While damage or a draw of a Running Phase awaits its card, whoever is not on turn may play a Script, unless she
    has let it go on."""
    return (
        s.step != Step.RUNNING
        or not busy(s)
        or s.let_go_on
        or s.crossed
        or s.active is None
        or any(s.lost[p] for p in Player)
        or not scripts_are_reactions(s)
        or all(not holds_a_script(s, other(s.active), c) or allows(play, s, other(s.active), c) for c in Card)
    )


@checks.promise(scripts_interrupt.after_an_action_of_the_opponent, "10.11")
def no_script_interrupts(s: State) -> bool:
    """While damage or a draw awaits its card nobody plays a Script, or trashes one."""
    return not busy(s) or all(not allows(play, s, p) and not allows(trash_script, s, p) for p in Player)


def is_revealed(before: State, after: State, card: Card) -> bool:
    """Whether a Script comes from the Security to the Scripts section."""
    return card.kind == Kind.SCRIPT and before.zone[card] == Zone.UNSEEN and after.zone[card] == Zone.SCRIPTS


def takes_effect(before: State, after: State, card: Card, who: Player) -> bool:
    """Whether what a Script does when it is activated comes about for that player: all of the damage or of the draw,
    and some memory, where the track has room."""
    toward = after.memory > before.memory if after.active == who else after.memory < before.memory
    full = after.memory == 10 if after.active == who else after.memory == -10
    return (
        (card.does != Does.DAMAGE or after.damage[other(who)] == before.damage[other(who)] + card.level)
        and (card.does != Does.DRAW or after.owed[who] == before.owed[who] + card.level)
        and (card.does != Does.MEMORY or toward or full)
    )


@checks.promise(revealed_scripts_are_activated.after_activation, "3.3a", "7.8")
def a_revealed_script_takes_effect(before: State, after: State) -> bool:
    """A Script that the Security reveals does what it does when it is activated, for the player who revealed it."""
    return all(
        not is_revealed(before, after, c) or c.level == 0 or owner(before, c) != p or takes_effect(before, after, c, p)
        for c in Card
        for p in Player
    )


@checks.promise(revealed_scripts_are_activated.directly_to_the_zone, "7.8")
def a_revealed_script_does_nothing(before: State, after: State) -> bool:
    """Where the Security reveals a Script nobody comes to be damaged or to draw, and the tracker stays."""
    return all(not is_revealed(before, after, c) for c in Card) or (
        after.memory == before.memory
        and all(after.damage[p] <= before.damage[p] and after.owed[p] <= before.owed[p] for p in Player)
    )


@checks.promise(others_scripts_may_be_trashed.any_script, "3.3d")
def anybodys_script_is_trashed(s: State) -> bool:
    """In the Running Phase its player may trash every Script for its effect that can be paid for, whosever it is."""
    return (
        not is_left_to_its_player(s)
        or s.active is None
        or all(not has_a_script_to_trash(s, s.active, c) or allows(trash_script, s, s.active, c) for c in Card)
    )


@checks.promise(others_scripts_may_be_trashed.ones_own_scripts, "3.3d")
def nobody_trashes_a_script_of_the_opponents(s: State) -> bool:
    """No Script is trashed for its effect but by its player."""
    return all(owns(s, p, c) or not allows(trash_script, s, p, c) for p in Player for c in Card)
