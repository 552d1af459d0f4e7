"""Peterson's algorithm for two processes: the textbook proof that needs an invariant of its own."""

from __future__ import annotations

from enum import Enum

from ruleslawyer.lang import Checks, Map, Ruleset, Sort, effect, state, the

peterson = Ruleset("peterson")
peterson.closed_world(assumed="a process does what its program says and nothing else")


class Line(Enum):
    IDLE = "non-critical"
    RAISED = "its flag is raised"
    WAITING = "it gave way, and waits"
    CRITICAL = "critical section"


class Process(Sort):
    """One of two processes."""


@state
class State:
    """The shared variables, and where each process is."""

    line: Map[Process, Line]
    flag: Map[Process, bool]
    turn: Process


def other(p: Process) -> Process:
    """The other process."""
    return the(q for q in Process if q != p)


@peterson.initial("1")
def start(s: State, first: Process) -> None:
    """Both are idle; whose turn it is does not matter."""
    with effect("1"):
        s.turn = first
        for p in Process:
            s.line[p] = Line.IDLE


@peterson.awaits
def scheduled(s: State) -> frozenset[Process]:
    """Any process may go on."""
    return frozenset(Process)


@peterson.ended("1")
def never(s: State) -> bool:
    """It goes on for ever."""
    return False


@peterson.winners("1")
def nobody(s: State) -> frozenset[Process]:
    """Nobody wins."""
    return frozenset()


@peterson.action("2")
def raise_flag(s: State, p: Process) -> None:
    """It wants to enter."""
    with effect("2"):
        s.flag[p] = True
        s.line[p] = Line.RAISED


@raise_flag.permit("2")
def when_idle(s: State, p: Process) -> bool:
    """From outside."""
    return s.line[p] == Line.IDLE


@peterson.action("3")
def give_way(s: State, p: Process) -> None:
    """It lets the other one go first."""
    with effect("3"):
        s.turn = other(p)
        s.line[p] = Line.WAITING


@give_way.permit("3")
def when_raised(s: State, p: Process) -> bool:
    """After its flag."""
    return s.line[p] == Line.RAISED


@peterson.action("4")
def enter(s: State, p: Process) -> None:
    """It enters its critical section."""
    with effect("4"):
        s.line[p] = Line.CRITICAL


@enter.permit("4")
def when_waiting(s: State, p: Process) -> bool:
    """After it waited."""
    return s.line[p] == Line.WAITING


@enter.forbid("5", over=when_waiting, because="the text: unless the other wants to enter and it is its turn")
def others_turn(s: State, p: Process) -> bool:
    """While the other has its flag up, and the turn."""
    return s.flag[other(p)] and s.turn == other(p)


@peterson.action("6")
def leave(s: State, p: Process) -> None:
    """It leaves."""
    with effect("6"):
        s.flag[p] = False
        s.line[p] = Line.IDLE


@leave.permit("6")
def when_inside(s: State, p: Process) -> bool:
    """From inside."""
    return s.line[p] == Line.CRITICAL


checks = Checks(peterson)


@checks.always("7")
def exclusive(s: State) -> bool:
    """Never both in their critical sections."""
    return not all(s.line[p] == Line.CRITICAL for p in Process)
