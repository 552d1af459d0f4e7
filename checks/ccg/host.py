"""The host: what its own assumptions promise."""

from __future__ import annotations

from model.ccg.combat import attack
from model.ccg.state import Card, Numbers, Player, State, Step, Zone, ccg
from model.ccg.turn import cast, play_land
from model.ccg.words import cost, is_sick
from ruleslawyer.lang import Checks

checks = Checks(ccg)


@checks.step("3.4", of=play_land)
def one_land_is_played(before: State, after: State, who: Player, card: Card) -> bool:
    """No second land is played in a turn, by anybody but the turn player."""
    return before.land_played < Numbers.lands_a_turn and before.turn == who


@checks.step("4.3", of=cast)
def spells_are_paid_for(before: State, after: State, who: Player, card: Card) -> bool:
    """A spell takes its cost out of the pool."""
    colour = card.colour
    return colour is None or before.pool[who][colour] - after.pool[who][colour] == cost(before, who, card)


@checks.step("3.5", of=attack)
def sick_creatures_stay(before: State, after: State, who: Player, card: Card) -> bool:
    """Nothing sick attacks."""
    return not is_sick(before, card)


@checks.sometimes("4.6")
def something_is_on_the_stack(s: State) -> bool:
    """A spell waits to be answered."""
    return len(s.stack) > 0


@checks.always("4.6", reached=something_is_on_the_stack, given=True)
def the_stack_holds_spells(s: State) -> bool:
    """What waits on the stack is there, and somebody put it there."""
    return all(
        (s.zone[c] == Zone.STACK) == (c in s.stack) and (c not in s.stack or s.caster[c] is not None) for c in Card
    )


@checks.sometimes("3.1")
def somebody_plays(s: State) -> bool:
    """A main phase is reached."""
    return s.step == Step.MAIN


@checks.always("3.6", reached=somebody_plays)
def hands_are_small_between_turns(s: State) -> bool:
    """Whoever's turn is over has no more cards in hand than the limit."""
    return s.step != Step.MAIN or all(
        p == s.turn or sum(1 for c in Card if s.zone[c] == Zone.HAND and s.owner[c] == p) <= Numbers.hand_limit
        for p in Player
    )


@checks.always("2.3", "3.3", "3.6", reached=somebody_plays)
def hands_are_small_but_in_ones_turn(s: State) -> bool:
    """Outside their own turn nobody has more cards, with those that are still to be drawn, than the limit."""
    return all(
        (p == s.turn and s.step not in (Step.READY, Step.BEGIN, Step.AGREE, Step.DEAL, Step.MULLIGAN))
        or sum(1 for c in Card if s.zone[c] == Zone.HAND and s.owner[c] == p) + s.owed[p] <= Numbers.hand_limit
        for p in Player
    )


@checks.leads_to("6.2")
def every_game_ends(s: State) -> tuple[bool, bool]:
    """Libraries run out, so that every game ends."""
    return True, any(s.lost[p] for p in Player)
