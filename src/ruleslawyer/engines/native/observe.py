"""What a report asks about the states that were found: rules that were live, events that were met, properties.

Every question is a ground condition over a rest state (and an instance's parameters), or over a sub-step state for
what happens while duties run. They are asked of all states at once (see `columns`), nearest states first, so that the
first answer belongs to a shortest play. Details of an event come from the interpreter, at the state found here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from heapq import nsmallest
from itertools import combinations
from typing import Any, TypeAlias

import numpy as np

from ruleslawyer.claims.limits import BY_CTRL_C
from ruleslawyer.engines.native.columns import Columns, Plan, pieces, positions
from ruleslawyer.engines.native.explore import Native
from ruleslawyer.engines.native.layout import slots_of
from ruleslawyer.engines.native.states import NO_PARENT
from ruleslawyer.ground.context import Failure
from ruleslawyer.ground.finite import assuming
from ruleslawyer.ground.instances import Ground
from ruleslawyer.ground.interpret import chosen
from ruleslawyer.ground.nodes import FALSE, Node, both, either, equal, negate, number, substitute, truth
from ruleslawyer.ground.properties import Property, of_state
from ruleslawyer.ground.relation import Instance
from ruleslawyer.ground.rims import rims

Key: TypeAlias = tuple[str, ...]
"""What is asked: ``("live", rule)``, ``("event", kind, subject, …)``, ``("violated", property)`` and so on."""

FIRST = 1 << 10
"""States that are looked at first: few, since most questions are answered by them."""
MOST_HITS = 16
"""States at which something that may not matter, or not be what it seems, is looked at."""
MOST_LIKELY = 200
"""States at which the interpreter looks whether an event matters, where it probably does."""
ALSO_LOOKED_AT = 100
"""States at which it looks besides, because they are nearest."""
MOST_VALUATIONS = 1 << 14
"""Choices of parameters that are asked about one by one."""


@dataclass
class Observed:
    """Where each key was met: ids of rest states with their depths, nearest first. Keys of sub-steps have the id of
    the rest state whose instance leads there. `unasked`: instances with too many choices of parameters to ask."""

    hits: dict[Key, list[tuple[int, int]]] = field(default_factory=dict)
    unasked: tuple[str, ...] = ()

    def names(self, kind: str) -> frozenset[str]:
        """The names that were met of one kind."""
        return frozenset(key[1] for key in self.hits if key[0] == kind)

    def events(self) -> Iterator[tuple[Key, list[tuple[int, int]]]]:
        """Events by key, nearest first."""
        yield from self._events("event")

    def asked(self) -> Iterator[tuple[Key, list[tuple[int, int]]]]:
        """Events that only asking a property meets, likewise."""
        yield from self._events("asked")

    def _events(self, kind: str) -> Iterator[tuple[Key, list[tuple[int, int]]]]:
        met = ((key[1:], where) for key, where in self.hits.items() if key[0] == kind)
        yield from sorted(met, key=lambda item: (item[1][0][0], item[0]))


def observe(native: Native) -> Observed:
    """Ask everything of every state of an exploration under one reading."""
    asking = _Asking(native, native.prepared.model.ground)
    try:
        asking.ask(asking.of_rest(), asking.of_between())
    except KeyboardInterrupt:  # what was asked so far stays
        native.found.stopped = BY_CTRL_C
    return asking.found


def likely_material(native: Native, events: Mapping[Key, str]) -> dict[Key, list[tuple[int, int]]]:
    """For events that a choice of the reading decides (given with its key): states, nearest first, with an instance
    that meets the event, and one (the interpreter has to say whether it is the same) whose result the choice decides.
    """
    system = native.system
    ground = Ground(
        system.system, system.scope, system.reading, system.rulings,
        capped=True, family=frozenset(events.values()), apart=True, within=native.prepared.model.ground.within,
    )  # fmt: skip
    asking = _Everywhere(native, ground)
    settling = {key: _settled_apart(ground, choice, system.reading) for key, choice in events.items()}
    after = {("after", *key): rest for key, (rest, _) in settling.items()}
    asking.ask(
        [
            *asking.of_actions(lambda _, instance: _differing(ground, instance, events, system.reading)),
            *zip(after, asking.model.specialised(after.values()), strict=True),
        ],
        [
            *(pair for duty in ground.forced for pair in _differing(ground, duty, events, system.reading)),
            *((("differs", *key), duties) for key, (_, duties) in settling.items()),
        ],
    )
    likely = {}
    for key in events:
        # Where a state would not be at rest, the step that led there is meant.
        before = native.found.parents(asking.ids(("after", *key)))
        differs = np.concatenate([asking.ids(("differs", *key)), before[before != NO_PARENT]])
        noted = np.unique(asking.ids(("noted", *key)))
        likely[key] = sorted({
            # Steps other than the first that led to a state are not known to differ: the nearest are looked at.
            *_nearest(native, noted, ALSO_LOOKED_AT),
            *_nearest(native, np.intersect1d(noted, differs), MOST_LIKELY),
        })  # fmt: skip
    return likely


def _nearest(native: Native, ids: Any, number_: int) -> list[tuple[int, int]]:
    return nsmallest(number_, zip(native.found.depths(ids).tolist(), ids.tolist(), strict=True))


class _Asking:
    """Questions about the states of an exploration; of each no more answers are kept than somebody looks at."""

    def __init__(self, native: Native, ground: Ground) -> None:
        self.native, self.ground = native, ground
        self.model = native.prepared.model
        self.found = Observed()
        packing = native.prepared.packing
        self.columns = Columns(packing, slots_of(self.model, packing))
        self.unasked: list[str] = []

    def ask(self, of_rest: Iterable[tuple[Key, Node]], of_between: Iterable[tuple[Key, Node]]) -> None:
        """Ask questions about rest states, and others about the states between them."""
        native, found = self.native, self.native.found
        of_rest = list(of_rest)
        self.found.unasked = tuple(dict.fromkeys(self.unasked))
        self._ask(of_rest, found.rest_states())
        asked = list(of_between)
        nodes = self.model.specialised(node for _, node in asked)
        left = [(key, node) for (key, _), node in zip(asked, nodes, strict=True) if node is not FALSE]
        if left and found.size:
            self._ask(left, native.states_between())

    # --- questions ------------------------------------------------------------------------------------------------

    def of_rest(self) -> Iterator[tuple[Key, Node]]:
        """Everything about rest states and what may be done there."""
        yield from self._of_properties()
        found = rims(self.ground)
        yield from zip((("rim", sort) for sort in found), self.model.specialised(found.values()), strict=True)
        yield from self.of_actions(lambda i, instance: (*self._of_instance(instance), *self._of_steps(i)))

    def of_between(self) -> Iterator[tuple[Key, Node]]:
        """Everything about the states where duties run."""
        for index, instance in enumerate(self.ground.forced):
            yield from self._of_instance(instance)
            yield from self._of_steps(index)
        for failure in self.ground.settling.failures:
            yield self._key(failure), failure.condition
        for number_, parent in sorted(self.native.found.unending.items()):
            duties = self.model.duties
            name = duties[number_].instance.name if number_ < len(duties) else "duties"
            depth = self.native.found.depth_of(parent)
            self.found.hits.setdefault(("event", "unending", name), []).append((depth, parent))

    def of_actions(self, asked_of: Callable[[int, Instance], Iterable[tuple[Key, Node]]]) -> Iterator[tuple[Key, Node]]:
        """What is asked of each action's instance, for every choice of its parameters, where the game goes on."""
        model = self.model
        playing = both(model.rest, negate(model.ended))
        actions = [(i, instance) for i, instance in enumerate(self.ground.steps) if instance.kind == "action"]
        asked = [(instance, list(asked_of(i, instance))) for i, instance in actions]
        # Together, since most of what the instances share is shared by all of them. The facts of a rest state are left
        # out; the end of the game has to stay asked for.
        nodes = iter(assuming(playing, model.specialised(node for _, mine in asked for _, node in mine)))
        for instance, mine in asked:
            for key, node in self._valued(instance, [(key, next(nodes)) for key, _ in mine]):
                yield key, both(negate(model.ended), node)

    def _of_instance(self, instance: Instance) -> Iterator[tuple[Key, Node]]:
        for mark in instance.marks:
            yield (mark.kind, mark.name), mark.condition
        for note in instance.notes:
            yield ("event", note.kind, note.subject, *note.pair), note.condition
        for failure in instance.failures:
            yield self._key(failure), failure.condition

    @staticmethod
    def _key(failure: Failure) -> Key:
        return ("event", failure.kind, failure.subject, *((failure.option,) if failure.option else ()))

    def _of_steps(self, index: int) -> Iterator[tuple[Key, Node]]:
        yield from (pair for found in self._on_steps.get(index, ()) for pair in self._of_property(found))

    @cached_property
    def _on_steps(self) -> dict[int, list[Property]]:
        """The properties of each instance's sub-step."""
        found: dict[int, list[Property]] = {}
        for each in self.ground.properties:
            if each.instance is not None:
                found.setdefault(each.instance, []).append(each)
        return found

    def _of_properties(self) -> Iterator[tuple[Key, Node]]:
        leading = (check for check in self.ground.system.checks.values() if check.kind == "leads_to")
        on_states = [
            *(found for found in self.ground.properties if found.instance is None),
            *(of_state(self.ground, check) for check in leading),
        ]
        asked = [pair for found in on_states for pair in self._of_property(found)]
        yield from zip((key for key, _ in asked), self.model.specialised(node for _, node in asked), strict=True)

    @staticmethod
    def _of_property(found: Property) -> Iterator[tuple[Key, Node]]:
        """What is asked of a property. The events of asking it have keys of their own: they are none of the game."""
        name, met = found.check.name, both(found.asked, negate(found.broken))
        if found.check.kind in ("always", "sometimes", "step"):
            yield ("kept", name), both(met, found.holds)
            yield ("violated", name), both(met, negate(found.holds))
        yield ("unevaluated", name), both(found.asked, found.broken)
        for failure in found.failures:
            yield ("asked", "broken", name, failure.subject), failure.condition
        for note in found.notes:
            yield ("asked", note.kind, note.subject, *note.pair), note.condition

    def _valued(self, instance: Instance, asked: list[tuple[Key, Node]]) -> Iterator[tuple[Key, Node]]:
        """The questions with every choice of the instance's parameters put in."""
        if self.model.choices(instance) > MOST_VALUATIONS:
            self.unasked.append(instance.label)
            return
        for nodes in self.model.with_choices(instance, [node for _, node in asked]):
            for (key, _), node in zip(asked, nodes, strict=True):
                yield key, node

    # --- asking -----------------------------------------------------------------------------------------------------

    def _ask(self, questions: Iterable[tuple[Key, Node]], slices: Iterable[tuple[int, Any, Any]]) -> None:
        """Ask until every key has enough answers. A slice: depth, rows of states, and the ids to report."""
        asked: dict[Key, dict[Node, None]] = {}
        for key, node in questions:
            if node is not FALSE:
                asked.setdefault(key, {})[node] = None
        met: dict[Key, list[tuple[int, int]]] = {}
        try:
            self._meet(asked, slices, met)
        finally:  # what was asked before Ctrl-C stays
            for key, where in met.items():  # nearest first, of the states between rest states too
                self.found.hits[key] = sorted({*self.found.hits.get(key, ()), *where})

    def _meet(
        self,
        asked: dict[Key, dict[Node, None]],
        slices: Iterable[tuple[int, Any, Any]],
        met: dict[Key, list[tuple[int, int]]],
    ) -> None:
        plan, keys = self._planned(asked)
        for depths, words, ids in pieces(slices, FIRST):
            if not asked:
                return
            answered = False
            for key, bits in zip(keys, self.columns.evaluate(plan, words), strict=True):
                for place in positions(bits, len(words)):
                    where = met.setdefault(key, [])
                    where.append((int(depths[place]), int(ids[place])))
                    if len(where) >= _enough(key):
                        asked.pop(key)
                        answered = True
                        break
            if answered:
                plan, keys = self._planned(asked)

    @staticmethod
    def _planned(asked: Mapping[Key, Mapping[Node, None]]) -> tuple[Plan, list[Key]]:
        return Plan(either(*nodes) for nodes in asked.values()), list(asked)


class _Everywhere(_Asking):
    """The same, with all answers: ids in arrays."""

    def __init__(self, native: Native, ground: Ground) -> None:
        super().__init__(native, ground)
        self._ids: dict[Key, list[Any]] = {}

    def ids(self, key: Key) -> Any:
        """Where a key was met."""
        return np.concatenate([np.zeros(0, dtype=np.int64), *self._ids.get(key, [])])

    def _ask(self, questions: Iterable[tuple[Key, Node]], slices: Iterable[tuple[int, Any, Any]]) -> None:
        asked: dict[Key, dict[Node, None]] = {}
        for key, node in questions:
            asked.setdefault(key, {})[node] = None
        plan, keys = self._planned(asked)
        for _, words, ids in pieces(slices, FIRST):
            for key, bits in zip(keys, self.columns.evaluate(plan, words), strict=True):
                where = positions(bits, len(words))
                if len(where):
                    self._ids.setdefault(key, []).append(ids[np.asarray(where)].astype(np.int64))


def _differing(
    ground: Ground, instance: Instance, events: Mapping[Key, str], reading: Mapping[str, str]
) -> Iterator[tuple[Key, Node]]:
    """Where an instance meets one of the events, and its guard or result depends on the choice that decides it."""
    for note in instance.notes:
        key = ("event", note.kind, note.subject, *note.pair)
        if key not in events:
            continue
        parts = [instance.guard, instance.edge, *(value for _, value in instance.next)]
        met, differ = substitute([note.condition, _depends(ground, events[key], parts)], chosen(ground, reading))
        yield ("noted", *key), met
        yield ("differs", *key), both(met, differ)


def _settled_apart(ground: Ground, choice: str, reading: Mapping[str, str]) -> tuple[Node, Node]:
    """Where a choice decides whether a state is at rest; and where it decides what a duty does."""
    duties = [n for d in ground.forced for n in (d.guard, d.edge, *(value for _, value in d.next))]
    parts = [_depends(ground, choice, [ground.rest]), _depends(ground, choice, duties)]
    rest, duty = substitute(parts, chosen(ground, reading))
    return rest, duty


def _depends(ground: Ground, choice: str, nodes: Sequence[Node]) -> Node:
    """Where two options of a choice give one of the nodes different values."""
    rigid = ground.world.rigids.get(choice)
    if rigid is None:  # nothing asks for that choice here
        return FALSE
    values = [truth(k == 1) if rigid.node.sort == "bool" else number(k) for k in range(len(rigid.options))]
    results = [substitute(nodes, {rigid.node: value}) for value in values]
    return either(
        *(negate(equal(a, b)) for one, other in combinations(results, 2) for a, b in zip(one, other, strict=True))
    )


def _enough(key: Key) -> int:
    """How many answers are wanted: one, unless somebody looks whether it matters."""
    return MOST_HITS if key[0] == "violated" or key[:2] in (("event", "contradiction"), ("event", "unresolved")) else 1
