"""Daemons, Sections 1 to 10: what the rules do to cards, players and the tracker, each thing once."""

from model.daemons.state import Card, Does, Numbers, Player, State, Step, When, Zone, daemons
from model.daemons.words import (
    gains_fill_the_track,
    is_in_the_opponents_side,
    is_on_the_track,
    on_field,
    other,
    owner,
    toward,
)
from ruleslawyer.lang import ask, effect, gain, no, says, yes

# --- the tracker --------------------------------------------------------------------------------------------------


@daemons.deed("4.1c", "5.1f")
def put_tracker(s: State, who: Player, memory: int) -> None:
    """By what a player does the tracker moves there; in the opponent's side it ends the active player's turn, once all
    is carried out, or there, and then the damage, the draws and the attack that were still to come are not."""
    ends = s.refreshed or (
        ends_the_turn(s, memory) and (s.crossed or is_by_an_action(s, who) or whatever_moves_it_counts(s))
    )
    with effect("5.1b"):
        s.memory = memory
    with effect("4.1c", "5.1f"):
        s.crossed = ends
    if not goes_on(s):
        with effect("5.1f", "5.1g"):
            s.attacker = None
            for p in Player:
                s.damage[p] = 0
                s.owed[p] = 0


def ends_the_turn(s: State, memory: int) -> bool:
    """Whether the active player's turn is to end with the tracker moved there, now or earlier in the same action;
    moving it out of the opponent's side, where some readings let a turn begin, ends no turn."""
    across = is_in_the_opponents_side(s, memory)
    if s.crossed:
        return across or not a_tracker_may_come_back(s)
    return across and memory <= s.memory


def is_by_an_action(s: State, who: Player) -> bool:
    """Whether the tracker is moved in an action of the active player: who acts, not whose card it is."""
    return s.step == Step.RUNNING and s.active == who


whatever_moves_it_counts = daemons.doubt(
    "does the turn end when something other than an action of the active player takes the tracker across?",
    whenever_it_crosses=yes("When the counter crosses the turn ends.", "5.1f", default=True),
    after_an_action=no("A turn ends after a player has taken an action that moves it across.", "4.1c"),
)


a_tracker_may_come_back = daemons.doubt(
    "does the turn end if the tracker crosses and comes back in one action?",
    the_action_counts_as_a_whole=yes(
        "The turn ends after an action that moves the tracker across: this one, once taken, has not.",
        "4.1c",
        default=True,
    ),
    it_has_crossed=no("When the counter crosses the turn ends, wherever it goes afterwards.", "5.1f"),
)


@daemons.deed("5.1c", "5.1e")
def pay(s: State, who: Player, amount: int) -> None:
    """A cost moves the tracker to the opponent's side, as far as the track goes; a cost of nothing moves nothing."""
    if amount > 0:
        put_tracker(s, who, max(-Numbers.track, min(Numbers.track, toward(s, who, -amount))))


@daemons.question("what do an attack, a Refresh and a Burn cost, for which no cost is given?")
def cost_where_none_is_given(s: State) -> int:
    return ask(
        they_are_free=says(0, "nothing: no number, no cost", default=True),
        one_memory_each=says(1, "a number that is missing, such as one memory each"),
    )


@daemons.deed("4.2")
def gain_memory(s: State, who: Player, amount: int, by: Player) -> None:
    """The tracker moves to a player's side, by what this one or the other does."""
    if amount > 0 and (is_on_the_track(toward(s, who, amount)) or gains_fill_the_track(s)):
        put_tracker(s, by, max(-Numbers.track, min(Numbers.track, toward(s, who, amount))))


def goes_on(s: State) -> bool:
    """Whether there is a rest of an action to carry out: its costs have not ended the turn."""
    return not s.crossed or the_rest_is_carried_out(s)


the_rest_is_carried_out = daemons.doubt(
    "is an action that moves the tracker across carried out to its end before the turn is over?",
    an_action_is_taken_first=yes(
        "The turn ends after a player has taken such an action, and an action is its costs, then what the card says.",
        "4.1c",
        "4.7b",
        default=True,
    ),
    the_turn_ends_there=no("When the counter crosses the turn ends, and the opponent's begins.", "5.1f", "5.1g"),
)


# --- cards --------------------------------------------------------------------------------------------------------


@daemons.deed("4.9b", "9.4")
def draw_cards(s: State, who: Player, amount: int) -> None:
    """A player is to draw cards, of which a grip may hold any number; which ones, chance says."""
    gain(s.owed, who, amount)


@daemons.deed("4.6a", "3.3b", "7.8")
def come_to_the_field(s: State, card: Card, to: Zone) -> None:
    """A card comes to the field, from the grip or from the Security."""
    if card.when == When.START:
        with effect("10.13"):
            s.came[card] = place_in_the_order(s, card)
    with effect("4.6a", "3.3b", "7.8"):
        s.zone[card] = to


def place_in_the_order(s: State, card: Card) -> int:
    """After all cards of its player on the field that have an effect at the start of a turn; 0 where there is none."""
    return max(
        (
            s.came[c] + 1
            for c in Card
            if c != card and c.when == When.START and on_field(s, c) and owner(s, c) == owner(s, card)
        ),
        default=0,
    )


@daemons.deed("10.12", "3.3e")
def trash(s: State, card: Card) -> None:
    """A card goes from the field to the heap."""
    s.zone[card] = Zone.HEAP


@daemons.deed("1.2b", "7.1")
def take_damage(s: State, who: Player, amount: int) -> None:
    """A player is to take damage, one after the other."""
    gain(s.damage, who, amount)


@daemons.deed("4.7b", "3.3a")
def carry_out(s: State, who: Player, does: Does, level: int, by: Player) -> None:
    """Carry out what a card says for its player, as a consequence of what a player (`by`) does."""
    if does == Does.DAMAGE:
        take_damage(s, other(who), level)
    elif does == Does.MEMORY:
        gain_memory(s, who, level, by)
    elif does == Does.DRAW:
        draw_cards(s, who, level)
