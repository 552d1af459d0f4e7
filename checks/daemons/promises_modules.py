"""Daemons: what answers about modules and the mulligan promise, each in the words of the answer and of no rule."""

from __future__ import annotations

from model.daemons.setup import cards_put_aside_come_back_first
from model.daemons.state import Card, Does, Kind, Module, Player, State, Step, When, Zone, daemons
from model.daemons.words import ability_holds, on_field, owner, owns, power_of
from ruleslawyer.lang import Checks

checks = Checks(daemons)


# --- the abilities of modules (023) ---------------------------------------------------------------------------------


def by_cards(s: State, card: Card) -> int:
    """How much cards on the field make a Daemon there stronger."""
    return sum(
        c.level
        for c in Card
        if c.ability == Does.STRONGER and c.when == When.ONGOING and on_field(s, c) and owner(s, c) == owner(s, card)
    )


def by_modules(s: State, card: Card) -> int:
    """How much the abilities of all modules of its player would make a Daemon stronger."""
    return sum(m.level for m in Module if m.ability == Does.STRONGER and s.drafted[m] == owner(s, card))


def by_main_modules(s: State, card: Card) -> int:
    """How much the ability of the main module of its player would make a Daemon stronger."""
    return sum(m.level for m in Module if m.ability == Does.STRONGER and s.main[m] and s.drafted[m] == owner(s, card))


def has_power(s: State, card: Card, modules: int) -> bool:
    """Whether a Daemon has its printed power on the field, and what cards and modules add."""
    return s.zone[card] != Zone.FIELD or power_of(s, card) == card.power + by_cards(s, card) + modules


def meets(before: State, after: State, attacker: Card, card: Card) -> bool:
    """Whether an attacker meets a Daemon that the Security reveals."""
    return (
        before.attacker == attacker
        and before.zone[attacker] == Zone.FIELD
        and card.kind == Kind.DAEMON
        and before.zone[card] == Zone.UNSEEN
        and after.zone[card] == Zone.GRIP
        and owner(before, card) != owner(before, attacker)
        and any(after.damage[p] < before.damage[p] for p in Player)
    )


def stays_by(before: State, after: State, attacker: Card, card: Card, modules: int) -> bool:
    """Whether an attacker that meets a Daemon stays where it is stronger, and is trashed where it is not."""
    return not meets(before, after, attacker, card) or (after.zone[attacker] == Zone.FIELD) == (
        attacker.power + by_cards(before, attacker) + modules > card.power
    )


@checks.promise(ability_holds.of_every_drafted_module, "10.4b")
def all_modules_of_a_player_strengthen(s: State) -> bool:
    """The abilities of all modules that a player has drafted make Daemons of the player stronger."""
    return all(has_power(s, c, by_modules(s, c)) for c in Card)


@checks.promise(ability_holds.of_every_drafted_module, "10.4b", "7.4")
def all_modules_count_against_the_security(before: State, after: State) -> bool:
    """An attacker that meets a Daemon of the Security has the power that all its player's modules give it."""
    return all(stays_by(before, after, c, d, by_modules(before, c)) for c in Card for d in Card)


@checks.promise(ability_holds.of_none, "10.4b")
def no_module_strengthens(s: State) -> bool:
    """No module makes a Daemon stronger."""
    return all(has_power(s, c, 0) for c in Card)


@checks.promise(ability_holds.of_none, "10.4b", "7.4")
def no_module_counts_against_the_security(before: State, after: State) -> bool:
    """An attacker that meets a Daemon of the Security has no power of a module."""
    return all(stays_by(before, after, c, d, 0) for c in Card for d in Card)


@checks.promise(ability_holds.of_the_main_module, "10.4b", "7.4")
def the_main_module_counts_against_the_security(before: State, after: State) -> bool:
    """An attacker that meets a Daemon of the Security has the power that its player's main module gives it."""
    return all(stays_by(before, after, c, d, by_main_modules(before, c)) for c in Card for d in Card)


# --- the mulligan (027) ---------------------------------------------------------------------------------------------


@checks.promise(cards_put_aside_come_back_first.shuffled_in_before_drawing, "2.11")
def what_was_put_aside_is_in_the_deck_before_a_draw(before: State, after: State) -> bool:
    """When a card is drawn nothing of that player's still lies aside."""
    return all(
        before.zone[c] != Zone.UNSEEN
        or after.zone[c] != Zone.GRIP
        or before.step != Step.REDRAW
        or all(owner(before, d) != owner(before, c) or before.zone[d] != Zone.ASIDE for d in Card)
        for c in Card
    )


@checks.promise(cards_put_aside_come_back_first.shuffled_in_after_drawing, "2.11")
def what_was_put_aside_waits_for_the_draw(before: State, after: State) -> bool:
    """No card that was put aside comes back to the deck while its player has cards to draw."""
    return all(
        before.zone[c] != Zone.ASIDE
        or after.zone[c] != Zone.UNSEEN
        or all(not owns(before, p, c) or after.owed[p] == 0 for p in Player)
        for c in Card
    )
