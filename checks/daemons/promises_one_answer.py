"""Daemons: what answers about Daemons that defend, and about Burn, promise, each in the words of the answer."""

from __future__ import annotations

from checks.daemons.promises import an_attack_deals, falls
from model.daemons.attacking import ready_daemons_defend
from model.daemons.frames import Defending
from model.daemons.running import burn, do_nothing, what_is_left_to_the_bereft
from model.daemons.state import Card, Kind, Player, State, Step, Zone, daemons
from model.daemons.words import empty_handed, owner
from ruleslawyer.lang import Checks, allows, is_open

checks = Checks(daemons)


# --- Daemons that defend (041) --------------------------------------------------------------------------------------


def is_ready(s: State, card: Card) -> bool:
    """Whether a card is a Daemon on the field that is not exhausted."""
    return card.kind == Kind.DAEMON and s.zone[card] == Zone.FIELD and not s.exhausted[card]


@checks.promise(ready_daemons_defend.whenever_it_is_ready, "3.2b", "6.1a")
def no_attack_comes_at_once_past_a_ready_daemon(before: State, after: State) -> bool:
    """Nobody with a ready Daemon takes the damage of an attack as soon as it is declared."""
    return all(
        not an_attack_deals(before, after, p) or not any(is_ready(before, c) and owner(before, c) == p for c in Card)
        for p in Player
    )


@checks.promise(ready_daemons_defend.whenever_it_is_ready, "3.2b", "6.1a")
def no_daemon_falls_at_once_beside_a_ready_one(before: State, after: State) -> bool:
    """No Daemon that is attacked falls as soon as the attack is declared, where another of its player's is ready."""
    return is_open(before, Defending) or all(
        not falls(before, after, c)
        or owner(before, c) == before.active
        or not any(c != d and is_ready(before, d) and owner(before, d) == owner(before, c) for d in Card)
        for c in Card
    )


@checks.promise(ready_daemons_defend.by_the_text_of_a_card_alone, "3.2b", "6.1a")
def nobody_is_asked_amid_an_attack(s: State) -> bool:
    """Nobody is asked whether an attack is met by a Daemon."""
    return not is_open(s, Defending)


# --- a player who can do nothing but Burn (045) ---------------------------------------------------------------------


def burns(before: State, after: State, who: Player) -> bool:
    """Whether a player with empty grip and deck comes to take damage in the own turn, by nothing of the opponent's."""
    return (
        before.step == Step.RUNNING
        and before.active == who
        and empty_handed(before, who)
        and after.damage[who] > before.damage[who]
        and before.memory == after.memory
        and all(owner(before, c) == who or before.zone[c] == after.zone[c] for c in Card)
    )


@checks.promise(what_is_left_to_the_bereft.burning_once, "9.3", "4.1a")
def a_burn_ends_the_turn(before: State, after: State) -> bool:
    """Whoever burns has done with the turn."""
    return all(not burns(before, after, p) or after.crossed or after.active != p for p in Player)


@checks.promise(what_is_left_to_the_bereft.burning_until_the_turn_ends, "9.3", "4.1a")
def a_burn_ends_no_turn(before: State, after: State) -> bool:
    """Whoever burns for nothing has the turn still."""
    return all(not burns(before, after, p) or not after.crossed for p in Player)


@checks.promise(what_is_left_to_the_bereft.nothing_at_all, "9.2b", "9.3")
def whoever_may_burn_may_do_nothing(s: State) -> bool:
    """Whoever may burn may leave it, and have the turn still."""
    return all(not allows(burn, s, p) or allows(do_nothing, s, p) for p in Player)
