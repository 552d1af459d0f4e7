"""Lifted terms on a concrete state: what a term says there, or None where it speaks of a choice that nobody made."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ruleslawyer.engines.smt.lifted.translate import compute
from ruleslawyer.ir import types as t
from ruleslawyer.ir.nodes import Function
from ruleslawyer.ir.schema import Scope
from ruleslawyer.lang.records import SILENT
from ruleslawyer.lifted.folds import Fold
from ruleslawyer.lifted.loops import ARGUMENT
from ruleslawyer.lifted.relation import Relation
from ruleslawyer.lifted.terms import BOOL, Term, variable
from ruleslawyer.lifted.values import (
    CLASH,
    QUESTION,
    WITNESS,
    MapTerm,
    PileTerm,
    SetTerm,
    Value,
    ValuePart,
    is_open,
    maybe,
    part_of,
)
from ruleslawyer.semantics.state import State

Scalar = bool | int
Meaning = tuple[t.Type, Any]
"""A type, and a canonical value of it: what a symbol's keys are looked up in."""


def given(function: Function, args: Sequence[Any]) -> dict[str, Meaning]:
    """The arguments of a rule, by name; what nobody chose of a joint action is some value."""
    found: dict[str, Meaning] = {}
    for parameter, value in zip(function.parameters[len(function.parameters) - len(args) :], args, strict=True):
        type_ = parameter.type
        if isinstance(type_, t.Map):
            value = tuple(_some(type_.value) if v is None else v for v in value)
        found[parameter.name] = type_, value
    return found


def _some(type_: t.Type) -> Any:
    match type_:
        case t.Optional():
            return None
        case t.Bool():
            return False
        case t.Set():
            return frozenset()
    return 0


class LiftedInterpreter:
    """A state of a scope, in which the symbols of a relation mean something. args: what a rule is given, by name."""

    def __init__(
        self, relation: Relation, scope: Scope, state: State, reading: Mapping[str, str],
        args: Mapping[str, Meaning] | None = None,
    ) -> None:  # fmt: skip
        self.relation, self.scope, self.reading = relation, scope, reading
        system = relation.system
        self._sizes = {**{name: len(enum.members) for name, enum in system.enums.items()}}
        self._sizes |= {name: len(members) for name, members in scope.names.items()}
        self._meaning: dict[str, Meaning] = {}
        for field, value in zip(system.state.fields, state.fields, strict=True):
            self._meaning[field.name] = field.type, value
        self._open: dict[str, bool] = {}
        for (name, frame), values in zip(system.frames.items(), state.frames, strict=True):
            self._open[is_open(name)] = values is not None
            for i, field in enumerate(frame.fields):
                if values is not None:
                    self._meaning[f"{name}.{field.name}"] = field.type, values[i]
        for (sort, attribute), column in scope.attributes.items():
            type_ = next(a.type for a in system.sorts[sort].attributes if a.name == attribute)
            self._meaning[f"{sort}.{attribute}"] = t.Map(t.Sort(sort), type_), column
        for name, meaning in (args or {}).items():
            self._meaning[f"{ARGUMENT}{name}"] = meaning
        self._known: dict[tuple[Term, tuple[Any, ...]], Any] = {}
        self._names: dict[Term, Scalar] = {}

    def ask(self, term: Term, put: Mapping[Term, Scalar] | None = None) -> Scalar | None:
        """The value of a term, its variables as given."""
        found: Scalar | None = self._ask(term, {**self._names, **(put or {})})
        return found

    def member(self, type_: t.Type, k: Scalar) -> Term:
        """A member, to be asked about."""
        world = self.relation.world
        every = world.members(type_)
        if every is not None:
            return every[int(k)]
        name = variable(world.sort(type_), f"#{k}")
        self._names[name] = k
        return name

    def members(self, sort: str) -> range | tuple[bool, bool]:
        return (False, True) if sort == BOOL else range(self._sizes[sort])

    def _ask(self, term: Term, put: Mapping[Term, Scalar]) -> Any:
        if term.op == "constant":
            return term.value
        if term.op == "variable":
            return put[term]
        key = term, tuple(put[v] for v in sorted(term.free, key=lambda v: v.rank))
        if key not in self._known:
            self._known[key] = self._value(term, put)
        return self._known[key]

    def _value(self, term: Term, put: Mapping[Term, Scalar]) -> Any:
        match term.op:
            case "and" | "or":
                stop, unknown = term.op == "or", False
                for part in term.args:
                    found = self._ask(part, put)
                    if found is stop:
                        return stop
                    unknown |= found is None
                return None if unknown else not stop
            case "ite":
                which = self._ask(term.args[0], put)
                if which is None:
                    a, b = (self._ask(x, put) for x in term.args[1:])
                    return a if a is not None and a == b else None
                return self._ask(term.args[1 if which else 2], put)
        args = [self._ask(a, put) for a in term.args]
        if term.op == "symbol":
            return self._symbol(term, args)
        if None in args:
            return None
        return compute(term, args)

    # --- symbols ----------------------------------------------------------------------------------------------------

    def _symbol(self, term: Term, args: list[Any]) -> Any:
        name = str(term.value)
        folds = self.relation.world.folds.by_name
        if name in folds:
            return self._fold(folds[name], args)
        if name in self._open:
            return self._open[name]
        if name.startswith(QUESTION):
            question = self.relation.system.questions[name.removeprefix(QUESTION)]
            chosen = self.reading.get(question.name, question.default)
            return [o.name for o in question.options].index(chosen)
        if name.startswith(CLASH):
            return self._prevails(name.removeprefix(CLASH))
        if name.startswith(WITNESS):
            return self._witness(folds[name.removeprefix(WITNESS)], args)
        part, stem = part_of(name)
        return None if stem not in self._meaning or None in args else self._part(self._meaning[stem], args, part)

    def _prevails(self, key: str) -> bool:
        second = key.rpartition("/")[2]
        return self.reading.get(key) in ("permit", second)

    def _part(self, meaning: Meaning, args: list[Any], part: ValuePart) -> Any:
        type_, value = meaning
        while isinstance(type_, t.Map):
            value, type_ = value[args[0]], type_.value
            args = args[1:]
        match part:
            case ValuePart.SILENT:
                return value is SILENT
            case ValuePart.NONE:
                return value is None
            case ValuePart.CHANCE:
                return -1 in value
            case ValuePart.EMPTY:
                return not value
            case ValuePart.IN:
                return args[0] in value
            case ValuePart.TOP:
                return value[0] if value else None
            case ValuePart.LENGTH:
                return len(value)
        return value

    # --- folds ------------------------------------------------------------------------------------------------------

    def _fold(self, fold: Fold, args: list[Any]) -> Any:
        found = self._over(fold, args)
        match fold.kind:
            case "some":
                said = [condition for _, condition, _ in found]
                return True if True in said else None if None in said else False
            case "sum":
                values = [body for _, _, body in found]
                return None if None in values else sum(values)
        if any(condition is None or (condition and body is None) for _, condition, body in found):
            return None
        values = [body for _, condition, body in found if condition]
        if not values:
            return None
        return min(values) if fold.kind == "least" else max(values)

    def _over(self, fold: Fold, args: list[Any]) -> list[tuple[Scalar, Any, Any]]:
        given = dict(zip(fold.parameters, args, strict=True))
        return [
            (
                x,
                self._ask(fold.condition, {**given, fold.variable: x}),
                self._ask(fold.body, {**given, fold.variable: x}),
            )
            for x in self.members(fold.variable.sort)
        ]

    def _witness(self, fold: Fold, args: list[Any]) -> Any:
        """A member that satisfies a `some`, where there is one alone: which of several is meant is not said."""
        passing = [x for x, condition, _ in self._over(fold, args) if condition is not False]
        return passing[0] if len(passing) == 1 else None

    # --- values -----------------------------------------------------------------------------------------------------

    def differs(self, value: Value, type_: t.Type, canonical: Any) -> str:
        """Where a value is known, and not the canonical one; empty where it is, as far as it is known."""
        match type_:
            case t.Map(key, item):
                assert isinstance(value, MapTerm)
                for k in self.members(self.relation.world.sort(key)):
                    found = self.differs(value.at(self.member(key, k)), item, canonical[k])
                    if found:
                        return f"[{k}]{found}"
                return ""
            case t.Optional(item):
                value = maybe(value)
                none = self.ask(value.none)
                if none is None:
                    return ""
                if none != (canonical is None):
                    return f" is None: {none}"
                return "" if none or value.value is None else self.differs(value.value, item, canonical)
            case t.Set(item) | t.Awaits(item):
                assert isinstance(value, SetTerm)
                for k in self.members(self.relation.world.sort(item)):
                    inside = self.ask(value.has(self.member(item, k)))
                    if inside is not None and inside != (k in canonical):
                        return f" has {k}: {inside}"
                chance = None if value.chance is None else self.ask(value.chance)
                return "" if chance is None or chance == (-1 in canonical) else f" has chance: {chance}"
            case t.Pile(item):
                assert isinstance(value, PileTerm)
                for k in self.members(self.relation.world.sort(item)):
                    inside = self.ask(value.has(self.member(item, k)))
                    if inside is not None and inside != (k in canonical):
                        return f" has {k}: {inside}"
                length = self.ask(value.length)
                if length is not None and length != len(canonical):
                    return f" has a length of {length}"
                return self.differs(value.top, t.Optional(item), canonical[0] if canonical else None)
        assert isinstance(value, Term)
        said = self.ask(value)
        return "" if said is None or said == canonical else f": {said}"
