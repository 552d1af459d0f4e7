"""What the specification claims."""

from __future__ import annotations

from model.twophase.rules import Manager, State, Status, twophase

from ruleslawyer.lang import Checks

checks = Checks(twophase)


@checks.sometimes("3.3")
def commits(s: State) -> bool:
    """It is possible that somebody commits."""
    return any(s.status[m] == Status.COMMITTED for m in Manager)


@checks.sometimes("3.4")
def aborts(s: State) -> bool:
    """It is possible that somebody aborts."""
    return any(s.status[m] == Status.ABORTED for m in Manager)


@checks.always("4.1", reached=commits)
def consistent(s: State) -> bool:
    """Never do two managers decide differently."""
    return not any(s.status[m] == Status.COMMITTED and s.status[n] == Status.ABORTED for m in Manager for n in Manager)
