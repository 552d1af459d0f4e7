"""A model of the solver as a few members with names: what is printed on them, and a state before and after a rule; and
whether a state of a play keeps a clause.

Of any other member nothing is said; sums and whether somebody is somewhere may speak of those, so that a scope with
these members alone need not have such a state.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from operator import itemgetter
from typing import TYPE_CHECKING, Any, TypeAlias

from ruleslawyer.engines.smt.lifted.clauses import Clause, ClauseLiteral, Kind, Place
from ruleslawyer.engines.smt.lifted.translate import Evaluation
from ruleslawyer.ir import types as t
from ruleslawyer.ir.clauses import ways
from ruleslawyer.ir.left_open import numbers_without_value
from ruleslawyer.ir.system import System
from ruleslawyer.lang.records import SILENT
from ruleslawyer.lifted.context import Store
from ruleslawyer.lifted.relation import Relation, Step
from ruleslawyer.lifted.terms import BOOL, Term, variable
from ruleslawyer.lifted.values import (
    CLASH,
    NUMBER,
    QUESTION,
    MapTerm,
    Maybe,
    PartialValue,
    PileTerm,
    SetTerm,
    Value,
    part_of,
)
from ruleslawyer.lifted.world import shape_of
from ruleslawyer.rulebook.claims.readings import options_of_choice
from ruleslawyer.semantics.state import State

if TYPE_CHECKING:
    from ruleslawyer.ir.schema import Scope
    from ruleslawyer.rulebook.claims.result import Premises
    from ruleslawyer.semantics.trace import Trace

MOST = 8
"""Members of a sort: a table of more is none that somebody reads."""


@dataclass(frozen=True, slots=True)
class SituationTrial:
    """scope: the members of the situation, and no others. step: whether the interpreter takes the same step to the same
    end there, else why not. said: whether a play comes to such a state. trace: the play that breaks the property, under
    the premises; what: of one that nobody wrote, what breaks it."""

    scope: Scope
    step: str
    said: str
    trace: Trace | None = None
    premises: Premises | None = None
    what: str = ""


@dataclass(frozen=True, slots=True)
class Situation:
    """names: the members that occur, by sort. attributes: what is printed on them. before, after: canonical, of these
    members. args: of the rule. reading: the options that the model chose. matters: the fields at the keys of which the
    rule and the property speak there. numbers: those of the book that are left open, as the model has them. trial: what
    came of trying it out, where that was done."""

    kind: str
    rule: str
    names: Mapping[str, tuple[str, ...]]
    attributes: Mapping[tuple[str, str], tuple[object, ...]]
    before: State
    after: State
    args: tuple[object, ...]
    reading: Mapping[str, str]
    matters: frozenset[tuple[str, tuple[object, ...]]]
    numbers: Mapping[str, object]
    trial: SituationTrial | None = None


class _TooManyMembers(Exception):
    """Raised where there are more members than a table has room for."""


def situation(relation: Relation, step: Step, model: Evaluation, wrong: Term) -> Situation | None:
    """The members of which a model speaks where a rule makes something wrong; None where they are too many."""
    try:
        return _Reader(relation, step, model.again(), wrong).read()
    except _TooManyMembers:
        return None


class _Reader:
    def __init__(self, relation: Relation, step: Step, model: Evaluation, wrong: Term) -> None:
        self.relation, self.step, self.model = relation, step, model
        self.world, self.system = relation.world, relation.system
        for term in (wrong, *step.facts):
            model.value(term)
        self.seen = dict(model.known)
        self.members: dict[str, list[Any]] = {sort: [] for sort in self.system.sorts if sort not in self.world.sizes}
        for term, value in self.seen.items():
            if term.sort in self.members:
                self._index(term.sort, value)
        self.names: dict[tuple[str, int], Term] = {}

    def _index(self, sort: str, value: object) -> int:
        """The number of a member of an open sort; a new one gets the next."""
        known = self.members[sort]
        if value not in known:
            if len(known) == MOST:
                raise _TooManyMembers
            known.append(value)
        return known.index(value)

    def read(self) -> Situation:
        for sort, known in self.members.items():
            if not known:
                self._index(sort, f"some {sort}")
        while True:
            size = sum(map(len, self.members.values()))
            found = self._situation_now()
            if sum(map(len, self.members.values())) == size:  # what a field holds is a member too
                return found

    def _situation_now(self) -> Situation:
        """Reads the situation off the model, with the members met so far; reading may meet more."""
        sizes = {sort: self.world.sizes.get(sort) or len(self.members[sort]) for sort in self.system.sorts}
        attributes = {
            (sort, a.name): tuple(
                self._value_of(a.type, f"{sort}.{a.name}", (self._member(t.Sort(sort), k),)) for k in range(size)
            )
            for sort, size in sizes.items() for a in self.system.sorts[sort].attributes
        }  # fmt: skip
        function = self._function()
        skip = len(function.parameters) - len(self.step.args) if function is not None else 0
        args = () if function is None else tuple(
            self._canonical(p.type, value)
            for p, value in zip(function.parameters[skip:], self.step.args, strict=True)
        )  # fmt: skip
        types = {number: self.system.constants[number].type for number in numbers_without_value(self.system)}
        numbers = {number: self._value_of(type_, f"{NUMBER}{number}") for number, type_ in types.items()}
        return Situation(
            self.step.kind, self.step.name,
            {sort: tuple(f"{sort}{k + 1}" for k in range(size)) for sort, size in sizes.items()}, attributes,
            self._state(self.step.before), self._state(self.step.after), args, self._reading(),
            frozenset(self._matters()), numbers,
        )  # fmt: skip

    def _value_of(self, type_: t.Type, name: str, keys: tuple[Term, ...] = ()) -> Any:
        """An attribute of a member, or a number of the book that is left open."""
        return self._canonical(type_, self.world.symbolic(type_, name, keys))

    def _function(self) -> Any:
        if self.step.kind == "action":
            return self.system.actions[self.step.name].function
        return self.system.initial.function if self.step.kind == "initial" else None

    def _state(self, store: Store) -> State:
        frames = []
        for name, frame in self.system.frames.items():
            is_open = self.model.value(store.open[name])
            record = tuple(self._field(store, (name, f.name), f.type) for f in frame.fields) if is_open else None
            frames.append(record)
        fields = tuple(self._field(store, (None, f.name), f.type) for f in self.system.state.fields)
        return State(fields, tuple(frames))

    def _field(self, store: Store, field: tuple[str | None, str], type_: t.Type, keys: tuple[Term, ...] = ()) -> Any:
        if isinstance(type_, t.Map):
            return tuple(
                self._field(store, field, type_.value, (*keys, self._member(type_.key, k)))
                for k in range(self._size(type_.key))
            )
        return self._canonical(type_, store.cells[field].at(keys))

    def _size(self, type_: t.Type) -> int:
        every = self.world.members(type_)
        return len(every) if every is not None else len(self.members[self.world.sort(type_)])

    def _member(self, type_: t.Type, k: int) -> Term:
        """A member of a type, to be asked about."""
        every = self.world.members(type_)
        if every is not None:
            return every[k]
        sort = self.world.sort(type_)
        if (sort, k) not in self.names:
            name = self.names[sort, k] = variable(sort, f"#{k}")
            self.model.put(name, self.members[sort][k])
        return self.names[sort, k]

    def _canonical(self, type_: t.Type, value: Value) -> Any:
        ask = self.model.value
        if isinstance(value, Maybe) and not isinstance(type_, t.Silent):
            if value.value is None or ask(value.none):
                return None
            return self._canonical(type_.item if isinstance(type_, t.Optional) else type_, value.value)
        if isinstance(value, PartialValue):
            if value.value is None or ask(value.silent):
                return SILENT
            return self._canonical(type_.item if isinstance(type_, t.Silent) else type_, value.value)
        match type_:
            case t.Optional(item) | t.Silent(item):
                return self._canonical(item, value)
            case t.Map(key, item):
                assert isinstance(value, MapTerm)
                every = range(self._size(key))
                return tuple(self._canonical(item, value.at(self._member(key, k))) for k in every)
            case t.Set(item) | t.Awaits(item):
                assert isinstance(value, SetTerm)
                inside = {k for k in range(self._size(item)) if ask(value.has(self._member(item, k)))}
                return frozenset(inside | ({-1} if value.chance is not None and ask(value.chance) else set()))
            case t.Pile(item):
                assert isinstance(value, PileTerm)
                inside = {k for k in range(self._size(item)) if ask(value.has(self._member(item, k)))}
                top = self._canonical(t.Optional(item), value.top)
                return (*([top] if top in inside else []), *sorted(inside - {top}))
        assert isinstance(value, Term)
        found = ask(value)
        return self._index(value.sort, found) if value.sort in self.members else found

    def _reading(self) -> dict[str, str]:
        """The options on which the model's step depends."""
        found = {}
        for term, value in self.seen.items():
            name = str(term.value)
            if term.op != "symbol" or term.args:
                continue
            if name.startswith(QUESTION):
                key = name.removeprefix(QUESTION)
                found[key] = options_of_choice(self.system, key)[value]
            elif name.startswith(CLASH) and term.sort == BOOL:
                key = name.removeprefix(CLASH)
                found[key] = ways(self.system, key)[bool(value)]
        return found

    def _matters(self) -> set[tuple[str, tuple[object, ...]]]:
        """The fields and attributes that were looked at, each with its keys as numbers."""
        shapes = {f if r is None else f"{r}.{f}": len(shape.keys) for (r, f), shape in self.world.shapes.items()}
        shapes |= {f"{sort}.{a.name}": 1 for sort, d in self.system.sorts.items() for a in d.attributes}
        found = set()
        for term in self.seen:
            if term.op != "symbol":
                continue
            _, name = part_of(str(term.value))
            if name in shapes:
                found.add((name, tuple(self._key(a) for a in term.args[: shapes[name]])))
        return found

    def _key(self, arg: Term) -> object:
        value = self.seen[arg] if arg in self.seen else self.model.value(arg)
        return self._index(arg.sort, value) if arg.sort in self.members else value


Sizes: TypeAlias = Mapping[str, int]


def atoms(
    about: Place, leaf: t.Type, names: Callable[[t.Type], Iterable[str]], bounds: Iterable[int]
) -> Iterator[ClauseLiteral]:  # fmt: skip
    """Conditions of an entry. names: the members of an enum, or variables of a sort; bounds: of numbers."""

    def each(kind: Kind, of: t.Type) -> Iterator[ClauseLiteral]:
        return (ClauseLiteral(kind, True, about, name) for name in names(of))

    match leaf:
        case t.Bool():
            yield ClauseLiteral("flag", True, about)
        case t.Int():
            yield from (ClauseLiteral("most", True, about, "", bound) for bound in bounds)
        case t.Enum() | t.Sort():
            yield from each("is", leaf)
        case t.Optional(item):
            yield ClauseLiteral("set", True, about)
            yield from each("is", item)
        case t.Pile(item):
            yield ClauseLiteral("length", True, about, "", 0)
            yield from each("in", item)
        case t.Set(item) | t.Awaits(item):
            yield from each("in", item)


def names_inside(part: ClauseLiteral) -> tuple[str, ...]:
    """The variables and names of members in a part."""
    keys = () if part.about is None else part.about.keys
    return (*part.other.split(), *keys) if part.kind != "open" else ()


def clause_predicate(system: System, clause: Clause) -> Callable[[State, Sizes], bool]:
    """Whether a state keeps it; sizes: how many members each sort has. Of a frame that is closed nothing is so."""
    places = {name: i for i, (name, _) in enumerate(clause.variables)}
    tests = [(literal_predicate(system, part, places), part.holds) for part in clause.parts]

    def test(state: State, sizes: Sizes) -> bool:
        every = product(*(range(sizes[sort]) for _, sort in clause.variables))
        return all(any(is_so(state, members) is holds for is_so, holds in tests) for members in every)

    return test


def sizes_of(system: System, state: State) -> dict[str, int]:
    """How many members the sorts have that are keys of some field of the state."""
    found: dict[str, int] = {}
    for field, value in zip(system.state.fields, state.fields, strict=True):
        type_ = field.type
        while isinstance(type_, t.Map):
            if isinstance(type_.key, t.Sort):
                found[type_.key.name] = len(value)
            if not value:
                break
            type_, value = type_.value, value[0]
    return found


def literal_predicate(
    system: System, part: ClauseLiteral, places: Mapping[str, int]
) -> Callable[[State, Sequence[int]], bool | None]:
    """Whether a part is so for some members; None of what a closed frame holds."""
    if part.kind == "open":
        frame = list(system.frames).index(part.other)
        return lambda state, _: state.frames[frame] is not None
    if part.about is None:
        one, other = (places[name] for name in part.other.split())
        return lambda _, members: members[one] == members[other]
    record = part.about.record
    schema = (system.state if record is None else system.frames[record]).fields
    field = next(i for i, one in enumerate(schema) if one.name == part.about.field)
    shape, within = shape_of(schema[field].type), None if record is None else list(system.frames).index(record)

    def who(of: t.Type, name: str) -> Callable[[Sequence[int]], int]:
        if isinstance(of, t.Enum):
            fixed = system.enums[of.name].members.index(name)
            return lambda _: fixed
        return itemgetter(places[name])

    keys = [who(of, name) for of, name in zip(shape.keys, part.about.keys, strict=True)]
    is_so = _leaf_test(part, shape.leaf, who)

    def test(state: State, members: Sequence[int]) -> bool | None:
        fields = state.fields if within is None else state.frames[within]
        if fields is None:
            return None
        value = fields[field]
        for key in keys:
            value = value[key(members)]
        return is_so(value, members)

    return test


def _leaf_test(
    part: ClauseLiteral, leaf: t.Type, who: Callable[[t.Type, str], Callable[[Sequence[int]], int]]
) -> Callable[[Any, Sequence[int]], bool]:
    match part.kind, leaf:
        case "flag", _:
            return lambda value, _: bool(value)
        case "most", _:
            return lambda value, _: bool(value <= part.bound)
        case "length", _:
            return lambda value, _: len(value) <= part.bound
        case "set", _:
            return lambda value, _: value is not None
        case "in", t.Set(item) | t.Pile(item) | t.Awaits(item):
            inside = who(item, part.other)
            return lambda value, members: inside(members) in value
    other = who(leaf.item if isinstance(leaf, t.Optional) else leaf, part.other)
    return lambda value, members: bool(value == other(members))
