"""What the specification claims."""

from __future__ import annotations

from model.tcommit.rules import Manager, State, Status, tcommit

from ruleslawyer.lang import Checks

checks = Checks(tcommit)


@checks.sometimes("2.2")
def commits(s: State) -> bool:
    """It is possible that somebody commits."""
    return any(s.status[m] == Status.COMMITTED for m in Manager)


@checks.sometimes("2.3")
def aborts(s: State) -> bool:
    """It is possible that somebody aborts."""
    return any(s.status[m] == Status.ABORTED for m in Manager)


@checks.always("3.1", reached=commits)
def consistent(s: State) -> bool:
    """Never do two managers decide differently."""
    return not any(s.status[m] == Status.COMMITTED and s.status[n] == Status.ABORTED for m in Manager for n in Manager)
