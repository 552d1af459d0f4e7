"""Two-phase commit: a coordinator asks whether all are prepared. Messages that were sent are a set that only grows."""

from __future__ import annotations

from enum import Enum
from typing import Annotated

from ruleslawyer.lang import Map, Ruleset, Sort, cite, defines, effect, state

twophase = Ruleset("twophase")
twophase.closed_world(assumed="a manager does nothing but what an action of the specification describes")


@defines("1.1")
class Manager(Sort):
    """A resource manager, or the transaction manager, which coordinates."""

    coordinates: bool


@defines("1.2")
class Status(Enum):
    """How far a resource manager is."""

    WORKING = "working"
    PREPARED = "prepared"
    COMMITTED = "committed"
    ABORTED = "aborted"


@defines("1.3")
class Decision(Enum):
    """How far the coordinator is."""

    OPEN = "open"
    COMMITTED = "committed"
    ABORTED = "aborted"


@state
class State:
    """The coordinator's entry of `status` is not used; `said_prepared` and the two below it are the messages."""

    status: Map[Manager, Status]
    decision: Decision
    noted: frozenset[Manager]
    said_prepared: Annotated[frozenset[Manager], cite("1.4")]
    said_commit: Annotated[bool, cite("1.4")]
    said_abort: Annotated[bool, cite("1.4")]


@twophase.initial("1.2", "1.3")
def all_work(s: State) -> None:
    """Everybody works, and nothing was said."""
    with effect("1.2"):
        for m in Manager:
            s.status[m] = Status.WORKING
    with effect("1.3"):
        s.decision = Decision.OPEN


@twophase.awaits
def anybody(s: State) -> frozenset[Manager]:
    """Any manager may be next."""
    return frozenset(Manager)


@twophase.ended()
def never(s: State) -> bool:
    """The last message may be received again and again."""
    return False


@twophase.winners()
def nobody(s: State) -> frozenset[Manager]:
    """It is no contest."""
    return frozenset()


@twophase.action("2.1")
def note_prepared(s: State, who: Manager, sender: Manager) -> None:
    """The coordinator hears that one is prepared."""
    with effect("2.1"):
        s.noted = s.noted | frozenset({sender})


@note_prepared.domain
def coordinator_hears(s: State, who: Manager, sender: Manager) -> bool:
    return who.coordinates and not sender.coordinates


@note_prepared.permit("2.1")
def message_is_there(s: State, who: Manager, sender: Manager) -> bool:
    """While open, once it was said."""
    return s.decision == Decision.OPEN and sender in s.said_prepared


@twophase.action("2.2")
def decide_commit(s: State, who: Manager) -> None:
    """The coordinator commits."""
    with effect("2.2"):
        s.decision = Decision.COMMITTED
        s.said_commit = True


@decide_commit.domain
def coordinator_commits(s: State, who: Manager) -> bool:
    return who.coordinates


@decide_commit.permit("2.2")
def all_noted(s: State, who: Manager) -> bool:
    """While open, once everybody is noted."""
    return s.decision == Decision.OPEN and all(m in s.noted or m.coordinates for m in Manager)


@twophase.action("2.3")
def decide_abort(s: State, who: Manager) -> None:
    """The coordinator aborts."""
    with effect("2.3"):
        s.decision = Decision.ABORTED
        s.said_abort = True


@decide_abort.domain
def coordinator_aborts(s: State, who: Manager) -> bool:
    return who.coordinates


@decide_abort.permit("2.3")
def still_open(s: State, who: Manager) -> bool:
    """While open."""
    return s.decision == Decision.OPEN


@twophase.action("3.1")
def prepare(s: State, who: Manager) -> None:
    """Become prepared, and say so."""
    with effect("3.1"):
        s.status[who] = Status.PREPARED
        s.said_prepared = s.said_prepared | frozenset({who})


@prepare.domain
def resource_prepares(s: State, who: Manager) -> bool:
    return not who.coordinates


@prepare.permit("3.1")
def works(s: State, who: Manager) -> bool:
    """While it works."""
    return s.status[who] == Status.WORKING


@twophase.action("3.2")
def give_up(s: State, who: Manager) -> None:
    """Abort, and say nothing."""
    with effect("3.2"):
        s.status[who] = Status.ABORTED


@give_up.domain
def resource_gives_up(s: State, who: Manager) -> bool:
    return not who.coordinates


@give_up.permit("3.2")
def works_still(s: State, who: Manager) -> bool:
    """While it works."""
    return s.status[who] == Status.WORKING


@twophase.action("3.3")
def obey_commit(s: State, who: Manager) -> None:
    """Hear that the coordinator commits."""
    with effect("3.3"):
        s.status[who] = Status.COMMITTED


@obey_commit.domain
def resource_commits(s: State, who: Manager) -> bool:
    return not who.coordinates


@obey_commit.permit("3.3")
def commit_was_said(s: State, who: Manager) -> bool:
    """At any time after it was said."""
    return s.said_commit


@twophase.action("3.4")
def obey_abort(s: State, who: Manager) -> None:
    """Hear that the coordinator aborts."""
    with effect("3.4"):
        s.status[who] = Status.ABORTED


@obey_abort.domain
def resource_aborts(s: State, who: Manager) -> bool:
    return not who.coordinates


@obey_abort.permit("3.4")
def abort_was_said(s: State, who: Manager) -> bool:
    """At any time after it was said."""
    return s.said_abort
