"""Dudo: what players rely on."""

from __future__ import annotations

from model.liars_dice.end import call, claim
from model.liars_dice.state import Die, Face, Numbers, Player, State, dudo, in_play, one_has_dice, who_has_dice

from ruleslawyer.lang import Checks

checks = Checks(dudo)


@checks.sometimes("2.5.5")
def somebody_wins(s: State) -> bool:
    """A game can be played to its end."""
    return one_has_dice(s) and len(who_has_dice(s)) == 1


@checks.always("2.0.1a", "1.3", reached=somebody_wins)
def somebody_has_dice(s: State) -> bool:
    """Dice get lost one at a time, so the last ones are never lost, and nobody has more than at the start."""
    return any(s.dice[p] > 0 for p in Player) and all(s.dice[p] <= Numbers.dice for p in Player)


@checks.step("1.2", "2.3.2b", "2.3.3", of=call)
def a_call_costs_one_die(before: State, after: State, who: Player) -> bool:
    """One of the two who are at odds loses a die."""
    return sum(after.dice[p] for p in Player) == sum(before.dice[p] for p in Player) - 1


@checks.step("1.2", "2.4.2a", "2.4.2b", of=claim)
def a_claim_costs_one_die(before: State, after: State, who: Player) -> bool:
    """A round is lost by somebody, however it ends."""
    return sum(after.dice[p] for p in Player) == sum(before.dice[p] for p in Player) - 1


@checks.step("2.0.9", "2.4.1", of=claim)
def claims_keep_the_order(before: State, after: State, who: Player) -> bool:
    """Whoever claims is next."""
    return who == before.turn


@checks.sometimes("2.5.1")
def a_palifico_is_played(s: State) -> bool:
    """Somebody comes down to one die and goes on."""
    return s.palifico and s.face is not None


@checks.always("2.3.4", "2.0.9", reached=a_palifico_is_played)
def whoever_goes_on_has_dice(s: State) -> bool:
    """The turn is never with somebody who is out."""
    return s.dice[s.turn] > 0


@checks.sometimes("2.2.1")
def aces_are_bid(s: State) -> bool:
    """Somebody bids aces."""
    return any(f == s.face and f.pips == 1 for f in Face)


@checks.sometimes("2.0.6b")
def a_bid_is_made(s: State) -> bool:
    return s.face is not None and not s.shown


@checks.always("2.0.6b", reached=a_bid_is_made)
def no_bid_beyond_the_dice(s: State) -> bool:
    """Nobody claims more dice than there are."""
    return s.shown or s.quantity <= sum(1 for d in Die if in_play(s, d))


@checks.leads_to("2.0.9")
def bidding_ends(s: State) -> tuple[bool, bool]:
    """Raises come to an end: whoever bids is called or claimed against some time."""
    return s.face is not None, s.shown


@checks.leads_to("2.5.5")
def the_game_ends(s: State) -> tuple[bool, bool]:
    """However it is played, somebody wins."""
    return True, one_has_dice(s)


@checks.possible("2.5.5")
def an_end_is_possible(s: State) -> bool:
    """From everywhere the game can still end."""
    return one_has_dice(s)
