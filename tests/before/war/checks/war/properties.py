"""War: what a player expects of the end, and that no card gets lost."""

from __future__ import annotations

from model.war.state import Card, Player, State, war

from ruleslawyer.lang import Checks

checks = Checks(war)


@checks.sometimes("2.2")
def both_have_cards(s: State) -> bool:
    """A round is played."""
    return all(len(s.deck[p]) > 0 for p in Player)


@checks.always("2.2", "2.4", reached=both_have_cards)
def every_card_is_in_one_deck(s: State) -> bool:
    """Cards change hands, and none is lost or doubled."""
    return all(sum(1 for p in Player if c in s.deck[p]) == 1 for c in Card)


@checks.leads_to("3.1")
def game_ends(s: State) -> tuple[bool, bool]:
    """Whatever is dealt and however the cards are taken, somebody wins."""
    return True, any(len(s.deck[p]) == 0 for p in Player)


@checks.possible("3.1")
def an_end_is_possible(s: State) -> bool:
    """From every position the game can still end."""
    return any(len(s.deck[p]) == 0 for p in Player)
