"""What the native engine found beside what the networkx explorer found: one comparison for every test that has both."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from unittest.mock import patch

from ruleslawyer.engines.explore.search import Exploration
from ruleslawyer.engines.native.explore import NativeSearch, search_natively
from ruleslawyer.engines.native.memory import PARTITIONS
from ruleslawyer.engines.native.search import SearchResult
from ruleslawyer.engines.native.states import Crew
from ruleslawyer.exploration.met_by_code import deadlocks_by_kind
from ruleslawyer.rulebook.claims.limits import Compress, Limits
from ruleslawyer.semantics.state import State
from ruleslawyer.semantics.transition import TransitionSystem

WORKERS = (1, 2, 3)


def identities(found: SearchResult) -> Iterator[int]:
    """The ids of all states."""
    for partition, count in enumerate(found.counts):
        yield from (index * PARTITIONS + partition for index in range(int(count)))


def layers(found: SearchResult) -> list[int]:
    """How many states are as many actions away from a beginning as their place in the list says."""
    upto = [0, *(int(level.sum()) for level in found.levels)]
    return [after - before for before, after in pairwise(upto)]


def reference_layers(reference: Exploration) -> list[int]:
    depths = Counter(int(reference.graph.nodes[state]["depth"]) for state in reference.graph)
    return [depths[depth] for depth in range(len(depths))]


def report(found: SearchResult) -> tuple[object, ...]:
    """Everything that must not depend on the number of workers: ids, words, parents, levels and counts."""
    return (
        [(i, found.words(i), *found.way(i)[-2:-1]) for i in identities(found)],
        [list(map(int, level)) for level in found.levels],
        found.initial,
        found.transitions,
        found.ended,
        found.deadlocks,
        found.stopped,
    )


def beside(by_code: NativeSearch) -> tuple[object, ...]:
    """The same of what a search notes besides: the log row for row, edges, forced passes, events, live rules."""
    found, kept = by_code.found, by_code.edges.kept_edges(by_code.found, None) if by_code.edges else None
    passes = by_code.passes and by_code.passes.destinations(found)
    logged = by_code.log.tolist()
    often = by_code.often and by_code.often.states(by_code.log, sorted({(row[0], row[2]) for row in logged}))
    return (
        logged,
        kept and [array.tolist() for array in (kept.digraph.begin, kept.digraph.to, kept.labels, kept.ids)],
        passes and list(passes.items()),
        often and [states.tolist() for states in often],
        list(by_code.live()),
    )


def assert_same(native: NativeSearch, reference: Exploration) -> None:
    """The same states, numbers, layers, deadlocks and ends; every way is a shortest play of the reference."""
    found, graph = native.found, reference.graph
    assert reference.complete
    assert found.complete
    states: dict[int, State] = {i: native.state(i) for i in identities(found)}
    assert len(set(states.values())) == len(states) == found.size
    assert set(states.values()) == set(graph)
    assert found.transitions == reference.transitions
    assert layers(found) == reference_layers(reference)
    assert found.depth == reference.depth
    assert found.initial == len(reference.initial)
    assert found.ended == sum(bool(graph.nodes[state]["ended"]) for state in graph)
    assert len(set(found.deadlocks)) == len(found.deadlocks)
    assert {states[i] for i in found.deadlocks} == {dead.state for dead in reference.deadlocks}
    alike = {states[i]: kind for kind, ids in deadlocks_by_kind(native).items() for i in ids}
    assert alike == {dead.state: (dead.unspoken, dead.forbidden) for dead in reference.deadlocks}
    for identity, state in states.items():
        way = [states[i] for i in found.way(identity)]
        assert way[0] in reference.initial
        assert len(way) - 1 == found.depth_of(identity) == graph.nodes[state]["depth"]
        assert all(graph.has_edge(*step) for step in pairwise(way[-2:]))


def natively(system: TransitionSystem, workers: Sequence[int] = WORKERS) -> NativeSearch:
    """The native exploration, once for each number of workers, of several the last with states as trees; all of them
    report the same. Threads share even what is not worth it."""
    first = search_natively(system, Limits(compress="never"), workers[0])
    for number in workers[1:]:
        compress: Compress = "always" if number == workers[-1] else "never"
        with patch.object(Crew, "worth_seconds", 0.0):
            other = search_natively(system, Limits(compress=compress), number)
        assert report(other.found) == report(first.found)
        assert beside(other) == beside(first)
    return first
