"""Conditions that would close a proof: small ones that exclude a counterexample to induction, and with which no rule
breaks the property. None is shown itself, so nothing rests on it; it says what a reader may want to promise.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain, combinations, islice, product
from typing import Any

from ruleslawyer.engines.smt.lifted.clauses import Clause, Part, Place
from ruleslawyer.engines.smt.lifted.situation import Situation
from ruleslawyer.engines.smt.lifted.states import Sizes, atoms, keeps, names_inside, sizes_of
from ruleslawyer.ir import types as t
from ruleslawyer.ir.schema import RecordDef, whole_name
from ruleslawyer.ir.system import System
from ruleslawyer.lifted.world import shape_of
from ruleslawyer.semantics.state import State, leaves

TRIED, LOOKED_AT = 40, 20_000
"""Conditions that are tried, at most, and those that are looked at."""
NAMES = "abcdefghijklmnopqrstuvwxyz"


def closing(
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
        holds = keeps(system, clause)
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


def _parts(system: System, found: Situation) -> Iterator[tuple[Part, ...]]:
    """Conditions of single entries: what there is of a frame, where that is open."""
    matter = {place for place, _ in found.matters}
    for frame in system.frames:
        if any(place == frame or place.startswith(f"{frame}.") for place in matter):
            yield from ((Part("open", holds, None, frame),) for holds in (False, True))
    records: list[tuple[str | None, RecordDef, tuple[Any, ...]]] = [(None, system.state, found.before.fields)]
    every = zip(system.frames.items(), found.before.frames, strict=True)
    records += [(name, record, values) for (name, record), values in every if values is not None]
    for name, record, values in records:
        shut = () if name is None else (Part("open", False, None, name),)
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


def _clause(system: System, parts: tuple[Part, ...]) -> Clause:
    """The clause of some parts, each once, with the variables that they name."""
    said = tuple(dict.fromkeys(parts))
    named = {name for part in said for name in names_inside(part)}
    variables = [(one, sort) for sort in system.sorts for one in _variables(system, sort) if one in named]
    return Clause(tuple(variables), said)
