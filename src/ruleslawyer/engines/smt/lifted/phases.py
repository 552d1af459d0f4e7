"""Suggestions for lemmas that nobody wrote down: conditions of which it is said in which phases something is otherwise,
and such as would close a proof; and models completed for them.

States of short plays in small scopes say in which phases it is otherwise, and a model of the solver which phase more;
nothing is concluded from either.

A fold that no assertion speaks of has no value in a model that counts. Here a `some` is true where a known member
satisfies it, and a sum is added up. So a law is tried for whatever a model tells apart, and an instance of it is made
only where it is wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain, combinations, islice, product
from typing import Any

import z3

from ruleslawyer.engines.smt.lifted.clauses import Clause, ClauseLiteral, Place
from ruleslawyer.engines.smt.lifted.conditions import (
    BUT,
    CLOSED,
    FIRST,
    IS,
    NO,
    OF,
    THERE,
    WHERE,
    has_default,
    read_template,
)
from ruleslawyer.engines.smt.lifted.induction import Candidate
from ruleslawyer.engines.smt.lifted.situation import Situation, Sizes, atoms, clause_predicate, names_inside, sizes_of
from ruleslawyer.engines.smt.lifted.translate import Evaluation, Translation
from ruleslawyer.ir import types as t
from ruleslawyer.ir.schema import RecordDef, whole_name
from ruleslawyer.ir.system import System
from ruleslawyer.lifted.context import Store
from ruleslawyer.lifted.folds import Fold
from ruleslawyer.lifted.relation import Relation
from ruleslawyer.lifted.terms import Term
from ruleslawyer.lifted.values import WITNESS
from ruleslawyer.lifted.world import shape_of
from ruleslawyer.semantics.state import State, leaves

ENOUGH = 1500
"""States that are looked at, of all that there are; more of them throw out little more."""


def suggest_candidates(relation: Relation, states: Sequence[State]) -> list[Candidate]:
    """The candidates that hold in every one of some states, in a fixed order."""
    states = states[:: max(1, len(states) // ENOUGH)] if states else ()
    names = dict.fromkeys(_names(relation.system, states)) if states else ()
    return [found for name in names if (found := read_template(relation, name)) is not None]


def weaken_by_phase(relation: Relation, one: Candidate, model: Evaluation, after: Store) -> Candidate | None:
    """The same but in the phase in which a model breaks it, if there is such a thing."""
    about, _, rest = one.name.partition(BUT)
    place, _, listed = rest.partition(IS)
    for field in reversed(relation.system.state.fields):
        if isinstance(field.type, t.Enum) and place in ("", field.name):
            members, here = relation.system.enums[field.type.name].members, after.cells[None, field.name].at(())
            assert isinstance(here, Term)
            others = {*listed.split(", "), members[model.value(here)]} - {""}
            text = _but(about, BUT, field.name, [name for name in members if name in others])
            found = read_template(relation, text) if text != one.name else None
            if found is not None:
                return found
    return None


def _but(about: str, mark: str, place: str, names: Sequence[str]) -> str:
    return f"{about}{mark}{place}{IS}{', '.join(names)}" if names else about


def _names(system: System, states: Sequence[State]) -> Iterator[str]:
    """The conditions that the states keep: of phases, of places, and of what fields name."""
    otherwise, broken = dict[str, list[State]](), dict[str, bool]()
    for state in states:
        for name, kept in _usual(system, state):
            otherwise.setdefault(name, []).extend(() if kept else (state,))
        for name, kept in _of_references(system, state):
            broken[name] = broken.get(name, False) or not kept
    for i, phase in enumerate(system.state.fields):
        if isinstance(phase.type, t.Enum):
            members = system.enums[phase.type.name].members
            for name, some in otherwise.items():
                others = sorted({state.fields[i] for state in some})
                yield _but(name, BUT, phase.name, [members[k] for k in others])
    yield from _in_places(system, states)
    yield from (name for name, is_broken in broken.items() if not is_broken)


def _usual(system: System, state: State) -> Iterator[tuple[str, bool]]:
    """Conditions that may hold in most phases, each with whether a state keeps it."""
    for field, value in zip(system.state.fields, state.fields, strict=True):
        leaf = shape_of(field.type).leaf
        if has_default(field):
            yield f"{field.name}{FIRST}", _all_default(value, field.default)
        if isinstance(leaf, t.Enum) and isinstance(field.type, t.Map):
            there = {*_values(value)}
            for k, label in enumerate(system.enums[leaf.name].members):
                yield f"{NO}{field.name}{IS}{label}", k not in there
        if isinstance(field.type, t.Optional):
            yield f"{field.name}{THERE}", value is not None
    for name, frame in zip(system.frames, state.frames, strict=True):
        yield f"{name}{CLOSED}", frame is None


def _values(value: object) -> Iterator[Any]:
    """The leaves of a field of enums."""
    if isinstance(value, tuple):
        for item in value:
            yield from _values(item)
    else:
        yield value


def _all_default(value: object, default: object) -> bool:
    if isinstance(value, tuple) and not isinstance(default, tuple):
        return all(_all_default(item, default) for item in value)
    return bool(value == default)


def _in_places(system: System, states: Sequence[State]) -> Iterator[str]:
    """A field of a member has its first value unless the member is in certain places, for each field that says where
    members are."""
    for j, where in enumerate(system.state.fields):
        if not isinstance(where.type, t.Map) or not isinstance(where.type.value, t.Enum):
            continue
        members = system.enums[where.type.value.name].members
        for i, field in enumerate(system.state.fields):
            if i != j and isinstance(field.type, t.Map) and field.type.key == where.type.key and has_default(field):
                pairs = ((at, v) for s in states for at, v in zip(s.fields[j], s.fields[i], strict=True))
                places = sorted({at for at, v in pairs if not _all_default(v, field.default)})
                if places:
                    yield _but(f"{field.name}{FIRST}", WHERE, where.name, [members[k] for k in places])


def _of_references(system: System, state: State) -> Iterator[tuple[str, bool]]:
    """Each finite field of a sort has one value where a field without keys names a member of it."""
    every = [*zip(system.state.fields, state.fields, strict=True)]
    for field, named in every:
        for other, held in every if isinstance(field.type, t.Optional) else ():
            match other.type:
                case t.Map(t.Sort() as key, t.Enum(enum)) if field.type == t.Optional(key):
                    values: list[tuple[Any, str]] = [*enumerate(system.enums[enum].members)]
                case t.Map(t.Sort() as key, t.Bool()) if field.type == t.Optional(key):
                    values = [(False, "no"), (True, "yes")]
                case _:
                    continue
            for value, name in values:
                yield f"{other.name}{OF}{field.name}{IS}{name}", named is None or held[named] == value


Values = tuple[object, ...]
OFTEN = 256
"""Members that are tried, after which one looks at the clock."""


class ModelCompletion(Evaluation):
    """folds: by name; told: their applications, and those of their witnesses, of which something was asserted. members:
    the terms of each open sort; late: called now and then, may raise."""

    def __init__(
        self, model: z3.ModelRef, translation: Translation, folds: Mapping[str, Fold], told: Iterable[Term],
        members: Mapping[str, Iterable[Term]], late: Callable[[], None],
    ) -> None:  # fmt: skip
        super().__init__(model, translation)
        self._folds, self._members, self._late = folds, members, late
        self._each: dict[str, dict[object, Term]] = {}
        self._points: dict[tuple[str, Values], object] = {}
        self._tried = 0
        for app in sorted(told, key=lambda app: app.rank):
            values = tuple([self.value(a) for a in app.args])
            self._points[str(app.value), values] = self._point(app, list(values))

    def each(self, sort: str) -> Mapping[object, Term]:
        """The members of an open sort that are told apart, each with a term."""
        if sort not in self._each:
            found = self._each[sort] = {}
            for term in self._members.get(sort, ()):
                found.setdefault(self.value(term), term)
        return self._each[sort]

    def _application(self, term: Term, args: list[Any]) -> Any:
        name = str(term.value)
        fold = self._folds.get(name.removeprefix(WITNESS))
        if fold is None:
            return self._point(term, args)
        key = name, tuple(args)
        if key not in self._points:
            self._points[key] = self._meaning(fold, key[1], witness=fold.name != name)
        return self._points[key]

    def _unwritten(self, sort: str) -> object:
        """A member that there is, where the model does not care."""
        return next(iter(self._each.get(sort, ())), super()._unwritten(sort))

    def is_off(self, fold: Fold, app: Term) -> bool:
        """Whether a model gives a sum another value than what its members add up to."""
        return bool(self.value(app) != self._meaning(fold, tuple(map(self.value, app.args)), witness=False))

    def known_by(self, fold: Fold, args: Values) -> bool:
        """Whether some member satisfies a `some`."""
        return any(self.value_where(fold.condition, put) for put in self._tries(fold, args))

    def _tries(self, fold: Fold, args: Values) -> Iterable[dict[Term, object]]:
        """The values of a fold's variables, for each member."""
        sort, sizes = fold.variable.sort, self._translation.sizes
        every: Sequence[object] = range(sizes[sort]) if sort in sizes else list(self.each(sort))
        for x in every:
            self._tried += 1
            if self._tried % OFTEN == 0:
                self._late()
            yield dict(zip(fold.parameters, args, strict=True)) | {fold.variable: x}

    def _meaning(self, fold: Fold, args: Values, *, witness: bool) -> object:
        if fold.kind == "some" and not witness:
            return self.known_by(fold, args)
        tries = self._tries(fold, args)
        if fold.kind == "sum":
            return sum(self.value_where(fold.body, put) for put in tries)
        passing = [put for put in tries if self.value_where(fold.condition, put)]
        if not passing:
            return self._unwritten(fold.variable.sort) if witness else 0
        best = passing[0]
        if fold.kind != "some":
            choose = min if fold.kind == "least" else max
            best = choose(passing, key=lambda put: self.value_where(fold.body, put))
        return best[fold.variable] if witness else self.value_where(fold.body, best)


TRIED, LOOKED_AT = 40, 20_000
"""Conditions that are tried, at most, and those that are looked at."""
NAMES = "abcdefghijklmnopqrstuvwxyz"


def find_strengthening(
    system: System, found: Situation, guesses: Iterable[Clause], states: Sequence[State], known: Iterable[str],
    closes: Callable[[Clause], bool],
) -> Clause | None:  # fmt: skip
    """The first small condition that closes a proof; None where none does that is tried. guesses: conditions that plays
    keep, which come first; states: of plays, none of which may break it; known: the names of what is tried in vain or
    known already; closes: whether no rule breaks the property where a condition holds before it."""
    done, tried = {*known}, 0
    sizes: Sizes = {sort: len(names) for sort, names in found.names.items()}
    sample = [(state, sizes_of(system, state)) for state in states]
    for clause in islice(chain(guesses, _against(system, found)), LOOKED_AT):
        if tried == TRIED:
            break
        if clause.text in done or any(sort not in sizes for _, sort in clause.variables):
            continue
        done.add(clause.text)
        holds = clause_predicate(system, clause)
        if holds(found.before, sizes) or not all(
            holds(state, of) for state, of in sample if all(sort in of for _, sort in clause.variables)
        ):
            continue
        tried += 1
        if closes(clause):
            return clause
    return None


def _against(system: System, found: Situation) -> Iterator[Clause]:
    """Conditions of one entry of what matters in a situation, then of two."""
    parts = list(_parts(system, found))
    yield from (_clause(system, part) for part in parts)
    for one, other in combinations(parts, 2):
        yield _clause(system, (*one, *other))


def _parts(system: System, found: Situation) -> Iterator[tuple[ClauseLiteral, ...]]:
    """Conditions of single entries: what there is of a frame, where that is open."""
    matter = {place for place, _ in found.matters}
    for frame in system.frames:
        if any(place == frame or place.startswith(f"{frame}.") for place in matter):
            yield from ((ClauseLiteral("open", holds, None, frame),) for holds in (False, True))
    records: list[tuple[str | None, RecordDef, tuple[Any, ...]]] = [(None, system.state, found.before.fields)]
    every = zip(system.frames.items(), found.before.frames, strict=True)
    records += [(name, record, values) for (name, record), values in every if values is not None]
    for name, record, values in records:
        shut = () if name is None else (ClauseLiteral("open", False, None, name),)
        for field, value in zip(record.fields, values, strict=True):
            if whole_name(name, field.name) in matter:
                shape = shape_of(field.type)
                for keys in product(*_keys(system, shape.keys)):
                    about = Place(name, field.name, keys)
                    bounds = _bounds(leaf for _, leaf in leaves(field.type, value))
                    for part in atoms(about, shape.leaf, partial(_value_names, system, about), bounds):
                        for holds in (True, False):
                            yield *shut, replace(part, holds=holds)


def _keys(system: System, of: Sequence[t.Type]) -> list[Sequence[str]]:
    """The keys of an entry: the members of an enum, or a variable for any member, another one for each key."""
    found: list[Sequence[str]] = []
    for place, type_ in enumerate(of):
        match type_:
            case t.Enum(name):
                found.append(system.enums[name].members)
            case t.Sort(name):
                found.append([_variables(system, name)[[*of[:place]].count(type_) % 2]])
            case _:
                found.append([])
    return found


def _variables(system: System, sort: str) -> str:
    """The two variables of a sort."""
    place = [*system.sorts].index(sort) * 2
    return NAMES[place : place + 2]


def _bounds(values: Iterable[object]) -> Iterable[int]:
    """Bounds that the values of a number suggest."""
    numbers = [value for value in values if isinstance(value, int)]
    return dict.fromkeys(bound for n in numbers for bound in (-1 if n < 0 else 0, n - 1, n))


def _value_names(system: System, about: Place, of: t.Type) -> Sequence[str]:
    """The members of an enum; of a sort the variables that are no keys of an entry."""
    match of:
        case t.Enum(name):
            return system.enums[name].members
        case t.Sort(name):
            return [one for one in _variables(system, name) if one not in about.keys]
    return ()


def _clause(system: System, parts: tuple[ClauseLiteral, ...]) -> Clause:
    """The clause of some parts, each once, with the variables that they name."""
    said = tuple(dict.fromkeys(parts))
    named = {name for part in said for name in names_inside(part)}
    variables = [(one, sort) for sort in system.sorts for one in _variables(system, sort) if one in named]
    return Clause(tuple(variables), said)
