"""A barrier: each waits at it, and once all do they go on.

After Barrier.tla of barriers.
"""

from __future__ import annotations

from ruleslawyer.lang import Checks, Ruleset, Sort, permit, state

barrier = Ruleset("barrier")
barrier.closed_world(assumed="nothing happens but what a rule describes")


class Process(Sort):
    """A process."""


@state
class State:
    waiting: frozenset[Process]


@barrier.initial("1")
def begin(s: State) -> None:
    """Nobody waits."""


@barrier.chance("2")
def arrive(s: State, p: Process) -> None:
    permit("2", p not in s.waiting)
    s.waiting = s.waiting | frozenset({p})


@barrier.chance("3")
def open_it(s: State) -> None:
    permit("3", all(p in s.waiting for p in Process))
    s.waiting = frozenset()


checks = Checks(barrier)


@checks.step("4")
def nobody_leaves_while_another_is_missing(before: State, after: State) -> bool:
    return all(p in before.waiting for p in Process) or all(p in after.waiting for p in before.waiting)


@checks.leads_to("4")
def each_leaves(s: State, p: Process) -> tuple[bool, bool]:
    return p in s.waiting, p not in s.waiting
