"""Daemons, chapter 5: the track, what is paid and gained on it, and when it ends a turn."""

from __future__ import annotations

from model.daemons.attacking import attack_daemon, attack_security
from model.daemons.deeds import a_tracker_may_come_back, cost_where_none_is_given, goes_on
from model.daemons.running import (
    LeftToDo,
    activate,
    bereft_for_good,
    burn,
    play,
    refresh,
    scripts_are_reactions,
    trash_script,
    what_is_left_to_the_bereft,
)
from model.daemons.state import Card, Does, Kind, Numbers, Player, State, Step, daemons
from model.daemons.words import (
    busy,
    deck_size,
    grip_size,
    in_play,
    is_in_the_opponents_side,
    on_turn,
    overlong_payments_are_made,
    zero_is_across,
)
from ruleslawyer.lang import Checks

checks = Checks(daemons)


@checks.sometimes("5.1a")
def the_tracker_is_at_the_end(s: State) -> bool:
    """The tracker stands on the last place of the track."""
    return s.memory == Numbers.track


@checks.always("5.1a", reached=the_tracker_is_at_the_end, given=True)
def the_tracker_stays_on_the_track(s: State) -> bool:
    """Nothing moves the tracker beyond ten, on either side."""
    return -Numbers.track <= s.memory <= Numbers.track


@checks.sometimes("4.9a")
def the_tracker_is_at_zero(s: State) -> bool:
    """In a Running Phase the tracker is on nobody's side."""
    return s.step == Step.RUNNING and s.memory == 0


@checks.always("4.1c", "5.1f", reached=the_tracker_is_at_zero)
def the_active_player_has_the_tracker(s: State) -> bool:
    """Whoever is to act in one's own turn has no tracker in the opponent's side: the turn would have passed."""
    return (
        s.step != Step.RUNNING
        or busy(s)
        or s.memory >= 0
        or any(s.lost[p] for p in Player)
        or not a_tracker_may_come_back(s)
    )


@checks.step("5.1e", "4.6b", of=play)
def playing_costs_what_the_card_says(before: State, after: State, who: Player, card: Card) -> bool:
    """The tracker moves as far to the opponent's side as the card costs, unless the card itself gives memory."""
    return (
        after.memory == before.memory - card.cost
        or card.does == Does.MEMORY
        or not on_turn(before, who)
        or (after.memory == -Numbers.track and overlong_payments_are_made(before))
    )


@checks.step("5.1e", "4.7b", of=activate)
def activating_costs_its_fee(before: State, after: State, who: Player, card: Card) -> bool:
    """The tracker moves as far to the opponent's side as the ability costs, unless it gives memory."""
    return after.memory == before.memory - card.fee or card.ability == Does.MEMORY or not on_turn(before, who)


def ends_as_it_should(after: State) -> bool:
    """Whether the turn is to end just where the tracker is in the opponent's side, unless to have crossed is enough."""
    across = is_in_the_opponents_side(after, after.memory)
    return ((not after.crossed or across) and (after.memory >= 0 or after.crossed)) or not a_tracker_may_come_back(
        after
    )


@checks.step("4.1c", "5.1f", of=play)
def a_crossed_tracker_ends_the_turn(before: State, after: State, who: Player, card: Card) -> bool:
    """When a card has been played, the turn is to end if the tracker is in the opponent's side, and only then."""
    return ends_as_it_should(after)


@checks.step("4.1c", "5.1f", of=trash_script)
def a_trashed_script_ends_no_turn_without_crossing(before: State, after: State, who: Player, card: Card) -> bool:
    """The same where a Script is trashed."""
    return ends_as_it_should(after)


@checks.step("4.1c", "5.1f", of=activate)
def an_ability_ends_no_turn_without_crossing(before: State, after: State, who: Player, card: Card) -> bool:
    """The same where an ability is used."""
    return ends_as_it_should(after)


@checks.step("4.9a", "4.1c", of=refresh)
def refresh_sets_the_tracker_to_zero(before: State, after: State, who: Player) -> bool:
    """After a Refresh the tracker is at zero, if it is carried out."""
    return after.memory == 0 or not goes_on(after)


@checks.step("4.9a", "4.1c", of=refresh)
def refresh_does_not_end_the_turn(before: State, after: State, who: Player) -> bool:
    """Zero is not in the opponent's side, or is it."""
    return not after.crossed or zero_is_across(before)


@checks.step("4.9b", of=refresh)
def refresh_fills_the_grip(before: State, after: State, who: Player) -> bool:
    """As many cards are to be drawn as the grip has less than five, and none if it has more; or the turn is over."""
    missing = max(0, Numbers.refresh - grip_size(before, who))
    return after.owed[who] == missing or (after.crossed and after.owed[who] == 0)


@checks.step("4.9a", of=refresh)
def refresh_brings_no_memory(before: State, after: State, who: Player) -> bool:
    """Nobody has more memory after a Refresh than before; whoever got the turn with the tracker on the other's side has
    none afterwards (that a turn ends although the tracker came back, is an option of a question)."""
    return after.memory <= max(before.memory, 0)


@checks.step("4.8", "5.1d", of=attack_security)
def attacks_cost_no_memory(before: State, after: State, who: Player, card: Card) -> bool:
    """The book names no cost of an attack; it may be missing."""
    return (after.memory == before.memory and not after.crossed) or cost_where_none_is_given(before) > 0


@checks.step("6.1a", "5.1d", of=attack_daemon)
def attacks_on_daemons_cost_no_memory(before: State, after: State, who: Player, card: Card, target: Card) -> bool:
    """Nor of one on a Daemon."""
    return (after.memory == before.memory and not after.crossed) or cost_where_none_is_given(before) > 0


@checks.step("9.3", of=burn)
def burn_costs_no_memory(before: State, after: State, who: Player) -> bool:
    """Nor of Burn; its turn ends only if Burn is all that is left to do, and is done once."""
    ends = what_is_left_to_the_bereft(before) == LeftToDo.BURN_ONCE
    return (after.memory == before.memory and after.crossed == ends) or cost_where_none_is_given(before) > 0


@checks.step("9.2a", of=refresh)
def nobody_refreshes_with_nothing(before: State, after: State, who: Player) -> bool:
    """With empty grip and deck there is no Refresh."""
    return grip_size(before, who) > 0 or deck_size(before, who) > 0


@checks.step("9.2b", of=burn)
def only_who_has_nothing_burns(before: State, after: State, who: Player) -> bool:
    """Burn is for those with empty grip and deck."""
    return (grip_size(before, who) == 0 and deck_size(before, who) == 0) or bereft_for_good(before)


@checks.step("4.6a", "10.9", of=play)
def cards_are_played_in_the_own_turn(before: State, after: State, who: Player, card: Card) -> bool:
    """Only the active player plays cards, unless Scripts are instants."""
    return before.active == who or (card.kind == Kind.SCRIPT and scripts_are_reactions(before))


@checks.sometimes("2.13")
def the_first_turn_begins_with_one(s: State) -> bool:
    """A game is in play."""
    return in_play(s)


@checks.always("10.9", "4.1a", reached=the_first_turn_begins_with_one)
def there_is_one_active_player(s: State) -> bool:
    """In play it is somebody's turn; before, nobody's."""
    return in_play(s) == (s.active is not None)
