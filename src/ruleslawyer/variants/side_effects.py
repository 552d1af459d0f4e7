"""What a ruling does beyond what it decides: the states without such an event that change with it all the same."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from itertools import chain
from typing import TYPE_CHECKING, TypeAlias

from ruleslawyer.claims.result import Altered
from ruleslawyer.claims.rulings import decided_by
from ruleslawyer.engines.explore.search import Exploration
from ruleslawyer.semantics.events import BranchEnds, Event
from ruleslawyer.semantics.state import State
from ruleslawyer.semantics.transition import Instance, TransitionSystem

if TYPE_CHECKING:
    from ruleslawyer.exploration.native import NativeExploration

    Found: TypeAlias = Exploration | NativeExploration

MOST = 20_000
"""States, without the ruling or with it, up to which they are compared one by one."""

Moves: TypeAlias = frozenset[tuple[Instance, State]] | None
"""The allowed instances with the states that they lead to; None: the game has ended."""


def side_effects(
    before: Found, after: Found, rulings: Collection[str], met: Iterable[Event] | None = None
) -> Altered | None:
    """Compare an exploration with one under a ruling; None where one is not complete, or too large to compare. met: the
    events without the ruling, where they are known."""
    if stopped(before) or stopped(after) or max(_size(before), _size(after)) > MOST:
        return None
    if met is None:
        met = (o.event for o in before.events.values()) if isinstance(before, Exploration) else before.events()
    decided = {event.key for event in met if not decided_by(event).isdisjoint(rulings)}
    found = _by_code(before, after, decided)
    if found is None:
        found = tuple(sum(not _meets(before.system, s, decided) for s in some) for some in _one_by_one(before, after))
    return Altered(*found)


def _by_code(before: Found, after: Found, decided: Collection[tuple[str, ...]]) -> tuple[int, ...] | None:
    """How many states that meet none of these events are there no more, and how many are left otherwise, of two graphs
    that generated code explored; None where one of them is none, or where they cannot be compared as they are
    stored."""
    # Compiling is loaded only where it is needed.
    from ruleslawyer.engines.native.beside import differing
    from ruleslawyer.engines.native.material import meeting
    from ruleslawyer.engines.native.searched_graph import SearchedGraph

    if isinstance(before, Exploration) or isinstance(after, Exploration):
        return None
    one, other = before.graph, after.graph
    if not isinstance(one, SearchedGraph) or not isinstance(other, SearchedGraph):
        return None
    found = differing(one, other)
    if found is None:
        return None
    gone, otherwise = ({int(one.ids[number]) for number in numbers} for numbers in found)
    meet = meeting(before.by_code, gone | otherwise, decided)
    return len(gone - meet), len(otherwise - meet)


def _one_by_one(before: Found, after: Found) -> tuple[list[State], list[State]]:
    """The states that are there no more, and those that are left otherwise, by taking each step again."""
    reached = set(_states(after))
    states = list(_states(before))
    gone = [state for state in states if state not in reached]
    left = (state for state in states if state in reached)
    return gone, [state for state in left if _moves(before, state) != _moves(after, state)]


def _meets(system: TransitionSystem, state: State, decided: Collection[tuple[str, ...]]) -> bool:
    """Whether judging what may be done in a state, or doing it, meets one of these events."""
    if system.ended(state):
        return False
    try:
        judged = list(system.candidates(state))
    except BranchEnds:
        return False
    taken = (system.take(state, j.instance) for j in judged if j.allowed)
    met = chain((event for j in judged for event in j.events), (event for outcome in taken for event in outcome.events))
    return any(event.key in decided for event in met)


def _moves(found: Found, state: State) -> Moves:
    if isinstance(found, Exploration):
        if found.graph.nodes[state]["ended"]:
            return None
        return frozenset((move["instance"], after) for _, after, move in found.graph.out_edges(state, data=True))
    system = found.system
    if system.ended(state):
        return None
    try:
        taken = ((j.instance, system.take(state, j.instance).state) for j in system.candidates(state) if j.allowed)
        return frozenset((instance, after) for instance, after in taken if after is not None)
    except BranchEnds:
        return frozenset()


def _states(found: Found) -> Iterator[State]:
    if isinstance(found, Exploration):
        return iter(found.graph)
    return (found.by_code.state(int(identity)) for _, _, ids in found.found.rest_states() for identity in ids)


def _size(found: Found) -> int:
    return found.states if isinstance(found, Exploration) else found.found.size


def stopped(found: Found) -> str:
    """Why an exploration came to no end; empty where it did."""
    return found.stopped if isinstance(found, Exploration) else found.found.stopped
