"""Mutual exclusion of distributed processes, by clocks, and messages that keep their order between any two.

After LamportMutex.tla (L. Lamport, 1978; S. Merz). A clock has no bound; TLC follows plays to six, and so does the
scope. No message is twice in one channel, so messages are members of a sort.
"""

from __future__ import annotations

from enum import Enum
from typing import Annotated

from ruleslawyer.lang import Checks, Map, Pile, Range, Ruleset, Sort, permit, state

lamport = Ruleset("lamport")
lamport.closed_world(assumed="nothing happens but what a rule describes")


class Player(Sort):
    """A process; of two requests of one time the lower number is first."""

    number: int


class Kind(Enum):
    """What a message says."""

    REQUEST = "request"
    ACKNOWLEDGED = "acknowledged"
    RELEASED = "released"


class Message(Sort):
    """A message; a request has its time."""

    kind: Kind
    time: int


@state
class State:
    """`request` has the time of a request that one has heard of another, or 0; and its own."""

    clock: Map[Player, Annotated[int, Range(1)]]
    request: Map[Player, Map[Player, Annotated[int, Range(0)]]]
    acknowledged: Map[Player, frozenset[Player]]
    channel: Map[Player, Map[Player, Pile[Message]]]
    critical: frozenset[Player]


@lamport.initial("1")
def begin(s: State) -> None:
    for p in Player:
        s.clock[p] = 1


@lamport.action("2")
def ask(s: State, who: Player, m: Message) -> None:
    permit("2", s.request[who][who] == 0 and m.kind == Kind.REQUEST and m.time == s.clock[who])
    s.request[who][who] = s.clock[who]
    s.acknowledged[who] = frozenset({who})
    for p in Player:
        if p != who:
            s.channel[who][p] = s.channel[who][p].with_bottom(m)


@lamport.action("3")
def hear_a_request(s: State, who: Player, of: Player, m: Message, answer: Message) -> None:
    permit("3", comes_next(s, who, of, m) and m.kind == Kind.REQUEST and answer.kind == Kind.ACKNOWLEDGED)
    s.channel[of][who] = s.channel[of][who].without_top()
    s.channel[who][of] = s.channel[who][of].with_bottom(answer)
    s.request[who][of] = m.time
    s.clock[who] = max(s.clock[who], m.time) + 1


def comes_next(s: State, who: Player, of: Player, m: Message) -> bool:
    """Whether it is the first message of another."""
    return who != of and len(s.channel[of][who]) > 0 and s.channel[of][who].top == m


@lamport.action("3")
def hear_an_acknowledgement(s: State, who: Player, of: Player, m: Message) -> None:
    permit("3", comes_next(s, who, of, m) and m.kind == Kind.ACKNOWLEDGED)
    s.channel[of][who] = s.channel[of][who].without_top()
    s.acknowledged[who] = s.acknowledged[who] | frozenset({of})


@lamport.action("4")
def enter(s: State, who: Player) -> None:
    """Once all have acknowledged, and the own request is before all that one has heard of."""
    permit("4", all(p in s.acknowledged[who] and (p == who or is_before(s, who, p)) for p in Player))
    s.critical = s.critical | frozenset({who})


def is_before(s: State, who: Player, other: Player) -> bool:
    """Whether its own request is before that of another, as far as it knows."""
    mine = s.request[who][who]
    theirs = s.request[who][other]
    return theirs == 0 or mine < theirs or (mine == theirs and who.number < other.number)


@lamport.action("5")
def leave(s: State, who: Player, m: Message) -> None:
    permit("5", who in s.critical and m.kind == Kind.RELEASED)
    s.critical = s.critical - frozenset({who})
    s.request[who][who] = 0
    s.acknowledged[who] = frozenset()
    for p in Player:
        if p != who:
            s.channel[who][p] = s.channel[who][p].with_bottom(m)


@lamport.action("5")
def hear_a_release(s: State, who: Player, of: Player, m: Message) -> None:
    permit("5", comes_next(s, who, of, m) and m.kind == Kind.RELEASED)
    s.channel[of][who] = s.channel[of][who].without_top()
    s.request[who][of] = 0


checks = Checks(lamport)


@checks.always("6")
def one_is_critical(s: State) -> bool:
    return len(s.critical) <= 1


@checks.always("6")
def channels_hold_three_at_most(s: State) -> bool:
    return all(len(s.channel[p][q]) <= 3 for p in Player for q in Player)
