"""Daemons: what answers about Scripts promise, each in the words of the answer and of no rule."""

from __future__ import annotations

from checks.daemons.promises import is_left_to_its_player
from model.daemons.damage import revealed_scripts_are_activated
from model.daemons.running import (
    activate,
    activate_script,
    let_it_go_on,
    others_scripts_may_be_trashed,
    play,
    playing_activates,
    scripts_are_reactions,
    scripts_interrupt,
    trash_script,
)
from model.daemons.state import Card, Does, Kind, Numbers, Player, State, Step, When, Zone, daemons
from model.daemons.words import busy, can_be_paid, in_grip, other, owner, owns
from ruleslawyer.lang import Checks, allows

checks = Checks(daemons)


# --- Scripts (015, 016, 017, 021) -----------------------------------------------------------------------------------


def holds_a_script(s: State, who: Player, card: Card) -> bool:
    """Whether a player has a Script in the grip that can be paid for."""
    return card.kind == Kind.SCRIPT and in_grip(s, who, card) and can_be_paid(s, who, card.cost)


def has_a_script_to_trash(s: State, who: Player, card: Card) -> bool:
    """Whether a Script lies there that can be trashed for an effect, by one who can pay for it."""
    return (
        card.kind == Kind.SCRIPT
        and s.zone[card] == Zone.SCRIPTS
        and card.ability is not None
        and card.when == When.TRASHED
        and can_be_paid(s, who, card.fee)
    )


@checks.promise(scripts_are_reactions.like_instants, "10.11")
def a_script_is_played_in_the_opponents_turn(s: State) -> bool:
    """In a Running Phase whoever is not on turn may play every Script that can be paid for."""
    return (
        not is_left_to_its_player(s)
        or s.active is None
        or all(not holds_a_script(s, other(s.active), c) or allows(play, s, other(s.active), c) for c in Card)
    )


@checks.promise(scripts_are_reactions.like_instants, "10.11", "3.3d")
def a_script_is_trashed_in_the_opponents_turn(s: State) -> bool:
    """In a Running Phase whoever is not on turn may trash every Script of hers for its effect that can be paid for."""
    return (
        not is_left_to_its_player(s)
        or s.active is None
        or all(
            not owns(s, other(s.active), c)
            or not has_a_script_to_trash(s, other(s.active), c)
            or allows(trash_script, s, other(s.active), c)
            for c in Card
        )
    )


@checks.promise(scripts_are_reactions.like_instants, "10.11", "4.7a")
def a_script_takes_effect_from_the_field_in_the_opponents_turn(s: State) -> bool:
    """In a Running Phase whoever is not on turn may use every ability of a Script of hers that can be paid for, and
    activate the Script itself where that is done from the field."""
    return (
        not is_left_to_its_player(s)
        or s.active is None
        or all(
            c.kind != Kind.SCRIPT
            or s.zone[c] != Zone.SCRIPTS
            or not owns(s, other(s.active), c)
            or (
                (
                    c.ability is None
                    or c.when != When.ACTIVATED
                    or not can_be_paid(s, other(s.active), c.fee)
                    or allows(activate, s, other(s.active), c)
                )
                and (
                    c.does is None
                    or playing_activates(s)
                    or not can_be_paid(s, other(s.active), c.cost)
                    or allows(activate_script, s, other(s.active), c)
                )
            )
            for c in Card
        )
    )


@checks.promise(scripts_are_reactions.in_the_own_turn, "4.5", "4.6a")
def nobody_uses_a_script_in_the_opponents_turn(s: State) -> bool:
    """Nobody plays or activates a Script, or trashes one for its effect, but in a turn of her own."""
    return all(
        s.active == p
        or not (
            allows(trash_script, s, p, c)
            or allows(activate_script, s, p, c)
            or (c.kind == Kind.SCRIPT and allows(play, s, p, c))
        )
        for p in Player
        for c in Card
    )


def may_be_interrupted(s: State) -> bool:
    """Damage or a draw of a Running Phase awaits its card, nobody let it go on, and Scripts may come between."""
    return (
        s.step == Step.RUNNING
        and busy(s)
        and not s.let_go_on
        and not s.crossed
        and not any(s.lost[p] for p in Player)
        and scripts_are_reactions(s)
    )


@checks.promise(scripts_interrupt.amid_an_action_of_the_opponent, "10.11")
def a_script_is_played_amid_what_the_opponent_does(s: State) -> bool:
    """While damage or a draw of a Running Phase awaits its card, whoever is not on turn may play a Script, or let it go
    on."""
    return (
        not may_be_interrupted(s)
        or s.active is None
        or all(
            not holds_a_script(s, other(s.active), c)
            or (allows(play, s, other(s.active), c) and allows(let_it_go_on, s, other(s.active)))
            for c in Card
        )
    )


@checks.promise(scripts_interrupt.amid_an_action_of_the_opponent, "10.11", "3.3d")
def a_script_is_trashed_amid_what_the_opponent_does(s: State) -> bool:
    """As long as a Script may be played so, a Script of one's own may be trashed for its effect as well."""
    return (
        not may_be_interrupted(s)
        or s.active is None
        or all(
            not owns(s, other(s.active), c)
            or not has_a_script_to_trash(s, other(s.active), c)
            or allows(trash_script, s, other(s.active), c)
            for c in Card
        )
    )


@checks.promise(scripts_interrupt.amid_an_action_of_the_opponent, "10.11")
def a_script_is_played_amid_the_start_of_the_opponents_turn(s: State) -> bool:
    """At any moment: also while the effects of the start of a turn await their turn, or their damage."""
    return (
        s.step != Step.START
        or s.let_go_on
        or s.crossed
        or s.active is None
        or any(s.lost[p] for p in Player)
        or not scripts_are_reactions(s)
        or all(not holds_a_script(s, other(s.active), c) or allows(play, s, other(s.active), c) for c in Card)
    )


@checks.promise(scripts_interrupt.after_an_action_of_the_opponent, "10.11")
def no_script_interrupts(s: State) -> bool:
    """While damage or a draw awaits its card nobody plays a Script, or trashes one."""
    return not busy(s) or all(not allows(play, s, p) and not allows(trash_script, s, p) for p in Player)


def is_revealed(before: State, after: State, card: Card) -> bool:
    """Whether a Script comes from the Security to the Scripts section."""
    return card.kind == Kind.SCRIPT and before.zone[card] == Zone.UNSEEN and after.zone[card] == Zone.SCRIPTS


def takes_effect(before: State, after: State, card: Card, who: Player) -> bool:
    """Whether what a Script does when it is activated comes about for that player: all of the damage or of the draw,
    and some memory, where the track has room."""
    toward = after.memory > before.memory if after.active == who else after.memory < before.memory
    full = after.memory == Numbers.track if after.active == who else after.memory == -Numbers.track
    return (
        (card.does != Does.DAMAGE or after.damage[other(who)] == before.damage[other(who)] + card.level)
        and (card.does != Does.DRAW or after.owed[who] == before.owed[who] + card.level)
        and (card.does != Does.MEMORY or toward or full)
    )


@checks.promise(revealed_scripts_are_activated.after_activation, "3.3a", "7.8")
def a_revealed_script_takes_effect(before: State, after: State) -> bool:
    """A Script that the Security reveals does what it does when it is activated, for the player who revealed it."""
    return all(
        not is_revealed(before, after, c) or c.level == 0 or owner(before, c) != p or takes_effect(before, after, c, p)
        for c in Card
        for p in Player
    )


@checks.promise(revealed_scripts_are_activated.directly_to_the_zone, "7.8")
def a_revealed_script_does_nothing(before: State, after: State) -> bool:
    """Where the Security reveals a Script nobody comes to be damaged or to draw, and the tracker stays."""
    return all(not is_revealed(before, after, c) for c in Card) or (
        after.memory == before.memory
        and all(after.damage[p] <= before.damage[p] and after.owed[p] <= before.owed[p] for p in Player)
    )


@checks.promise(others_scripts_may_be_trashed.any_script, "3.3d")
def anybodys_script_is_trashed(s: State) -> bool:
    """In the Running Phase its player may trash every Script for its effect that can be paid for, whosever it is."""
    return (
        not is_left_to_its_player(s)
        or s.active is None
        or all(not has_a_script_to_trash(s, s.active, c) or allows(trash_script, s, s.active, c) for c in Card)
    )


@checks.promise(others_scripts_may_be_trashed.any_script, "3.3d", "10.11")
def whoever_may_trash_her_script_may_trash_any(s: State) -> bool:
    """Whoever may trash a Script of her own, in whosever turn, may trash every Script that can be paid for."""
    return all(
        not owns(s, p, c)
        or not allows(trash_script, s, p, c)
        or all(not has_a_script_to_trash(s, p, d) or allows(trash_script, s, p, d) for d in Card)
        for p in Player
        for c in Card
    )


@checks.promise(others_scripts_may_be_trashed.ones_own_scripts, "3.3d")
def nobody_trashes_a_script_of_the_opponents(s: State) -> bool:
    """No Script is trashed for its effect but by its player."""
    return all(owns(s, p, c) or not allows(trash_script, s, p, c) for p in Player for c in Card)
