"""Mutual exclusion by a semaphore. Who gets it is left open: without strong fairness one may wait for ever.

C. Baier, J.-P. Katoen: Principles of Model Checking (2008), section 3.5.
"""

from __future__ import annotations

from enum import Enum

from ruleslawyer.lang import Checks, Map, Ruleset, Sort, effect, state

semaphore = Ruleset("semaphore")
semaphore.closed_world(assumed="nothing happens but what a rule describes")


class Process(Sort):
    """One of several; one of them is watched."""

    watched: bool


class Label(Enum):
    """Where a process is in its program."""

    OUTSIDE = "noncritical"
    WAIT = "wait"
    INSIDE = "critical"


@state
class State:
    label: Map[Process, Label]


@semaphore.initial("1")
def begin(s: State) -> None:
    """All are outside."""
    with effect("1"):
        for p in Process:
            s.label[p] = Label.OUTSIDE


@semaphore.awaits
def anybody(s: State) -> frozenset[Process]:
    """Any of them may be next."""
    return frozenset(Process)


@semaphore.ended()
def never(s: State) -> bool:
    """It goes on for ever."""
    return False


@semaphore.winners()
def nobody(s: State) -> frozenset[Process]:
    """It is no contest."""
    return frozenset()


@semaphore.action("2")
def request(s: State, who: Process) -> None:
    """Wait for the semaphore."""
    with effect("2"):
        s.label[who] = Label.WAIT


@request.permit("2")
def outside(s: State, who: Process) -> bool:
    return s.label[who] == Label.OUTSIDE


@semaphore.action("3")
def enter(s: State, who: Process) -> None:
    """Take the semaphore."""
    with effect("3"):
        s.label[who] = Label.INSIDE


@enter.permit("3")
def it_is_free(s: State, who: Process) -> bool:
    return s.label[who] == Label.WAIT and all(s.label[p] != Label.INSIDE for p in Process)


@semaphore.action("4")
def release(s: State, who: Process) -> None:
    """Give it back."""
    with effect("4"):
        s.label[who] = Label.OUTSIDE


@release.permit("4")
def inside(s: State, who: Process) -> bool:
    return s.label[who] == Label.INSIDE


def some(s: State, label: Label) -> bool:
    """Whether the one that is watched is there."""
    return any(p.watched and s.label[p] == label for p in Process)


checks = Checks(semaphore)


@checks.leads_to("5")
def without_fairness(s: State) -> tuple[bool, bool]:
    """Who waits gets in."""
    return some(s, Label.WAIT), some(s, Label.INSIDE)


@checks.leads_to("5", fair=(request.each("who"), enter.each("who"), release.each("who")))
def weakly_fair(s: State) -> tuple[bool, bool]:
    """Who waits gets in."""
    return some(s, Label.WAIT), some(s, Label.INSIDE)


@checks.leads_to("5", fair=release.each("who"), strongly_fair=enter)
def strongly_fair_to_somebody(s: State) -> tuple[bool, bool]:
    """Who waits gets in."""
    return some(s, Label.WAIT), some(s, Label.INSIDE)


@checks.leads_to("5", fair=release.each("who"), strongly_fair=enter.each("who"))
def strongly_fair_to_each(s: State) -> tuple[bool, bool]:
    """Who waits gets in."""
    return some(s, Label.WAIT), some(s, Label.INSIDE)
