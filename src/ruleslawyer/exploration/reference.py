"""An exploration by networkx, as others ask of it."""

from __future__ import annotations

from collections.abc import Collection, Container, Iterable, Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

from ruleslawyer.engines.explore.properties import contract_passes, verdict, verdicts
from ruleslawyer.engines.explore.search import Exploration, Network, network
from ruleslawyer.exploration.explored import (
    NONE_KNOWN,
    Contracted,
    Counts,
    ExploredGraph,
    Moves,
    SampleCheck,
    Wanted,
    idle_events,
    nearest_states,
)
from ruleslawyer.ir import types as t
from ruleslawyer.ir.rules import Check
from ruleslawyer.rulebook.claims.occurrence import Deadlock, Kind, Occurrence, deadlock_result, kind
from ruleslawyer.rulebook.claims.result import DeadlockResult
from ruleslawyer.rulebook.claims.verdict import Verdict, Word
from ruleslawyer.semantics.events import Event
from ruleslawyer.semantics.rims import held_rims
from ruleslawyer.semantics.state import State
from ruleslawyer.semantics.trace import Steps, Trace

if TYPE_CHECKING:
    from ruleslawyer.engines.native.searched_graph import ChoiceGraph


class ReferenceExploration:
    """An `ExploredGraph`."""

    failure = unlisted = ""

    def __init__(self, found: Exploration, native: ExploredGraph | None = None) -> None:
        """`native`: the same by generated code, if that was there."""
        self.found, self.system, self.engine, self.native = found, found.system, found.engine, native
        self.live, self.decisive = found.live, found.decisive
        self.steps = Steps(found.system)

    @property
    def counts(self) -> Counts:
        found = self.found
        ended = sum(1 for _, over in found.graph.nodes(data="ended") if over)
        return Counts(
            len(found.initial), found.states, found.transitions, found.depth, ended, len(found.deadlocks),
            found.complete, found.stopped, found.seconds,
        )  # fmt: skip

    @property
    def judged_actions(self) -> Collection[str]:
        return {action for action, _ in self.found.verdicts}

    @property
    def spoken(self) -> Collection[str]:
        return {action for action, word in self.found.verdicts if word != "unspoken"}

    @property
    def rims(self) -> frozenset[str]:
        return held_rims(self.system.schema, self.found.graph) if self.system.scope.rims else frozenset()

    # --- events and deadlocks ---------------------------------------------------------------------------------------

    @property
    def event_keys(self) -> Collection[tuple[str, ...]]:
        return self.found.in_play

    @property
    def occurrences(self) -> Iterable[Occurrence]:
        return self.found.events.values()

    def events(self, known: Mapping[tuple[str, ...], Event] = NONE_KNOWN) -> tuple[Event, ...]:
        return tuple(met.event for met in self.found.events.values())

    def material(self, wanted: Wanted, besides: Container[tuple[str, ...]]) -> Iterator[Occurrence]:
        return (one for one in self.occurrences if one.material and one.event.key not in besides and wanted(one.event))

    def event_trace(self, at: Occurrence) -> Trace:
        return self.found.event_trace(at)

    @cached_property
    def _deadlocks(self) -> Mapping[Kind, list[Deadlock]]:
        kinds: dict[Kind, list[Deadlock]] = {}
        for deadlock in self.found.deadlocks:
            kinds.setdefault(kind(deadlock), []).append(deadlock)
        return kinds

    @property
    def deadlock_kinds(self) -> Collection[Kind]:
        return self._deadlocks.keys()

    def deadlock_results(self, besides: Container[Kind] = ()) -> Iterator[DeadlockResult]:
        for of, alike in self._deadlocks.items():
            if of not in besides:
                yield deadlock_result(self.system, self.found.trace(alike[0].state), of, len(alike))

    @cached_property
    def contraction(self) -> Contracted:
        contraction = contract_passes(self.found)
        rings = ((int(self.found.graph.nodes[ring[0][0]]["depth"]), ring) for ring in contraction.rounds)
        counts = contraction.graph.number_of_nodes(), contraction.graph.number_of_edges()
        return counts, tuple(idle_events(self.system, rings, self.found.trace))

    # --- properties -------------------------------------------------------------------------------------------------

    def verdicts(self) -> list[Verdict]:
        return verdicts(self.found)

    def verdict(self, check: Check) -> Verdict:
        return verdict(self.found, check)

    def word(self, check: Check) -> Word:
        return self.verdict(check).word

    def violations(self, besides: Container[str] = ()) -> Iterator[str]:
        return (one.name for one in self.verdicts() if one.word == "VIOLATED" and one.name not in besides)

    # --- the graph --------------------------------------------------------------------------------------------------

    @property
    def stored_graph(self) -> ChoiceGraph | None:
        return None

    def network(self) -> Network:
        stuck = {deadlock.state for deadlock in self.found.deadlocks}
        return network(
            (
                (state, {"depth": data["depth"], "ended": data["ended"], "deadlock": state in stuck})
                for state, data in self.found.graph.nodes(data=True)
            ),
            ((a, b, data["instance"]) for a, b, data in self.found.graph.edges(data=True)),
        )

    def states(self) -> Iterator[State]:
        return iter(self.found.graph)

    def moves(self, state: State) -> Moves:
        graph = self.found.graph
        if graph.nodes[state]["ended"]:
            return None
        return frozenset((move["instance"], after) for _, after, move in graph.out_edges(state, data=True))

    def said_apart(self, sort: str, most: int) -> set[tuple[bool, ...]]:
        fields = [(i, slot.field.type) for i, slot in enumerate(self.system.schema.slots)]

        def values_by_member(state: State) -> list[tuple[object, ...]]:
            members = range(self.system.scope.size(sort))
            return [
                tuple(_about_member(type_, state.fields[i], sort, member) for i, type_ in fields) for member in members
            ]

        begun = [values_by_member(outcome.state) for _, outcome in self.system.initial() if outcome.state is not None]
        usual = [set(then) for then in zip(*begun, strict=True)]
        found = ((data["depth"], (state,)) for state, data in self.found.graph.nodes(data=True))
        return {
            tuple(now not in then for now, then in zip(values_by_member(state), usual, strict=True))
            for (state,) in nearest_states(found, most)
        }

    def sample(self, most: int) -> SampleCheck:
        """The interpreter took every step: there is nothing that it could be held against."""
        return SampleCheck(0, 0)


def _about_member(type_: t.Type, value: Any, sort: str, member: int) -> Any:
    """The field's value as far as it is about a member."""
    match type_:
        case t.Map(key, item):
            nested = (_about_member(item, one, sort, member) for one in value)
            return value[member] if key == t.Sort(sort) else None, *nested
        case t.Set(t.Sort(name)) | t.Pile(t.Sort(name)) if name == sort:
            return member in value
        case t.Sort(name) | t.Optional(t.Sort(name)) if name == sort:
            return value == member
    return None
