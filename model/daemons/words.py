"""Daemons, Sections 1 to 10: words that the rules use: whose card, the deck, the field, power, the tracker."""

from model.daemons.state import SETUP, Card, Does, Module, Numbers, Player, State, Step, When, Zone, daemons
from ruleslawyer.lang import ask, no, says, the, yes

# --- players and cards --------------------------------------------------------------------------------------------


def other(who: Player) -> Player:
    """The opponent."""
    return the(p for p in Player if p != who)


def owner(s: State, card: Card) -> Player | None:
    """Whose card it is: whoever drafted its module."""
    return s.drafted[card.module]


def owns(s: State, who: Player, card: Card) -> bool:
    """Whether a card is that player's."""
    return owner(s, card) == who


def deck_size(s: State, who: Player) -> int:
    """How many cards a player's deck, or stack, has (10.1): those that nobody has seen, without the Security."""
    return sum(1 for c in Card if s.zone[c] == Zone.UNSEEN and owns(s, who, c)) - s.security[who]


def in_grip(s: State, who: Player, card: Card) -> bool:
    """Whether a card is in that player's grip, or hand (10.5)."""
    return s.zone[card] == Zone.GRIP and owns(s, who, card)


def grip_size(s: State, who: Player) -> int:
    """How many cards a player has in the grip."""
    return sum(1 for c in Card if in_grip(s, who, c))


def on_field(s: State, card: Card) -> bool:
    """Whether a card is on the field; the Scripts section is part of it, since Scripts are removed from it (3.3)."""
    return s.zone[card] == Zone.FIELD or s.zone[card] == Zone.SCRIPTS


def empty_handed(s: State, who: Player) -> bool:
    """Whether grip and deck are empty."""
    return grip_size(s, who) == 0 and deck_size(s, who) == 0


# --- time ---------------------------------------------------------------------------------------------------------


def in_play(s: State) -> bool:
    """Whether the first turn has begun."""
    return s.step not in SETUP


def busy(s: State) -> bool:
    """Whether cards are still to be drawn, or damage is still to be taken."""
    return any(s.owed[p] > 0 or s.damage[p] > 0 for p in Player)


def on_turn(s: State, who: Player) -> bool:
    """Whether it is that player's Running Phase."""
    return s.step == Step.RUNNING and s.active == who


# --- power --------------------------------------------------------------------------------------------------------


@daemons.term("7.4")
def power_of(s: State, card: Card) -> int:
    """A Daemon's power is what is printed on it."""
    return card.power


@power_of.adjust("3.2b", "3.3c")
def cards_that_strengthen(s: State, card: Card) -> int:
    """Cards on the field may make their player's Daemons there stronger."""
    return sum(
        c.level
        for c in Card
        if c.ability == Does.STRONGER
        and c.when == When.ONGOING
        and on_field(s, c)
        and s.zone[card] == Zone.FIELD
        and owner(s, c) == owner(s, card)
    )


@power_of.adjust("10.4b")
def modules_that_strengthen(s: State, card: Card) -> int:
    """So may the ability of a module."""
    return sum(
        m.level
        for m in Module
        if m.ability == Does.STRONGER
        and s.zone[card] == Zone.FIELD
        and s.drafted[m] == owner(s, card)
        and ability_holds(s, m)
    )


@daemons.question("whose abilities hold: that of the main module, or of every module that a player has drafted?")
def ability_holds(s: State, module: Module) -> bool:
    return ask(
        of_the_main_module=says(s.main[module], "that of the main module", default=True),
        of_every_drafted_module=says(True, "those of all drafted modules"),
        of_none=says(False, "none: nothing says that a main module does anything"),
    )


# --- memory -------------------------------------------------------------------------------------------------------


@daemons.term("4.2")
def missing_security(s: State, who: Player) -> int:
    """By how many cards the Security falls short of five."""
    return max(0, Numbers.full_security - s.security[who])


zero_is_across = daemons.doubt(
    "is a tracker at zero in the opponent's side?",
    zero_is_on_no_side=no("no: zero is on no side", default=True),
    zero_is_enough=yes("yes: one's own side is left"),
)


def is_in_the_opponents_side(s: State, memory: int) -> bool:
    """Whether the active player's turn is to end with the tracker there (4.1, 5.1)."""
    return memory < 0 or (memory == 0 and zero_is_across(s))


def toward(s: State, who: Player, amount: int) -> int:
    """Where the tracker comes to stand when it moves that far to the side of a player."""
    return s.memory + amount if s.active == who else s.memory - amount


def is_on_the_track(memory: int) -> bool:
    """Whether the track has such a place."""
    return -Numbers.track <= memory <= Numbers.track


def can_be_paid(s: State, who: Player, amount: int) -> bool:
    """Whether the tracker can move as far to the opponent's side as a cost says, or need not."""
    return is_on_the_track(toward(s, who, -amount)) or overlong_payments_are_made(s)


overlong_payments_are_made = daemons.doubt(
    "may a cost be paid that would move the tracker beyond the end of the track?",
    what_does_not_fit_is_not_paid=no("no: what the track cannot show is not paid", default=True),
    it_stops_at_the_end=yes("yes: the tracker stops at the end"),
)


gains_fill_the_track = daemons.doubt(
    "how much is gained of memory that would move the tracker beyond the end of the track?",
    up_to_the_end=yes("as much as there is room for", default=True),
    not_at_all=no("nothing"),
)
