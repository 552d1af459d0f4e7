"""Candidates for lemmas that nobody wrote down: in which phases a field is as at first, a frame closed or something
there, and what a card is that a field names.

States of short plays in small scopes say in which phases it is otherwise, and a model of the solver which phase more;
nothing is concluded from either."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from ruleslawyer.engines.smt.lifted.induction import Candidate, Reads
from ruleslawyer.ir import types as t
from ruleslawyer.ir.schema import Field
from ruleslawyer.ir.system import System
from ruleslawyer.lifted.context import Keys, Store, constant
from ruleslawyer.lifted.relation import Relation
from ruleslawyer.lifted.rest import Said
from ruleslawyer.lifted.terms import TRUE, Term, either, equal, member, negate
from ruleslawyer.lifted.values import Maybe, same
from ruleslawyer.lifted.world import shape_of

if TYPE_CHECKING:  # names are enough where no model and no play is looked at
    from ruleslawyer.engines.smt.lifted.translate import Evaluation
    from ruleslawyer.semantics.state import State

ENOUGH = 1500
"""States that are looked at, of all that there are; more of them throw out little more."""
BUT, WHERE = ", but while ", ", but where "
Met: TypeAlias = "Callable[[State], bool]"
"""Whether a state keeps a candidate."""


@dataclass(frozen=True, slots=True)
class Template:
    candidate: Candidate
    met: Met


@dataclass(frozen=True, slots=True)
class Usual:
    """Something that is so in most phases."""

    name: str
    reads: Reads
    says: Callable[[Store], Term]
    met: Met


def templates(relation: Relation, states: Sequence[State], named: Sequence[str] = ()) -> list[Candidate]:
    """The candidates that hold in every one of some states, in a fixed order; without states, those that are named."""
    states = states[:: max(1, len(states) // ENOUGH)]
    index = {field.name: i for i, field in enumerate(relation.system.state.fields)}
    found: dict[str, Candidate] = {}
    every = [(usual, [state for state in states if not usual.met(state)]) for usual in _usual(relation)]
    for phase in (f for f in relation.system.state.fields if isinstance(f.type, t.Enum)):
        place = _Phase(relation, phase)
        for usual, otherwise in every:
            if (None, phase.name) in usual.reads:
                continue
            sets = [frozenset(state.fields[index[phase.name]] for state in otherwise)] if states else []
            for others in (*sets, *place.read(usual, named)):
                candidate = place.candidate(usual, others)
                if candidate is not None:
                    found[candidate.name] = candidate
    for candidate in _in_places(relation, states, named, index):
        found[candidate.name] = candidate
    for one in _reference_templates(relation, relation.system, index):
        if all(map(one.met, states)) if states else one.candidate.name in named:
            found[one.candidate.name] = one.candidate
    return list(found.values())


@dataclass(frozen=True, slots=True)
class _Phase:
    """A field without keys, which says where a game stands."""

    relation: Relation
    phase: Field

    @property
    def members(self) -> Sequence[str]:
        assert isinstance(self.phase.type, t.Enum)
        return self.relation.system.enums[self.phase.type.name].members

    def read(self, usual: Usual, named: Sequence[str]) -> Iterator[frozenset[int]]:
        """The phases in which it is otherwise, by the names of candidates."""
        for name in named:
            about, but, others = name.partition(BUT)
            phase, _, listed = others.partition(" is ")
            others_named = [one for one in listed.split(", ") if one]
            if about != usual.name or (but and phase != self.phase.name):
                continue
            if all(one in self.members for one in others_named):
                yield frozenset(map(self.members.index, others_named))

    def candidate(self, usual: Usual, others: frozenset[int]) -> Candidate | None:
        """The candidate that the usual value holds but in some phases; None where that says nothing."""
        if len(others) == len(self.members):
            return None
        key, world = (None, self.phase.name), self.relation.world

        def state_term(store: Store) -> Said:
            here = store.cells[key].at(())
            there = (same(here, world.lift(self.phase.type, k), world.some) for k in sorted(others))
            return Said(either(*there, usual.says(store)), (), ())

        def spare(model: Evaluation, after: Store) -> Candidate | None:
            here = after.cells[key].at(())
            assert isinstance(here, Term)
            more = others | {model.value(here)}
            return self.candidate(usual, more) if more != others else None

        listed = ", ".join(self.members[k] for k in sorted(others))
        name = f"{usual.name}{BUT}{self.phase.name} is {listed}" if others else usual.name
        reads = usual.reads | {key} if others else usual.reads
        return Candidate(name, state_term, reads, declared=False, spared=spare)


def _usual(relation: Relation) -> Iterator[Usual]:
    system = relation.system
    for i, field in enumerate(system.state.fields):
        reads = frozenset({(None, field.name)})
        leaf = shape_of(field.type).leaf
        if _has_default(field):

            def default(store: Store, field: Field = field) -> Term:
                return _as_at_first(relation, store, field)

            def is_default(state: State, i: int = i, field: Field = field) -> bool:
                return _all_default(state.fields[i], field.default)

            yield Usual(f"{field.name} is as at first", reads, default, is_default)
        if isinstance(leaf, t.Enum) and isinstance(field.type, t.Map):
            for k, label in enumerate(system.enums[leaf.name].members):

                def nobody(store: Store, field: Field = field, enum: str = leaf.name, k: int = k) -> Term:
                    def holds(keys: Keys) -> Term:
                        at = store.cells[None, field.name].at(keys)
                        assert isinstance(at, Term)
                        return negate(equal(at, member(enum, k)))

                    return _everywhere(relation, store, field, holds)

                def none(state: State, i: int = i, k: int = k) -> bool:
                    return k not in _values(state.fields[i])

                yield Usual(f"no {field.name} is {label}", reads, nobody, none)
        if isinstance(field.type, t.Optional):

            def some(store: Store, field: Field = field) -> Term:
                value = store.cells[None, field.name].at(())
                return negate(value.none) if isinstance(value, Maybe) else TRUE

            def there(state: State, i: int = i) -> bool:
                return state.fields[i] is not None

            yield Usual(f"{field.name} is there", reads, some, there)
    for i, frame in enumerate(system.frames):

        def is_shut(store: Store, frame: str = frame) -> Term:
            return negate(store.open[frame])

        def absent(state: State, i: int = i) -> bool:
            return state.frames[i] is None

        yield Usual(f"{frame} is closed", frozenset({frame}), is_shut, absent)


def _everywhere(
    relation: Relation, store: Store, field: Field, holds: Callable[[Keys], Term], leading: Keys = ()
) -> Term:
    """The condition that something holds at all keys of a field, of which the first may be given."""
    shape = relation.world.shapes[None, field.name]

    def deep(keys: Keys) -> Term:
        if len(keys) == len(shape.keys):
            return holds(keys)
        return negate(relation.world.some(shape.keys[len(keys)], lambda k: negate(deep((*keys, k)))))

    return deep(leading)


def _as_at_first(relation: Relation, store: Store, field: Field, leading: Keys = ()) -> Term:
    """The condition that a field has its default at all keys."""
    world, cell = relation.world, store.cells[None, field.name]
    usual = constant(world.usual((None, field.name)))

    def holds(keys: Keys) -> Term:
        return same(cell.at(keys), usual.at(keys), world.some)

    return _everywhere(relation, store, field, holds, leading)


def _has_default(field: Field) -> bool:
    leaf = shape_of(field.type).leaf
    return leaf == t.Bool() or (not isinstance(leaf, t.Sort | t.Enum | t.Pile) and field.default is not False)


def _values(value: object) -> Iterator[Any]:
    """The leaves of a field of enums."""
    if isinstance(value, tuple):
        for item in value:
            yield from _values(item)
    else:
        yield value


def _in_places(
    relation: Relation, states: Sequence[State], named: Sequence[str], index: dict[str, int]
) -> Iterator[Candidate]:
    """Candidates that a field of a member has its first value unless the member is in certain places, for each field
    that says where members are."""
    system = relation.system
    for where in system.state.fields:
        if not isinstance(where.type, t.Map) or not isinstance(where.type.value, t.Enum):
            continue
        key, members = where.type.key, system.enums[where.type.value.name].members
        for field in system.state.fields:
            if field is where or not isinstance(field.type, t.Map) or field.type.key != key or not _has_default(field):
                continue
            about = f"{field.name} is as at first{WHERE}{where.name} is "
            i, j = index[field.name], index[where.name]
            sets = [
                {at for s in states for at, v in zip(s.fields[j], s.fields[i], strict=True)
                 if not _all_default(v, field.default)}
            ] if states else [
                set(map(members.index, listed)) for name in named if name.startswith(about)
                and set(listed := name.removeprefix(about).split(", ")) <= set(members)
            ]  # fmt: skip
            for places in sets:
                if 0 < len(places) < len(members):
                    yield _in_place(relation, where, field, frozenset(places), about)


def _in_place(relation: Relation, where: Field, field: Field, places: frozenset[int], about: str) -> Candidate:
    assert isinstance(where.type, t.Map) and isinstance(where.type.value, t.Enum)
    key, enum = where.type.key, where.type.value.name

    def state_term(store: Store) -> Said:
        def of(k: Term) -> Term:
            at = store.cells[None, where.name].at((k,))
            assert isinstance(at, Term)
            there = (equal(at, member(enum, one)) for one in sorted(places))
            return either(*there, _as_at_first(relation, store, field, (k,)))

        return Said(negate(relation.world.some(key, lambda k: negate(of(k)))), (), ())

    name = about + ", ".join(relation.system.enums[enum].members[k] for k in sorted(places))
    return Candidate(name, state_term, frozenset({(None, where.name), (None, field.name)}), declared=False)


def _all_default(value: object, default: object) -> bool:
    if isinstance(value, tuple) and not isinstance(default, tuple):
        return all(_all_default(item, default) for item in value)
    return bool(value == default)


def _reference_templates(relation: Relation, system: System, index: dict[str, int]) -> Iterator[Template]:
    """Templates about the thing that a field without keys names, if it does: each finite field of its sort has one
    value there."""
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

                def says(store: Store, field: Field = field, other: Field = other, value: object = value,
                         type_: t.Type = type_) -> Said:  # fmt: skip
                    named = store.cells[None, field.name].at(())
                    if not isinstance(named, Maybe) or not isinstance(named.value, Term):
                        return Said(TRUE, (), ())
                    held, wanted = store.cells[None, other.name].at((named.value,)), world.lift(type_, value)
                    assert isinstance(held, Term) and isinstance(wanted, Term)
                    return Said(either(named.none, equal(held, wanted)), (), ())

                def test(
                    state: State, i: int = index[field.name], j: int = index[other.name], value: object = value
                ) -> bool:
                    named = state.fields[i]
                    return named is None or state.fields[j][named] == value

                reads = frozenset({(None, field.name), (None, other.name)})
                yield Template(Candidate(f"{other.name} of {field.name} is {name}", says, reads, declared=False), test)
