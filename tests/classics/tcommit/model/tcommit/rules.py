"""Transaction commit: resource managers agree to commit, or to abort."""

from __future__ import annotations

from enum import Enum

from ruleslawyer.lang import Map, Ruleset, Sort, defines, effect, state

tcommit = Ruleset("tcommit")
tcommit.closed_world(assumed="a manager does nothing but what an action of the specification describes")


@defines("1.1")
class Manager(Sort):
    """A resource manager."""


@defines("1.2")
class Status(Enum):
    """How far a manager is."""

    WORKING = "working"
    PREPARED = "prepared"
    COMMITTED = "committed"
    ABORTED = "aborted"


@state
class State:
    status: Map[Manager, Status]


@tcommit.initial("1.3")
def all_work(s: State) -> None:
    """Everybody works."""
    with effect("1.3"):
        for m in Manager:
            s.status[m] = Status.WORKING


@tcommit.awaits
def anybody(s: State) -> frozenset[Manager]:
    """Any manager may be next."""
    return frozenset(Manager)


@tcommit.ended("3.2")
def decided(s: State) -> bool:
    """Everybody has committed or aborted."""
    return all(s.status[m] in (Status.COMMITTED, Status.ABORTED) for m in Manager)


@tcommit.winners()
def nobody(s: State) -> frozenset[Manager]:
    """It is no contest."""
    return frozenset()


@tcommit.action("2.1")
def prepare(s: State, who: Manager) -> None:
    """Become prepared."""
    with effect("2.1"):
        s.status[who] = Status.PREPARED


@prepare.permit("2.1")
def works(s: State, who: Manager) -> bool:
    """While it works."""
    return s.status[who] == Status.WORKING


@tcommit.action("2.2")
def commit(s: State, who: Manager) -> None:
    """Decide to commit."""
    with effect("2.2"):
        s.status[who] = Status.COMMITTED


@commit.permit("2.2")
def all_prepared(s: State, who: Manager) -> bool:
    """When it is prepared, and nobody is not prepared."""
    return s.status[who] == Status.PREPARED and all(s.status[m] in (Status.PREPARED, Status.COMMITTED) for m in Manager)


@tcommit.action("2.3")
def abort(s: State, who: Manager) -> None:
    """Decide to abort."""
    with effect("2.3"):
        s.status[who] = Status.ABORTED


@abort.permit("2.3")
def nobody_committed(s: State, who: Manager) -> bool:
    """Before anybody commits."""
    return s.status[who] in (Status.WORKING, Status.PREPARED) and all(s.status[m] != Status.COMMITTED for m in Manager)
