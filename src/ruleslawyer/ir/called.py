"""The functions that a function may run: what it calls and demands, with all the clauses of that."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ruleslawyer.ir import nodes as n
from ruleslawyer.ir.nodes import Function
from ruleslawyer.ir.rules import Rule
from ruleslawyer.ir.system import System
from ruleslawyer.ir.walk import walk


def of_call(system: System, kind: str, name: str) -> list[Function]:
    """A term, a question or a helper, with the clauses that say its value."""
    if kind == "helper":
        return [system.helpers[name]]
    if kind == "term":
        return of_rules(system.terms[name].rules())
    return [system.questions[name].function, *of_rules(system.questions[name].rules())]


def of_rules(rules: Iterable[Rule]) -> list[Function]:
    """The functions of rules."""
    return [function for rule in rules for function in rule.functions]


def demanded(system: System, name: str) -> Iterator[str]:
    """A deed, and what may happen instead: that is demanded in its turn."""
    yield name
    for clause in system.deeds[name].insteads:
        yield from demanded(system, clause.by)


def of_deed(system: System, name: str) -> list[Function]:
    """A deed, and the clauses that forbid or replace it."""
    return of_rules(system.deeds[name].rules())


def begins_with(system: System) -> frozenset[str]:
    """The names of the functions that may run while the initial rule does, or its domain: before all is written."""
    found = set[str]()
    waiting = [f for f in (system.initial.function, system.initial.domain) if f]
    while waiting:
        function = waiting.pop()
        if function.name in found:
            continue
        found.add(function.name)
        for node in walk(function.body):
            match node:
                case n.Call(kind=kind, name=name):
                    waiting += of_call(system, kind, name)
                case n.Demand(deed=name):
                    waiting += [f for deed in demanded(system, name) for f in of_deed(system, deed)]
    return frozenset(found)
