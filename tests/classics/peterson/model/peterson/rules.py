"""Peterson's algorithm at the granularity of its PlusCal text: one step from each of six labels to the next."""

from __future__ import annotations

from enum import Enum

from ruleslawyer.lang import Map, Ruleset, Sort, defines, effect, state, the

peterson = Ruleset("peterson")
peterson.closed_world(assumed="a process does what its program says and nothing else")


@defines("1.1")
class Process(Sort):
    """One of the two; the turn begins with the first."""

    first: bool


class Label(Enum):
    """The step that a process takes next."""

    OUTSIDE = "a0"
    RAISE = "a1"
    YIELD = "a2"
    WAIT = "a3"
    INSIDE = "cs"
    LOWER = "a4"


@state
class State:
    label: Map[Process, Label]
    flag: Map[Process, bool]
    turn: Process


def other(process: Process) -> Process:
    """The other one."""
    return the(p for p in Process if p != process)


@peterson.initial("1.2")
def both_outside(s: State) -> None:
    """Nobody wants to go in."""
    with effect("1.2"):
        s.turn = the(p for p in Process if p.first)
        for p in Process:
            s.label[p] = Label.OUTSIDE


@peterson.awaits
def anybody(s: State) -> frozenset[Process]:
    """Any process may be next."""
    return frozenset(Process)


@peterson.ended()
def never(s: State) -> bool:
    """It goes on for ever."""
    return False


@peterson.winners()
def nobody(s: State) -> frozenset[Process]:
    """It is no contest."""
    return frozenset()


@peterson.action("2.1")
def want(s: State, who: Process) -> None:
    """Leave the part of the program that is not critical."""
    with effect("2.1"):
        s.label[who] = Label.RAISE


@want.permit("2.1")
def at_a0(s: State, who: Process) -> bool:
    """From outside."""
    return s.label[who] == Label.OUTSIDE


@peterson.action("2.2")
def raise_flag(s: State, who: Process) -> None:
    """Raise its flag."""
    with effect("2.2"):
        s.flag[who] = True
        s.label[who] = Label.YIELD


@raise_flag.permit("2.2")
def at_a1(s: State, who: Process) -> bool:
    """When it wants to go in."""
    return s.label[who] == Label.RAISE


@peterson.action("2.3")
def give_turn(s: State, who: Process) -> None:
    """Give the turn away."""
    with effect("2.3"):
        s.turn = other(who)
        s.label[who] = Label.WAIT


@give_turn.permit("2.3")
def at_a2(s: State, who: Process) -> bool:
    """After its flag."""
    return s.label[who] == Label.YIELD


@peterson.action("2.4")
def go_in(s: State, who: Process) -> None:
    """Enter the critical section."""
    with effect("2.4"):
        s.label[who] = Label.INSIDE


@go_in.permit("2.4")
def at_a3(s: State, who: Process) -> bool:
    """When it waits, and need not wait."""
    return s.label[who] == Label.WAIT and (not s.flag[other(who)] or s.turn == who)


@peterson.action("2.5")
def come_out(s: State, who: Process) -> None:
    """Be done with the critical section."""
    with effect("2.5"):
        s.label[who] = Label.LOWER


@come_out.permit("2.5")
def at_cs(s: State, who: Process) -> bool:
    """From inside."""
    return s.label[who] == Label.INSIDE


@peterson.action("2.6")
def lower_flag(s: State, who: Process) -> None:
    """Lower its flag."""
    with effect("2.6"):
        s.flag[who] = False
        s.label[who] = Label.OUTSIDE


@lower_flag.permit("2.6")
def at_a4(s: State, who: Process) -> bool:
    """After the critical section."""
    return s.label[who] == Label.LOWER
