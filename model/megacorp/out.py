"""MegaCorp, 1.2 among more than two: the turns of players who are out; what becomes of them is not said (finding 031).

Whether they still decide anything is a question (`is_out`). These duties come before those of the turn and of
challenges: nothing of either goes on for a player who has lost.
"""

from model.megacorp.deeds import enter
from model.megacorp.state import Player, State, Step, megacorp
from model.megacorp.turns import active, has_turns, is_out, settled
from ruleslawyer.lang import effect, when


@megacorp.duty("1.2.2a", "1.2.6b")
def leave_the_order(s: State) -> None:
    """Another player who has lost has no more turns: the next one is not begun."""
    when(has_turns(s) and any(s.lost[p] and p != active(s) and p in s.order for p in Player))
    with effect("1.2.2a"):
        for p in Player:
            if s.lost[p] and p != active(s) and p in s.order:
                s.order = s.order.without(p)


@megacorp.settle("1.2.2a", "5.3.20a", "5.3.17b")
def who_is_out_is_asked_no_more(s: State, who: Player) -> None:
    """Whoever goes out while he is asked to block, or to deal damage back, is asked no more."""
    when(s.asked[who] and is_out(s, who), "5.3.20a")
    s.asked[who] = False


@megacorp.duty("1.2.2a", "1.2.6b")
def leave_the_game(s: State) -> None:
    """The turn of a player who has lost is over, with the challenge that is on, once nothing is on the stack or about
    to leave; the next player's begins."""
    # What is being played or about to leave comes to its end first, and phase E, once it has begun, to its last
    # step (5.5.7).
    when(has_turns(s) and s.lost[active(s)] and settled(s) and not ends_the_turn(s))
    with effect("1.2.2a"):
        s.order = s.order.without(active(s))
        enter(s, Step.INCOME)


def ends_the_turn(s: State) -> bool:
    """From the moment at which phase E begins, before the losses that it counts (5.5.1, 5.5.2), to its last step."""
    return s.step in (Step.END, Step.ORPHANS, Step.CLEANUP, Step.CLOSING, Step.LATE, Step.OVER)
