"""Detection of termination, whatever the algorithm, of nodes that wake one another at once.

After SyncTerminationDetection.tla of ewd840, proved there for any number of nodes.
"""

from __future__ import annotations

from ruleslawyer.lang import Checks, Ruleset, Sort, domain, permit, state

quiet = Ruleset("quiet")
quiet.closed_world(assumed="nothing happens but what a rule describes")


class Node(Sort):
    """A node."""


@state
class State:
    active: frozenset[Node]
    detected: bool


@quiet.initial("1")
def begin(s: State, active: frozenset[Node], detected: bool) -> None:
    domain(not detected or len(active) == 0)
    s.active = active
    s.detected = detected


@quiet.chance("2")
def stop(s: State, n: Node, at_once: bool) -> None:
    """The last one may be detected at once."""
    domain(not at_once or s.active == frozenset({n}))
    permit("2", n in s.active)
    s.active = s.active - frozenset({n})
    s.detected = s.detected or at_once


@quiet.chance("3")
def wake(s: State, n: Node, other: Node) -> None:
    permit("3", n in s.active)
    s.active = s.active | frozenset({other})


@quiet.chance("4")
def detect(s: State) -> None:
    permit("4", len(s.active) == 0)
    s.detected = True


checks = Checks(quiet)


@checks.always("5")
def no_false_alarm(s: State) -> bool:
    return not s.detected or len(s.active) == 0


@checks.step("5")
def it_stays_quiet(before: State, after: State) -> bool:
    return len(before.active) > 0 or len(after.active) == 0


@checks.leads_to("5", fair=detect)
def it_is_detected(s: State) -> tuple[bool, bool]:
    return len(s.active) == 0, s.detected
