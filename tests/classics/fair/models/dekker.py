"""Dekker's algorithm, two processes; a process may stay outside for ever, and is fair everywhere else.

M. Ben-Ari: Principles of Concurrent and Distributed Programming (2nd edition, 2006), algorithm 3.10: free from
starvation where each process is treated fairly.
"""

from __future__ import annotations

from enum import Enum

from ruleslawyer.lang import Checks, Map, Ruleset, Sort, effect, state, the

dekker = Ruleset("dekker")
dekker.closed_world(assumed="nothing happens but what a rule describes")


class Process(Sort):
    """One of two; the first has the turn, and is watched."""

    first: bool


class Label(Enum):
    """The statement that a process executes next."""

    OUTSIDE = "p1, p2"
    TEST = "p3"
    LOOK = "p4"
    LOWER = "p5"
    WAIT = "p6"
    RAISE = "p7"
    INSIDE = "p8"
    PASS = "p9"
    LEAVE = "p10"


@state
class State:
    label: Map[Process, Label]
    want: Map[Process, bool]
    turn: Process


def other(process: Process) -> Process:
    """The other one."""
    return the(p for p in Process if p != process)


@dekker.initial("1")
def begin(s: State) -> None:
    """Both are outside."""
    with effect("1"):
        s.turn = the(p for p in Process if p.first)
        for p in Process:
            s.label[p] = Label.OUTSIDE


@dekker.awaits
def anybody(s: State) -> frozenset[Process]:
    """Any of them may be next."""
    return frozenset(Process)


@dekker.ended()
def never(s: State) -> bool:
    """It goes on for ever."""
    return False


@dekker.winners()
def nobody(s: State) -> frozenset[Process]:
    """It is no contest."""
    return frozenset()


@dekker.action("2")
def wish(s: State, who: Process) -> None:
    """Want to go in."""
    with effect("2"):
        s.want[who] = True
        s.label[who] = Label.TEST


@wish.permit("2")
def outside(s: State, who: Process) -> bool:
    return s.label[who] == Label.OUTSIDE


@dekker.action("3")
def go(s: State, who: Process) -> None:
    """The next statement of a process that wants to go in, or is in."""
    with effect("3"):
        if s.label[who] == Label.TEST:
            s.label[who] = Label.LOOK if s.want[other(who)] else Label.INSIDE
        elif s.label[who] == Label.LOOK:
            s.label[who] = Label.TEST if s.turn == who else Label.LOWER
        elif s.label[who] == Label.LOWER:
            s.want[who] = False
            s.label[who] = Label.WAIT
        elif s.label[who] == Label.WAIT:
            s.label[who] = Label.RAISE
        elif s.label[who] == Label.RAISE:
            s.want[who] = True
            s.label[who] = Label.TEST
        elif s.label[who] == Label.INSIDE:
            s.label[who] = Label.PASS
        elif s.label[who] == Label.PASS:
            s.turn = other(who)
            s.label[who] = Label.LEAVE
        else:
            s.want[who] = False
            s.label[who] = Label.OUTSIDE


@go.permit("3")
def can_go_on(s: State, who: Process) -> bool:
    return s.label[who] != Label.OUTSIDE and (s.label[who] != Label.WAIT or s.turn == who)


def at(s: State, label: Label) -> bool:
    """Whether the first process is there."""
    return any(p.first and s.label[p] == label for p in Process)


checks = Checks(dekker)


@checks.always("4")
def exclusive(s: State) -> bool:
    """Never are both inside."""
    return not all(s.label[p] == Label.INSIDE for p in Process)


@checks.leads_to("5")
def without_fairness(s: State) -> tuple[bool, bool]:
    """Who wants to go in does."""
    return at(s, Label.TEST), at(s, Label.INSIDE)


@checks.leads_to("5", fair=go)
def fair_to_somebody(s: State) -> tuple[bool, bool]:
    """Who wants to go in does."""
    return at(s, Label.TEST), at(s, Label.INSIDE)


@checks.leads_to("5", fair=go.each("who"))
def fair_to_each(s: State) -> tuple[bool, bool]:
    """Who wants to go in does."""
    return at(s, Label.TEST), at(s, Label.INSIDE)
