"""Conditions of states that are clauses about members, said as a line of text from which they can be made again.

`all a: Card, p: Player: not zone[a] is hand or a in hand[p]` holds where for all members one of its parts does. Text is
all that is kept of such a condition, so that a check and a certificate need nobody who found it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from ruleslawyer.engines.smt.lifted.induction import Candidate
from ruleslawyer.ir import types as t
from ruleslawyer.ir.system import System
from ruleslawyer.lifted.context import Store
from ruleslawyer.lifted.relation import Relation
from ruleslawyer.lifted.rest import PropertyStatement
from ruleslawyer.lifted.terms import FALSE, Term, both, either, equal, less_equal, member, negate, number
from ruleslawyer.lifted.values import Maybe, PileTerm, SetTerm, Value
from ruleslawyer.lifted.world import shape_of

ALL, OR, NOT, LENGTH = "all ", " or ", "not ", "length of "
IN, IS, SET, OPEN, MOST = " in ", " is ", " is set", " is open", " <= "
Kind: TypeAlias = Literal["flag", "is", "set", "in", "length", "most", "open", "same"]
_FORMS: Mapping[Kind, str] = {
    "open": f"{{other}}{OPEN}", "length": f"{LENGTH}{{place}}{MOST}{{bound}}", "most": f"{{place}}{MOST}{{bound}}",
    "set": f"{{place}}{SET}", "in": f"{{other}}{IN}{{place}}", "is": f"{{place}}{IS}{{other}}", "flag": "{place}",
}  # fmt: skip
"""How each part is written, but that two members are the same."""
_PLACE = r"(?:(?P<record>\w+)\.)?(?P<field>\w+)(?P<keys>(?:\[\w+\])*)"
_READ = {
    kind: re.compile(form.format(place=_PLACE, other=r"(?P<other>\w+)", bound=r"(?P<bound>-?\d+)"))
    for kind, form in _FORMS.items()
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Place:
    """An entry of a field of the state, or of a frame: `keys` are variables, or the names of an enum's members."""

    record: str | None
    field: str
    keys: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        prefix = "" if self.record is None else f"{self.record}."
        return f"{prefix}{self.field}{''.join(f'[{key}]' for key in self.keys)}"


@dataclass(frozen=True, slots=True)
class ClauseLiteral:
    """One thing that is so, or not. about: the place; None for a frame that is open (`other`), and for two members that
    are the same. other: the member of an enum, or the variable, that it is or that is in it. bound: at most so many."""

    kind: Kind
    holds: bool
    about: Place | None = None
    other: str = ""
    bound: int = 0

    @property
    def text(self) -> str:
        said = IS.join(self.other.split())
        if self.kind != "same":
            place = "" if self.about is None else self.about.text
            said = _FORMS[self.kind].format(place=place, other=self.other, bound=self.bound)
        return said if self.holds else f"{NOT}{said}"


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause: for all members, one of some parts holds. variables: each with its sort."""

    variables: tuple[tuple[str, str], ...]
    parts: tuple[ClauseLiteral, ...]

    @property
    def text(self) -> str:
        begin = f"{ALL}{', '.join(f'{v}: {sort}' for v, sort in self.variables)}: " if self.variables else ""
        return f"{begin}{OR.join(part.text for part in self.parts)}"

    @property
    def reads(self) -> frozenset[tuple[str | None, str] | str]:
        places = {part.about for part in self.parts if part.about is not None}
        frames = {part.other for part in self.parts if part.kind == "open"}
        return frozenset({*((p.record, p.field) for p in places), *(p.record for p in places if p.record), *frames})


# --- text -------------------------------------------------------------------------------------------------------------


def parse(system: System, text: str) -> Clause | None:
    """The clause that a line says; None where it says none of this ruleset."""
    variables: list[tuple[str, str]] = []
    if text.startswith(ALL):
        listed, colon, text = text.removeprefix(ALL).rpartition(": ")
        variables = [(v, sort) for v, _, sort in (one.partition(": ") for one in listed.split(", "))]
        if not colon or any(sort not in system.sorts for _, sort in variables):
            return None
    parts = [_part(system, dict(variables), one) for one in text.split(OR)]
    said = [part for part in parts if part is not None]
    return Clause(tuple(variables), tuple(said)) if len(said) == len(parts) else None


def _part(system: System, variables: Mapping[str, str], text: str) -> ClauseLiteral | None:
    holds, text = not text.startswith(NOT), text.removeprefix(NOT)
    left, _, right = text.partition(IS)
    if left in variables and variables[left] == variables.get(right):
        return ClauseLiteral("same", holds, None, f"{left} {right}")
    for kind, form in _READ.items():
        found = form.fullmatch(text)
        said = {} if found is None else found.groupdict("")
        keys = tuple(re.findall(r"\w+", said.get("keys", "")))
        about = Place(said["record"] or None, said["field"], keys) if "field" in said else None
        part = ClauseLiteral(kind, holds, about, said.get("other", ""), int(said.get("bound", 0)))
        if said and _fits(system, variables, part):
            return part
    return None


def _fits(system: System, variables: Mapping[str, str], part: ClauseLiteral) -> bool:
    """Whether a part speaks of what there is, and of each as its type lets it."""
    if part.about is None:
        return part.other in system.frames
    record = system.state if part.about.record is None else system.frames.get(part.about.record)
    type_ = next((f.type for f in record.fields if f.name == part.about.field), None) if record is not None else None
    if type_ is None:
        return False
    shape = shape_of(type_)
    keys, leaf = shape.keys, shape.leaf

    def is_one(of: t.Type, name: str) -> bool:
        match of:
            case t.Sort(sort):
                return variables.get(name) == sort
            case t.Enum(enum):
                return name in system.enums[enum].members
        return False

    if len(keys) != len(part.about.keys) or not all(map(is_one, keys, part.about.keys)):
        return False
    match part.kind, leaf:
        case ("flag", t.Bool()) | ("most", t.Int()) | ("length", t.Pile()) | ("set", t.Optional()):
            return True
        case "is", t.Sort() | t.Enum():
            return is_one(leaf, part.other)
        case "is", t.Optional(item):
            return is_one(item, part.other)
        case "in", t.Set(item) | t.Pile(item) | t.Awaits(item):
            return is_one(item, part.other)
    return False


# --- of any state -----------------------------------------------------------------------------------------------------


def clause_candidate(relation: Relation, clause: Clause) -> Candidate:
    """The candidate that a clause states of every state."""

    def says(store: Store) -> PropertyStatement:
        def denial(put: Mapping[str, Term]) -> Term:
            return negate(either(*(part_term(relation, part, store, put) for part in clause.parts)))

        return PropertyStatement(negate(over_members(clause.variables, relation.world.some, denial)), (), ())

    return Candidate(clause.text, says, clause.reads, declared=False)


def over_members(
    variables: Sequence[tuple[str, str]], together: Callable[[t.Type, Callable[[Term], Term]], Term],
    of: Callable[[Mapping[str, Term]], Term], put: Mapping[str, Term] | None = None,
) -> Term:  # fmt: skip
    """A term of all members together that may stand for some variables, one after the other."""
    put = put or {}
    if not variables:
        return of(put)
    (name, sort), *rest = variables
    return together(t.Sort(sort), lambda x: over_members(rest, together, of, {**put, name: x}))


def part_term(relation: Relation, part: ClauseLiteral, store: Store, put: Mapping[str, Term]) -> Term:
    """The condition that a part holds of a state, where these members stand for its variables."""
    found = _holds(relation, part, store, put)
    return found if part.holds else negate(found)


def _holds(relation: Relation, part: ClauseLiteral, store: Store, put: Mapping[str, Term]) -> Term:
    if part.kind == "open":
        return store.open[part.other]
    if part.about is None:
        return equal(*(put[name] for name in part.other.split()))
    leaf, value = value_at(relation, part.about, store, put)
    match part.kind, value:
        case "flag", Term():
            return value
        case "most", Term():
            return less_equal(value, number(part.bound))
        case "length", PileTerm(length=length):
            return less_equal(length, number(part.bound))
        case "in", PileTerm(item=item, has=has) | SetTerm(item=item, has=has):
            return has(_term(relation, item, part.other, put))
        case "set", Maybe(none, _):
            return negate(none)
        case "is", Maybe(none, inner):
            item = leaf.item if isinstance(leaf, t.Optional) else leaf
            it = _term(relation, item, part.other, put)
            return both(negate(none), equal(inner, it)) if isinstance(inner, Term) else FALSE
        case "is", Term():
            return equal(value, _term(relation, leaf, part.other, put))
    raise AssertionError(f"{part.text} is said of no {type(value).__name__}")


def value_at(relation: Relation, place: Place, store: Store, put: Mapping[str, Term]) -> tuple[t.Type, Value]:
    """The type of a place, and what is there in a state, where these members stand for variables."""
    shape = relation.world.shapes[place.record, place.field]
    keys = (_term(relation, *key, put) for key in zip(shape.keys, place.keys, strict=True))
    return shape.leaf, store.cells[place.record, place.field].at(tuple(keys))


def _term(relation: Relation, of: t.Type, name: str, put: Mapping[str, Term]) -> Term:
    if isinstance(of, t.Enum):
        return member(of.name, relation.system.enums[of.name].members.index(name))
    return put[name]
