"""Knowledge of a rule before anything is explored: the values of attributes, numbers and fields that never change, and
how far a rule comes with them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import product
from math import prod
from typing import Any, Literal, TypeAlias

from ruleslawyer.core.clauses import choice_value
from ruleslawyer.ir import nodes as n
from ruleslawyer.ir import types as t
from ruleslawyer.ir.abstract import (
    ANY,
    Abstract,
    Calling,
    Env,
    Leaf,
    Node,
    Piece,
    Unknown,
    Valued,
    Values,
    either,
    together,
)
from ruleslawyer.ir.nodes import Function
from ruleslawyer.ir.walk import walk
from ruleslawyer.lang.records import SILENT
from ruleslawyer.semantics.sizes import domain_size
from ruleslawyer.semantics.state import State
from ruleslawyer.semantics.transition import TransitionSystem

MOST_TRIED = 1 << 14
"""Choices of a function's arguments that are looked at."""


class Known(Valued):
    """`kept`: a state with the value of each field that never has another; `varying`: the other fields, by their frame
    (empty: the state)."""

    def __init__(self, system: TransitionSystem, kept: State | None, varying: frozenset[tuple[str, str]]) -> None:
        super().__init__(system.system.helpers)
        self.transitions, self.system = system, system.system
        self.scope, self.schema = system.scope, system.schema
        self.kept, self.varying = kept, varying

    def argument_choices(self, function: Function) -> Iterator[Env] | None:
        """Every choice of the members among a function's arguments; None where there are too many."""
        typed = [(slot, p.type) for slot, p in enumerate(function.parameters) if isinstance(p.type, t.Sort | t.Enum)]
        choices = [range(domain_size(type_, self.system, self.scope)) for _, type_ in typed]
        if prod(map(len, choices)) > MOST_TRIED:
            return None
        slots = [slot for slot, _ in typed]
        return ({s: frozenset({one}) for s, one in zip(slots, chosen, strict=True)} for chosen in product(*choices))

    def may_be(self, asked: n.Expr | Function, given: Env, value: object) -> bool:
        """Whether something may have a value, or fail, as far as it is known."""
        found = self.may(asked, given)
        return found is None or isinstance(found, Unknown) or value in found

    def counts(self, node: n.Arith | n.Fold) -> None:
        """A number has no bounds here."""

    def leaf(self, node: Leaf, given: Sequence[Values]) -> Values:
        match node:
            case n.Choice(key=("off", rule)):
                return frozenset({int(rule in self.scope.off)})
            case n.Choice(key=key):
                system = self.transitions
                return frozenset({choice_value(self.system, key, system.reading, system.rulings)})
            case n.Number(name=name):
                return frozenset({self.scope.constants[name]})
            case n.Attr(sort=sort, name=name):
                return _entries(self.scope.attributes[sort, name], given)
            case n.Read(record=None, field=field) if self.kept and ("", field) not in self.varying:
                return _entries(self.kept.fields[self.schema.index[field]], given)
            case n.IsOpen(frame=frame) if self.kept and (frame, "") not in self.varying:
                return frozenset({self.kept.frames[self.schema.frame_index[frame]] is not None})
        return ANY


class ReachableNodes(Abstract):
    """The nodes of a piece that are come to under a reading and with its rulings, where fields that never change hold
    what they hold."""

    constant = Valued.constant

    def __init__(self, known: Known, function: Callable[[object], Function | None]) -> None:
        """`function`: that which runs where a node is come to."""
        self.known, self._function, self._found = known, function, list[Node]()
        self._results: dict[tuple[int, tuple[Values, ...]], Values] = {}
        self._nodes: dict[int, tuple[Piece, list[Node]]] = {}

    def nodes(self, piece: Piece) -> list[Node]:
        if id(piece) not in self._nodes:
            self._found = []
            self.through(piece)
            self._nodes[id(piece)] = piece, self._found
        return self._nodes[id(piece)][1]

    def meet(self, node: Node) -> None:
        self._found.append(node)

    def leaf(self, node: Leaf, given: Sequence[Values]) -> Values:
        return self.known.leaf(node, given)

    def whole(self, node: n.Expr, env: Env) -> Values:
        if isinstance(node, n.Speaks):
            return together(lambda said: said is not SILENT, self.of(node.value, env))
        return super().whole(node, env)

    def result_of_call(self, node: Calling, given: Sequence[Values]) -> Values:
        function = self._function(node)
        return ANY if function is None else self.may_be(function, tuple(given))

    def may_be(self, function: Function, given: tuple[Values, ...] = ()) -> Values:
        """The results that a function may have."""
        key = id(function), given
        if key not in self._results:
            found, self._found = self._found, []
            self._results[key] = ANY
            said = self.result(function, dict(enumerate(given)))
            either_way = not isinstance(said, Unknown) and SILENT in said and len(said) > 1
            self._results[key] = ANY if either_way else said  # what is made of a value is not where it is silent
            self._found = found
        return self._results[key]


def _entries(value: Any, keys: Sequence[Values]) -> Values:
    """The possible entries at these keys, of which some may be any; an attribute may be open."""
    if value is None:
        return ANY
    found = [value]
    for key in keys:
        found = [entry for one in found for entry in (one if isinstance(key, Unknown) else [one[k] for k in key])]
    return either([frozenset(found)])


Kept: TypeAlias = Literal["all", "events", "failures"]
"""What is kept of what is met: of judging and of effects all, of properties the events, elsewhere what fails."""


@dataclass(frozen=True, slots=True)
class Effects:
    """Effects that may be met in a piece of a rule: the subjects of what fails in it; those of writes, which fail as a
    block ends where all is done at once; whether it may note an event, and whether a rule may be live in it."""

    fails: frozenset[str] = frozenset()
    writes: frozenset[str] = frozenset()
    notes: bool = False
    marks: bool = False

    def __or__(self, other: Effects) -> Effects:
        return Effects(
            self.fails | other.fails, self.writes | other.writes, self.notes or other.notes, self.marks or other.marks
        )

    def shows(self, kept: Kept) -> bool:
        """Whether somebody could tell that it was reached."""
        return kept != "failures" and (self.notes or (self.marks and kept == "all"))

    def breaks(self, kept: Kept, *, at_once: bool = False) -> bool:
        """Whether what fails for one member hides what else would be met, or which of several things it is."""
        before = self.fails if at_once else self.fails | self.writes
        return len(self.fails | self.writes) > 1 or (bool(before) and self.shows(kept))


def guarded_pile_ends(piece: object) -> frozenset[int]:
    """The ends of piles, by identity, for which a piece asks only where the pile has one: behind `x in pile and`, or
    `x not in pile or`."""
    every = Counter(id(node) for node in walk(piece) if isinstance(node, n.End))
    found = set[int]()
    for logic in (node for node in walk(piece) if every and isinstance(node, n.Logic)):
        for before, first in enumerate(logic.items, 1):
            negated = logic.op == "or"
            within = first.value if negated and isinstance(first, n.Not) else None if negated else first
            behind = list(walk(logic.items[before:]))
            if isinstance(within, n.Member) and not any(isinstance(node, n.RuleCall | n.Run) for node in behind):
                bound = {node.slot for node in behind if isinstance(node, n.Fold)}
                ends = (node for node in behind if isinstance(node, n.End))
                found |= {id(end) for end in ends if _is_the_same(end.pile, within.collection, bound)}
    return frozenset(end for end in found if every[end] == 1)  # one that stands elsewhere too is not sure there


def _is_the_same(one: n.Expr, other: n.Expr, bound: set[int]) -> bool:
    """Whether both are the same pile, which lies in the state; `bound` are variables that stand for more in `one`."""
    match one, other:
        case n.Read(keys=keys), n.Read(keys=others):
            alike = (one.store, one.record, one.field) == (other.store, other.record, other.field)
            return alike and len(keys) == len(others) and all(map(partial(_is_the_same, bound=bound), keys, others))
        case n.Var(slot=slot), n.Var(slot=again):
            return slot == again and slot not in bound
    return False


def conflicting_fields(body: tuple[n.Stmt, ...], slots: set[int]) -> Effects:
    """The fields of which two turns may write something else into the same entry, where all is done at once."""
    found: dict[str, list[n.Write]] = {}
    for node in walk(body):
        if isinstance(node, n.Write):
            found.setdefault(node.place.field, []).append(node)
    return Effects(
        writes=frozenset(
            field
            for field, writes in found.items()
            if len({w.value.value if isinstance(w.value, n.Const) else id(w) for w in writes}) > 1
            or not all(isinstance(w.value, n.Const) or writes_own_entry(w, slots) for w in writes)
        )
    )


def writes_own_entry(write: n.Write, slots: set[int]) -> bool:
    """Whether the write is to the entry of the member whose turn it is."""
    return any(isinstance(key, n.Var) and key.slot in slots for key in write.place.keys)


def write_operation(write: n.Write | n.Delta) -> str | None:
    """The way in which a write changes what is there; None where it puts something in its place that may be another
    each time."""
    if isinstance(write, n.Delta):
        return "plus" if write.sign > 0 else "minus"
    place, value = write.place, write.value
    if isinstance(value, n.Const) and all(isinstance(key, n.Const) for key in place.keys):
        return "same"
    if isinstance(value, n.SetOp | n.Arith) and isinstance(value.left, n.Read):
        read = value.left
        if (read.record, read.field, read.keys) == (place.record, place.field, place.keys):
            return value.op if isinstance(value, n.SetOp) else {"+": "plus", "-": "minus"}.get(value.op)
    return None


def constant_write(write: n.Write | n.Delta) -> Any:
    """The value that is always written, and where."""
    assert isinstance(write, n.Write) and isinstance(write.value, n.Const)
    return write.value.value, tuple(key.value for key in write.place.keys if isinstance(key, n.Const))


def adds_only(write: n.Write | n.Delta) -> bool:
    """Whether what is added, or taken off, is nothing below 0."""
    match write:
        case n.Delta(amount=amount) | n.Write(value=n.Arith(right=amount)):
            if isinstance(amount, n.Const):
                return bool(amount.value >= 0)
            return isinstance(amount.type, t.Int) and amount.type.low is not None and amount.type.low >= 0
    return False
