"""Peterson's mutual exclusion for n processes, step by step: who waits at a level is the last who came there."""

from __future__ import annotations

from enum import Enum
from typing import Annotated

from ruleslawyer.lang import Checks, Map, Range, Ruleset, Sort, defines, permit, state, the

npeterson = Ruleset("npeterson")
npeterson.closed_world(assumed="a process does nothing but the next line of its program")


@defines("1")
class Process(Sort):
    """A process."""


@defines("1")
class Level(Sort):
    """A level at which processes wait, one fewer than there are processes."""

    number: int


@defines("1")
class Line(Enum):
    """The line of the program that a process executes next."""

    BEGIN = "begin"
    CLIMB = "climb"
    YIELD = "yield"
    WAIT = "wait"
    CRITICAL = "critical"


@state
class State:
    """`at` is a process's own counter, `seen` what others see of it."""

    line: Map[Process, Line]
    seen: Map[Process, Annotated[int, Range(0, 8)]]
    at: Map[Process, Annotated[int, Range(0, 8)]]
    last: Map[Level, Process | None]


@npeterson.initial("1")
def begin(s: State) -> None:
    for p in Process:
        s.line[p] = Line.BEGIN


@npeterson.awaits
def anybody(s: State) -> frozenset[Process]:
    return frozenset(Process)


@npeterson.action("2")
def go(s: State, who: Process) -> None:
    permit("2", line_1=s.line[who] == Line.BEGIN)
    s.at[who] = 1
    s.line[who] = Line.CLIMB


@npeterson.action("3")
def climb(s: State, who: Process) -> None:
    permit("3", line_2=s.line[who] == Line.CLIMB)
    s.seen[who] = s.at[who]
    s.line[who] = Line.YIELD


@npeterson.action("4")
def let_others_pass(s: State, who: Process) -> None:
    permit("4", line_3=s.line[who] == Line.YIELD)
    s.last[the(v for v in Level if v.number == s.at[who])] = who
    s.line[who] = Line.WAIT


@npeterson.action("5")
def wait(s: State, who: Process) -> None:
    permit("5", line_4=s.line[who] == Line.WAIT)
    nobody_above = all(p == who or s.seen[p] < s.at[who] for p in Process)
    if nobody_above or any(v.number == s.at[who] and s.last[v] != who for v in Level):
        s.at[who] = s.at[who] + 1
        s.line[who] = Line.CLIMB if s.at[who] < len(Process) else Line.CRITICAL


@npeterson.action("6")
def leave(s: State, who: Process) -> None:
    permit("6", line_5=s.line[who] == Line.CRITICAL)
    s.seen[who] = 1
    s.line[who] = Line.BEGIN


checks = Checks(npeterson)


@checks.always("7")
def one_is_critical(s: State) -> bool:
    return all(p == q or s.line[p] != Line.CRITICAL or s.line[q] != Line.CRITICAL for p in Process for q in Process)
