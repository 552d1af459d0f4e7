"""A bit for each field of a ruleset, and one for each member of which an entry is written.

What is asked of each member, as a settle or what a field means is, need be asked only of those of which an entry was
written, where nothing else was that the condition reads. A register has a bit for each member, in which some share one.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from ruleslawyer.engines.native.printed import Purity
from ruleslawyer.ir import nodes as n
from ruleslawyer.ir import types as t
from ruleslawyer.ir.system import System
from ruleslawyer.ir.uses import Functions, Place
from ruleslawyer.ir.walk import parts, walk

WORD = 64
BEGINS = WORD - 1
"""The bit that says that nothing led here: everything is asked, of properties that read no field too."""
LAST = WORD - 2
"""The bit of all fields for which there is none of their own."""


def bits(system: System) -> dict[Place, int]:
    """The bit of each field, and of whether a frame is open."""
    places: list[Place] = [(None, f.name) for f in system.state.fields]
    for frame in system.frames.values():
        places += [(frame.name, ""), *((frame.name, f.name) for f in frame.fields)]
    return {place: min(number, LAST) for number, place in enumerate(places)}


def mask(system: System, places: Iterable[Place], *, begins: bool = True) -> int:
    """The bits of some places, and the one that says that nothing led here, if that counts."""
    of, found = bits(system), begins << BEGINS
    for place in places:
        found |= 1 << of[place]
    return found


APART = 16
"""Bits from the first member of one sort to that of the next."""
DEEP = 4
"""Helpers of which one calls the next."""


@dataclass(frozen=True)
class EntryReads:
    """The places of which a condition reads the member's own entry alone, and those of which it reads more."""

    own: frozenset[Place]
    other: frozenset[Place]


class MemberConditions:
    """The conditions of a ruleset about each member of a sort."""

    def __init__(self, system: System, functions: Functions, purity: Purity) -> None:
        self._system, self._functions, self._purity = system, functions, purity
        self._known: dict[int, tuple[n.Function, EntryReads | None]] = {}

    def rests(self, function: n.Function) -> EntryReads | None:
        """The places on which a condition rests that takes stores and then members, for the first of these; None where
        that is none of a sort, or a check may fail in it."""
        if id(function) not in self._known:
            self._known[id(function)] = function, self._look(function)
        return self._known[id(function)][1]

    @cached_property
    def places(self) -> frozenset[Place]:
        """The places of which it has to be known whose entry is written."""
        found = set[Place]()
        for field in self._system.state.fields:
            rests = self.rests(field.matters) if field.matters is not None else None
            found |= {(None, field.name), *rests.own} if rests is not None else set()
        for settle in self._system.settles.values():
            rests = self.rests(settle.when)
            found |= rests.own if rests is not None else set()
        return frozenset(found)

    def shift(self, sort: t.Type) -> int:
        """The bit of the first member of a sort."""
        assert isinstance(sort, t.Sort)
        return list(self._system.sorts).index(sort.name) * APART % WORD

    def _look(self, function: n.Function) -> EntryReads | None:
        slot = function.leading
        if slot == len(function.parameters) or not isinstance(function.parameters[slot].type, t.Sort):
            return None
        if not self._purity.is_harmless(function):
            return None
        own, other = set[Place](), set[Place]()
        self._through(function.body, set() if _binds(function.body, {slot}) else {slot}, own, other, DEEP)
        return EntryReads(frozenset(own - other), frozenset(other))

    def _through(self, node: object, members: set[int], own: set[Place], other: set[Place], deep: int) -> None:
        """Adds what a piece of a function reads. `members`: the slots that have the member."""
        match node:
            case tuple():
                for each in node:
                    self._through(each, members, own, other, deep)
                return
            case n.Read(record=None, field=field, keys=(n.Var(slot=slot), *rest)) if slot in members:
                own.add((None, field))
                self._through(tuple(rest), members, own, other, deep)
                return
            case n.Call(kind="helper", name=name, args=args) if deep:
                inside = {i for i, arg in enumerate(args) if isinstance(arg, n.Var) and arg.slot in members}
                body = self._system.helpers[name].body
                if inside and not _binds(body, inside):
                    self._through(args, members, own, other, deep)
                    self._through(body, inside, own, other, deep - 1)
                    return
        if isinstance(node, n.Call | n.RuleCall | n.Read | n.IsOpen):
            other |= self._functions.uses([node]).reads
            return
        for each in parts(node) or ():
            self._through(each, members, own, other, deep)


def _binds(body: object, slots: set[int]) -> bool:
    """Whether something else may come to be in some slots."""
    return any(isinstance(each, n.Let | n.For | n.Fold) and each.slot in slots for each in walk(body))
