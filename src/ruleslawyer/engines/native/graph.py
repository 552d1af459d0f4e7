"""The explored graph as arrays: every edge with the instance that it takes, made by expanding each state once more.

States are numbered by depth, then partition, then arrival, so that a smaller number never lies deeper. A state takes
12 bytes here (where its edges begin, its number, its id) and an edge 8 (where it leads, its label).
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any

import numpy as np

from ruleslawyer.claims.limits import MEBIBYTE
from ruleslawyer.engines.native.arrays import PARTITIONS
from ruleslawyer.engines.native.build import compiled
from ruleslawyer.engines.native.columns import Columns, Plan, pieces, unpacked
from ruleslawyer.engines.native.digraph import Digraph
from ruleslawyer.engines.native.explore import Native
from ruleslawyer.engines.native.kernel import TURN_END, first_choices, program
from ruleslawyer.engines.native.layout import Misfit, slots_of
from ruleslawyer.engines.native.memory import Reserved
from ruleslawyer.engines.native.states import Crew
from ruleslawyer.ground.finite import Step
from ruleslawyer.ground.nodes import Node
from ruleslawyer.semantics.state import State
from ruleslawyer.semantics.trace import Trace, play
from ruleslawyer.semantics.transition import Instance

STATE_BYTES, EDGE_BYTES = 12, 8
MOST_EDGES = (1 << 31) - 2
"""Edges that scipy can number with 32 bits."""
MISSING = 0xFFFFFFFF


class TooLarge(Exception):
    """The graph would take more memory than it may; the message says how much of both."""


@dataclass(frozen=True, slots=True)
class Play:
    """A play as numbers of states and the label of each step; `back` is the place to which its end returns, if any."""

    states: tuple[int, ...]
    labels: tuple[int, ...]
    back: int | None = None


@dataclass
class Graph:
    """The edges of all states that were found. `whole`: every edge leads to a state that was found.

    ids: of each state; numbers and offsets lead back: by partition, and where each begins (see `number`).
    """

    native: Native
    digraph: Digraph
    labels: Any
    ids: Any
    numbers: Any
    offsets: Any
    whole: bool

    @property
    def size(self) -> int:
        return self.digraph.size

    @property
    def bytes(self) -> int:
        return self.size * STATE_BYTES + self.digraph.edges * EDGE_BYTES

    # --- labels ---------------------------------------------------------------------------------------------------

    @property
    def choices(self) -> Any:
        """The number of each edge's instance, the choices of its parameters included."""
        return self.labels & np.uint32(TURN_END - 1)

    @cached_property
    def play(self) -> Any:
        """For each edge, whether it belongs to the game: leaving the table (`outside_play`) does not."""
        return ~self.of_actions(a.name for a in self.native.system.system.actions.values() if a.outside_play)

    @property
    def turn_ends(self) -> Any:
        """For each edge, whether a duty that ends a turn runs on it."""
        return self.labels >= np.uint32(TURN_END)

    @cached_property
    def _firsts(self) -> list[int]:
        return first_choices(self.native.prepared.model)

    def step(self, label: int) -> Step:
        """The action's instance behind an edge."""
        return self.native.prepared.model.actions[bisect_right(self._firsts, label & (TURN_END - 1)) - 1]

    def of_actions(self, names: Iterable[str]) -> Any:
        """For each edge, whether it takes one of these actions."""
        model, wanted = self.native.prepared.model, frozenset(names)
        chosen = np.array([step.instance.name in wanted for step in model.actions], dtype=np.bool_)
        if not chosen.any():
            return np.zeros(self.digraph.edges, dtype=np.bool_)
        return chosen[self.steps]

    @property
    def steps(self) -> Any:
        """For each edge, the place of its instance among the model's actions."""
        upto = np.array(self._firsts[1:], dtype=np.uint32)
        return np.searchsorted(upto, self.choices, side="right")

    # --- plays ----------------------------------------------------------------------------------------------------

    def way(self, node: int) -> list[int]:
        """The numbers of the states of a shortest play."""
        return [self.number(i) for i in self.native.found.way(int(self.ids[node]))]

    def number(self, identity: int) -> int:
        index, partition = divmod(identity, PARTITIONS)
        return int(self.numbers[int(self.offsets[partition]) + index])

    def played(
        self, nodes: Sequence[int], allowed: Any = None, back: int | None = None, fixed: Mapping[int, int] | None = None
    ) -> Play:
        """A path as a play. From `back` on, where it goes round, each step takes the first of the `allowed` edges, or
        the one that is `fixed` for its place."""
        labels = []
        for place, (a, b) in enumerate(pairwise(nodes)):
            first, stop = int(self.digraph.begin[a]), int(self.digraph.begin[a + 1])
            fits = self.digraph.to[first:stop] == b
            if allowed is not None and back is not None and place >= back:
                fits = fits & allowed[first:stop]
            edge = (fixed or {}).get(place, first + int(np.argmax(fits)))
            labels.append(int(self.labels[edge]))
        return Play(tuple(map(int, nodes)), tuple(labels), back)

    def state(self, node: int) -> State:
        return self.native.state(int(self.ids[node]))

    def trace(self, play_: Play) -> Trace:
        """A play as a trace of the interpreter, which takes each step itself."""
        system = self.native.system
        states = [self.state(node) for node in play_.states]
        start = next(i for i, outcome in system.initial() if outcome.state == states[0])
        steps = zip(states, play_.labels, states[1:], strict=False)
        return play(system, start, tuple(self.instance(a, label, b) for a, label, b in steps), back=play_.back)

    def instance(self, before: State, label: int, after: State) -> Instance:
        """The interpreter's instance of an edge."""
        found = self.step(label).instance
        for judged in self.native.system.candidates(before):
            if judged.allowed and judged.instance.action == found.name:
                args = judged.instance.args
                known = zip(found.arguments, args, strict=True)
                fits = all(a.symbolic or a.value == value for a, value in known)
                if fits and self.native.system.take(before, judged.instance).state == after:
                    return judged.instance
        raise AssertionError("the interpreter does not know an edge of the native explorer")

    # --- conditions -----------------------------------------------------------------------------------------------

    def truths(self, conditions: Sequence[Node]) -> list[Any]:
        """Conditions in every state: an array of truth values for each."""
        return truths(self.native, conditions)


def truths(native: Native, conditions: Sequence[Node]) -> list[Any]:
    """Conditions over the leaves in every state that was found, in the order of a `Graph`'s numbers."""
    model, packing = native.prepared.model, native.prepared.packing
    columns = Columns(packing, slots_of(model, packing))
    asked = model.specialised(conditions)
    plan = Plan(dict.fromkeys(asked))
    answers = [np.zeros(native.found.size, dtype=np.bool_) for _ in plan.roots]
    done = 0
    for _, rows, _ in pieces(native.rest_states()):
        for answer, bits in zip(answers, columns.evaluate(plan, rows), strict=True):
            answer[done : done + len(rows)] = unpacked(bits, len(rows))
        done += len(rows)
    known = dict(zip(plan.roots, answers, strict=True))
    return [known[root] for root in asked]


def words(native: Native) -> Any:
    """The packed words of every state, in the order of a `Graph`'s numbers."""
    return np.concatenate([rows for _, rows, _ in native.rest_states()])


def edges(native: Native, memory: int | None = None) -> Graph:
    """The graph of an exploration; `memory`: mebibytes that it may take, else it is `TooLarge`."""
    found, model = native.found, native.prepared.model
    size = found.size
    budget = min(MOST_EDGES, (memory * MEBIBYTE - size * STATE_BYTES) // EDGE_BYTES if memory else MOST_EDGES)
    if budget < (found.transitions if found.complete else 0):
        needs = (size * STATE_BYTES + found.transitions * EDGE_BYTES) // MEBIBYTE + 1
        raise TooLarge(
            f"the graph of {size} states and {found.transitions} transitions takes {needs} MiB, "
            + (f"more than the limit of {memory} MiB" if memory else "more than can be numbered")
        )
    room = found.transitions if found.complete else budget
    to, labels = Reserved(4 * room).view(np.int32), Reserved(4 * room).view(np.uint32)
    begin = np.zeros(size + 1, dtype=np.int32)
    numbers, offsets, ids = _numbers(native)
    made = program(model, native.prepared.packing, edges=True)
    library = compiled(made.text)
    find = library.function("find", "pipip")
    done, filled = 0, 0
    with Crew(made, library, 1) as crew:
        answers = np.zeros(crew.block * max(1, made.most_successors), dtype=np.uint32)
        for _, partition, first, stop in found.slices():
            for at in range(first, stop, crew.block):
                count = min(crew.block, stop - at)
                with suppress(Misfit):  # then these states have no edges, and the search has said why it stopped
                    crew.expand(found.set, [(partition, at, at + count)])
                parents, targets, marks = _entries(crew, found.set.parts, find, answers)
                known = targets != MISSING
                if not known.all():
                    parents, targets, marks = parents[known], targets[known], marks[known]
                if filled + len(parents) > room:
                    raise TooLarge(f"the graph takes more than the limit of {memory} MiB")
                local = ((parents >> 4) - at).astype(np.uint16)
                order = np.argsort(local, kind="stable")
                places = offsets[targets % PARTITIONS] + targets // PARTITIONS
                to[filled : filled + len(order)] = numbers[places[order]]
                labels[filled : filled + len(order)] = marks[order]
                begin[done + 1 : done + count + 1] = filled + np.cumsum(np.bincount(local, minlength=count))
                done, filled = done + count, filled + len(order)
    return Graph(native, Digraph(begin, to[:filled]), labels[:filled], ids, numbers, offsets, found.complete)


def _numbers(native: Native) -> tuple[Any, Any, Any]:
    """The number of each state by partition and arrival, where each partition begins in that, and the reverse."""
    found = native.found
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


def _entries(crew: Crew, parts: Any, find: Any, answers: Any) -> tuple[Any, Any, Any]:
    """What lies in the buffers, which are empty after: parents, the ids that they lead to, and labels."""
    found = []
    for partition in range(PARTITIONS):
        count = int(crew.lengths[0, partition])
        buffer = crew.buffers[0][partition]
        find(parts[partition].ctypes.data, partition, buffer.address, count, answers.ctypes.data)
        marks = buffer.view(np.uint64)[: count * crew.entry_words].reshape(count, crew.entry_words)[:, -1]
        found.append((marks.astype(np.uint32), answers[:count].copy(), (marks >> np.uint64(32)).astype(np.uint32)))
    crew.lengths.fill(0)
    parents, targets, labels = zip(*found, strict=True)
    return np.concatenate(parents), np.concatenate(targets), np.concatenate(labels)
