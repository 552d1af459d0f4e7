"""Daemons, Section 4: a turn: who decides, the steps of the Loading Phase, and how the turn passes."""

from enum import Enum

from model.daemons.deeds import carry_out, gain_memory, take_damage
from model.daemons.running import (
    may_trash_it,
    may_use_it,
    playing_activates,
    scripts_are_reactions,
    scripts_interrupt,
)
from model.daemons.setup import drafts
from model.daemons.state import Card, Kind, Numbers, Player, State, Step, When, Zone, daemons
from model.daemons.words import busy, deck_size, in_grip, missing_security, on_field, other, owner, owns
from ruleslawyer.lang import CHANCE, Chance, ask, domain, effect, no, says, when, yes

# --- who decides --------------------------------------------------------------------------------------------------


def might_react(s: State, who: Player) -> bool:
    """Whether a player has a Script, if it can be used in the opponent's turn."""
    return scripts_are_reactions(s) and any(
        (c.kind == Kind.SCRIPT and in_grip(s, who, c))
        or (
            s.zone[c] == Zone.SCRIPTS
            and (
                (c.when == When.TRASHED and may_trash_it(s, who, c))
                or (c.when == When.ACTIVATED and may_use_it(s, who, c))
                or (c.does is not None and not playing_activates(s) and may_use_it(s, who, c))
            )
        )
        for c in Card
    )


def might_interrupt(s: State, who: Player) -> bool:
    """Whether a player might use a Script in the opponent's turn before a damage is taken, a card drawn, or an effect
    of its start resolved."""
    return (
        s.step in (Step.LOADING, Step.START, Step.RUNNING)
        and s.active != who
        and not s.let_go_on
        and might_react(s, who)
        and scripts_interrupt(s)
    )


def is_interrupted(s: State) -> bool:
    """Whether somebody might do so now."""
    return any(might_interrupt(s, p) for p in Player)


@daemons.awaits
def decides(s: State) -> frozenset[Player] | Chance:
    """Chance, as long as cards are drawn or revealed; in a turn the active player, and who might react to him."""
    if s.step == Step.ROLL or s.step == Step.REROLL:
        return CHANCE
    if busy(s):
        return frozenset(p for p in Player if might_interrupt(s, p)) if is_interrupted(s) else CHANCE
    if s.step == Step.DRAFT:
        return frozenset(p for p in Player if p == drafts(s))
    if s.step == Step.MULLIGAN:
        return frozenset(p for p in Player if not s.kept[p])
    if s.step == Step.RUNNING:
        return frozenset(p for p in Player if p == s.active or might_react(s, p))
    if s.step == Step.START:
        return frozenset(p for p in Player if p == s.active or might_interrupt(s, p))
    return frozenset(Player)


# --- Loading Phase (4.2 to 4.4) -----------------------------------------------------------------------------------


@daemons.duty("4.1b", "9.1")
def begin_the_turn(s: State) -> None:
    """A turn begins with its Loading Phase; as some read it, damage for an empty deck comes before all else."""
    when(s.step == Step.DAWN)
    with effect("9.1"):
        for p in Player:
            if p == s.active and deck_size(s, p) == 0 and empty_deck_hurts_first(s):
                take_damage(s, p, Numbers.empty_deck)
    with effect("4.1b"):
        s.step = Step.LOADING


empty_deck_hurts_first = daemons.doubt(
    "when in the start of a turn does an empty deck hurt?",
    with_the_effects_of_the_start=no(
        "Effects of the start of a turn are resolved in the third step.", "4.4", default=True
    ),
    at_the_very_start=yes("The damage comes at the start of the turn, and memory is gained in the step after.", "9.1"),
)


@daemons.duty("4.2")
def gain_additional_memory(s: State) -> None:
    """One memory for each card that the Security has less than five: what there is room for, and then the rest."""
    when(s.step == Step.LOADING and not busy(s) and not s.crossed)
    with effect("4.2"):
        for p in Player:
            if p == s.active:
                fitting = min(missing_security(s, p), Numbers.track - s.memory)
                gain_memory(s, p, fitting, p)
                gain_memory(s, p, missing_security(s, p) - fitting, p)
    with effect("4.3"):
        s.step = Step.REBOOT


@daemons.duty("4.3")
def reboot(s: State) -> None:
    """All Daemons of the active player are ready; then the effects of the start of the turn come."""
    when(s.step == Step.REBOOT)
    with effect("4.3", "6.1c"):
        for c in Card:
            if owner(s, c) == s.active:
                s.exhausted[c] = False
    with effect("9.1"):
        for p in Player:
            if p == s.active and deck_size(s, p) == 0 and not empty_deck_hurts_first(s):
                take_damage(s, p, Numbers.empty_deck)
    with effect("4.4", "10.13"):
        s.step = Step.START
        for c in Card:
            if c.ability is not None and c.when == When.START and on_field(s, c) and owner(s, c) == s.active:
                s.standby[c] = True


@daemons.action("4.4")
def resolve(s: State, who: Player, card: Card) -> None:
    """An effect of the start of the turn is resolved; in which order is not said, so its player chooses."""
    domain(s.step == Step.START and s.standby[card])
    with effect("10.13"):
        s.standby[card] = False
    does = card.ability
    if does is not None:
        with effect("4.4"):
            carry_out(s, who, does, card.level, who)


@resolve.forbid("10.13", over=resolve)
def another_effect_is_first(s: State, who: Player, card: Card) -> bool:
    """Of effects that come at one time, those of one player's cards."""
    return any(
        c != card
        and s.standby[c]
        and owner(s, c) == owner(s, card)
        and s.came[c] != s.came[card]
        and comes_before(s, c, card)
        for c in Card
    )


def comes_before(s: State, one: Card, two: Card) -> bool:
    """Whether an effect goes first by the order in which the cards have come to the field."""
    order = order_of_effects(s)
    return (order == Order.OLDEST and s.came[one] < s.came[two]) or (
        order == Order.NEWEST and s.came[one] > s.came[two]
    )


class Order(Enum):
    """In which order effects take place that come at one time."""

    CHOSEN = "as the active player chooses"
    OLDEST = "that of the card that came first"
    NEWEST = "that of the card that came last"


@daemons.question(
    "in which order do effects of cards take place that come at the same time?",
    about=("standby",),
    aside={"reboot": "all come to stand by at one time"},
)
def order_of_effects(s: State) -> Order:
    return ask(
        the_player_chooses=says(Order.CHOSEN, "as the active player chooses", default=True),
        first_come_first_served=says(Order.OLDEST, "the card that came first goes first"),
        as_on_a_stack=says(Order.NEWEST, "the card that came last goes first, as on a stack"),
    )


@resolve.permit("4.4")
def the_active_player_resolves_it(s: State, who: Player, card: Card) -> bool:
    """In the third step of the Loading Phase."""
    return owns(s, who, card)


@daemons.duty("4.1b")
def begin_running(s: State) -> None:
    """Nothing is on standby: the Running Phase begins."""
    when(s.step == Step.START and not busy(s) and all(not s.standby[c] for c in Card))
    s.step = Step.RUNNING


# --- how a turn passes (4.1, 5.1) ---------------------------------------------------------------------------------


@daemons.duty("4.1a", "4.1c", "5.1f", "5.1g", turn_end=True)
def pass_the_turn(s: State) -> None:
    """The tracker is in the opponent's side: it is the opponent's turn, and the tracker stays where it is."""
    when(s.crossed and s.attacker is None and not busy(s))
    active = s.active
    with effect("4.1a", "5.1g", "10.9"):
        s.memory = -s.memory
        if active is not None:
            s.active = other(active)
        s.step = Step.DAWN
