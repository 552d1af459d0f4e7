"""Detection of termination, whatever the algorithm, of nodes that send messages to one another.

After AsyncTerminationDetection.tla of ewd998, proved there for any number of nodes. How many messages wait at a node is
bounded by nothing; TLC follows plays to three, and so does the scope.
"""

from __future__ import annotations

from typing import Annotated

from ruleslawyer.lang import Checks, Map, Range, Ruleset, Sort, domain, permit, state

messages = Ruleset("messages")
messages.closed_world(assumed="nothing happens but what a rule describes")


class Node(Sort):
    """A node."""


@state
class State:
    active: frozenset[Node]
    pending: Map[Node, Annotated[int, Range(0)]]
    detected: bool


def is_quiet(s: State) -> bool:
    """Nobody is active, and no message is on its way."""
    return len(s.active) == 0 and all(s.pending[n] == 0 for n in Node)


@messages.initial("1")
def begin(s: State, active: frozenset[Node], detected: bool) -> None:
    domain(not detected or len(active) == 0)
    s.active = active
    s.detected = detected


@messages.chance("2")
def stop(s: State, n: Node, at_once: bool) -> None:
    """The last one may be detected at once."""
    domain(not at_once or (s.active == frozenset({n}) and all(s.pending[m] == 0 for m in Node)))
    permit("2", n in s.active)
    s.active = s.active - frozenset({n})
    s.detected = s.detected or at_once


@messages.chance("3")
def send(s: State, n: Node, to: Node) -> None:
    permit("3", n in s.active)
    s.pending[to] += 1


@messages.chance("3")
def receive(s: State, n: Node) -> None:
    permit("3", s.pending[n] > 0)
    s.pending[n] -= 1
    s.active = s.active | frozenset({n})


@messages.chance("4")
def detect(s: State) -> None:
    permit("4", is_quiet(s))
    s.detected = True


checks = Checks(messages)


@checks.always("5")
def no_false_alarm(s: State) -> bool:
    return not s.detected or is_quiet(s)


@checks.step("5")
def it_stays_quiet(before: State, after: State) -> bool:
    return not is_quiet(before) or is_quiet(after)


@checks.leads_to("5", fair=detect)
def it_is_detected(s: State) -> tuple[bool, bool]:
    return is_quiet(s), s.detected
