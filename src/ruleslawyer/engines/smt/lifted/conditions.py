"""Conditions of states by their names, so that another run, without a solver, makes the same again.

A name is a property's, a clause (`clauses.py`), or by phases and places: `F is as at first`, `no F is A`, `F is there`
and `X is closed` hold in every state, or `, but while P is A, B` in every other phase, or `, but where G is A, B` of
every member in other places; `F of G is A` of what G names, if it does."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TypeAlias

from ruleslawyer.core.clauses import choice_value
from ruleslawyer.engines.smt.certify.argument import parse_key
from ruleslawyer.engines.smt.lifted.clauses import clause_candidate, parse
from ruleslawyer.engines.smt.lifted.induction import Candidate, Reads
from ruleslawyer.ir import types as t
from ruleslawyer.ir.rules import Check
from ruleslawyer.ir.schema import Field
from ruleslawyer.lifted.context import Keys, Store, constant_cell
from ruleslawyer.lifted.relation import Relation
from ruleslawyer.lifted.rest import PropertyStatement
from ruleslawyer.lifted.terms import BOOL, FALSE, INT, TRUE, Term, either, equal, member, negate, number, symbol
from ruleslawyer.lifted.values import CLASH, QUESTION, Maybe, as_term, values_equal
from ruleslawyer.lifted.world import Law, shape_of

ASSUMED = "assumed "  # how the source of an assumption's laws begins
BUT, WHERE, IS = ", but while ", ", but where ", " is "
FIRST, THERE, CLOSED, NO, OF = " is as at first", " is there", " is closed", "no ", " of "
Spoken: TypeAlias = tuple[Reads, Callable[[Store], Term]]
"""The fields and frames of which a condition speaks, and what it says of a state."""


def check_candidate(relation: Relation, check: Check) -> Candidate:
    """The candidate that an `always` states of every state."""
    return Candidate(check.name, lambda store: relation.of_state(check, store), relation.world.reads(check.function))


def implicit_conditions(relation: Relation, names: Sequence[str]) -> Iterator[Candidate]:
    """The conditions of these names that nobody wrote down, as far as there are such."""
    for name in names:
        found = read_template(relation, name)
        clause = None if found is not None else parse(relation.system, name)
        if clause is not None:
            found = clause_candidate(relation, clause)
        if found is not None:
            yield found


def candidates_by_key(relation: Relation, keys: Sequence[str]) -> Iterator[Candidate]:
    """The conditions of these keys, as far as there are such."""
    checks = {check.name: check for check in relation.system.checks.values() if check.kind == "always"}
    names = [name for name, _ in map(parse_key, keys) if name not in checks]
    others = {one.name: one for one in implicit_conditions(relation, names)}
    for key in keys:
        name, level = parse_key(key)
        found = check_candidate(relation, checks[name]) if name in checks else others.get(name)
        if found is not None:
            yield replace(found, level=level)


def given_laws(relation: Relation, reading: Mapping[str, str]) -> dict[str, Sequence[Law]]:
    """The laws of all structures that are spoken of, by source: of a reading, and of what is assumed of members."""
    system, found = relation.system, list[Law]()
    for key in reading:
        if key in system.questions:
            option = number(choice_value(system, ("option", key), reading, ()))
            found.append(((), equal(symbol(INT, f"{QUESTION}{key}"), option)))
        else:
            second = symbol(BOOL, f"{CLASH}{key}")
            found.append(((), second if choice_value(system, ("clash", key), reading, ()) else negate(second)))
    return {"reading": found, **{f"{ASSUMED}{name}": laws for name, laws in relation.assumption_laws.items()}}


def read_template(relation: Relation, text: str) -> Candidate | None:
    """The condition that a line says; None where it says none of this ruleset."""
    found = _Reader(relation).read(text)
    if found is None:
        return None
    reads, says = found
    return Candidate(text, lambda store: PropertyStatement(says(store), (), ()), reads, declared=False)


def has_default(field: Field) -> bool:
    leaf = shape_of(field.type).leaf
    return leaf == t.Bool() or (not isinstance(leaf, t.Sort | t.Enum | t.Pile) and field.default is not False)


class _Reader:
    def __init__(self, relation: Relation) -> None:
        self.world, self.system = relation.world, relation.system
        self.fields = {field.name: field for field in relation.system.state.fields}

    def read(self, text: str) -> Spoken | None:
        for mark, of in ((BUT, self._but_while), (WHERE, self._but_where)):
            about, found, rest = text.partition(mark)
            if found:
                place, _, listed = rest.partition(IS)
                return of(about, self.fields.get(place), listed.split(", "))
        return self._usual(text) or self._of_reference(text)

    def _usual(self, text: str) -> Spoken | None:
        """Something that is so in most phases."""
        name = text.removesuffix(CLOSED)
        if name != text and name in self.system.frames:
            return frozenset({name}), lambda store: negate(store.open[name])
        field = self._with_default(text)
        if field is not None:
            return _reads(field), lambda store: self._as_at_first(store, field)
        other = self.fields.get(text.removesuffix(THERE))
        if other is not None and isinstance(other.type, t.Optional):
            return _reads(other), lambda store: _is_there(store, other)
        place, _, label = text.removeprefix(NO).partition(IS)
        where = self.fields.get(place) if text.startswith(NO) else None
        if where is None or not isinstance(where.type, t.Map) or not isinstance(shape_of(where.type).leaf, t.Enum):
            return None
        one = self._values(shape_of(where.type).leaf).get(label)
        if one is None:
            return None
        return _reads(where), lambda store: self._everywhere(
            where, lambda keys: negate(equal(_leaf(store, where, keys), one))
        )

    def _with_default(self, text: str) -> Field | None:
        """The field that is as at first."""
        field = self.fields.get(text.removesuffix(FIRST)) if text.endswith(FIRST) else None
        return field if field is not None and has_default(field) else None

    def _but_while(self, about: str, phase: Field | None, names: Sequence[str]) -> Spoken | None:
        usual = self._usual(about)
        members = None if phase is None else self._some(phase.type, names)
        if usual is None or phase is None or members is None or (None, phase.name) in usual[0]:
            return None
        reads, says = usual
        return reads | _reads(phase), lambda store: either(
            *(equal(_leaf(store, phase), one) for one in members), says(store)
        )

    def _but_where(self, about: str, where: Field | None, names: Sequence[str]) -> Spoken | None:
        field = self._with_default(about)
        if field is None or where is None or field is where or not isinstance(where.type, t.Map):
            return None
        key, members = where.type.key, self._some(where.type.value, names)
        if members is None or not isinstance(field.type, t.Map) or field.type.key != key:
            return None

        def of(store: Store, k: Term) -> Term:
            there = (equal(_leaf(store, where, (k,)), one) for one in members)
            return either(*there, self._as_at_first(store, field, (k,)))

        return _reads(where, field), lambda store: negate(self.world.some(key, lambda k: negate(of(store, k))))

    def _of_reference(self, text: str) -> Spoken | None:
        """The thing that a field without keys names, if it does, has this value in a field of its sort."""
        name, _, rest = text.partition(OF)
        place, _, value = rest.partition(IS)
        other, field = self.fields.get(name), self.fields.get(place)
        if field is None or not isinstance(field.type, t.Optional) or not isinstance(field.type.item, t.Sort):
            return None
        if other is None or not isinstance(other.type, t.Map) or other.type.key != field.type.item:
            return None
        wanted = self._values(other.type.value).get(value)
        if wanted is None:
            return None

        def says(store: Store) -> Term:
            named = store.cells[None, field.name].at(())
            if not isinstance(named, Maybe) or not isinstance(named.value, Term):
                return TRUE
            return either(named.none, equal(_leaf(store, other, (named.value,)), wanted))

        return _reads(field, other), says

    def _values(self, of: t.Type) -> dict[str, Term]:
        """The members of an enum, or truth values, by name."""
        if isinstance(of, t.Bool):
            return {"no": FALSE, "yes": TRUE}
        if not isinstance(of, t.Enum):
            return {}
        return {name: member(of.name, k) for k, name in enumerate(self.system.enums[of.name].members)}

    def _some(self, of: t.Type, names: Sequence[str]) -> list[Term] | None:
        """Some members of an enum, and not all, in its order."""
        values = self._values(of) if isinstance(of, t.Enum) else {}
        listed = [name for name in values if name in names]
        return [values[name] for name in listed] if listed == [*names] and len(listed) < len(values) else None

    def _everywhere(self, field: Field, holds: Callable[[Keys], Term], leading: Keys = ()) -> Term:
        """The condition that something holds at all keys of a field, of which the first may be given."""
        of = self.world.shapes[None, field.name].keys
        if len(leading) == len(of):
            return holds(leading)
        return negate(
            self.world.some(of[len(leading)], lambda k: negate(self._everywhere(field, holds, (*leading, k))))
        )

    def _as_at_first(self, store: Store, field: Field, leading: Keys = ()) -> Term:
        """The condition that a field has its default at all keys."""
        cell, usual = store.cells[None, field.name], constant_cell(self.world.usual((None, field.name)))
        return self._everywhere(
            field, lambda keys: values_equal(cell.at(keys), usual.at(keys), self.world.some), leading
        )


def _reads(*fields: Field) -> Reads:
    return frozenset((None, field.name) for field in fields)


def _leaf(store: Store, field: Field, keys: Keys = ()) -> Term:
    return as_term(store.cells[None, field.name].at(keys))


def _is_there(store: Store, field: Field) -> Term:
    value = store.cells[None, field.name].at(())
    return negate(value.none) if isinstance(value, Maybe) else TRUE
