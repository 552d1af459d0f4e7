"""Election in a ring: numbers go round, and only a smaller one than one's own is handed on.

After ChangRoberts.tla (E. Chang and R. Roberts, 1979). Whoever does not begin has lost from the beginning.
"""

from __future__ import annotations

from enum import Enum

from ruleslawyer.lang import Checks, Map, Ruleset, Sort, permit, state

election = Ruleset("election")
election.closed_world(assumed="nothing happens but what a rule describes")


class Player(Sort):
    """A node with its number, and the next one in the ring."""

    number: int
    next: Player


class Standing(Enum):
    """How it stands with a node."""

    CANDIDATE = "candidate"
    LOST = "lost"
    WON = "won"


@state
class State:
    """The numbers that wait at a node are those of these nodes."""

    waiting: Map[Player, frozenset[Player]]
    begun: Map[Player, bool]
    initiator: Map[Player, bool]
    standing: Map[Player, Standing]


@election.initial("1")
def begin(s: State, those: frozenset[Player]) -> None:
    """Any of them may begin."""
    for n in Player:
        s.initiator[n] = n in those
        s.standing[n] = Standing.CANDIDATE if n in those else Standing.LOST


@election.action("2")
def start(s: State, who: Player) -> None:
    permit("2", not s.begun[who])
    s.begun[who] = True
    if s.initiator[who]:
        s.waiting[who.next] = s.waiting[who.next] | frozenset({who})


@election.action("3")
def receive(s: State, who: Player, of: Player) -> None:
    permit("3", s.begun[who] and of in s.waiting[who])
    s.waiting[who] = s.waiting[who] - frozenset({of})
    if s.standing[who] == Standing.LOST or of.number < who.number:
        s.waiting[who.next] = s.waiting[who.next] | frozenset({of})
        s.standing[who] = Standing.LOST
    elif of == who:
        s.standing[who] = Standing.WON


checks = Checks(election)


@checks.always("4")
def the_winner_has_the_smallest_number(s: State) -> bool:
    return all(
        s.standing[n] != Standing.WON
        or (
            s.initiator[n]
            and all(m == n or s.standing[m] == Standing.LOST for m in Player)
            and all(m == n or m.number > n.number for m in Player if s.initiator[m])
        )
        for n in Player
    )


@checks.eventually("5")
def somebody_wins(s: State) -> bool:
    """Where anybody is an initiator at all."""
    return any(s.standing[n] == Standing.WON for n in Player) or not any(s.initiator[n] for n in Player)
