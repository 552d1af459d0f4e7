"""An explored graph as arrays: every edge with the instance that it takes, made by expanding each state once more.

States are numbered by depth, then partition, then arrival, so that a smaller number never lies deeper. A state takes
12 bytes here (where its edges begin, its number, its id) and an edge 8 (where it leads, its label). What a label or a
condition means is the engine's affair, whose own graph says it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Protocol

import numpy as np

from ruleslawyer.base.arrays import Flags, Integers
from ruleslawyer.engines.native.digraph import Digraph
from ruleslawyer.engines.native.memory import PARTITIONS, TURN_END, Reserved
from ruleslawyer.engines.native.search import SearchResult
from ruleslawyer.engines.native.slots import Piece
from ruleslawyer.engines.native.states import Crew, StateSet, TooManySuccessors
from ruleslawyer.ir.nodes import Function
from ruleslawyer.ir.rules import Fair
from ruleslawyer.rulebook.claims.limits import MEBIBYTE
from ruleslawyer.semantics.state import State
from ruleslawyer.semantics.trace import Trace, play, start_of
from ruleslawyer.semantics.transition import Instance, TransitionSystem

STATE_BYTES, EDGE_BYTES = 12, 8
MOST_EDGES = (1 << 31) - 2
"""Edges that 32 bits can number."""
MISSING = 0xFFFFFFFF


class FinishedExploration(Protocol):
    """A finished exploration by generated code."""

    @property
    def system(self) -> TransitionSystem: ...

    @property
    def found(self) -> SearchResult: ...

    def state(self, identity: int) -> State:
        """The canonical state of an id."""


class GraphTooLarge(Exception):
    """The graph would take more memory than it may; the message says how much of both."""


@dataclass(frozen=True, slots=True)
class Play:
    """A play as numbers of states and the label of each step; `back` is the place to which its end returns, if any."""

    states: tuple[int, ...]
    labels: tuple[int, ...]
    back: int | None = None


@dataclass(frozen=True, slots=True)
class GraphEdges:
    """The edges of all states that were found. `whole`: every edge leads to a state that was found.

    ids: of each state; numbers and offsets lead back: by partition, and where each begins (see `Graph.number`).
    """

    digraph: Digraph
    labels: Integers
    ids: Integers
    numbers: Integers
    offsets: Integers
    whole: bool


@dataclass(frozen=True, slots=True)
class StateCounter:
    """A number of the state that its type bounds, at least from one side: where a state keeps it, so that 0 is the
    least."""

    name: str
    pieces: tuple[Piece, ...]


class Graph(ABC):
    """The edges of an exploration, and what they and its states mean."""

    def __init__(self, explored: FinishedExploration, kept: GraphEdges) -> None:
        self.explored, self.system, self.found = explored, explored.system, explored.found
        self.digraph, self.labels, self.ids, self.whole = kept.digraph, kept.labels, kept.ids, kept.whole
        self._numbers, self._offsets = kept.numbers, kept.offsets

    @property
    def size(self) -> int:
        return self.digraph.size

    def count(self, nodes: Flags | None = None) -> int:
        """How many states some nodes stand for; without them, all."""
        return self.size if nodes is None else int(np.count_nonzero(nodes))

    @cached_property
    def depths(self) -> Integers:
        """The length of a shortest play to each state, in steps."""
        found, at = np.zeros(self.size, dtype=np.int32), 0
        for depth, _, first, stop in self.found.slices():
            found[at : at + stop - first] = depth
            at += stop - first
        return found

    # --- what an engine says of its graph ---------------------------------------------------------------------------

    @abstractmethod
    def action(self, label: int) -> str:
        """The name of the action that an edge takes."""

    @abstractmethod
    def choice_text(self, label: int) -> str:
        """The instance that an edge takes, as everywhere; ``·`` for a number that was chosen."""

    @abstractmethod
    def of_actions(self, names: Iterable[str]) -> Flags:
        """For each edge, whether it takes one of these actions."""

    @abstractmethod
    def instance(self, before: State, label: int, after: State) -> Instance:
        """The interpreter's instance of an edge."""

    @abstractmethod
    def sets(self, fair: Fair) -> Integers:
        """For each edge, the number of its fair set; -1 where it is in none."""

    @abstractmethod
    def answers_of(self, function: Function, members: tuple[int, ...] = ()) -> tuple[Flags, Flags]:
        """The answers of a function on `(s, *members)` in every state: where it holds, and where asking it fails a
        check."""

    @abstractmethod
    def ask_all(self) -> None:
        """Ask what `answers_of` answers of every state, which is otherwise asked when it is first wanted."""

    @property
    @abstractmethod
    def over_flags(self) -> Flags:
        """For each state, whether the game is over."""

    @property
    @abstractmethod
    def winning(self) -> Sequence[Flags]:
        """For each player, the ended states in which he wins."""

    @property
    @abstractmethod
    def counters(self) -> Sequence[StateCounter]:
        """The numbers that may grow, in the order of their declaration."""

    @cached_property
    def goes_on(self) -> Flags | None:
        """For each state, whether a play may go on there in a way that is not known; None: that is not known."""
        return np.zeros(self.size, dtype=np.bool_)

    @cached_property
    def comes_round(self) -> Flags | None:
        """For each state, whether a step of play leads from there to forced steps that go round; None: not known. A few
        more may be among them."""
        return np.zeros(self.size, dtype=np.bool_)

    @cached_property
    def still_possible(self) -> Mapping[tuple[str, tuple[int, ...]], Flags]:
        """For each `possible`, by its name and to whom it is promised: from which states one can be reached in which it
        holds, or may hold, since it cannot be evaluated there or the play may go on in a way that is not known."""
        checks = [c for c in self.system.system.checks.values() if c.kind == "possible"]
        asked = [(check, members) for check in checks for members in self.system.members_of(check)]
        goals = (
            np.logical_or(*self.answers_of(check.function, members)) | (self.goes_on is None or self.goes_on)
            for check, members in asked
        )
        names = ((check.name, members) for check, members in asked)
        return dict(zip(names, self.game.leading_to(*goals), strict=True))

    # --- labels ---------------------------------------------------------------------------------------------------

    @property
    def choices(self) -> Integers:
        """The number of each edge's instance, the choices of its parameters included."""
        return self.labels & np.uint32(TURN_END - 1)

    @cached_property
    def play(self) -> Flags:
        """For each edge, whether it belongs to the game: leaving the table (`outside_play`) does not."""
        return ~self.of_actions(self.system.system.outside_play)

    @cached_property
    def game(self) -> Digraph:
        """The graph without what is outside play."""
        return self.digraph if self.play.all() else self.digraph.subgraph(self.play)

    @cached_property
    def game_edges(self) -> Integers:
        """The number of each of its edges among all."""
        return np.flatnonzero(self.play)

    @property
    def turn_ends(self) -> Flags:
        """For each edge, whether a duty that ends a turn runs on it."""
        return self.labels >= np.uint32(TURN_END)

    # --- plays ----------------------------------------------------------------------------------------------------

    def way(self, node: int) -> list[int]:
        """The numbers of the states of a shortest play."""
        return [self.number(i) for i in self.found.way(int(self.ids[node]))]

    def number(self, identity: int) -> int:
        index, partition = divmod(identity, PARTITIONS)
        return int(self._numbers[int(self._offsets[partition]) + index])

    def as_play(
        self,
        nodes: Sequence[int],
        allowed: Flags | None = None,
        back: int | None = None,
        fixed: Mapping[int, int] | None = None,
        since: int | None = None,
    ) -> Play:
        """A path as a play. From `since` on (by default `back`, where it goes round) each step takes the first of the
        `allowed` edges, or the one that is `fixed` for its place."""
        since = back if since is None else since
        labels = []
        for place, (a, b) in enumerate(pairwise(nodes)):
            first, stop = int(self.digraph.begin[a]), int(self.digraph.begin[a + 1])
            fits = self.digraph.to[first:stop] == b
            if allowed is not None and since is not None and place >= since:
                fits = fits & allowed[first:stop]
            edge = (fixed or {}).get(place, first + int(np.argmax(fits)))
            labels.append(int(self.labels[edge]))
        return Play(tuple(map(int, nodes)), tuple(labels), back)

    def state(self, node: int) -> State:
        return self.explored.state(int(self.ids[node]))

    def trace(self, play_: Play) -> Trace:
        """A play as a trace of the interpreter, which takes each step itself."""
        system = self.system
        states = [self.state(node) for node in play_.states]
        steps = zip(states, play_.labels, states[1:], strict=False)
        taken = tuple(self.instance(a, label, b) for a, label, b in steps)
        return play(system, start_of(system, states[0]), taken, back=play_.back)


def gather_edges(found: SearchResult, crew: Crew, memory: int | None) -> GraphEdges:
    """The edges for a `Graph` to keep, made by expanding each state once more. `memory`: mebibytes, more than which is
    `GraphTooLarge`."""
    size = found.size
    if found.complete:
        room = found.transitions
        expect_room(size * STATE_BYTES + room * EDGE_BYTES, size, room, memory)
    else:
        room = min(MOST_EDGES, (memory * MEBIBYTE - size * STATE_BYTES) // EDGE_BYTES if memory else MOST_EDGES)
    to, labels = Reserved(4 * room).view(np.int32), Reserved(4 * room).view(np.uint32)
    begin = np.zeros(size + 1, dtype=np.int32)
    numbers, offsets, ids = numbering(found)
    done, filled = 0, 0
    for _, partition, first, stop in found.slices():
        for at in range(first, stop, crew.block):
            count = min(crew.block, stop - at)
            with suppress(TooManySuccessors):  # then these states have no edges, and the search has said why it stopped
                crew.expand(found.set, (partition, at, at + count))
            parents, targets, marks = _entries(crew, found.set)
            known = targets != MISSING
            if not known.all():
                parents, targets, marks = parents[known], targets[known], marks[known]
            if (edges := filled + len(parents)) > room:
                expect_room(size * STATE_BYTES + edges * EDGE_BYTES, size, edges, memory)
            local = ((parents >> 4) - at).astype(np.uint16)
            order = np.argsort(local, kind="stable")
            places = places_of(targets, offsets)
            to[filled : filled + len(order)] = numbers[places[order]]
            labels[filled : filled + len(order)] = marks[order]
            begin[done + 1 : done + count + 1] = filled + np.cumsum(np.bincount(local, minlength=count))
            done, filled = done + count, filled + len(order)
    return GraphEdges(Digraph(begin, to[:filled]), labels[:filled], ids, numbers, offsets, found.complete)


def expect_room(takes: int, states: int, edges: int, memory: int | None, which: str = "states") -> None:
    """`GraphTooLarge` where a graph takes more bytes than it may have mebibytes, or more edges than can be numbered."""
    of = f"the graph of {states} {which} and {edges} transitions"
    if memory and takes > memory * MEBIBYTE:
        raise GraphTooLarge(f"{of} takes {takes // MEBIBYTE + 1} MiB, more than the limit of {memory} MiB")
    if edges > MOST_EDGES:
        raise GraphTooLarge(f"{of} has more than can be numbered")


def numbering(found: SearchResult) -> tuple[Integers, Integers, Integers]:
    """The number of each state by partition and arrival, where each partition begins in that, and the reverse."""
    offsets = np.concatenate([[0], np.cumsum(found.counts)])[:-1].astype(np.uint32)
    numbers = np.zeros(found.size, dtype=np.int32)
    ids = np.zeros(found.size, dtype=np.uint32)
    done = 0
    for _, partition, first, stop in found.slices():
        after, begin = done + stop - first, int(offsets[partition])
        numbers[begin + first : begin + stop] = np.arange(done, after)
        ids[done:after] = np.arange(first, stop) * PARTITIONS + partition
        done = after
    return numbers, offsets, ids


def places_of(ids: Integers, offsets: Integers) -> Integers:
    """The places of some states by partition and arrival."""
    return offsets[ids % PARTITIONS] + ids // PARTITIONS


def _entries(crew: Crew, states: StateSet) -> tuple[Integers, Integers, Integers]:
    """Takes the entries from the buffers, which are empty after: parents, the ids that they lead to, and labels."""
    found = []
    for partition in range(PARTITIONS):
        count = int(crew.lengths[0, partition])
        rows = crew.buffers[0][partition].view(np.uint64)[: count * crew.entry_words].reshape(count, crew.entry_words)
        marks = rows[:, -1]
        targets = states.find(partition, rows)
        found.append((marks.astype(np.uint32), targets, (marks >> np.uint64(32)).astype(np.uint32)))
    crew.lengths.fill(0)
    parents, ids, labels = zip(*found, strict=True)
    return np.concatenate(parents), np.concatenate(ids), np.concatenate(labels)
