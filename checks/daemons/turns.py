"""Daemons, chapters 4 and 9: whether turns and games end, and where cards lie in between."""

from __future__ import annotations

from model.daemons.running import activate, others_abilities_may_be_used, play, trash_script
from model.daemons.state import Card, Kind, Numbers, Player, State, Step, When, Zone, daemons
from model.daemons.turn import resolve
from model.daemons.words import grip_size, in_play, owner
from ruleslawyer.lang import Checks

checks = Checks(daemons)


def is_over(s: State) -> bool:
    """Whether somebody has lost."""
    return any(s.lost[p] for p in Player)


def has_the_turn(s: State, plus: bool) -> bool:
    """Whether it is the turn of the player on that side of the track."""
    return any(s.active == p and p.plus == plus for p in Player)


# --- turns and games ----------------------------------------------------------------------------------------------


@checks.possible("4.1a", "4.1c")
def one_player_can_have_another_turn(s: State) -> bool:
    """From everywhere one player can be made active, or the game be over: the other one's turn can end."""
    return is_over(s) or has_the_turn(s, False)


@checks.possible("4.1a", "4.1c")
def the_other_can_have_another_turn(s: State) -> bool:
    """The same of the other player."""
    return is_over(s) or has_the_turn(s, True)


@checks.leads_to("4.1c", "5.1f", "5.1g")
def a_crossed_tracker_passes_the_turn(s: State) -> tuple[bool, bool]:
    """Once the tracker has crossed in a turn of one player, the other one's turn comes, or the game is over."""
    return s.crossed and has_the_turn(s, True), has_the_turn(s, False) or is_over(s)


@checks.leads_to("4.1c", "5.1f", "5.1g")
def a_crossed_tracker_passes_the_other_turn(s: State) -> tuple[bool, bool]:
    """The same of the other player."""
    return s.crossed and has_the_turn(s, False), has_the_turn(s, True) or is_over(s)


@checks.leads_to("4.1a", "4.1c")
def every_turn_ends(s: State) -> tuple[bool, bool]:
    """A reader might expect that a turn comes to an end whatever its player does."""
    return has_the_turn(s, True), has_the_turn(s, False) or is_over(s)


@checks.possible("1.2c")
def every_game_can_end(s: State) -> bool:
    """From everywhere the game can be brought to an end."""
    return is_over(s)


@checks.leads_to("1.2c")
def every_game_ends(s: State) -> tuple[bool, bool]:
    """A reader might expect that a game comes to an end whatever the players do."""
    return in_play(s), is_over(s)


# --- the Loading Phase --------------------------------------------------------------------------------------------


@checks.sometimes("4.4")
def effects_wait(s: State) -> bool:
    """An effect of the start of a turn waits to be resolved."""
    return any(s.standby[c] for c in Card)


@checks.always("4.4", "10.13", reached=effects_wait)
def effects_wait_in_the_loading_phase(s: State) -> bool:
    """Cards of the active player alone are on standby, and in the Running Phase nothing is any more."""
    return all(not s.standby[c] or (s.step == Step.START and owner(s, c) == s.active) for c in Card)


@checks.always("4.3", reached=effects_wait)
def rebooted_daemons_are_ready(s: State) -> bool:
    """When effects of the start of a turn are resolved, all Daemons of the active player are ready."""
    return s.step != Step.START or all(not s.exhausted[c] or owner(s, c) != s.active for c in Card)


@checks.always("4.3", "6.2b", reached=effects_wait)
def no_sickness_after_the_loading_phase_began(s: State) -> bool:
    """Nor does any Daemon have loading sickness then."""
    return s.step != Step.START or all(not s.sick[c] for c in Card)


@checks.step("4.4", "10.13", of=resolve)
def one_effect_is_resolved(before: State, after: State, who: Player, card: Card) -> bool:
    """One effect is resolved, of a card of the active player; the others wait on."""
    return (
        before.standby[card]
        and not after.standby[card]
        and owner(before, card) == before.active
        and all(after.standby[c] == before.standby[c] for c in Card if c != card)
    )


# --- where cards lie ----------------------------------------------------------------------------------------------


@checks.sometimes("3.3b", "7.8")
def a_script_is_there(s: State) -> bool:
    """A Script is in somebody's Scripts section."""
    return any(s.zone[c] == Zone.SCRIPTS for c in Card)


@checks.always("3.3b", "7.8", reached=a_script_is_there, given=True)
def daemons_and_scripts_lie_apart(s: State) -> bool:
    """What is on the field is a Daemon, what is in the Scripts section a Script."""
    return all(
        (s.zone[c] != Zone.FIELD or c.kind == Kind.DAEMON) and (s.zone[c] != Zone.SCRIPTS or c.kind == Kind.SCRIPT)
        for c in Card
    )


@checks.step("4.6a", "3.3b", of=play)
def played_cards_come_from_the_grip(before: State, after: State, who: Player, card: Card) -> bool:
    """A card is played from one's own grip, a Daemon to the field, a Script to the Scripts section; where the turn is
    over as soon as it is paid for, it may be in the grip still."""
    return (
        before.zone[card] == Zone.GRIP
        and owner(before, card) == who
        and (
            after.zone[card] == (Zone.FIELD if card.kind == Kind.DAEMON else Zone.SCRIPTS)
            or (after.crossed and after.zone[card] == Zone.GRIP)
        )
    )


@checks.step("3.3d", "3.3e", "10.12", of=trash_script)
def a_trashed_script_is_in_the_heap(before: State, after: State, who: Player, card: Card) -> bool:
    """A Script that is trashed goes from the Scripts section to the heap."""
    return before.zone[card] == Zone.SCRIPTS and after.zone[card] == Zone.HEAP


@checks.step("4.7a", of=activate)
def activated_cards_are_on_the_field(before: State, after: State, who: Player, card: Card) -> bool:
    """An ability is used of an own card on the field, or of any card there, and the card stays there."""
    return (
        card.when == When.ACTIVATED
        and (owner(before, card) == who or others_abilities_may_be_used(before))
        and (before.zone[card] == Zone.FIELD or before.zone[card] == Zone.SCRIPTS)
        and after.zone[card] == before.zone[card]
    )


@checks.sometimes("9.4", "7.6")
def a_grip_has_more_than_a_refresh_gives(s: State) -> bool:
    """A grip of more cards than Refresh draws up to: nothing limits it."""
    return any(grip_size(s, p) > Numbers.refresh for p in Player)
