"""Mnemonic: what the answers about Jacks that enchant promise, each in the words of the answer and of no rule."""

from __future__ import annotations

from model.ccg.state import Card, Zone
from model.ccg.words import is_creature
from model.mnemonic.jacks import a_jack_that_enchants_is_a_creature
from model.mnemonic.state import Game, mnemonic
from ruleslawyer.lang import Checks

checks = Checks(mnemonic)


def comes_to_enchant(before: Game, after: Game, card: Card) -> bool:
    """Whether a card has come to lie upon a creature in this step."""
    return (
        before.zone[card] != Zone.BATTLEFIELD
        and after.zone[card] == Zone.BATTLEFIELD
        and after.attached[card] is not None
    )


@checks.promise(a_jack_that_enchants_is_a_creature.it_is_both_at_once, "2.19", "2.20b")
def a_jack_that_comes_to_enchant_is_a_creature(before: Game, after: Game) -> bool:
    """A Jack that comes to lie upon a creature is a creature itself."""
    return all(not comes_to_enchant(before, after, c) or is_creature(after, c) for c in Card)


@checks.promise(a_jack_that_enchants_is_a_creature.it_is_an_aura_alone, "2.20b")
def a_jack_that_comes_to_enchant_is_none(before: Game, after: Game) -> bool:
    """A Jack that comes to lie upon a creature is no creature."""
    return all(not comes_to_enchant(before, after, c) or not is_creature(after, c) for c in Card)
