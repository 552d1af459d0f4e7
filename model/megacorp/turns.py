"""MegaCorp, chapter 1: whose turn it is, who may act, and what has to be done first."""

from model.megacorp.places import on_top
from model.megacorp.state import Card, Kind, Moments, Numbers, Player, State, Step, in_hand_of, megacorp
from model.megacorp.words import may_control
from ruleslawyer.lang import ask, no, says, yes


def two_players() -> bool:
    """A two-player game, the default, as against a multiplayer one (1.1)."""
    return len(Player) == Numbers.players_by_default


def active(s: State) -> Player:
    """The turn player (1.3.2b): the first in the order of turns."""
    return s.order.top


def on_turn(s: State, who: Player) -> bool:
    """It is that player's turn; before the first one it is nobody's."""
    return len(s.order) > 0 and s.order.top == who


def has_turns(s: State) -> bool:
    """Whether the first turn has begun: the order of turns is complete once everybody has a place."""
    return s.step not in (
        Step.DEAL, Step.MULLIGAN, Step.START, Step.PICK, Step.PICKED, Step.SEATING, Step.FOUND,
    )  # fmt: skip


def any_moment(s: State) -> bool:
    """Any point of the game, in any phase (6.1.1); as we read it, once there are turns, and not while a card is on its
    way out of a network: neither does the book say. Within a challenge it is a question."""
    return (
        has_turns(s)
        and nothing_pending(s)
        and (s.step not in (Step.BLOCK, Step.SPLIT) or len(s.stack) > 0 or moments_of_a_challenge(s) == Moments.ANY)
    )


@megacorp.question("when may players act in a challenge?")
def moments_of_a_challenge(s: State) -> Moments:
    return ask(
        whenever_somebody_decides=says(Moments.ANY, "at any point at which they decide something", default=True),
        once_after_the_declaration=says(Moments.DECLARATION, "once, after the attack is declared"),
        after_each_step=says(Moments.STEPS, "after each step: once the attack is declared, and once blockers are"),
    )


@megacorp.out("1.2.2a")
def is_out(s: State, who: Player) -> bool:
    """Whoever has lost: that he decides nothing any more is implied, not said (finding 031)."""
    return s.lost[who] and who_has_lost_is_out(s)


who_has_lost_is_out = megacorp.doubt(
    "does a player who has lost still decide anything while others play on?",
    he_decides_nothing=yes("no: he is out of the game", default=True),
    he_decides_all_the_same=no("yes: he has no turns, but does what may be done at any time"),
)


def may_act_in_turn(s: State, who: Player) -> bool:
    """The turn player's moments from disengaging on (5.1.5c), whatever else is being played."""
    return on_turn(s, who) and s.step in (
        Step.READY, Step.OFFER, Step.DRAWN, Step.BUY, Step.CHALLENGE, Step.DIVEST, Step.END, Step.LATE,
    )  # fmt: skip


def in_another_phase(s: State, who: Player) -> bool:
    """In one's own turn, but not in phase B, while nothing is being played."""
    return may_act_in_turn(s, who) and s.step != Step.BUY and settled(s)


def no_priority(s: State) -> bool:
    """While pools are emptied, cashflow comes in and upkeep is paid, there is no window (5.1.3e)."""
    return s.step in (Step.INCOME, Step.UPKEEP)


def left_to_chance(s: State) -> bool:
    """A draw is owed (6.10), an open market is being shuffled (6.11.2), or an ability must be resolved (5.5.7)."""
    return any(s.owed[p] > 0 for p in Player) or any(s.to_shuffle[c] or s.compelled[c] for c in Card)


def could_sell(s: State, who: Player) -> bool:
    """Whether a player may have a card to sell in phase D, where players sell and not the turn player alone (6.9.1)."""
    return (
        s.step == Step.DIVEST
        and not s.sold
        and any(
            in_hand_of(s, c, who)
            or (on_top(s, c) and not s.engaged[c] and c.kind != Kind.BUSINESS and may_control(s, c, who))
            for c in Card
        )
    )


def something_leaves(s: State) -> bool:
    """Something is about to leave a network."""
    return any(s.fate[c] is not None for c in Card)


def nothing_pending(s: State) -> bool:
    """Nothing is about to leave a network, nothing must move within one, and nothing is left to chance."""
    return not something_leaves(s) and not left_to_chance(s) and not something_must_move(s)


def settled(s: State) -> bool:
    """Nothing is on the stack, and nothing pending: the game may go on."""
    return len(s.stack) == 0 and nothing_pending(s)


def something_must_move(s: State) -> bool:
    """Whether some card must move at once (9.14.1)."""
    return any(s.adrift[c] for c in Card)
