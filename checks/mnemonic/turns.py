"""Mnemonic, chapters 2 and 3, and the game that it stands on: when things are done, and what a step takes away."""

from __future__ import annotations

from model.ccg.deeds import mana_lasts_the_turn
from model.ccg.state import Card, Colour, Player, Step, Zone
from model.ccg.turn import cast, go_on, let_it_resolve
from model.mnemonic.jacks import jumping_jacks
from model.mnemonic.state import Game, mnemonic
from model.mnemonic.suits import dig, spades_dig_themselves_up
from ruleslawyer.lang import Checks

checks = Checks(mnemonic)


@checks.step("ccg:4.2", "2.1c", of=go_on)
def mana_is_lost_with_the_step(before: Game, after: Game, who: Player) -> bool:
    """At the end of a step mana is gone, and what was tapped for a hand lies there no more, unless they last a turn."""
    return mana_lasts_the_turn(before) or (
        all(after.pool[p][c] == 0 for p in Player for c in Colour) and all(not after.laid[c] for c in Card)
    )


@checks.step("2.20a", "2.4a", of=jumping_jacks)
def jacks_jump_when_spells_are_cast(before: Game, after: Game, who: Player, card: Card, target: Card) -> bool:
    """A Jack becomes an aura in one's own main phase, while nothing waits."""
    return before.step == Step.MAIN and before.turn == who and len(before.stack) == 0


@checks.sometimes("ccg:4.6")
def something_waits(s: Game) -> bool:
    """A spell or an ability waits for answers."""
    return len(s.stack) > 0


@checks.always("ccg:4.6", reached=something_waits)
def whatever_waits_is_somebodys(s: Game) -> bool:
    """Each spell and each ability that waits has a player who cast or used it."""
    return all(c not in s.stack or s.caster[c] is not None for c in Card)


@checks.step("ccg:4.6", of=cast)
def answers_are_the_opponents(before: Game, after: Game, who: Player, card: Card) -> bool:
    """Who has put the top thing on the stack waits for an answer."""
    return len(before.stack) == 0 or before.caster[before.stack.top] != who


@checks.step("ccg:4.6", of=let_it_resolve)
def the_other_player_lets_it_resolve(before: Game, after: Game, who: Player) -> bool:
    """It is not the one who cast it who says that it is not answered."""
    return before.caster[before.stack.top] != who


@checks.step("3.5", of=dig)
def there_is_a_card_to_dig_up(before: Game, after: Game, who: Player, card: Card) -> bool:
    """A graveyard is searched where another card of its owner lies there, or the Spade itself, if it may be found."""
    itself = spades_dig_themselves_up(before)
    return any(
        before.zone[c] == Zone.GRAVEYARD and before.owner[c] == before.owner[card] and (c != card or itself)
        for c in Card
    )
