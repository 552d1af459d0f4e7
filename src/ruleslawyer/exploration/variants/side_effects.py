"""Side effects of a ruling: the states without the event that it decides, and that change with it all the same."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from itertools import chain

from ruleslawyer.exploration.explored import ExploredGraph
from ruleslawyer.rulebook.claims.readings import decided_by
from ruleslawyer.rulebook.claims.result import Altered
from ruleslawyer.semantics.events import BranchEnds, Event
from ruleslawyer.semantics.state import State
from ruleslawyer.semantics.transition import TransitionSystem

MOST = 20_000
"""States, without the ruling or with it, up to which they are compared one by one."""


def side_effects(
    before: ExploredGraph, after: ExploredGraph, rulings: Collection[str], met: Iterable[Event] | None = None
) -> Altered | None:
    """Compare an exploration with one under a ruling; None where one is not complete, or too large to compare. met: the
    events without the ruling, where they are known."""
    both = before.counts, after.counts
    if any(counts.stopped or counts.states > MOST for counts in both):
        return None
    decided = {
        event.key for event in (before.events() if met is None else met) if not decided_by(event).isdisjoint(rulings)
    }
    found = _by_code(before, after, decided)
    if found is None:
        found = tuple(sum(not _meets(before.system, s, decided) for s in some) for some in _one_by_one(before, after))
    return Altered(*found)


def _by_code(
    before: ExploredGraph, after: ExploredGraph, decided: Collection[tuple[str, ...]]
) -> tuple[int, ...] | None:
    """How many states that meet none of these events are there no more, and how many are left otherwise, of two graphs
    that generated code explored; None where one of them is none, or where they cannot be compared as they are
    stored."""
    one, other = before.stored_graph, after.stored_graph
    if one is None or other is None:
        return None
    # Compiling is loaded only where it is needed.
    from ruleslawyer.engines.native.material import states_with_events
    from ruleslawyer.engines.native.searched_graph import differing_states

    found = differing_states(one, other)
    if found is None:
        return None
    gone, otherwise = ({int(one.ids[number]) for number in numbers} for numbers in found)
    meet = states_with_events(one.by_code, gone | otherwise, decided)
    return len(gone - meet), len(otherwise - meet)


def _one_by_one(before: ExploredGraph, after: ExploredGraph) -> tuple[list[State], list[State]]:
    """The states that are there no more, and those that are left otherwise, by taking each step again."""
    reached = set(after.states())
    states = list(before.states())
    gone = [state for state in states if state not in reached]
    left = (state for state in states if state in reached)
    return gone, [state for state in left if before.moves(state) != after.moves(state)]


def _meets(system: TransitionSystem, state: State, decided: Collection[tuple[str, ...]]) -> bool:
    """Whether judging what may be done in a state, or doing it, meets one of these events."""
    if system.is_over(state):
        return False
    try:
        judged = list(system.candidates(state))
    except BranchEnds:
        return False
    taken = (system.take(state, j.instance) for j in judged if j.is_allowed)
    met = chain((event for j in judged for event in j.events), (event for outcome in taken for event in outcome.events))
    return any(event.key in decided for event in met)
