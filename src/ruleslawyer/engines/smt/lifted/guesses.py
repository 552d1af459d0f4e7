"""Guesses at lemmas that nobody wrote down: clauses about fields and frames that every state of some plays keeps.

A condition of one entry, of up to two members of each sort, is true or false at a point, which is a state with members
for the variables. One that is always so is a guess; so is what is always so where another one is: which of its values a
field of an enum has, or another condition; and that two members of which something is so are one. What is true of few
cards may be wrong of more: nothing is concluded from it, and a guess is asked like any other candidate.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations, product
from random import Random
from typing import TypeAlias

from ruleslawyer.engines.smt.lifted.clauses import Clause, Part, Place
from ruleslawyer.engines.smt.lifted.induction import Reads
from ruleslawyer.engines.smt.lifted.states import Sizes, atoms, holder, keeps, names_inside, sizes_of
from ruleslawyer.ir import types as t
from ruleslawyer.ir.system import System
from ruleslawyer.lifted.world import shape_of
from ruleslawyer.semantics.state import State

STATES, POINTS = 300, 12
"""States that are looked at, of all that there are, and for how many choices of members each, before all are."""
ATOMS = 400
"""Conditions of one entry, at most: those about what is asked first."""
NUMBERS = (0, 1)
"""Numbers up to which one asks whether something is at most so much."""
GUESSED = 400
"""Clauses that are looked at in all states."""
_NAMES = "abcdefgh"
Point: TypeAlias = tuple[State, tuple[int, ...]]


def guesses(system: System, states: Sequence[State], about: Reads) -> list[Clause]:
    """Clauses that speak of some of these fields and frames and that all states keep: those first that speak of little
    else, and of few members. None without states."""
    sample = [(state, sizes_of(system, state)) for state in states[:: max(1, len(states) // STATES)]]
    found: dict[str, Clause] = {}
    for clause in _Points(system, sample, about).clauses():
        if not about.isdisjoint(clause.reads):
            found.setdefault(clause.text, clause)

    def order(clause: Clause) -> tuple[int, int, int, str]:
        return len(clause.reads - about), len(clause.variables), len(clause.parts), clause.text

    kept: list[Clause] = []
    for clause in sorted(found.values(), key=order)[:GUESSED]:
        met = keeps(system, clause)
        if all(met(state, sizes) for state, sizes in sample if all(sort in sizes for _, sort in clause.variables)):
            kept.append(clause)
    return kept


@dataclass(frozen=True, slots=True)
class _Literal:
    """A condition as parts of a clause, with the points at which one of them holds."""

    parts: tuple[Part, ...]
    at: int

    def names(self) -> frozenset[str]:
        return frozenset(name for part in self.parts for name in names_inside(part))


@dataclass(frozen=True, slots=True)
class _Values:
    """A field of an enum at some keys: a literal for each of its members."""

    place: Place
    members: tuple[_Literal, ...]


class _Points:
    """The conditions of a ruleset's entries at the points of a sample; sets of points are the bits of integers."""

    def __init__(self, system: System, sample: Sequence[tuple[State, Sizes]], about: Reads) -> None:
        self.system, self.about = system, about
        sorts = [sort for sort in system.sorts if all(sort in sizes for _, sizes in sample)][: len(_NAMES) // 2]
        self.variables = {name: sorts[i // 2] for i, name in enumerate(_NAMES[: 2 * len(sorts)])}
        self.places = {name: i for i, name in enumerate(self.variables)}
        dice = Random(0)
        self.points = [point for state, sizes in sample for point in self._some(state, sizes, dice)]
        self.all = (1 << len(self.points)) - 1
        self.values: list[_Values] = []
        self.literals: list[_Literal] = []
        for part in self._atoms():
            self._add(part)

    def _some(self, state: State, sizes: Sizes, dice: Random) -> Iterator[Point]:
        """A state with some choices of members, different ones among them."""
        if all(sizes[sort] for sort in self.variables.values()):
            for _ in range(POINTS if self.variables else 1):
                yield state, tuple(dice.randrange(sizes[sort]) for sort in self.variables.values())

    # --- conditions -------------------------------------------------------------------------------------------------

    def _atoms(self) -> Iterator[Part]:
        """The conditions of single entries, those about what is asked first."""
        found = [Part("open", True, None, frame) for frame in self.system.frames]
        records = [(None, self.system.state), *self.system.frames.items()]
        fields = [(name, field) for name, record in records for field in record.fields]
        fields.sort(key=lambda one: (one[0], one[1].name) not in self.about)
        for record, field in fields:
            shape = shape_of(field.type)
            for keys in product(*(self._names(key) for key in shape.keys)):
                found += atoms(Place(record, field.name, keys), shape.leaf, self._names, NUMBERS)
        return iter(found[:ATOMS])

    def _names(self, of: t.Type) -> Sequence[str]:
        match of:
            case t.Sort(sort):
                return [name for name, known in self.variables.items() if known == sort]
            case t.Enum(enum):
                return self.system.enums[enum].members
        return ()

    def _add(self, part: Part) -> None:
        """Note where a condition is so and where it is not; of a frame that is closed neither is."""
        is_so = holder(self.system, part, self.places)
        so = otherwise = 0
        for i, (state, members) in enumerate(self.points):
            found = is_so(state, members)
            so |= (found is True) << i
            otherwise |= (found is False) << i
        shut: tuple[Part, ...] = ()
        if part.about is not None and part.about.record is not None:
            shut = (Part("open", False, None, part.about.record),)
        closed = self.all & ~(so | otherwise)
        one = _Literal((*shut, part), so | closed)
        self.literals += [one, _Literal((*shut, replace(part, holds=False)), otherwise | closed)]
        if part.kind == "is" and part.about is not None and part.other not in self.places:
            if not self.values or self.values[-1].place != part.about:
                self.values.append(_Values(part.about, ()))
            self.values[-1] = replace(self.values[-1], members=(*self.values[-1].members, one))

    @cached_property
    def same(self) -> Mapping[tuple[str, str], int]:
        """Where two variables of a sort stand for one member."""
        names = [*self.variables]
        pairs = zip(names[::2], names[1::2], strict=True)
        return {
            (a, b): sum((m[self.places[a]] == m[self.places[b]]) << i for i, (_, m) in enumerate(self.points))
            for a, b in pairs
        }  # fmt: skip

    # --- clauses ----------------------------------------------------------------------------------------------------

    def clauses(self) -> Iterator[Clause]:
        """The clauses that hold at all points."""
        if not self.points:
            return
        yield from (self._clause(one.parts) for one in self.literals if one.at == self.all)
        open_ = [one for one in self.literals if one.at not in (0, self.all)]
        for one in open_:
            yield from self._of_values(one)
        for one, other in combinations(open_, 2):
            left = self.all & ~(one.at | other.at)
            if left:
                yield from self._of_one(one, other, left)
            elif one.parts[-1].about is None or one.parts[-1].about != other.parts[-1].about:
                yield self._clause((*one.parts, *other.parts))

    def _of_values(self, one: _Literal) -> Iterator[Clause]:
        """Where a condition is not so, a field of an enum has some of its values."""
        for field in self.values:
            met = [value for value in field.members if value.at & ~one.at & self.all]
            if one.parts[-1].about != field.place and 1 < len(met) < len(field.members):
                at = one.at
                for value in met:
                    at |= value.at
                if at == self.all:
                    yield self._clause((*one.parts, *(part for value in met for part in value.parts)))

    def _of_one(self, one: _Literal, other: _Literal, left: int) -> Iterator[Clause]:
        """Two members of which something is so are one."""
        for (a, b), at in self.same.items():
            if not left & ~at and a in one.names() and b in other.names():
                yield self._clause((*one.parts, *other.parts, Part("same", True, None, f"{a} {b}")))

    def _clause(self, parts: Iterable[Part]) -> Clause:
        """The parts in an order of their own, with variables by that in which they come."""
        said = sorted(dict.fromkeys(parts), key=_look)
        order = [name for name in dict.fromkeys(n for part in said for n in names_inside(part)) if name in self.places]
        names = dict(zip(order, _NAMES, strict=False))

        def call(name: str) -> str:
            return " ".join(names.get(one, one) for one in name.split())

        def rename(part: Part) -> Part:
            about = part.about and replace(part.about, keys=tuple(map(call, part.about.keys)))
            return part if part.kind == "open" else replace(part, about=about, other=call(part.other))

        return Clause(tuple((names[name], self.variables[name]) for name in order), tuple(map(rename, said)))


def _look(part: Part) -> tuple[str, ...]:
    """The shape of a part, whoever it is about."""
    about = part.about
    return part.kind, str(part.holds), "" if about is None else f"{about.record}.{about.field}"
