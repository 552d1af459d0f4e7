"""Interactions that two things could have, as the rules declare them: listed before anything is played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations_with_replacement

from ruleslawyer.ir import nodes as n
from ruleslawyer.ir import types as t
from ruleslawyer.ir.awaited import awaits_one
from ruleslawyer.ir.rules import Rule
from ruleslawyer.ir.schema import Field, RecordDef
from ruleslawyer.ir.system import Action, System
from ruleslawyer.ir.uses import Functions, Uses
from ruleslawyer.ir.walk import walk

MARK, LEAVER, ORDER, SUPPLY = KINDS = ("mark", "leaver", "order", "supply")
"""A mark of something, or a reference to it, and what moves it; a procedure, and a player who may go out; two choices
of two players who are both awaited; a supply, and what takes from it."""
MET, NOT_MET, UNREACHABLE = WORDS = ("met", "not met", "not reachable")


@dataclass(frozen=True, slots=True)
class Pair:
    """one, other: names of the model. unreachable: why no play meets both, where that is shown."""

    kind: str
    one: str
    other: str
    unreachable: str = ""

    @property
    def key(self) -> tuple[str, str, str]:
        return self.kind, self.one, self.other


@dataclass(frozen=True, slots=True)
class MemberField:
    """A field that says something of members of a sort. record: the frame, or None. names: whether it is a reference to
    them; else it is a mark of them, by their keys."""

    record: str | None
    field: Field
    sort: str
    names: bool

    @property
    def name(self) -> str:
        return self.field.name if self.record is None else f"{self.record}.{self.field.name}"


@dataclass(frozen=True, slots=True)
class FieldDeclarations:
    """The declarations of a project beside its rules: the field that says where members of a sort are, by sort; and the
    fields that are supplies, None where it says of none."""

    places: Mapping[str, str]
    supplies: tuple[str, ...] | None


NOTHING_DECLARED = FieldDeclarations({}, None)


class DeclarationIndex:
    """The declarations of a ruleset, looked at once. What it does not declare is guessed."""

    def __init__(self, system: System, declared: FieldDeclarations = NOTHING_DECLARED) -> None:
        self.system, self.declared = system, declared
        self._functions = Functions(system)
        acting = [rule for rule in system.rules() if rule.name in system.acting and rule.functions]
        self.acting = {rule.name: rule for rule in acting}
        self.uses = {rule.name: self._functions.uses(rule.functions) for rule in acting}
        self.own = {rule.name: self._functions.uses(rule.functions[:1]) for rule in acting}

    @cached_property
    def place(self) -> dict[str, Field]:
        """For each sort that is no player the field that says where its members are. Where it is not declared, it is
        the one of an enum, or else of another sort, that most rules write."""
        found = {sort: self._field(name) for sort, name in self.declared.places.items()}
        for sort in self.system.sorts:
            fields = [f for f in self.system.state.fields if isinstance(f.type, t.Map) and f.type.key == t.Sort(sort)]
            for kinds in (t.Enum, t.Sort):
                where = [f for f in fields if isinstance(t.unwrap(t.leaf_type(f.type)), kinds) and _is_flat(f)]
                if where and sort != self.system.players and sort not in found:
                    written = Counter({f.name: len(self.writers(None, f.name)) for f in where})
                    best = max(where, key=lambda f: written[f.name])
                    if written[best.name]:
                        found[sort] = best
        return found

    def _field(self, name: str) -> Field:
        return next(field for field in self.system.state.fields if field.name == name)

    def guesses(self) -> Iterator[str]:
        """The places and the supplies that no declaration names, in words."""
        for sort, field in self.place.items():
            if sort not in self.declared.places:
                yield f"`{field.name}` says where each {sort} is"
        if self.declared.supplies is None and self.supplies:
            yield f"supplies are {', '.join(f'`{name}`' for name in self.supplies)}"

    @cached_property
    def whereabouts(self) -> dict[str, list[Field]]:
        """For each sort that has a place all fields that say where its members are, or whose, and that rules write."""
        found: dict[str, list[Field]] = {}
        for sort in self.place:
            for field in self.system.state.fields:
                leaf = t.unwrap(t.leaf_type(field.type))
                says = isinstance(leaf, t.Enum) or (isinstance(leaf, t.Sort) and leaf.name != sort)
                flat = isinstance(field.type, t.Map) and field.type.key == t.Sort(sort) and _is_flat(field)
                if says and flat and self.writers(None, field.name):
                    found.setdefault(sort, []).append(field)
        return found

    def writers(self, record: str | None, field: str) -> list[str]:
        """The rules that may change a field, after the game has begun."""
        return [name for name, uses in self.own.items() if (record, field) in uses.writes]

    def cites_of_whose_turn(self) -> tuple[str, ...]:
        """The clauses of the rules that write what it is read from whose decision it is."""
        reads = self._functions.uses([self.system.awaits]).reads
        return tuple(dict.fromkeys(c for name, uses in self.own.items() if uses.writes & reads for c in uses.cites))

    def action_cites(self, name: str) -> tuple[str, ...]:
        """The clauses of an action and of what permits or forbids it."""
        action = self.system.actions[name]
        return (*action.origin.cites, *(cite for norm in action.every_norm for cite in norm.origin.cites))

    def rule_cites(self, name: str) -> tuple[str, ...]:
        rule = self.acting.get(name)
        return rule.cites if rule else ()

    @cached_property
    def held_marks(self) -> tuple[MemberField, ...]:
        """The marks of members that have a place, and the references to them."""
        return tuple(self._marks())

    def _marks(self) -> Iterator[MemberField]:
        records: list[tuple[str | None, RecordDef]] = [(None, self.system.state), *self.system.frames.items()]
        for record, definition in records:
            for field in definition.fields:
                of = field.type.key if isinstance(field.type, t.Map) else None
                always = isinstance(t.leaf_type(field.type), t.Enum | t.Sort | t.Pile)  # it says something of each
                placed = isinstance(of, t.Sort) and of.name in self.place and field is not self.place[of.name]
                if isinstance(of, t.Sort) and placed and not always:
                    yield MemberField(record, field, of.name, names=False)
                leaf = t.unwrap(t.leaf_type(field.type))
                inner = leaf.item if isinstance(leaf, t.Set) else leaf
                if isinstance(inner, t.Sort) and inner.name in self.place and field is not self.place.get(inner.name):
                    yield MemberField(record, field, inner.name, names=True)

    def movers(self, sort: str) -> list[str]:
        return self.writers(None, self.place[sort].name)

    @cached_property
    def supplies(self) -> dict[str, list[str]]:
        """The piles of the state, and its numbers that rules take from; and what takes from them. Where it is declared
        which they are, of these."""
        found: dict[str, list[str]] = {}
        named = self.declared.supplies
        for field in self.system.state.fields:
            if named is not None and field.name not in named:
                continue
            leaf, takers = t.leaf_type(field.type), []
            for name, rule in self.acting.items():
                if any(_takes(node, field.name, leaf) for f in self._behind(rule) for node in walk(f.body)):
                    takers.append(name)
            if takers and is_stock(field):
                found[field.name] = takers
        return found

    @cached_property
    def supplies_of(self) -> dict[str, list[str]]:
        """The supplies that a rule takes from."""
        found: dict[str, list[str]] = {}
        for supply, takers in self.supplies.items():
            for taker in takers:
                found.setdefault(taker, []).append(supply)
        return found

    def _behind(self, rule: Rule) -> Iterator[n.Function]:
        yield from self._functions.behind(rule.functions[:1])

    def pairs(self) -> Iterator[Pair]:
        for held in self.held_marks:
            never = "" if held.names or self.writers(held.record, held.field.name) else "no rule ever writes it"
            for mover in self.movers(held.sort):
                yield Pair(MARK, held.name, mover, never if held.record is None else "")
        if self.system.out is not None:
            for frame in self.system.frames:
                yield Pair(LEAVER, frame, self.system.out.function.name)
        for at in (None, *self.system.frames):
            yield from self._orders(at)
        for supply, takers in self.supplies.items():
            for taker in takers:
                yield Pair(SUPPLY, supply, taker)

    def _orders(self, frame: str | None) -> Iterator[Pair]:
        here = [a for a in self.system.actions.values() if frame in a.at and a.actor is not None and not a.outside_play]
        alone = "one player at a time is asked there" if awaits_one(self.system, frame) else ""
        for one, other in combinations_with_replacement(here, 2):
            if (one.passes and other.passes) or not self._touch(one, other):
                continue
            yield Pair(ORDER, frame or "", " and ".join(sorted({one.name, other.name})), alone)

    def _touch(self, one: Action, other: Action) -> bool:
        """Whether one writes what the other reads or writes."""

        def writes(a: Uses, b: Uses) -> bool:
            return bool(a.writes & (b.reads | b.writes))

        return writes(self.uses[one.name], self.uses[other.name]) or writes(self.uses[other.name], self.uses[one.name])


def is_place(field: Field, sort: str) -> bool:
    """Whether a field may say where members of a sort are."""
    says = isinstance(t.unwrap(t.leaf_type(field.type)), t.Enum | t.Sort)
    return isinstance(field.type, t.Map) and field.type.key == t.Sort(sort) and _is_flat(field) and says


def is_stock(field: Field) -> bool:
    """Whether a field may be a supply."""
    return isinstance(t.leaf_type(field.type), t.Pile | t.Int)


def _is_flat(field: Field) -> bool:
    return isinstance(field.type, t.Map) and not isinstance(field.type.value, t.Map)


def _takes(node: object, field: str, leaf: t.Type) -> bool:
    """Whether a statement takes something from a pile or a number."""
    match node:
        case n.Delta(place=n.Place(record=None, field=name), sign=-1):
            return name == field and isinstance(leaf, t.Int)
        case n.Write(place=n.Place(record=None, field=name), value=n.Arith(op="-", left=n.Read(field=other))):
            return name == other == field and isinstance(leaf, t.Int)
        case n.Write(place=n.Place(record=None, field=name), value=value) if isinstance(leaf, t.Pile):
            taken = (one for one in walk(value) if isinstance(one, n.PileTurn) and one.op != "reversed")
            return name == field and any(True for _ in taken)
    return False
