"""The orbits of an exploration as a graph: a step between two of them for each step of the representative.

Its plays are real ones: from a state each step goes on to some state of the next orbit, and a circle of orbits is gone
round until the state itself comes again.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from ruleslawyer.base.arrays import Flags
from ruleslawyer.engines.native import walks
from ruleslawyer.engines.native.arrays import TURN_END
from ruleslawyer.engines.native.graph import Kept, Play, gather_edges
from ruleslawyer.engines.native.orbits import Orbits
from ruleslawyer.engines.native.searched_graph import SearchedGraph, arguments, expect_labels
from ruleslawyer.ir import types as t
from ruleslawyer.ir.checks import Fair
from ruleslawyer.semantics.state import State
from ruleslawyer.semantics.trace import Trace, play, start_of
from ruleslawyer.semantics.transition import Instance


def orbit_graph(orbits: Orbits, sorts: Collection[str], memory: int | None) -> OrbitGraph:
    """The graph of an exploration; `memory`: mebibytes that it may take, else it is `TooLarge`. sorts: those of which
    some members are alike."""
    by_code = orbits.by_code
    expect_labels(by_code.layout)
    walks.ready()
    kept = gather_edges(by_code.found, by_code.crew(1), memory)
    for context in by_code.contexts:
        context.take_log()
    return OrbitGraph(orbits, kept, sorts)


def holds_some(type_: t.Type, sorts: Collection[str]) -> bool:
    """Whether values of a type are, or hold, members of some sorts, as far as that is told; of a map it is not."""
    match type_:
        case t.Sort(name):
            return name in sorts
        case t.Optional(item) | t.Set(item):
            return holds_some(item, sorts)
    return isinstance(type_, t.Map)


class OrbitGraph(SearchedGraph):
    """A node stands for the states of an orbit."""

    def __init__(self, orbits: Orbits, kept: Kept, sorts: Collection[str]) -> None:
        super().__init__(orbits.by_code, kept)
        self.orbits, self.sorts = orbits, sorts

    def count(self, nodes: Flags | None = None) -> int:
        if nodes is None:
            return self.orbits.counts.states
        return self.orbits.states_of([int(one) for one in self.ids[nodes]])

    def stays_in_orbits(self, fair: Fair) -> bool:
        """Whether a step of a fair set leads from a state to one of its orbit, which may be another."""
        stays = self.digraph.sources == self.digraph.to
        return bool((self.sets(fair)[stays] >= 0).any())

    def trace(self, play_: Play) -> Trace:
        """The steps are those of an action, each to the next orbit. A circle ends where a state comes again."""
        state, back = self.state(play_.states[0]), None
        start, taken = start_of(self.system, state), list[Instance]()
        steps = [*zip(play_.labels, play_.states[1:], strict=True)]
        ring = len(steps) if play_.back is None else play_.back
        for label, node in steps[:ring]:
            instance, state = self._step(state, label, node)
            taken.append(instance)
        met = dict[State, int]()
        while steps[ring:] and back is None:
            met[state] = len(taken)
            for label, node in steps[ring:]:
                instance, state = self._step(state, label, node)
                taken.append(instance)
            back = met.get(state)
        return play(self.system, start, tuple(taken), back=back)

    def _step(self, state: State, label: int, node: int) -> tuple[Instance, State]:
        """A step of the label's action from a state to one of an orbit; what is chosen is the label's, but for members
        that are alike."""
        layout, name, goal = self.by_code.layout, self.action(label), self.found.words(int(self.ids[node]))
        chosen = self._without_alike(name, arguments(layout, name, label % TURN_END - layout.firsts[name]))
        for instance in self.system.allowed_instances(state):
            if instance.action == name and self._without_alike(name, instance.args) == chosen:
                after = self.system.after(state, instance)
                if after is not None and self.orbits.kernel.representatives([layout.pack(after)])[0] == goal:
                    return instance, after
        raise AssertionError(f"no {name} leads to the next orbit")

    def _without_alike(self, name: str, args: Sequence[object]) -> list[object]:
        """The arguments of an action that are no members of sorts in which some are alike, nor hold such."""
        parameters = self.system.system.actions[name].chosen_parameters
        return [arg for p, arg in zip(parameters, args, strict=True) if not holds_some(p.type, self.sorts)]
