"""Mere Mortals, Sections 4 and 10: how turns pass, and what takes the place of an Ally."""

from __future__ import annotations

from model.mere_mortals.setup import swap
from model.mere_mortals.state import Card, Place, Player, State, Step, mere_mortals
from model.mere_mortals.words import is_personality
from ruleslawyer.lang import Checks

checks = Checks(mere_mortals)


@checks.step("4.9b", "1.4c")
def a_turn_begins_with_a_draw(before: State, after: State) -> bool:
    """When hands have been cut down the other player's turn comes, which begins with drawing cards."""
    return before.step != Step.DISCARD or after.step in (Step.DISCARD, Step.DRAW)


@checks.step("4.9b")
def the_other_player_comes(before: State, after: State) -> bool:
    """It is the other player's then, and nobody fights."""
    return before.step != Step.DISCARD or after.step != Step.DRAW or (after.turn != before.turn and not after.fighting)


@checks.step("10.1a", of=swap)
def a_personality_takes_the_slot(before: State, after: State, who: Player, old: Card, card: Card) -> bool:
    """A Personality of the hand comes for an Ally, which is one no more."""
    return (
        is_personality(card)
        and before.place[card] == Place.HAND
        and after.place[card] == Place.ALLY
        and after.place[old] != Place.ALLY
    )
