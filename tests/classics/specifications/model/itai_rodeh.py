"""Election among processes without names: each draws 0 or 1, and who has drawn what nobody else has wins; or all again.

After A. Itai and M. Rodeh (1990), as a case study of PRISM has it (leader_sync, of two numbers): what was drawn goes
round the ring, and all step at once.
"""

from __future__ import annotations

from enum import Enum
from typing import Annotated

from ruleslawyer.lang import CHANCE, Checks, Map, Range, Ruleset, Sort, domain, simultaneous, state

itai_rodeh = Ruleset("itai_rodeh")
itai_rodeh.closed_world(assumed="nothing happens but what a rule describes")


class Process(Sort):
    """A process in the ring; it reads what the next one sends."""

    next: Process


class Phase(Enum):
    """What they all do next."""

    DRAW = "draw"
    READ = "read"
    DECIDE = "decide"
    ELECTED = "elected"


@state
class State:
    """What was drawn, what is to be sent, and whether nobody who was read so far has drawn the same."""

    phase: Phase
    reads: Annotated[int, Range(1)]
    drawn: Map[Process, bool]
    sent: Map[Process, bool]
    alone: Map[Process, bool]


@itai_rodeh.initial("1")
def begin(s: State) -> None:
    s.phase = Phase.DRAW
    s.reads = 1


@itai_rodeh.chance("2", uniform="2")
def draw(s: State, ones: frozenset[Process]) -> None:
    domain(s.phase == Phase.DRAW)
    s.phase = Phase.READ
    for p in Process:
        s.drawn[p] = p in ones
        s.sent[p] = p in ones
        s.alone[p] = True


@itai_rodeh.chance("3")
def read(s: State) -> None:
    """What was drawn is forgotten once it is not needed; in the last step by those alone, as in the source."""
    domain(s.phase == Phase.READ)
    last = s.reads == len(Process) - 1
    with simultaneous():
        for p in Process:
            s.drawn[p] = s.drawn[p] and s.alone[p] != last
            s.sent[p] = s.sent[p.next] and not last
            s.alone[p] = s.alone[p] and s.drawn[p] != s.sent[p.next]
        s.phase = Phase.DECIDE if last else Phase.READ
        s.reads = s.reads if last else s.reads + 1


@itai_rodeh.chance("4")
def decide(s: State) -> None:
    """If anybody is alone there is a leader, and how many were read is remembered."""
    domain(s.phase == Phase.DECIDE)
    if any(s.alone[p] for p in Process):
        s.phase = Phase.ELECTED
    else:
        s.phase = Phase.DRAW
        s.reads = 1
    for p in Process:
        s.drawn[p] = False
        s.alone[p] = False


@itai_rodeh.ended("4")
def over(s: State) -> bool:
    return s.phase == Phase.ELECTED


checks = Checks(itai_rodeh)


@checks.eventually("5", fair=CHANCE)
def one_is_elected(s: State) -> bool:
    return over(s)


@checks.eventually("5")
def one_is_elected_without_luck(s: State) -> bool:
    return over(s)
