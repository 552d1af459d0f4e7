"""What is said of the game."""

from __future__ import annotations

from model.beggar.rules import Card, Pack, Player, State, beggar, is_dealt

from ruleslawyer.lang import Checks

checks = Checks(beggar)


def ended(s: State) -> bool:
    return is_dealt(s) and len(s.hand[s.turn]) == 0


@checks.leads_to("3.2")
def somebody_loses(s: State) -> tuple[bool, bool]:
    """Every game ends."""
    return True, ended(s)


@checks.sometimes("3.1")
def one_has_all_cards(s: State) -> bool:
    """One player has the whole pack in the hand."""
    return any(len(s.hand[p]) == Pack.cards for p in Player)


@checks.always("1.1")
def no_card_is_lost(s: State) -> bool:
    """The cards are those of the pack."""
    held = sum(len(s.hand[p]) for p in Player) + sum(s.undealt[card] for card in Card)
    return held + len(s.heap) == Pack.cards
