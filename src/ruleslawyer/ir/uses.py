"""Reads and writes of functions, with all that they may run: what they call and demand, and all clauses of that."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

from ruleslawyer.ir import nodes as n
from ruleslawyer.ir.abstract import Abstract, Node
from ruleslawyer.ir.nodes import Function
from ruleslawyer.ir.rules import Rule
from ruleslawyer.ir.system import Action, System


def of_call(system: System, kind: str, name: str) -> list[Function]:
    """A term, a question or a helper, with the clauses that say its value; of an action all that judges it."""
    if kind == "helper":
        return [system.helpers[name]]
    if kind == "action":
        return _of_legality(system, system.actions[name])
    if kind == "term":
        return of_rules(system.terms[name].rules())
    return [system.questions[name].function, *of_rules(system.questions[name].rules())]


def _of_legality(system: System, action: Action) -> list[Function]:
    """The functions that are asked whether an action may be done: its own but the effect, and those about everybody."""
    turns = (function for trigger in system.triggers.values() for function in (trigger.order, trigger.turn) if function)
    judging = (function for function in of_rules(action.rules()) if function is not action.function)
    return [system.ended, system.awaits, *turns, *judging]


def of_rules(rules: Iterable[Rule]) -> list[Function]:
    """The functions of rules."""
    return [function for rule in rules for function in rule.functions]


def demands(system: System, name: str) -> Iterator[str]:
    """A deed, and what may happen instead: that is demanded in its turn. A deed with a mistake is not there yet."""
    if name in system.deeds:
        yield name
        for clause in system.deeds[name].insteads:
            yield from demands(system, clause.by)


def of_deed(system: System, name: str) -> list[Function]:
    """A deed, and the clauses that forbid or replace it."""
    return of_rules(system.deeds[name].rules())


Place: TypeAlias = tuple[str | None, str]
"""The frame (None: the state) and the field, which is empty for whether the frame is open."""
Asked: TypeAlias = Function | n.Expr


@dataclass(frozen=True, slots=True)
class Uses:
    """Reads and writes of some functions, with all that they call; cites: the clauses behind all this, each once, in
    the order of the code, as the first of them may be told; calls: the terms, questions, helpers and deeds."""

    reads: frozenset[Place]
    writes: frozenset[Place]
    cites: tuple[str, ...]
    calls: frozenset[str]


class Functions(Abstract):
    """The functions of a ruleset, with what each reads; each is looked at once."""

    def __init__(self, system: System) -> None:
        self.system = system
        self._reads, self._writes = set[Place](), set[Place]()
        self._cites, self._calls = list[str](), set[str]()
        self._called = list[Function]()
        self._known: dict[int, tuple[Asked, Uses, list[Function]]] = {}

    def uses(self, asked: Iterable[Asked]) -> Uses:
        """The uses of several functions, or expressions, together."""
        found = [self._own(one)[1] for one in self._reachable(asked)]
        places, none = frozenset[Place](), frozenset[str]()
        return Uses(
            places.union(*(one.reads for one in found)), places.union(*(one.writes for one in found)),
            tuple(dict.fromkeys(c for one in found for c in one.cites)), none.union(*(one.calls for one in found)),
        )  # fmt: skip

    def behind(self, functions: Iterable[Function]) -> list[Function]:
        """The functions, and all that they may run."""
        return [one for one in self._reachable(functions) if isinstance(one, Function)]

    def _reachable(self, asked: Iterable[Asked]) -> Iterable[Asked]:
        found, waiting = dict[int, Asked](), list(asked)
        while waiting:
            one = waiting.pop()
            if id(one) not in found:
                found[id(one)] = one
                waiting += self._own(one)[2]
        return found.values()

    def _own(self, one: Asked) -> tuple[Asked, Uses, list[Function]]:
        """The function's own reads and writes, and what it calls."""
        if id(one) not in self._known:
            self._reads, self._writes, self._cites, self._calls = set(), set(), [*one.origin.cites], set()
            self._called = []
            self.through(one.body if isinstance(one, Function) else one)
            uses = Uses(frozenset(self._reads), frozenset(self._writes), tuple(self._cites), frozenset(self._calls))
            self._known[id(one)] = one, uses, self._called
        return self._known[id(one)]

    @cached_property
    def of_candidates(self) -> frozenset[Place]:
        """The fields by which engines tell who may do something: the open frames, whose decision they await, and the
        reactions that are pending."""
        frames = ((frame, field) for frame in self.system.frames for field in ("", "awaits"))
        return frozenset((*frames, *((None, trigger.field) for trigger in self.system.triggers.values())))

    def meet(self, node: Node) -> None:
        match node:
            case n.Read(record=record, field=field) | n.Delta(place=n.Place(record=record, field=field)):
                self._reads.add((record, field))
            case n.IsOpen(frame=frame):
                self._reads.add((frame, ""))
            case n.Place(record=record, field=field):
                self._writes.add((record, field))
            case n.Open(frame=frame) | n.Close(frame=frame):
                self._writes.update(((frame, ""), *((frame, f.name) for f in self.system.frames[frame].fields)))
            case n.Call(kind=kind, name=name):
                if kind == "action":
                    self._reads |= self.of_candidates
                self._calls.add(name)
                self._called += of_call(self.system, kind, name)
            case n.RuleCall(function=function) | n.Run(function=function):
                self._called.append(function)
            case n.Effect(cites=found):
                self._cites += found
            case n.Number(name=name):
                self._cites += self.system.constants[name].origin.cites
            case n.Attr(sort=sort, name=name):
                of = self.system.sorts[sort]
                self._cites += (*of.origin.cites, *(c for a in of.attributes if a.name == name for c in a.origin.cites))
            case n.Demand(deed=name):
                deeds = list(demands(self.system, name))
                self._calls.update(deeds)
                self._called += [f for deed in deeds for f in of_deed(self.system, deed)]


def begins_with(system: System) -> frozenset[str]:
    """The names of the functions that may run while the initial rule does, or its domain: before all is written."""
    begun = [f for f in (system.initial.function, system.initial.domain) if f]
    return frozenset(function.name for function in Functions(system).behind(begun))
