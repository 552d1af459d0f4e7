"""Whether the rules treat some members of a sort alike: by what they say, so that no state has to be looked at.

No rule can name a member or compare two but for equality. What is left that may tell members apart: a value that is
written out, an attribute that a swap changes, and the order in which members are gone through. That shows where the
first one decides what becomes of the others: a check that fails, a clause that is live, something that is written.

Long: one walk over the rules, with a case for each construct.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, TypeAlias

from ruleslawyer.base.origin import Origin
from ruleslawyer.core.core import core_of
from ruleslawyer.core.legality import core_of_call
from ruleslawyer.exploration.known import (
    Effects,
    Kept,
    Known,
    ReachableNodes,
    adds_only,
    conflicting_fields,
    constant_write,
    guarded_pile_ends,
    write_operation,
)
from ruleslawyer.ir import nodes as n
from ruleslawyer.ir import types as t
from ruleslawyer.ir.abstract import (
    NO,
    Env,
    Node,
    Piece,
)
from ruleslawyer.ir.nodes import Function
from ruleslawyer.ir.system import Action, Duty, Part, Settle, Term
from ruleslawyer.ir.walk import walk
from ruleslawyer.lang.records import SILENT
from ruleslawyer.semantics.interchange import Alike, Swap
from ruleslawyer.semantics.state import State
from ruleslawyer.semantics.transition import TransitionSystem

Field: TypeAlias = tuple[str, str]
"""Its frame (empty: the state) and its name."""
SILENCE = frozenset({SILENT})
OWN = ""
"""The rule that runs, as the subject of what fails in it."""


@dataclass(frozen=True, slots=True)
class MemberDistinction:
    """Something that tells two members apart."""

    swap: Swap
    what: str
    origin: Origin


class ScopeFunctions:
    """The functions that can run in a scope, the initial rule's left out, and what is kept of what is met there."""

    def __init__(self, system: TransitionSystem, groups: tuple[Alike, ...]) -> None:
        self.transitions = system
        self.system, self.scope, self.groups = system.system, system.scope, groups
        self.sorts = {group.sort: group.swaps[0] for group in groups}
        self._met: dict[int, Effects] = {}
        self._reads: dict[int, frozenset[Field]] = {}
        self._read_places: dict[tuple[int, frozenset[int]], tuple[Piece, dict[Field, frozenset[int]]]] = {}
        self._clashes: dict[str, bool] = {}
        self.unheard = self.system.unheard(self.scope.off)
        self._learn()

    # --- which rules there are --------------------------------------------------------------------------------------

    def _learn(self) -> None:
        """Find the fields that may change. At first none but those in which beginnings differ; what rules write, as far
        as they come to it while the others keep their values, may change too, until nothing more is written."""
        begun = [outcome.state for _, outcome in self.transitions.initial() if outcome.state is not None]
        written = self._from_the_beginning(begun)
        while True:
            self.known = Known(self.transitions, begun[0] if begun else None, written)
            here = ReachableNodes(self.known, self._call)
            self.reached, self.may_be = here.nodes, here.may_be
            self.functions = self._reachable()
            more = written | self._writes()
            if more == written:
                break
            written = more
        self.written = written
        """See `Symmetry.varying`."""

    def _root_functions(self) -> Iterator[tuple[Kept, Function]]:
        """Functions to begin with, each with how much counts of what is met there: all, events or failures."""
        system, scope = self.system, self.scope
        yield from (("failures", f) for f in (system.awaits, system.ended, system.winners))
        yield from (("failures", f.matters) for f in system.state.fields if f.matters)
        for action in scope.on(system.actions):
            if action.domain:
                yield "failures", action.domain
                if self.may_be(action.domain) == NO:
                    continue
            if action.parts or self.may_be(core_of(action)) != NO:
                yield "all", action.function
            every: tuple[Action | Part, ...] = (action, *action.parts)
            for judged in every:
                yield "all", core_of(judged)
                if judged.domain and judged is not action:
                    yield "failures", judged.domain
        forced: list[Duty | Settle] = [*scope.on(system.duties), *scope.on(system.settles)]
        for rule in forced:
            yield "failures", rule.when
            if self.may_be(rule.when) != NO:
                yield "all", rule.function
        for check in system.checks.values():
            yield from (("events", f) for f in (check.function, check.goal) if f)

    def _reachable(self) -> dict[int, tuple[Function, set[Kept]]]:
        """The functions that may run, each with how much is kept of what is met there."""
        found: dict[int, tuple[Function, set[Kept]]] = {}
        waiting = list(self._root_functions())
        while waiting:
            kept, function = waiting.pop()
            known = found.setdefault(id(function), (function, set()))[1]
            if kept not in known:
                known.add(kept)
                waiting += [(kept, called) for called in self._callees(function.body)]
        return found

    def _callees(self, body: Piece) -> Iterator[Function]:
        return (function for node in self.reached(body) if (function := self._call(node)))

    def _call(self, node: object) -> Function | None:
        """The function that runs where a node is come to; for clauses that combine, the core's."""
        match node:
            case n.Call(kind="helper", name=name):
                return None if name in self.unheard else self.system.helpers[name]
            case n.Call(kind=kind, name=name):
                return core_of_call(self.system, kind, name)
            case n.Demand(deed=name):
                return core_of(self.system.deeds[name])
            case n.RuleCall(function=function) | n.Run(function=function):
                return function
        return None

    def _from_the_beginning(self, begun: Sequence[State]) -> frozenset[Field]:
        """The fields in which beginnings differ, or which may be forgotten and do not hold their default."""
        schema, frames = self.transitions.schema, list(self.system.frames.values())
        found = set[Field]()
        for index, slot in enumerate(schema.slots):
            values = {state.fields[index] for state in begun}
            if slot.field.until is not None or slot.field.matters is not None:
                values.add(slot.default)
            if len(values) > 1:
                found.add(("", slot.field.name))
        return frozenset(found) | self._of_frames(
            {frame.name for i, frame in enumerate(frames) if len({state.frames[i] for state in begun}) > 1}
        )

    def _writes(self) -> frozenset[Field]:
        """The fields that rules write, as far as they are come to."""
        found, opened = set[Field](), set[str]()
        for function, _ in self.functions.values():
            for node in self.reached(function.body):
                match node:
                    case n.Place(record=record, field=field):
                        found.add((record or "", field))
                    case n.Open(frame=frame) | n.Close(frame=frame):
                        opened.add(frame)
        return frozenset(found) | self._of_frames(opened)

    def _of_frames(self, names: set[str]) -> frozenset[Field]:
        frames = (frame for frame in self.system.frames.values() if frame.name in names)
        return frozenset((f.name, name) for f in frames for name in ("", *(x.name for x in f.fields)))

    # --- what tells members apart -----------------------------------------------------------------------------------

    def apart(self) -> MemberDistinction | None:
        """The first thing that the rules say that tells apart two members of a group."""
        return next(self._all(), None)

    def _all(self) -> Iterator[MemberDistinction]:
        for field in self.system.state.fields:
            if field.until is not None:
                type_ = next(f.type for f in self.system.state.fields if f.name == field.until.field)
                yield from self._literal_members(type_, field.until.value, field.name, field.until.origin)
        for sort, rim in self.scope.rims.items():
            for swap in (swap for group in self.groups for swap in group.swaps if group.sort == sort):
                if {swap.member(sort, member) for member in rim} != rim:
                    yield MemberDistinction(swap, f"the rim of {sort}", self.system.sorts[sort].origin)
        for function, watched in self.functions.values():
            nodes = self.reached(function.body)
            counted = (f for f in nodes if isinstance(f, n.Fold) and isinstance(f.type, t.Int | t.Bool) and _same(f))
            left_out = {id(node) for fold in counted for node in walk(fold)}
            for node in (node for node in nodes if id(node) not in left_out):
                match node:
                    case n.Const(type=type_, value=value, origin=origin):
                        yield from self._literal_members(type_, value, function.name, origin)
                    case n.Attr(sort=sort, name=name, origin=origin):
                        yield from self._attribute(sort, name, function, origin)
            if any(isinstance(node, n.For | n.Fold) for node in nodes):
                for kept_kind in watched:
                    yield from self._orders(function, kept_kind, nodes)
        yield from self._together()

    def _literal_members(self, type_: t.Type, value: object, where: str, origin: Origin) -> Iterator[MemberDistinction]:
        """A value that is written out, and holds a member."""
        for swap in self.sorts.values():
            sort = swap.sort
            if any(isinstance(held, t.Sort) and held.name == sort for held in _types_within(type_, value)):
                yield MemberDistinction(swap, f"a member that `{where}` names", origin)

    def _attribute(self, sort: str, name: str, function: Function, origin: Origin) -> Iterator[MemberDistinction]:
        values = self.scope.attributes[sort, name]
        if values is None:
            return
        type_ = t.Map(t.Sort(sort), next(a.type for a in self.system.sorts[sort].attributes if a.name == name))
        for swap in (swap for group in self.groups for swap in group.swaps):
            if swap.value(type_, values) != values:
                yield MemberDistinction(swap, f"`{sort}.{name}`, for which `{function.name}` asks,", origin)

    # --- orders -----------------------------------------------------------------------------------------------------

    def _swap_of(self, type_: t.Type) -> Swap | None:
        """Two members of what is gone through; None where it is a pile, which has its own order, or of another sort."""
        item = type_.item if isinstance(type_, t.Set | t.Awaits) else type_
        return self.sorts.get(item.name) if isinstance(item, t.Sort) else None

    def _orders(self, function: Function, kept: Kept, nodes: list[Node]) -> Iterator[MemberDistinction]:
        settling = any(function is settle.function for settle in self.system.settles.values())
        blocks = function.body if settling else tuple(x for x in nodes if isinstance(x, n.Simultaneous))
        together = {id(node) for node in walk(blocks)}
        for node in nodes:
            if not isinstance(node, n.For | n.Fold) or (swap := self._swap_of(node.domain.type)) is None:
                continue
            if isinstance(node, n.For):
                at_once = id(node) in together
                met = self.meetings(node.body) | (conflicting_fields(node.body, {node.slot}) if at_once else Effects())
                ordered = met.breaks(kept, at_once=at_once) or not (at_once or self._by_itself(node))
            else:
                met = self.meetings((node.condition, node.body))
                early = node.kind in ("any", "all") and (met.fails or met.shows(kept))
                ordered = bool(early or met.breaks(kept)) and self._several(node)
            if ordered:
                yield self._order_difference(swap, function, node.origin)

    def _several(self, fold: n.Fold) -> bool:
        """Whether more than one member may count: all but one are not known to be left out, or to say the same as none
        would."""
        assert isinstance(fold.domain.type, t.Set | t.Awaits) and isinstance(fold.domain.type.item, t.Sort)
        left = 0
        for member in range(self.scope.size(fold.domain.type.item.name)):
            given, may_be = {fold.slot: frozenset({member})}, self.known.may_be
            passes = may_be(fold.condition, given, True)
            if passes and fold.kind in ("any", "all") and not may_be(fold.condition, given, False):
                passes = may_be(fold.body, given, fold.kind == "any")
            left += passes
        return left > 1

    @staticmethod
    def _order_difference(swap: Swap, function: Function, origin: Origin) -> MemberDistinction:
        return MemberDistinction(swap, f"the order in which `{function.name}` may go through them", origin)

    def _together(self) -> Iterator[MemberDistinction]:
        """Pieces of rules that the language goes through: the instances of a round, the seats and members of a
        choice."""
        for settle in self.scope.on(self.system.settles):
            if self.may_be(settle.when) == NO:
                continue
            when, met = self.met_in(settle.when), self.met_in(settle.function)
            for slot, parameter in enumerate(settle.function.parameters[1:], 1):
                swap, at_once = self._swap_of(parameter.type), met | conflicting_fields(settle.function.body, {slot})
                if swap and (when.breaks("failures") or at_once.breaks("all", at_once=True)):
                    yield self._order_difference(swap, settle.function, settle.origin)
        for action in self.scope.on(self.system.actions):
            for part in action.parts:
                type_ = next(p.type for p in action.function.parameters if p.name == part.of)
                swap = self._swap_of(type_.key if isinstance(type_, t.Map) else type_)
                if swap and (self.met_in(core_of(part)).fails or (part.domain and self.met_in(part.domain).fails)):
                    yield self._order_difference(swap, action.function, part.origin)

    # --- what is met in a piece -------------------------------------------------------------------------------------

    def met_in(self, function: Function) -> Effects:
        """Everything that is met in a rule of its own."""
        met = self.meetings(function.body)
        return replace(met, fails=frozenset(function.name if subject == OWN else subject for subject in met.fails))

    def meetings(self, piece: Piece) -> Effects:
        """Everything that is met in a piece of a rule."""
        if id(piece) not in self._met:
            found, sure = Effects(), guarded_pile_ends(piece)
            for node in self.reached(piece):
                if id(node) not in sure:
                    found |= self._effects_of(node)
            self._met[id(piece)] = found
        return self._met[id(piece)]

    def _effects_of(self, node: object) -> Effects:
        """Effects of one node alone, or of the function that it calls: failures, writes, notes."""
        called = self._call(node)
        if called:
            return (
                self.meetings(called.body)
                if isinstance(node, n.Call) and node.kind == "helper"
                else self.met_in(called)
            )
        match node:
            case n.Tell(kind=kind, base=base, event=event):
                never = isinstance(event, n.Const) and not event.value
                return Effects(notes=not (never or (kind == "layers" and not self._differs(self.system.terms[base]))))
            case n.Fail(question=question):
                return Effects(frozenset({question}))
            case n.Effect() | n.Mark():
                return Effects(marks=True)
            case n.Write(place=place, value=value):
                return self._effects_of_write(place, known=isinstance(value, n.Const))
            case n.Delta(place=place):
                return self._effects_of_write(place)
            case n.Open(frame=frame):
                return Effects(frozenset({OWN}), frozenset(field.name for field in self.system.frames[frame].fields))
        return Effects(frozenset({OWN})) if self._may_fail(node) else Effects()

    def _differs(self, term: Term) -> bool:
        """Whether two clauses may give a term different values."""
        if term.name not in self._clashes:
            given = self.known.argument_choices(term.function)
            self._clashes[term.name] = given is None or any(map(partial(self._speak, term), given))
        return self._clashes[term.name]

    def _speak(self, term: Term, given: Env) -> bool:
        """Whether more than one exception may speak of some arguments."""
        return sum(self.known.may(layer.function, given) != SILENCE for layer in term.exceptions) > 1

    def _may_fail(self, node: object) -> bool:
        match node:
            case n.Read(record=record):
                return record is not None
            case n.Arith(op=op, right=right):
                return op in ("//", "%") and not (isinstance(right, n.Const) and right.value)
            case n.Item(type=type_):
                return not isinstance(type_, t.Optional)
            case n.Fold(kind=kind, default=default):
                return kind == "the" or (kind in ("min", "max") and default is None)
            case n.PileTurn(op=op):
                return op != "reversed"
            case n.PileOp() | n.PileJoin():
                return not (isinstance(node.type, t.Pile) and node.type.repeats) or isinstance(node, n.PileOp)
        return isinstance(node, n.Unwrap | n.End | n.Close)

    def _effects_of_write(self, place: n.Place, *, known: bool = False) -> Effects:
        """A write that its range, or the scope's cap, may forbid; not where a `known` value is in it."""
        type_ = t.unwrap(place.type)
        capped = place.record is None and place.field in self.scope.caps
        narrow = isinstance(type_, t.Int) and (capped or not (known or type_.low is type_.high is None))
        ranged = narrow or isinstance(type_, t.Pile)
        return Effects(frozenset({OWN} if place.record is not None else ()), frozenset({place.field} if ranged else ()))

    # --- loops ------------------------------------------------------------------------------------------------------

    def _by_itself(self, loop: n.For) -> bool:
        """Whether each member's turn neither reads nor overwrites what another's writes."""
        nodes = self.reached(loop.body)
        if any(isinstance(node, n.Open | n.Close | n.Demand) for node in nodes):
            return False
        mine = frozenset({loop.slot})
        read = self._read_at(loop.body, mine)
        elsewhere = frozenset(f for called in self._callees(loop.body) for f in self._read_in(called))
        every = [node for node in nodes if isinstance(node, n.Write | n.Delta)]
        for field in {(w.place.record or "", w.place.field) for w in every}:
            writes = [w for w in every if (w.place.record or "", w.place.field) == field]
            at = frozenset.intersection(*(_positions(w.place.keys, mine) for w in writes))
            if at & read.get(field, at):  # all of it is of the entry of the member whose turn it is
                continue
            reads = [node for node in nodes if isinstance(node, n.Read) and (node.record or "", node.field) == field]
            if field in elsewhere or not self._adds_up(writes, reads):
                return False
        return True

    def _read_at(self, piece: Piece, mine: frozenset[int]) -> dict[Field, frozenset[int]]:
        """The fields that are read in a piece, or in what it calls, with the places among the keys where some variables
        stand each time."""
        key = id(piece), mine
        if key not in self._read_places:
            found: dict[Field, frozenset[int]] = {}
            self._read_places[key] = piece, found
            nodes = self.reached(piece)
            mine -= {node.slot for node in nodes if isinstance(node, n.Let | n.For | n.Fold)}
            for node in nodes:
                more: dict[Field, frozenset[int]] = {}
                called = self._call(node)
                if isinstance(node, n.Read):
                    more = {(node.record or "", node.field): _positions(node.keys, mine)}
                elif called and isinstance(node, n.Call | n.RuleCall | n.Run | n.Demand):
                    more = self._read_at(called.body, _positions(node.args, mine))
                for field, at in more.items():
                    found[field] = found.get(field, at) & at
        return self._read_places[key][1]

    def _adds_up(self, writes: list[n.Write | n.Delta], reads: list[n.Read]) -> bool:
        """Whether every turn writes the same, or adds to what is there, in whatever order: one way only where a range
        could end it on the way."""
        ways = {write_operation(w) for w in writes}
        if ways == {"same"}:
            return len({constant_write(w) for w in writes}) == 1 and not reads
        own = sum(isinstance(w, n.Write) for w in writes)
        if len(ways) > 1 or None in ways or len(reads) != own:
            return False
        return bool(ways & {"|", "-", "&"}) or all(
            not self._effects_of_write(w.place).writes or adds_only(w) for w in writes
        )

    def _read_in(self, function: Function) -> frozenset[Field]:
        """The fields that a function reads, or what it calls."""
        if id(function) not in self._reads:
            own = {(node.record or "", node.field) for node in self.reached(function.body) if isinstance(node, n.Read)}
            called = {f for other in self._callees(function.body) for f in self._read_in(other)}
            self._reads[id(function)] = frozenset(own | called)
        return self._reads[id(function)]


def _positions(of: Sequence[n.Expr], slots: frozenset[int]) -> frozenset[int]:
    """The places of some variables among keys or arguments."""
    return frozenset(i for i, one in enumerate(of) if isinstance(one, n.Var) and one.slot in slots)


def _same(node: n.Expr) -> bool:
    """Whether an expression is the same in every state: it hangs on nothing but attributes and numbers."""
    inside = list(walk(node))
    bound = {each.slot for each in inside if isinstance(each, n.Fold)}
    return not any(
        isinstance(each, n.Read | n.IsOpen | n.Call | n.Item) or (isinstance(each, n.Var) and each.slot not in bound)
        for each in inside
    )


def _types_within(type_: t.Type, value: Any) -> Iterator[t.Type]:
    """The types of what a value holds."""
    match type_:
        case _ if value is None or value is SILENT:
            return
        case t.Optional(item) | t.Silent(item):
            yield from _types_within(item, value)
        case t.Set(item) | t.Awaits(item) | t.Pile(item):
            if value and value != t.CHANCE:
                yield item
        case t.Map(_, item):
            for entry in value:
                yield from _types_within(item, entry)
        case _:
            yield type_
