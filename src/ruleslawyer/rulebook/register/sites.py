"""The places where a model cites the clauses of its book: the rule, its role, its place in the source."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ruleslawyer.base.origin import Origin
from ruleslawyer.ir import nodes as n
from ruleslawyer.ir.rules import CLAUSES, Check, Role, Rule
from ruleslawyer.ir.schema import RecordDef
from ruleslawyer.ir.system import CLAUSE_IN_TEXT, Action, System
from ruleslawyer.ir.types import Type, promise_clauses
from ruleslawyer.ir.walk import walk

DATA = frozenset({"sort", "attribute", "enum", "frame", "field", "range", "lifetime", "memory", "constant"})
"""The roles of things that rules read or write, rather than rules."""
_ASKING: frozenset[str] = frozenset({"question", "answer", "reading"})
_DECLARING: frozenset[Role] = frozenset({"term", "action", "chance", "deed", "settle"})
"""What says of which range its parameters are."""


@dataclass(frozen=True, slots=True)
class Site:
    """One citation. role: what cites the clause, such as `permit`; rule: its name; everywhere: a property of every
    state or every step."""

    clause: str
    role: str
    rule: str
    origin: Origin
    everywhere: bool = False

    @property
    def place(self) -> str:
        return f"{self.origin.span.path}:{self.origin.span.line}"


def sites(system: System) -> tuple[Site, ...]:
    """Every citation of a model, in declaration order of what cites."""
    return tuple(dict.fromkeys(_all(system)))


def clauses_in_questions(system: System) -> frozenset[str]:
    """The clauses that a question or one of its options cites."""
    return frozenset(site.clause for site in sites(system) if site.role in _ASKING)


def _all(system: System) -> Iterator[Site]:
    yield from _schema(system)
    if system.out:
        yield from _sites_of(system.out.origin, "out", system.out.function.name)
    for rule in system.rules():
        if rule.role == "trigger":  # declaring it is an action, which cites the same
            yield from _guard(rule)
            continue
        everywhere = isinstance(rule.definition, Check) and rule.definition.kind in ("always", "step")
        yield from _sites_of(rule.origin, rule.role, rule.name, everywhere=everywhere)
        yield from _because(rule)
        if isinstance(rule.definition, Action) and rule.definition.uniform:
            yield Site(rule.definition.uniform, rule.role, rule.name, rule.origin)
        yield from _guard(rule)
        if rule.role in _DECLARING:
            yield from _types(rule.functions[0])
        if rule.role not in CLAUSES:
            yield from (site for function in rule.functions[:1] for site in _effects(function))


def _sites_of(origin: Origin, role: str, rule: str, *, everywhere: bool = False) -> Iterator[Site]:
    for clause in origin.cites:
        yield Site(clause, role, rule, origin, everywhere)


def _schema(system: System) -> Iterator[Site]:
    for sort in system.sorts.values():
        yield from _sites_of(sort.origin, "sort", sort.name)
        for attribute in sort.attributes:
            name = f"{sort.name}.{attribute.name}"
            yield from _sites_of(attribute.origin, "attribute", name)
            yield from _ranges(attribute.type, attribute.origin, name)
    for enum in system.enums.values():
        yield from _sites_of(enum.origin, "enum", enum.name)
    for constant in system.constants.values():
        yield from _sites_of(constant.origin, "constant", constant.name)
    yield from _record(system.state, "")
    for frame in system.frames.values():
        yield from _sites_of(frame.origin, "frame", frame.name)
        yield from _record(frame, f"{frame.name}.")


def _record(record: RecordDef, prefix: str) -> Iterator[Site]:
    for field in record.fields:
        name = prefix + field.name
        yield from _sites_of(field.origin, "field", name)
        yield from _ranges(field.type, field.origin, name)
        if field.until:
            yield from _sites_of(field.until.origin, "lifetime", name)
        if field.remembers:
            yield from _sites_of(field.remembers.origin, "memory", name)


def _ranges(type_: Type, origin: Origin, name: str) -> Iterator[Site]:
    """The clauses that promise the ranges of a type."""
    for clause in promise_clauses(type_):
        yield Site(clause, "range", name, origin)


def _guard(rule: Rule) -> Iterator[Site]:
    """The citations in the `when` of a settle or a trigger, why it asks for that moment, and in a trigger's `order`."""
    if rule.role in ("settle", "trigger"):
        for asked in rule.functions if rule.role == "trigger" else filter(None, (rule.guard,)):
            yield from _sites_of(asked.origin, "guard", rule.name)


def _because(rule: Rule) -> Iterator[Site]:
    """The clauses that the basis of an `over=` or `after=` names: a rule of precedence or order is tied there."""
    if rule.precedence.because and (rule.precedence.over or rule.precedence.after):
        for word in CLAUSE_IN_TEXT.findall(rule.precedence.because):
            yield Site(word, "over", rule.name, rule.origin)


def _types(function: n.Function) -> Iterator[Site]:
    for parameter in function.parameters:
        yield from _ranges(parameter.type, function.origin, f"{function.name}.{parameter.name}")


def _effects(function: n.Function) -> Iterator[Site]:
    for node in walk(function.body):
        if isinstance(node, n.Effect):
            for clause in node.cites:
                yield Site(clause, "effect", function.name, node.origin)
