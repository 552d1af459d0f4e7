"""Candidates for lemmas that nobody wrote down: what holds in each phase, and what a card is that a field names.

States of short plays in small scopes throw out most of them before the solver is asked; nothing is concluded from
those."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from ruleslawyer.engines.smt.lifted.induction import Candidate
from ruleslawyer.ir import types as t
from ruleslawyer.ir.system import Field, System
from ruleslawyer.lifted.context import Store
from ruleslawyer.lifted.relation import Relation, Said
from ruleslawyer.lifted.terms import TRUE, Term, either, equal, negate
from ruleslawyer.lifted.values import Maybe, Table, Value, same
from ruleslawyer.lifted.world import shape_of
from ruleslawyer.semantics.state import State

Met = Callable[[State], bool]
"""Whether a state keeps a candidate."""


@dataclass(frozen=True, slots=True)
class Template:
    candidate: Candidate
    met: Met


def templates(relation: Relation, states: Iterable[State]) -> list[Candidate]:
    """Those that every one of some states keeps, in a fixed order."""
    left = list(_templates(relation))
    for state in states:
        left = [one for one in left if one.met(state)]
    return [one.candidate for one in left]


def _templates(relation: Relation) -> Iterator[Template]:
    system = relation.system
    phases = [f for f in system.state.fields if isinstance(f.type, t.Enum)]
    index = {field.name: i for i, field in enumerate(system.state.fields)}
    for phase in phases:
        assert isinstance(phase.type, t.Enum)
        for value, name in enumerate(system.enums[phase.type.name].members):
            place = _Phase(relation, phase, value, f"{phase.name} is {name}", index[phase.name])
            for field in system.state.fields:
                if field is not phase:
                    yield from place.of_field(field, index[field.name])
            for i, frame in enumerate(system.frames):
                yield place.closed(frame, i)
    yield from _named(relation, system, index)


@dataclass(frozen=True, slots=True)
class _Phase:
    """A value of a field without keys, which says where a game stands."""

    relation: Relation
    phase: Field
    value: int
    name: str
    index: int

    def _candidate(self, name: str, says: Callable[[Store], Term], reads: frozenset[Any], met: Met) -> Template:
        def said(store: Store) -> Said:
            here = store.cells[None, self.phase.name].at(())
            return Said(either(negate(self._is(here)), says(store)), (), ())

        reads = reads | {(None, self.phase.name)}
        candidate = Candidate(f"while {self.name}: {name}", said, reads, declared=False)
        return Template(candidate, lambda state: state.fields[self.index] != self.value or met(state))

    def _is(self, value: Value) -> Term:
        world = self.relation.world
        return same(value, world.lift(self.phase.type, self.value), world.some)

    def of_field(self, field: Field, index: int) -> Iterator[Template]:
        world = self.relation.world
        reads = frozenset({(None, field.name)})
        leaf = shape_of(field.type).leaf
        if (not isinstance(leaf, t.Sort | t.Enum | t.Pile) and field.default is not False) or leaf == t.Bool():
            usual = world.usual((None, field.name))

            def default(store: Store) -> Term:
                return _everywhere(self.relation, store, field, usual)

            def kept(state: State) -> bool:
                return _all_default(state.fields[index], field.default)

            yield self._candidate(f"{field.name} is as at first", default, reads, kept)
        if isinstance(field.type, t.Optional):

            def some(store: Store) -> Term:
                value = store.cells[None, field.name].at(())
                return negate(value.none) if isinstance(value, Maybe) else TRUE

            yield self._candidate(f"{field.name} is there", some, reads, lambda state: state.fields[index] is not None)

    def closed(self, frame: str, index: int) -> Template:
        return self._candidate(
            f"{frame} is closed", lambda store: negate(store.open[frame]), frozenset({frame}),
            lambda state: state.frames[index] is None,
        )  # fmt: skip


def _everywhere(relation: Relation, store: Store, field: Field, usual: Value) -> Term:
    """That a field has its default at all keys."""
    world = relation.world
    shape = world.shapes[None, field.name]
    cell = store.cells[None, field.name]

    def deep(keys: tuple[Term, ...], value: Value) -> Term:
        if len(keys) == len(shape.keys):
            return same(cell.at(keys), value, world.some)
        assert isinstance(value, Table)
        inner = value.at
        return negate(world.some(shape.keys[len(keys)], lambda k: negate(deep((*keys, k), inner(k)))))

    return deep((), usual)


def _all_default(value: Any, default: Any) -> bool:
    if isinstance(value, tuple) and not isinstance(default, tuple):
        return all(_all_default(item, default) for item in value)
    return bool(value == default)


def _named(relation: Relation, system: System, index: dict[str, int]) -> Iterator[Template]:
    """What a field without keys names, if it does: of each finite field of its sort, that it has one value there."""
    world = relation.world
    for field in system.state.fields:
        if not isinstance(field.type, t.Optional) or not isinstance(field.type.item, t.Sort):
            continue
        sort = field.type.item
        for other in system.state.fields:
            match other.type:
                case t.Map(key, t.Enum(enum)) if key == sort:
                    values: list[tuple[Any, str]] = list(enumerate(system.enums[enum].members))
                    type_: t.Type = t.Enum(enum)
                case t.Map(key, t.Bool()) if key == sort:
                    values, type_ = [(False, "no"), (True, "yes")], t.Bool()
                case _:
                    continue
            for value, name in values:

                def says(store: Store, field: Field = field, other: Field = other, value: Any = value,
                         type_: t.Type = type_) -> Said:  # fmt: skip
                    named = store.cells[None, field.name].at(())
                    if not isinstance(named, Maybe) or not isinstance(named.value, Term):
                        return Said(TRUE, (), ())
                    held, wanted = store.cells[None, other.name].at((named.value,)), world.lift(type_, value)
                    assert isinstance(held, Term) and isinstance(wanted, Term)
                    return Said(either(named.none, equal(held, wanted)), (), ())

                def met(
                    state: State, i: int = index[field.name], j: int = index[other.name], value: Any = value
                ) -> bool:
                    named = state.fields[i]
                    return named is None or state.fields[j][named] == value

                reads = frozenset({(None, field.name), (None, other.name)})
                yield Template(Candidate(f"{other.name} of {field.name} is {name}", says, reads, declared=False), met)
