"""Suspicions of `derive` and `prove --facts` about a small scope, said of members of any number: a condition on its own
members becomes a clause about all.

A member becomes a variable, wherever it stands; two members of one sort become two variables that differ. What was true
of two cards may be wrong of three: nothing is concluded from it, and a clause is asked like any other guess.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations, product
from typing import TypeAlias

from ruleslawyer.engines.smt.discover.discover import suspects
from ruleslawyer.engines.smt.invariants.derive import DECLARED, FORM, disjuncts
from ruleslawyer.engines.smt.lifted.clauses import Clause, Kind, Part, Place, type_of
from ruleslawyer.engines.smt.lifted.induction import Reads
from ruleslawyer.engines.smt.lifted.states import keeps, sizes_of
from ruleslawyer.ir import types as t
from ruleslawyer.ir.scope import Scope
from ruleslawyer.ir.system import System
from ruleslawyer.lifted.scoped.given import TooLarge, Unsupported
from ruleslawyer.lifted.scoped.instances import Scoped
from ruleslawyer.lifted.scoped.layout import Cell
from ruleslawyer.lifted.scoped.nodes import FALSE, Node, either, less_equal, negate, number
from ruleslawyer.lifted.scoped.values import NONE, Bunch, Choice, Maybe, Slots
from ruleslawyer.lifted.world import shape_of
from ruleslawyer.semantics.state import State

LONGEST = 4
"""Parts of a clause, at most; one that needs more says little."""
SAID = (FORM, DECLARED, "phase")
"""What types promise, what the author wrote, and what templates say of phases already."""
LOOKED_AT = 400
"""States that are looked at, of all that there are."""
MOST = 3
"""Numbers up to which one asks whether something is at most so much."""
_VARIABLES = "abcdefgh"
Member: TypeAlias = tuple[str, int]
"""Of a sort, which."""


def suspect_clauses(
    system: System, scope: Scope, states: Sequence[State], about: Reads, seconds: float
) -> list[Clause]:
    """Clauses about some fields and frames that every one of some states keeps, and every state of random plays in the
    scope; the short ones first, and none that a shorter one says already."""
    scoped = Scoped(system, scope)
    atoms = _Atoms(scoped)
    likely = (lemma for lemma in suspects(scoped, seconds) if lemma.kind not in SAID)
    every = dict.fromkeys(clause for lemma in likely for clause in atoms.clauses(lemma.node))
    sample = [(state, sizes_of(system, state)) for state in states[:: max(1, len(states) // LOOKED_AT)]]
    found: list[Clause] = []
    for clause in sorted((one for one in every if not about.isdisjoint(one.reads)), key=lambda one: len(one.parts)):
        if any(one.variables == clause.variables and set(one.parts) < set(clause.parts) for one in found):
            continue
        met = keeps(system, clause)
        if all(met(state, sizes) for state, sizes in sample if all(sort in sizes for _, sort in clause.variables)):
            found.append(clause)
    return found


def guesses(system: System, scope: Scope | None, states: Sequence[State], seconds: float, about: Reads) -> list[Clause]:
    """The same; none where there is no scope, or it cannot be instantiated."""
    try:
        return [] if scope is None else suspect_clauses(system, scope, states, about, seconds)
    except (TooLarge, Unsupported):
        return []


@dataclass(frozen=True, slots=True)
class _Of:
    """A part that speaks of members of a scope; members: by the names that stand for them, each its sort and number."""

    part: Part
    members: Mapping[str, Member] = field(default_factory=dict)

    def negation(self) -> _Of:
        return replace(self, part=replace(self.part, holds=not self.part.holds))

    def general(self, variables: Mapping[Member, str]) -> Part:
        """The part with a variable for each member."""

        def name(said: str) -> str:
            return variables[self.members[said]] if said in self.members else said

        about = self.part.about
        place = None if about is None else replace(about, keys=tuple(map(name, about.keys)))
        return replace(self.part, about=place, other=name(self.part.other))


class _Atoms:
    """The conditions of one scope that are parts of a clause, by their nodes. Where a field names one of two
    members, that it is not the one and that it is the other are one node: of any number they are two things."""

    def __init__(self, scoped: Scoped) -> None:
        self.scoped = scoped
        self._parts: dict[Node, list[_Of]] = {}
        self._piles: dict[Node, tuple[_Of, Sequence[Node]]] = {}
        for name, is_open in scoped.layout.open.items():
            self._add(is_open, _Of(Part("open", True, None, name)))
        for cell in scoped.layout.cells.values():
            for node, one in self._of_cell(cell):
                self._add(node, one)

    def _add(self, node: Node, one: _Of) -> None:
        self._parts.setdefault(node, []).append(one)
        self._parts.setdefault(negate(node), []).append(one.negation())

    def clauses(self, node: Node) -> Iterator[Clause]:
        """A condition as clauses, with variables for members; none where it is something else."""
        ways: list[Sequence[_Of]] = []
        left: list[Node] = []
        for one in disjuncts(node):
            if one in self._parts:
                ways.append(self._parts[one])
            else:
                left.append(one)
        while left:  # who is in a pile is in one of its places
            inside, places = self._piles.get(left[0], (None, ()))
            if inside is None or not set(places) <= set(left):
                return
            ways.append([inside])
            left = [one for one in left if one not in places]
        if len(ways) <= LONGEST:
            for parts in product(*ways):
                clause = _general(parts)
                if clause is not None:
                    yield clause

    # --- parts of one entry -----------------------------------------------------------------------------------------

    def _of_cell(self, cell: Cell) -> Iterator[tuple[Node, _Of]]:
        record, field, keys = cell.key
        place = Place(record, field)
        type_ = type_of(self.scoped.system, place)
        assert type_ is not None
        shape, members = shape_of(type_), dict[str, tuple[str, int]]()
        names = tuple(self._name(of, key, members) for of, key in zip(shape.keys, keys, strict=True))
        place = replace(place, keys=names)

        def of(kind: Kind, who: tuple[t.Type, int] | None = None, bound: int = 0) -> _Of:
            more = dict(members)
            other = "" if who is None else self._name(*who, more)
            return _Of(Part(kind, True, place, other, bound), more)

        match cell.value:
            case Node() as value if value.sort == "bool":
                yield value, of("flag")
            case Node() as value:
                for bound in self._bounds(value):
                    yield less_equal(value, number(bound)), of("most", bound=bound)
                    yield negate(less_equal(number(bound + 1), value)), of("most", bound=bound)
            case Choice(cases):
                item = cell.type.item if isinstance(cell.type, t.Optional) else cell.type
                for k, at in cases:
                    if k == NONE:
                        yield negate(at), of("set")
                    elif k == cases[0][0] or len(cases) > 2 or self._open(item):
                        yield at, of("is", (item, k))
            case Bunch(inside):
                assert isinstance(cell.type, t.Set | t.Awaits)
                for k, node in enumerate(inside):
                    yield node, of("in", (cell.type.item, k))
            case Maybe(present, _):
                yield present, of("set")
            case Slots(slots):
                assert isinstance(cell.type, t.Pile)
                for i, slot in enumerate(slots):
                    yield slot.is_(NONE), of("length", bound=i)
                for k in range(self.scoped.shape.size(cell.type.item)):
                    places = [slot.is_(k) for slot in slots if slot.is_(k) is not FALSE]
                    yield either(*places), of("in", (cell.type.item, k))
                    for node in places:
                        self._piles[node] = of("in", (cell.type.item, k)), places

    def _open(self, of: t.Type) -> bool:
        return isinstance(of, t.Sort) and of.name != self.scoped.system.players

    def _name(self, of: t.Type, k: int, members: dict[str, Member]) -> str:
        """An enum's member by its name; of a sort a name that is noted."""
        label = self.scoped.layout.label(of, k)
        if isinstance(of, t.Sort):
            label = f"{of.name}#{k}"
            members[label] = of.name, k
        return label

    @staticmethod
    def _bounds(value: Node) -> Iterator[int]:
        """The numbers to compare a number with: little is said of large ones."""
        return iter(range(-1, MOST + 1)) if value.op == "leaf" else iter(())


def _general(parts: Sequence[_Of]) -> Clause | None:
    """Each member by a variable, in the order in which they are spoken of."""
    order = sorted(parts, key=lambda one: _look(one.part))
    members = dict.fromkeys(
        m for one in order for name in one.part.names_inside if (m := one.members.get(name)) is not None
    )
    if len(members) > len(_VARIABLES):
        return None
    variables = dict(zip(members, _VARIABLES, strict=False))
    said = [one.general(variables) for one in order]
    pairs = ((a, b) for a, b in combinations(members, 2) if a[0] == b[0])
    said += [Part("same", True, None, f"{variables[a]} {variables[b]}") for a, b in pairs]
    listed = tuple((v, sort) for (sort, _), v in variables.items())
    return Clause(listed, tuple(dict.fromkeys(said)))


def _look(part: Part) -> tuple[str, ...]:
    """The shape of a part, whoever it is about."""
    about = part.about
    return part.kind, str(part.holds), "" if about is None else f"{about.record}.{about.field}"
