"""Where a model cites the clauses of its book, and as what: the rule, its role, its place in the source."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ruleslawyer.ir import nodes as n
from ruleslawyer.ir.system import (
    CLAUSE_IN_TEXT,
    Action,
    Clause,
    Instead,
    Norm,
    Option,
    Part,
    RecordDef,
    System,
    with_lifts,
)
from ruleslawyer.ir.types import Type, promised
from ruleslawyer.ir.walk import walk
from ruleslawyer.origin import Origin

DATA = frozenset({"sort", "attribute", "enum", "frame", "field", "range", "lifetime", "constant"})
"""The roles of things that rules read or write, rather than rules."""


@dataclass(frozen=True, slots=True)
class Site:
    """One citation. role: what cites the clause, such as `permit`; rule: its name."""

    clause: str
    role: str
    rule: str
    origin: Origin

    @property
    def place(self) -> str:
        return f"{self.origin.span.path}:{self.origin.span.line}"


def sites(system: System) -> tuple[Site, ...]:
    """Every citation of a model, in declaration order of what cites."""
    return tuple(dict.fromkeys(_all(system)))


def _all(system: System) -> Iterator[Site]:
    yield from _schema(system)
    yield from _endings(system)
    for term in system.terms.values():
        yield from _cited(term.origin, "term", term.name)
        yield from _types(term.function)
        yield from _clauses(term.layers)
    for question in system.questions.values():
        yield from _cited(question.origin, "question", question.name)
        for option in question.options:
            yield from _cited(option.origin, "answer", option.name)
            yield from _because(option)
    for action in system.actions.values():
        yield from _action(action)
    for deed in system.deeds.values():
        yield from _cited(deed.origin, "deed", deed.name)
        yield from _types(deed.function)
        yield from _effects(deed.function)
        yield from _clauses(deed.clauses)
    for duty in system.duties.values():
        yield from _cited(duty.origin, "duty", duty.name)
        yield from _effects(duty.function)
    for moment in system.moments.values():
        yield from _cited(moment.origin, "moment", moment.name)
    for settle in system.settles.values():
        yield from _cited(settle.origin, "settle", settle.name)
        yield from _types(settle.function)
        yield from _effects(settle.function)
    for check in system.checks.values():
        yield from _cited(check.origin, "check", check.name)


def _cited(origin: Origin, role: str, rule: str) -> Iterator[Site]:
    for clause in origin.cites:
        yield Site(clause, role, rule, origin)


def _schema(system: System) -> Iterator[Site]:
    for sort in system.sorts.values():
        yield from _cited(sort.origin, "sort", sort.name)
        for attribute in sort.attributes:
            name = f"{sort.name}.{attribute.name}"
            yield from _cited(attribute.origin, "attribute", name)
            yield from _ranges(attribute.type, attribute.origin, name)
    for enum in system.enums.values():
        yield from _cited(enum.origin, "enum", enum.name)
    for constant in system.constants.values():
        yield from _cited(constant.origin, "constant", constant.name)
    yield from _record(system.state, "")
    for frame in system.frames.values():
        yield from _cited(frame.origin, "frame", frame.name)
        yield from _record(frame, f"{frame.name}.")


def _record(record: RecordDef, prefix: str) -> Iterator[Site]:
    for field in record.fields:
        name = prefix + field.name
        yield from _cited(field.origin, "field", name)
        yield from _ranges(field.type, field.origin, name)
        if field.until:
            yield from _cited(field.until.origin, "lifetime", name)


def _ranges(type_: Type, origin: Origin, name: str) -> Iterator[Site]:
    """The clauses that promise the ranges of a type."""
    for clause in promised(type_):
        yield Site(clause, "range", name, origin)


def _endings(system: System) -> Iterator[Site]:
    yield from _cited(system.initial.origin, "initial", "initial")
    yield from _effects(system.initial.function)
    for role, function in (("awaits", system.awaits), ("ended", system.ended), ("winners", system.winners)):
        yield from _cited(function.origin, role, function.name)
    for function in system.seen.values():
        yield from _cited(function.origin, "seen", function.name)
    if system.closed_world:
        yield from _cited(system.closed_world.origin, "closed_world", "closed_world")


def _action(action: Action) -> Iterator[Site]:
    yield from _cited(action.origin, "chance" if action.kind == "chance" else "action", action.name)
    yield from _types(action.function)
    yield from _effects(action.function)
    yield from _clauses(action.norms)
    for part in action.parts:
        yield from _part(part)


def _part(part: Part) -> Iterator[Site]:
    yield from _cited(part.origin, part.kind, part.name)
    yield from _clauses(part.norms)


def _clauses(clauses: Iterable[Clause]) -> Iterator[Site]:
    for clause in with_lifts(clauses):
        yield from _cited(clause.origin, clause.role, clause.name)
        if isinstance(clause, Norm | Instead):
            yield from _because(clause)


def _because(rule: Norm | Instead | Option) -> Iterator[Site]:
    """The clauses that the basis of an `over=` names: a rule of precedence is tied there."""
    if rule.over and rule.because:
        for word in CLAUSE_IN_TEXT.findall(rule.because):
            yield Site(word, "over", rule.name, rule.origin)


def _types(function: n.Function) -> Iterator[Site]:
    for parameter in function.parameters:
        yield from _ranges(parameter.type, function.origin, f"{function.name}.{parameter.name}")


def _effects(function: n.Function) -> Iterator[Site]:
    for node in walk(function.body):
        if isinstance(node, n.Effect):
            for clause in node.cites:
                yield Site(clause, "effect", function.name, node.origin)
