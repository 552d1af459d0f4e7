"""Daemons, chapters 6, 7 and 9: who attacks, what damage does, and who has lost."""

from __future__ import annotations

from model.daemons.attacking import (
    Outcome,
    attack_daemon,
    attack_security,
    damage_of_an_attack,
    outcome_between_daemons,
)
from model.daemons.damage import reveal
from model.daemons.deeds import goes_on
from model.daemons.frames import Defending
from model.daemons.running import burn, play
from model.daemons.state import Card, Does, Kind, Numbers, Player, State, Step, Zone, daemons
from model.daemons.words import deck_size, in_play, other, owner, owns, power_of
from ruleslawyer.lang import Checks, is_open

checks = Checks(daemons)

# --- attackers ----------------------------------------------------------------------------------------------------


@checks.step("6.2a", of=attack_security)
def sick_daemons_do_not_attack(before: State, after: State, who: Player, card: Card) -> bool:
    """A Daemon with loading sickness does not attack the Security."""
    return not before.sick[card]


@checks.step("6.2a", of=attack_daemon)
def sick_daemons_do_not_attack_daemons(before: State, after: State, who: Player, card: Card, target: Card) -> bool:
    """Nor a Daemon."""
    return not before.sick[card]


@checks.step("6.1b", of=attack_security)
def attackers_are_ready(before: State, after: State, who: Player, card: Card) -> bool:
    """An attacker is a ready Daemon of the active player, on the field."""
    return (
        not before.exhausted[card]
        and card.kind == Kind.DAEMON
        and before.zone[card] == Zone.FIELD
        and owns(before, who, card)
        and before.active == who
    )


@checks.step("6.1b", of=attack_daemon)
def attackers_of_daemons_are_ready(before: State, after: State, who: Player, card: Card, target: Card) -> bool:
    """So is one that attacks a Daemon, which is the opponent's."""
    return not before.exhausted[card] and before.active == who and owns(before, other(who), target)


@checks.step("6.2b", of=play)
def new_daemons_have_loading_sickness(before: State, after: State, who: Player, card: Card) -> bool:
    """A Daemon that enters the field has loading sickness, and nothing else has."""
    return after.sick[card] == (after.zone[card] == Zone.FIELD)


@checks.sometimes("6.2b")
def somebody_is_sick(s: State) -> bool:
    """A Daemon has loading sickness."""
    return any(s.sick[c] for c in Card)


@checks.always("6.2b", reached=somebody_is_sick)
def loading_sickness_is_of_this_turn(s: State) -> bool:
    """A Daemon has loading sickness in the Running Phase of the turn in which it came, until the next turn begins, and
    at no other time."""
    return s.step == Step.DAWN or all(
        not s.sick[c] or (s.step == Step.RUNNING and owner(s, c) == s.active) for c in Card
    )


@checks.always("6.2b", reached=somebody_is_sick)
def only_the_active_players_daemons_are_sick(s: State) -> bool:
    """Loading sickness ends in the Loading Phase after the turn in which a Daemon came."""
    return all(not s.sick[c] or owner(s, c) == s.active for c in Card)


@checks.step("4.8", "6.1a", of=attack_security)
def an_attack_damages_the_opponent_once(before: State, after: State, who: Player, card: Card) -> bool:
    """An attack on the Security is damage to the opponent alone: one, or as much as is read into the text."""
    dealt = damage_of_an_attack(before, card)
    return (
        not goes_on(after)
        or is_open(after, Defending)
        or (after.damage[other(who)] == before.damage[other(who)] + dealt and after.damage[who] == before.damage[who])
    )


@checks.step("6.1a", of=attack_daemon)
def attacks_on_daemons_spare_the_player(before: State, after: State, who: Player, card: Card, target: Card) -> bool:
    """An attack on a Daemon is no damage to a player."""
    return all(after.damage[p] == before.damage[p] and after.security[p] == before.security[p] for p in Player)


@checks.step("6.1a", of=attack_daemon)
def an_attack_on_a_daemon_does_something(before: State, after: State, who: Player, card: Card, target: Card) -> bool:
    """One of two Daemons at least is trashed, if both are at risk: the text says nothing."""
    return (
        after.zone[card] == Zone.HEAP
        or after.zone[target] == Zone.HEAP
        or outcome_between_daemons(before) != Outcome.BOTH_AT_RISK
        or not goes_on(after)
        or is_open(after, Defending)
    )


# --- damage -------------------------------------------------------------------------------------------------------


@checks.step("1.2b", "7.1", "7.2", of=reveal)
def a_damage_is_a_card_of_security(before: State, after: State, card: Card) -> bool:
    """One card leaves the Security of its owner for one damage, none that of another; a Script that ends the turn may
    end what damage was still to come, and one that deals damage deals it to the other player."""
    return all(
        after.security[p] == before.security[p] - (1 if owner(before, card) == p else 0)
        and (
            after.damage[p] == before.damage[p] - (1 if owner(before, card) == p else 0)
            or (after.crossed and after.damage[p] == 0)
            or (owner(before, card) != p and card.does == Does.DAMAGE and after.damage[p] > before.damage[p])
        )
        for p in Player
    )


@checks.step("7.6", "7.8", of=reveal)
def revealed_cards_are_kept(before: State, after: State, card: Card) -> bool:
    """A revealed Daemon is in the grip, a revealed Script in the Script Zone."""
    return after.zone[card] == (Zone.GRIP if card.kind == Kind.DAEMON else Zone.SCRIPTS)


@checks.step("7.4", "7.5", of=reveal)
def the_attacker_falls_to_an_equal(before: State, after: State, card: Card) -> bool:
    """The attacking Daemon is trashed if a Daemon of at least its power is revealed, and only then."""
    return all(
        before.attacker != c
        or (after.zone[c] == Zone.HEAP) == (card.kind == Kind.DAEMON and power_of(before, card) >= power_of(before, c))
        for c in Card
    )


@checks.sometimes("9.1", "9.3")
def there_is_damage_without_an_attack(s: State) -> bool:
    """Somebody takes damage while nothing attacks."""
    return s.attacker is None and any(s.damage[p] > 0 for p in Player)


@checks.always("7.4", reached=there_is_damage_without_an_attack, given=True)
def who_attacks_is_on_the_field(s: State) -> bool:
    """An attacker is a Daemon on the field of the active player."""
    return all(
        s.attacker != c or (s.zone[c] == Zone.FIELD and owner(s, c) == s.active and c.kind == Kind.DAEMON) for c in Card
    )


@checks.always("6.1a", given=True)
def who_attacks_is_a_daemon_of_the_active_player(s: State) -> bool:
    """Nothing else attacks, on the field or fallen."""
    return all(s.attacker != c or (owner(s, c) == s.active and c.kind == Kind.DAEMON) for c in Card)


@checks.step("9.3", of=burn)
def burn_damages_the_active_player(before: State, after: State, who: Player) -> bool:
    """Burn is one damage to whoever burns, who is the active player."""
    return before.active == who and (
        not goes_on(after)
        or (
            after.damage[who] == before.damage[who] + Numbers.burn
            and after.damage[other(who)] == before.damage[other(who)]
        )
    )


# --- Security and the end of the game -----------------------------------------------------------------------------


@checks.sometimes("10.2", "1.2b")
def a_security_is_gone(s: State) -> bool:
    """Somebody has no Security any more."""
    return in_play(s) and any(s.security[p] == 0 for p in Player)


@checks.always("10.2", "1.2b", reached=a_security_is_gone, given=True)
def security_is_never_negative(s: State) -> bool:
    """Nobody has lost more Security than there was."""
    return all(s.security[p] >= 0 for p in Player)


@checks.always("2.12a", "10.1", reached=a_security_is_gone, given=True)
def security_and_deck_are_of_unseen_cards(s: State) -> bool:
    """Cards are conserved: the Security is never more than the cards that its owner has not seen."""
    return all(deck_size(s, p) >= 0 for p in Player)


@checks.sometimes("1.2c")
def somebody_has_lost(s: State) -> bool:
    """A game is over."""
    return any(s.lost[p] for p in Player)


@checks.always("1.2c", reached=somebody_has_lost)
def who_must_lose_has_lost(s: State) -> bool:
    """Nobody who is to take damage without Security plays on."""
    return not in_play(s) or all(s.damage[p] == 0 or s.security[p] > 0 for p in Player)


@checks.always("1.2c", reached=somebody_has_lost)
def who_has_lost_has_no_security(s: State) -> bool:
    """Nobody loses with Security left."""
    return all(not s.lost[p] or s.security[p] == 0 for p in Player)


@checks.always("1.2c", reached=somebody_has_lost)
def never_do_both_lose(s: State) -> bool:
    """There is always somebody who has not lost."""
    return any(not s.lost[p] for p in Player)
