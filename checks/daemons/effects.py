"""Daemons, chapters 2, 4, 6 and 7: what each action and each step of a turn does, exactly, and what it leaves alone."""

from __future__ import annotations

from model.daemons.attacking import (
    Outcome,
    attack_daemon,
    attack_security,
    attacking_exhausts,
    outcome_between_daemons,
)
from model.daemons.deeds import the_rest_is_carried_out
from model.daemons.frames import Defending
from model.daemons.running import activate, burn, play, playing_activates, refresh, trash_script
from model.daemons.setup import draw, first_drafter_has_the_first_turn
from model.daemons.state import SETUP, Card, Does, Kind, Numbers, Player, State, Step, When, Zone, daemons
from model.daemons.turn import empty_deck_hurts_first, resolve
from model.daemons.words import (
    busy,
    deck_size,
    gains_fill_the_track,
    missing_security,
    on_turn,
    overlong_payments_are_made,
    owner,
    power_of,
)
from ruleslawyer.lang import Checks, is_open

checks = Checks(daemons)


def other_cards_stay(before: State, after: State, card: Card) -> bool:
    """Whether every other card is where and as it was."""
    return all(
        after.zone[c] == before.zone[c]
        and after.exhausted[c] == before.exhausted[c]
        and after.sick[c] == before.sick[c]
        for c in Card
        if c != card
    )


def is_cut_off(after: State) -> bool:
    """Whether the turn is over before an action was carried out, and damage and draws with it."""
    return after.crossed and not the_rest_is_carried_out(after)


def dealt(before: State, after: State, who: Player, does: Does | None, level: int) -> bool:
    """Whether just the damage and the draws of an effect are to come: damage of the opponent, draws of the own."""
    return is_cut_off(after) or all(
        after.damage[p] == before.damage[p] + (level if does == Does.DAMAGE and p != who else 0)
        and after.owed[p] == before.owed[p] + (level if does == Does.DRAW and p == who else 0)
        for p in Player
    )


# --- attacks ------------------------------------------------------------------------------------------------------


@checks.step("4.8", "6.1b", of=attack_security)
def an_attack_uses_the_attacker_alone(before: State, after: State, who: Player, card: Card) -> bool:
    """The attacker is ready no more, if attacking uses it; no card moves, and no other one is used."""
    return is_cut_off(after) or (
        after.attacker == card
        and after.exhausted[card] == (before.exhausted[card] or attacking_exhausts(before))
        and after.zone[card] == before.zone[card]
        and other_cards_stay(before, after, card)
    )


@checks.step("4.8", "6.1b", of=attack_daemon)
def an_attack_on_a_daemon_uses_the_attacker(before: State, after: State, who: Player, card: Card, target: Card) -> bool:
    """So it is where a Daemon is attacked, unless the attacker is trashed."""
    return is_cut_off(after) or after.zone[card] != Zone.FIELD or after.exhausted[card] == attacking_exhausts(before)


@checks.step("6.1a", of=attack_daemon)
def the_weaker_daemon_falls(before: State, after: State, who: Player, card: Card, target: Card) -> bool:
    """Who falls is as read: nobody, the attacker alone, or the weaker one, and both that are equal."""
    outcome = outcome_between_daemons(before)
    attacker = power_of(before, card)
    attacked = power_of(before, target)
    return (
        is_cut_off(after)
        or is_open(after, Defending)
        or (
            (after.zone[card] == Zone.HEAP) == (outcome != Outcome.NOTHING and attacked >= attacker)
            and (after.zone[target] == Zone.HEAP) == (outcome == Outcome.BOTH_AT_RISK and attacker >= attacked)
            and all(after.zone[c] == before.zone[c] for c in Card if c != card and c != target)
        )
    )


# --- cards that are played and used -------------------------------------------------------------------------------


@checks.step("3.3a", "4.6a", of=play)
def playing_does_what_the_script_says(before: State, after: State, who: Player, card: Card) -> bool:
    """A Script does what it says as it is played, if that activates it, a Daemon nothing; no other card moves."""
    does = card.does if card.kind == Kind.SCRIPT and playing_activates(before) else None
    return dealt(before, after, who, does, card.level) and other_cards_stay(before, after, card)


@checks.step("4.7a", "4.7b", of=activate)
def an_ability_does_what_the_card_says(before: State, after: State, who: Player, card: Card) -> bool:
    """An ability deals its damage and draws its cards; no card moves."""
    return dealt(before, after, who, card.ability, card.level) and other_cards_stay(before, after, card)


@checks.step("3.3d", "4.7b", of=trash_script)
def a_trashed_script_does_what_it_says(before: State, after: State, who: Player, card: Card) -> bool:
    """So does a Script that is trashed, in the Script's own words; it is its player's."""
    return (
        card.when == When.TRASHED
        and owner(before, card) == who
        and dealt(before, after, who, card.ability, card.level)
        and other_cards_stay(before, after, card)
    )


@checks.step("4.7b", "5.1e", of=trash_script)
def trashing_costs_its_fee(before: State, after: State, who: Player, card: Card) -> bool:
    """The tracker moves as far to the opponent's side as the ability costs, unless it gives memory."""
    return after.memory == before.memory - card.fee or card.ability == Does.MEMORY or not on_turn(before, who)


@checks.step("5.1a", "5.1e", of=activate)
def fees_stay_on_the_track(before: State, after: State, who: Player, card: Card) -> bool:
    """In one's own turn no fee is paid that the track cannot show, unless the tracker stops at its end."""
    return before.memory - card.fee >= -Numbers.track or not on_turn(before, who) or overlong_payments_are_made(before)


@checks.step("5.1a", "5.1e", of=play)
def costs_stay_on_the_track(before: State, after: State, who: Player, card: Card) -> bool:
    """Nor any cost of a card."""
    return before.memory - card.cost >= -Numbers.track or not on_turn(before, who) or overlong_payments_are_made(before)


@checks.step("4.4", of=resolve)
def an_effect_of_the_start_does_what_it_says(before: State, after: State, who: Player, card: Card) -> bool:
    """So does an effect of the start of a turn; no card moves."""
    return (
        dealt(before, after, who, card.ability, card.level)
        and after.zone[card] == before.zone[card]
        and other_cards_stay(before, after, card)
    )


@checks.step("4.9b", of=refresh)
def refresh_moves_no_card(before: State, after: State, who: Player) -> bool:
    """A Refresh is damage to nobody; cards that are drawn come later, one by one, to the one who refreshes."""
    return is_cut_off(after) or all(
        after.damage[p] == before.damage[p] and (p == who or after.owed[p] == before.owed[p]) for p in Player
    )


@checks.step("9.3", of=burn)
def burn_moves_no_card(before: State, after: State, who: Player) -> bool:
    """Burn is damage, and nothing else."""
    return all(after.zone[c] == before.zone[c] for c in Card) and all(after.owed[p] == before.owed[p] for p in Player)


@checks.step("4.9b", of=draw)
def a_draw_pays_what_is_owed(before: State, after: State, card: Card) -> bool:
    """A drawn card is one less to draw for its owner, and for nobody else."""
    return all(after.owed[p] == before.owed[p] - (1 if owner(before, card) == p else 0) for p in Player)


# --- a turn begins ------------------------------------------------------------------------------------------------


@checks.step("4.2")
def memory_is_gained_for_lost_security(before: State, after: State) -> bool:
    """First in a turn the active player gains one for each lost card of Security, as far as the track goes."""
    return (
        before.step != Step.LOADING
        or after.step != Step.REBOOT
        or not gains_fill_the_track(before)
        or all(
            p != before.active or after.memory == min(Numbers.track, before.memory + missing_security(before, p))
            for p in Player
        )
    )


@checks.step("4.3", "6.1c")
def all_own_daemons_are_rebooted(before: State, after: State) -> bool:
    """In the second step all Daemons of the active player become ready, and no others."""
    return (
        before.step != Step.REBOOT
        or after.step != Step.START
        or all(after.exhausted[c] == (before.exhausted[c] and owner(before, c) != before.active) for c in Card)
    )


@checks.step("4.4", "10.13")
def what_is_there_at_the_start_waits(before: State, after: State) -> bool:
    """Then the abilities of the start of a turn wait: those of the active player's cards that are on the field."""
    return (
        before.step != Step.REBOOT
        or after.step != Step.START
        or all(
            after.standby[c]
            == (
                c.ability is not None
                and c.when == When.START
                and (before.zone[c] == Zone.FIELD or before.zone[c] == Zone.SCRIPTS)
                and owner(before, c) == before.active
            )
            for c in Card
        )
    )


@checks.step("9.1")
def an_empty_deck_hurts_once(before: State, after: State) -> bool:
    """At the start of a turn the active player takes one damage if the deck is empty, in one of the two places."""
    begins = before.step == Step.DAWN and after.step == Step.LOADING
    starts = before.step == Step.REBOOT and after.step == Step.START
    return not (begins or starts) or all(
        after.damage[p]
        == before.damage[p]
        + (
            Numbers.empty_deck
            if p == before.active and deck_size(before, p) == 0 and empty_deck_hurts_first(before) == begins
            else 0
        )
        for p in Player
    )


@checks.step("9.1", "4.4")
def an_empty_deck_hurts_first(before: State, after: State) -> bool:
    """Damage for an empty deck is to be taken as the effects of the start of a turn begin to wait, and has been taken
    when one of them is resolved."""
    waits = before.step == Step.REBOOT and after.step == Step.START and not empty_deck_hurts_first(before)
    resolved = before.step == Step.START and any(before.standby[c] and not after.standby[c] for c in Card)
    return all(
        (not waits or deck_size(before, p) > 0 or after.damage[p] > 0) and (not resolved or before.damage[p] == 0)
        for p in Player
        if p == before.active
    )


@checks.always("10.13", "4.4")
def no_other_order_is_remembered(s: State) -> bool:
    """When a card came to the field is remembered of those with an effect at the start of a turn alone."""
    return all(s.came[c] == 0 or c.when == When.START for c in Card)


@checks.step("4.1a", "4.1c", "5.1g")
def a_turn_passes_with_the_tracker(before: State, after: State) -> bool:
    """When a turn passes the other player is active, and the tracker stays where it is, seen from the other side."""
    return (
        before.step != Step.RUNNING
        or after.step != Step.DAWN
        or (after.active != before.active and after.memory == -before.memory and not busy(before))
    )


# --- the setup ----------------------------------------------------------------------------------------------------


@checks.step("2.10", "2.11")
def mulligans_come_after_the_grip(before: State, after: State) -> bool:
    """Nobody changes a grip of which a card is still to be drawn."""
    return before.step != Step.DEAL or after.step != Step.MULLIGAN or all(before.owed[p] == 0 for p in Player)


@checks.sometimes("2.12a")
def there_is_security(s: State) -> bool:
    """Somebody has Security."""
    return any(s.security[p] > 0 for p in Player)


@checks.always("2.12a", reached=there_is_security)
def security_is_set_as_the_setup_ends(s: State) -> bool:
    """Nobody has Security before the cards for it are taken from the deck; dice for the first turn may come after."""
    after_the_draft = s.step == Step.REROLL or (s.step == Step.AGREE and s.first is not None)
    return s.step not in SETUP or after_the_draft or all(s.security[p] == 0 for p in Player)


@checks.step("2.11", "2.12a", "2.13")
def the_setup_ends_as_it_should(before: State, after: State) -> bool:
    """Cards that were put aside are in the deck again, of which the Security is five; the first player has a memory of
    one, if the first turn is the drafter's."""
    return (
        before.step != Step.REDRAW
        or after.step == Step.REDRAW
        or (
            all(after.zone[c] == (Zone.UNSEEN if before.zone[c] == Zone.ASIDE else before.zone[c]) for c in Card)
            and all(after.security[p] == min(Numbers.security, after.security[p] + deck_size(after, p)) for p in Player)
            and (after.step == Step.DAWN) == first_drafter_has_the_first_turn(before)
            and (after.step != Step.DAWN or (after.active == before.first and after.memory == Numbers.first_memory))
        )
    )
