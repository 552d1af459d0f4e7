"""The explored graph as arrays, by the code of the ruleset: every edge with its instance; and two graphs compared."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ruleslawyer.base.arrays import Flags, Integers
from ruleslawyer.engines.native import walks
from ruleslawyer.engines.native.explore import NativeSearch
from ruleslawyer.engines.native.graph import Graph, GraphEdges, GraphTooLarge, StateCounter, gather_edges
from ruleslawyer.engines.native.liveness import check_liveness
from ruleslawyer.engines.native.memory import PARTITIONS, TURN_END
from ruleslawyer.engines.native.occurrence_log import cut_actions, has_forced_cycle, states_that_leave
from ruleslawyer.engines.native.play import asked_functions
from ruleslawyer.engines.native.scope_data import MOST_CHOICES, Layout, choices, end_of_range
from ruleslawyer.engines.native.slots import slots_of
from ruleslawyer.ir import types as t
from ruleslawyer.ir.nodes import Function
from ruleslawyer.ir.rules import Check, Fair
from ruleslawyer.rulebook.claims.conclusion import comes_anyway, may_matter, why_nothing_begins
from ruleslawyer.rulebook.claims.verdict import Word
from ruleslawyer.semantics.codec import Codec
from ruleslawyer.semantics.events import LOOP
from ruleslawyer.semantics.fairness import places
from ruleslawyer.semantics.sizes import count
from ruleslawyer.semantics.state import State
from ruleslawyer.semantics.transition import Instance


def edges(by_code: NativeSearch, memory: int | None = None) -> ChoiceGraph:
    """The graph of an exploration; `memory`: mebibytes that it may take, else it is `GraphTooLarge`."""
    expect_labels(by_code.layout)
    walks.walk_library()  # whoever has a graph can go through it
    kept = by_code.edges.kept_edges(by_code.found, memory) if by_code.edges else None
    if kept is None:
        crew = by_code.crew(1)
        kept = gather_edges(by_code.found, crew, memory)
        for context in by_code.contexts:
            context.take_log()
    return ChoiceGraph(by_code, kept)


def answer_columns(by_code: NativeSearch) -> list[tuple[int, tuple[int, ...]]]:
    """The functions whose answer is wanted of every state, by identity, each with whom it is asked of, in the order in
    which code answers."""
    asked, system = asked_functions(by_code.book.low), by_code.system
    return [(id(function), members) for check, function in asked for members in system.members_of(check)]


def expect_labels(layout: Layout) -> None:
    """Check that a label has room for every choice; else `GraphTooLarge`."""
    if layout.firsts[""] > MOST_CHOICES:
        raise GraphTooLarge("the graph needs more choices of parameters than can be numbered")


def choice_text(layout: Layout, label: int) -> str:
    """The choice of a label, as a play prints it."""
    codec, number = Codec(layout.system, layout.scope), label & (TURN_END - 1)
    name = layout.action_of(number)
    parameters = zip(codec.parameters(name), arguments(layout, name, number - layout.firsts[name]), strict=True)
    return f"{name}({', '.join(_argument_text(codec, type_, value) for (_, type_), value in parameters)})"


def _argument_text(codec: Codec, type_: t.Type, value: Any) -> str:
    """A member or a truth value; ``·`` for what is chosen as a number, as a set, or by each seat."""
    match type_:
        case t.Bool():
            return "True" if value else "False"
        case t.Sort() | t.Enum():
            return str(codec.members(type_)[value])
        case t.Optional(t.Sort() | t.Enum() as item):
            return "None" if value is None else _argument_text(codec, item, value)
    return "·"


def labels_of_actions(layout: Layout, labels: Integers, names: Iterable[str]) -> Flags:
    """For each label, whether it is of one of these actions."""
    choices, found = labels & np.uint32(TURN_END - 1), np.zeros(len(labels), dtype=np.bool_)
    behind = dict(pairwise(layout.firsts))
    for name in names:
        first, stop = layout.firsts[name], layout.firsts[behind[name]]
        found |= (choices >= first) & (choices < stop)
    return found


class ChoiceGraph(Graph):
    """A graph whose labels number all choices of the parameters of all actions."""

    def __init__(self, by_code: NativeSearch, kept: GraphEdges) -> None:
        super().__init__(by_code, kept)
        self.by_code, self.layout = by_code, by_code.layout
        self._instances: dict[int, Instance] = {}
        """Of choices that are the same in every state."""

    # --- labels ---------------------------------------------------------------------------------------------------

    def action(self, label: int) -> str:
        return self.layout.action_of(label & (TURN_END - 1))

    def choice_text(self, label: int) -> str:
        return choice_text(self.layout, label)

    @cached_property
    def _codec(self) -> Codec:
        return Codec(self.system.system, self.system.scope)

    def of_actions(self, names: Iterable[str]) -> Flags:
        return labels_of_actions(self.layout, self.labels, names)

    def instance(self, before: State, label: int, after: State) -> Instance:
        choice = label & (TURN_END - 1)
        if choice not in self._instances:
            name = self.action(label)
            joint = any(isinstance(type_, t.Map) for _, type_ in self._codec.parameters(name))
            awaited = self.system.awaits(before) if joint else frozenset()
            found = Instance(name, arguments(self.layout, name, choice - self.layout.firsts[name], awaited))
            if joint:
                return found
            self._instances[choice] = found
        return self._instances[choice]

    def sets(self, fair: Fair) -> Integers:
        at = places(self.system.system, fair)
        labels, which = np.unique(self.choices, return_inverse=True)
        known: dict[tuple[object, ...], int] = {}
        numbers = np.full(len(labels), -1, dtype=np.int32)
        first = self.layout.firsts[fair.action]
        for i, label in enumerate(labels.tolist()):
            if self.action(label) == fair.action:
                args = arguments(self.layout, fair.action, label - first)
                numbers[i] = known.setdefault(tuple(args[place] for place in at), len(known))
        return numbers[which.reshape(-1)] if len(labels) else np.full(self.digraph.edges, -1, np.int32)

    # --- conditions -----------------------------------------------------------------------------------------------

    def answers_of(self, function: Function, members: tuple[int, ...] = ()) -> tuple[Flags, Flags]:
        said = self._answers[:, answer_columns(self.by_code).index((id(function), members))]
        return said == 1, said > 1

    def ask_all(self) -> None:
        _ = self._answers

    @cached_property
    def _answers(self) -> Integers:
        return self.by_code.bytes_of_states("answers", len(answer_columns(self.by_code)))

    @cached_property
    def goes_on(self) -> Flags | None:
        return self._leaving(loops=False)

    @cached_property
    def comes_round(self) -> Flags | None:
        return self._leaving(loops=True)

    def _leaving(self, *, loops: bool) -> Flags | None:
        ids = states_that_leave(self.by_code, self.system.system.outside_play, loops=loops)
        return None if ids is None else np.isin(self.ids, ids.astype(self.ids.dtype))

    @property
    def over_flags(self) -> Flags:
        return self._endings[0]

    @property
    def winning(self) -> Sequence[Flags]:
        return self._endings[1]

    @cached_property
    def _endings(self) -> tuple[Flags, list[Flags]]:
        return self.by_code.endings()

    @cached_property
    def counters(self) -> Sequence[StateCounter]:
        found = []
        for slot in slots_of(self.layout):
            type_ = slot.type.item if isinstance(slot.type, t.Optional) else slot.type
            if isinstance(type_, t.Int) and (type_.low is not None or type_.high is not None):
                record, field, keys = slot.cell
                place = self.layout.places[record, field]
                prefix = f"{record}." if record else ""
                name = f"{prefix}{field}{self._codec.keys(place.type, keys)}"
                found.append(StateCounter(name, slot.pieces))
        return found


def word_on_plays(graph: ChoiceGraph, check: Check) -> Word:
    """The verdict on what stays possible, or must come, in a word and without a play: by the graph of a search that
    came to its end, and by what is not in it."""
    made, system = graph.by_code, graph.system
    word = check_liveness(graph, check).word
    if word == "VIOLATED" or (check.kind == "possible" and has_forced_cycle(made) and system.members_of(check)):
        return "VIOLATED"
    if comes_anyway(check, word, all_begin=not made.begins):
        return word
    if may_matter(system.system, system.scope, check, cut_actions(made)):
        return "UNKNOWN"
    return "UNKNOWN" if why_nothing_begins(check, graph.size, round_at_once=LOOP in made.begins) else word


class InstanceFinder:
    """Finds the instance that leads from one explored state to another; `GraphTooLarge` where there are too many."""

    def __init__(self, by_code: NativeSearch) -> None:
        expect_labels(by_code.layout)
        self._by_code, self._crew = by_code, by_code.crew(1)

    def first(self, before: int, state: State, after: Sequence[int]) -> Instance:
        """The first instance, in the order of candidates, that leads from one state to the other. before: the id of
        `state`; after: the words of the other one."""
        by_code, (index, partition) = self._by_code, divmod(before, PARTITIONS)
        context = by_code.contexts[0]
        rows = by_code.expand(self._crew, (partition, index, index + 1), context)
        context.take_log()
        leading = rows[(rows[:, : len(after)] == np.array(after, dtype=np.uint64)).all(axis=1)]
        labels = np.unique(leading[:, -1] >> np.uint64(32)).tolist()
        return min((self._instance(state, label & (TURN_END - 1)) for label in labels), key=self._place)

    def _instance(self, state: State, choice: int) -> Instance:
        layout = self._by_code.layout
        name = layout.action_of(choice)
        joint = any(isinstance(p.type, t.Map) for p in layout.system.actions[name].chosen_parameters)
        awaited = self._by_code.system.awaits(state) if joint else frozenset()
        return Instance(name, arguments(layout, name, choice - layout.firsts[name], awaited))

    def _place(self, instance: Instance) -> tuple[object, ...]:
        layout = self._by_code.layout
        chosen = layout.system.actions[instance.action].chosen_parameters
        given = zip(chosen, instance.args, strict=True)
        return layout.firsts[instance.action], *(_order(p.type, value) for p, value in given)


def _order(type_: t.Type, value: Any) -> tuple[Any, ...]:
    """The key by which values of a parameter are listed: small sets before larger ones, nothing before something."""
    match type_:
        case t.Optional(item):
            return () if value is None else _order(item, value)
        case t.Set():
            return len(value), *sorted(value)
        case t.Map(_, item):
            return tuple(() if one is None else _order(item, one) for one in value)
    return (value,)


def arguments(layout: Layout, name: str, number: int, awaited: frozenset[int] = frozenset()) -> tuple[object, ...]:
    """The arguments of an action's choice by its number; `awaited`: who chooses, of a joint action."""
    action = layout.system.actions[name]
    found: list[object] = []
    for parameter in reversed(action.chosen_parameters):
        number, digit = divmod(number, choices(layout, name, parameter.name))
        found.append(_value(layout, f"{name}.{parameter.name}", parameter.type, digit, awaited))
    return tuple(reversed(found))


def _value(layout: Layout, name: str, type_: t.Type, digit: int, awaited: frozenset[int]) -> object:
    match type_:
        case t.Bool():
            return bool(digit)
        case t.Int():
            return end_of_range(layout, name, "low") + digit
        case t.Optional(item):
            return None if digit == 0 else _value(layout, name, item, digit - 1, awaited)
        case t.Set():
            return frozenset(i for i in range(digit.bit_length()) if digit >> i & 1)
        case t.Map(key, item):
            seats: list[object] = []
            for seat in reversed(range(layout.members(key))):
                digit, one = divmod(digit, count(layout.system, layout.scope, name, item))
                seats.append(_value(layout, name, item, one, awaited) if seat in awaited else None)
            return tuple(reversed(seats))
    return digit


def differing_states(graph: ChoiceGraph, other: ChoiceGraph) -> tuple[Integers, Integers] | None:
    """The numbers of states of `graph` that `other` does not have, and of those from which it has other edges, or where
    a game ends in one alone. None where they number choices or store states in different ways."""
    mine, its = graph.layout, other.layout
    if mine.places != its.places or mine.firsts != its.firsts or not np.array_equal(mine.masks, its.masks):
        return None
    numbers = {words.tobytes(): number for number, words in enumerate(_rows(graph))}
    there = np.array([numbers.get(words.tobytes(), -1) for words in _rows(other)], dtype=np.int64)
    back = np.full(graph.size, -1, dtype=np.int64)
    back[there[there >= 0]] = np.flatnonzero(there >= 0)
    met = back >= 0
    otherwise = met.copy()
    otherwise[met] = graph.over_flags[met] != other.over_flags[back[met]]
    sources = there[other.digraph.sources]
    # Where `one` has no such state, -1 is the same for all of them, and no edge of its own leads there.
    others = _edges(sources, other.choices, there[other.digraph.to])[sources >= 0]
    own = _edges(graph.digraph.sources, graph.choices, graph.digraph.to)
    own = own[met[graph.digraph.sources]]
    otherwise[np.setxor1d(own, others)["source"]] = True
    return np.flatnonzero(~met), np.flatnonzero(otherwise)


_EDGE = np.dtype([("source", np.int64), ("choice", np.int64), ("target", np.int64)])


def _edges(sources: Integers, choices: Integers, targets: Integers) -> NDArray[np.void]:
    found = np.empty(len(sources), dtype=_EDGE)
    found["source"], found["choice"], found["target"] = sources, choices, targets
    return found


def _rows(graph: ChoiceGraph) -> Integers:
    """The words of each state, in the order of the graph's numbers."""
    return np.concatenate([words for _, words, _ in graph.found.rest_states()])
