"""The members of a sort among which a loop looks: those of which neither what is printed nor what is stored says
already that nothing comes of them.

A loop about a card and a space is asked again and again in one state, and of most cards it hears each time that they
are not there. A list of those that may be is made when it is first wanted. It stands for as long as a play goes on, or
a state of a search is expanded, and nothing is written on which it rests.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from hashlib import sha256
from itertools import takewhile
from math import prod
from typing import Literal, TypeAlias

import numpy as np

from ruleslawyer.base.arrays import Flags, Integers
from ruleslawyer.base.origin import Origin
from ruleslawyer.engines.native.printed import PrintedScope, Purity, ScopeExcerpt
from ruleslawyer.engines.native.storage import kind
from ruleslawyer.ir import nodes as n
from ruleslawyer.ir import types as t
from ruleslawyer.ir.uses import Place
from ruleslawyer.ir.walk import walk

DEEP = 4
"""Helpers of which one calls the next."""
MOST_BY = 2
"""Things on which a list hangs."""
MOST_LISTED = 1 << 18
"""Numbers in all lists of one loop: with more it hangs on fewer things."""
MOST_TRIED = 1 << 20
"""Choices that are tried for them."""
MOST_KNOWN = 8
"""Scopes of which the lists of a loop are known, where what is printed differs."""

Demand: TypeAlias = tuple[n.Expr, bool]
"""A condition, and whether it has to hold for anything to come of a member, or not to hold."""
Thing: TypeAlias = t.Sort | t.Enum
Slots: TypeAlias = Mapping[int, Thing]


@dataclass(frozen=True)
class LoopDomain:
    """A loop: the slot of its member, the type of that, what is demanded, the slots on which the list hangs (`by`), and
    those of what is chosen later (`later`)."""

    slot: int
    sort: t.Sort
    demands: tuple[Demand, ...]
    by: tuple[tuple[int, Thing], ...] = ()
    later: tuple[tuple[int, Thing], ...] = ()

    @property
    def key(self) -> str:
        """The same wherever the same is demanded; where that stands makes no difference."""
        return key_of((self.slot, self.sort.name, self.demands, self.by, self.later))


def domain_of_fold(purity: Purity, fold: n.Fold, known: Slots) -> LoopDomain | None:
    """The members with which a loop has to do; None where that is all of them. `known`: the things in other slots.
    Nothing behind what may fail a check is looked at, as that is met for members of which something else would say
    no."""
    match fold:
        case n.Fold(domain=n.Domain(type=t.Set(item=t.Sort() as sort))):
            whole = [fold.condition, fold.body] if fold.kind == "any" else [fold.condition]
            demands = [(item, True) for item in takewhile(purity.is_harmless, conjuncts(*whole))]
            if fold.kind == "all" and purity.is_harmless(fold.condition):
                demands += [(each, False) for each in _rules_out(purity, fold.body)]
            return _among(purity, fold.slot, sort, demands, known, {})
    return None


def sole_member_of(purity: Purity, fold: n.Fold) -> n.Expr | None:
    """The expression that a member has to equal for anything to come of it; None where there is none."""
    if isinstance(fold.domain, n.Domain):
        whole = [fold.condition, fold.body] if fold.kind == "any" else [fold.condition]
        for item in takewhile(purity.is_harmless, conjuncts(*whole)):
            match item:
                case n.Compare(op="==", left=left, right=right):
                    for one, other in ((left, right), (right, left)):
                        own = [each for each in walk(other) if isinstance(each, n.Var) and each.slot == fold.slot]
                        if isinstance(one, n.Var) and one.slot == fold.slot and not own:
                            return other
    return None


def domain_of_parameter(
    purity: Purity, conditions: Iterable[n.Expr], slot: int, sort: t.Sort, known: Slots, later: Slots
) -> LoopDomain | None:
    """The same of a parameter that is chosen: all of these have to hold, none of which may fail a check."""
    return _among(purity, slot, sort, [(each, True) for each in conditions], known, later)


def conjuncts(*items: n.Expr) -> Iterator[n.Expr]:
    """The conditions that all have to hold for all of these to hold."""
    for item in items:
        if isinstance(item, n.Logic) and item.op == "and":
            yield from conjuncts(*item.items)
        else:
            yield item


def _rules_out(purity: Purity, node: n.Expr) -> Iterator[n.Expr]:
    """The conditions of which none holds where an expression does not hold."""
    match node:
        case n.Logic(op="or", items=items):
            yield from takewhile(purity.is_harmless, items)
        case n.Fold(kind="all", domain=n.Domain(), condition=n.Const(value=True), body=body):
            inner = tuple(_rules_out(purity, body))
            if inner:
                yield replace(node, body=n.Logic(node.origin, t.Bool(), "or", inner))
        case _:
            yield from filter(purity.is_harmless, [node])


def _among(
    purity: Purity, slot: int, sort: t.Sort, demands: Sequence[Demand], known: Slots, later: Slots
) -> LoopDomain | None:
    roots = {slot: slot, **{other: other for other in (*known, *later) if other != slot}}
    asked = [(demand, list(_atoms(purity, demand[0], roots, DEEP))) for demand in demands]
    atoms = [atom for _, found in asked for atom in found]
    if not any(slot in of and is_printed for of, is_printed in atoms):
        return None
    joined = dict.fromkeys(other for of, _ in sorted(atoms, key=lambda a: slot not in a[0]) for other in sorted(of))
    by = [(other, known[other]) for other in joined if other in known and other != slot]
    return LoopDomain(
        slot,
        sort,
        tuple(demand for demand, found in asked if found),
        tuple(by[:MOST_BY]),
        tuple((s, later[s]) for s in joined if s in later),
    )


def _atoms(
    purity: Purity, node: object, roots: Mapping[int, int | None], deep: int
) -> Iterator[tuple[frozenset[int], bool]]:
    """The slots of each comparison that hangs on no state, and whether it is of something that is printed."""
    match node:
        case n.Attr() | n.Compare() | n.Member():
            slots = _printed_of(node, roots)
            if slots is not None:
                yield frozenset(slots), any(isinstance(each, n.Attr) for each in walk(node))
                return
    match node:
        case n.Logic(items=items):
            below: Iterable[object] = items
        case n.Not(value=value):
            below = (value,)
        case n.IfExpr(condition=condition, then=then, otherwise=otherwise):
            below = condition, then, otherwise
        case n.Fold(kind="any" | "all", domain=n.Domain(), slot=slot, condition=condition, body=body):
            roots, below = {**roots, slot: None}, (condition, body)
        case n.Call(kind="helper", name=name, args=args) if deep and purity.only_reads(name):
            inside = {p: roots.get(arg.slot) for p, arg in enumerate(args) if isinstance(arg, n.Var)}
            yield from _atoms(purity, purity.system.helpers[name].body, inside, deep - 1)
            return
        case n.Return(value=value):
            below = (value,)
        case n.If(condition=condition, then=then, otherwise=otherwise):
            below = condition, *then, *otherwise
        case tuple():
            below = node
        case _:
            return
    for each in below:
        yield from _atoms(purity, each, roots, deep)


def _printed_of(node: object, roots: Mapping[int, int | None]) -> set[int] | None:
    """The slots on which an expression hangs that reads what is printed alone; None where it reads more."""
    found: set[int] = set()
    for each in walk(node):
        match each:
            case n.Var(slot=slot):
                root = roots.get(slot)
                if root is not None:
                    found.add(root)
            case n.Attr() | n.Compare() | n.Member() | n.Const() | n.Number() | n.SetOf() | n.Unwrap() | n.Arith():
                pass
            case _:
                return None
    return found


# --- in a scope -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class MemberLists:
    """The lists of a loop in a scope. `strides`: for each thing on which they hang, how far it is from the list of one
    of its values to that of the next. `numbers`: of each list its length, and its members in order. `whole`: there was
    room for them to hang on all on which they could."""

    strides: tuple[int, ...]
    numbers: Integers
    whole: bool = True

    def members(self, *by: int) -> list[int]:
        at = sum(value * stride for value, stride in zip(by, self.strides, strict=True))
        return [int(x) for x in self.numbers[at + 1 : at + 1 + self.numbers[at]]]


def recall_lists(
    printed: PrintedScope, among: LoopDomain, known: list[tuple[ScopeExcerpt, MemberLists]]
) -> MemberLists:
    """The lists of a loop, made anew unless another scope has the same printed where the loop looks. known: those of
    the scopes before, the latest last."""
    found = next((lists for said, lists in reversed(known) if printed.says(said)), None)
    if found is None:
        printed.forget()
        found = lists_of(printed, among)
        known.append((printed.extract(), found))
        del known[:-MOST_KNOWN]
    return found


def lists_of(printed: PrintedScope, among: LoopDomain) -> MemberLists:
    """The members that are looked at, for each value of what they hang on."""
    size, by = printed.size(among.sort), list(among.by)
    while prod(printed.size(type_) for _, type_ in by) * (size + 1) > MOST_LISTED and by:
        by.pop()
    later = list(among.later)
    while prod(printed.size(type_) for _, type_ in (*by, *later)) * size > MOST_TRIED and later:
        later.pop()
    axes = [*by, (among.slot, among.sort), *later]
    possible: Flags = np.ones([printed.size(type_) for _, type_ in axes], dtype=np.bool_)
    for node, holds in among.demands:
        possible &= printed.may_be(node, axes, holds)
    some: Flags = np.asarray(possible.any(axis=tuple(range(len(by) + 1, len(axes)))))
    for axis in range(len(by)):  # of a thing that makes no difference one list is enough
        if some.shape[axis] > 1 and (some == some.take([0], axis)).all():
            some = some.take([0], axis)
    rows = some.reshape(prod(some.shape[: len(by)]), size)  # also of a sort without members
    lengths = rows.sum(axis=1)
    width = 1 + int(lengths.max(initial=0))
    numbers = np.zeros((max(1, len(rows)), width), dtype=np.uint16)
    numbers[: len(rows), 0] = lengths
    for row, each in zip(numbers, rows, strict=False):
        row[1 : 1 + row[0]] = np.nonzero(each)[0]
    strides, stride = [], width
    for there in reversed(some.shape[: len(by)]):
        strides.append(stride if there > 1 else 0)
        stride *= there
    whole = (len(by), len(later)) == (len(among.by), len(among.later))
    return MemberLists((*reversed(strides), *[0] * (len(among.by) - len(by))), numbers.reshape(-1), whole)


def key_of(node: object) -> str:
    """A name for what is demanded."""
    return sha256(_text(node).encode()).hexdigest()[:20]


def _text(node: object) -> str:
    """The text of a node, without its place and its types."""
    if isinstance(node, tuple):
        return f"({' '.join(map(_text, node))})"
    if is_dataclass(node) and not isinstance(node, type):
        parts = [_text(getattr(node, f.name)) for f in fields(node) if f.name not in ("origin", "type")]
        return f"{type(node).__name__}({' '.join(parts)})"
    return repr(node)


STATE, MEMBER = 0, 1
"""The slots of a condition about a member."""
Known: TypeAlias = Mapping[int, n.Expr]
"""The values of some slots, as expressions about the state and the member alone."""


@dataclass(frozen=True)
class FilteredList:
    """A list: the members of a sort of which a condition holds."""

    sort: t.Sort
    condition: n.Expr

    @property
    def key(self) -> str:
        """The same wherever the same is asked."""
        return key_of((self.sort.name, self.condition))

    @property
    def places(self) -> frozenset[Place]:
        """The fields on which the list rests."""
        return frozenset((None, each.field) for each in walk(self.condition) if isinstance(each, n.Read))


def demands_of_fold(fold: n.Fold) -> tuple[t.Sort, list[Demand]] | None:
    """The sort that a loop goes through, and what is asked of a member, one after the other, for something to come of
    it; None where it goes through something else."""
    match fold.domain:
        case n.Domain(type=t.Set(item=t.Sort() as sort)):
            of_body = [(fold.body, fold.kind == "any")] if fold.kind in ("any", "all") else []
            return sort, [(fold.condition, True), *of_body]
    return None


def filtered_list_of(
    purity: Purity, demands: Sequence[Demand], stores: Iterable[int], slot: int, sort: t.Sort
) -> FilteredList | None:
    """The members of which something may come, by what is asked of them in the state that is in some slots; None where
    that hangs on more for all of them."""
    at = demands[0][0].origin
    known = {store: n.Var(at, t.State(), STATE, "") for store in stores}
    found = _NecessaryConditions(purity).all_of(demands, {**known, slot: n.Var(at, sort, MEMBER, "")}, DEEP)
    if found is None or not any(isinstance(each, n.Read) for each in walk(found)):
        return None
    return FilteredList(sort, found)


def _join(origin: Origin, op: Literal["and", "or"], items: Sequence[n.Expr | None]) -> n.Expr | None:
    """Conditions together; None is one of which nothing is known."""
    known = [item for item in items if item is not None]
    if not known or (op == "or" and len(known) < len(items)):
        return None
    return known[0] if len(known) == 1 else n.Logic(origin, t.Bool(), op, tuple(known))


class _NecessaryConditions:
    """Conditions about the state and the member alone, for other ones: where such a condition does not hold, asking the
    other one gives the answer that nothing comes of, and no check fails on the way, and nothing is heard."""

    def __init__(self, purity: Purity) -> None:
        self._purity, self._helpers = purity, purity.system.helpers
        self._reacting = {trigger.when.name for trigger in purity.system.triggers.values()}

    def all_of(self, demands: Iterable[Demand], known: Known, deep: int) -> n.Expr | None:
        """For several that are asked one after the other, as long as the answer is the wanted one. Nothing counts
        behind one in which a check may fail, as it is met for members of which something behind would say no."""
        found, at = list[n.Expr | None](), None
        for node, holds in demands:
            found.append(self.weaken(node, holds, known, deep))
            at = at or node.origin
            if not self._purity.is_harmless(node):
                break
        return _join(at, "and", found) if at is not None else None

    def weaken(self, node: n.Expr, holds: bool, known: Known, deep: int) -> n.Expr | None:
        """For one of which something comes where it holds, or does not; None where nothing is known of it."""
        match node:
            case n.Not(value=value):
                return self.weaken(value, not holds, known, deep)
            case n.Logic(op=op, items=items) if (op == "and") == holds:
                return self.all_of([(item, holds) for item in items], known, deep)
            case n.Logic(items=items):
                return _join(node.origin, "or", [self.weaken(item, holds, known, deep) for item in items])
            case n.IfExpr(condition=condition, then=then, otherwise=otherwise):
                ways = [self.weaken(way, holds, known, deep) for way in (then, otherwise)]
                return self._either(condition, ways, known, deep)
            case n.Call(kind="helper", name=name, args=args) if deep and name not in self._reacting:
                inside = {
                    place: restated
                    for place, arg in enumerate(args)
                    if (restated := self.restate(arg, known)) is not None
                }
                if all(self._purity.is_harmless(arg) for arg in args):
                    return self._run(self._helpers[name].body, holds, inside, deep - 1)
                return None
            case n.Compare(op="==", left=left, right=right) if holds and self._purity.is_harmless(node):
                left_form, right_form = self.restate(left, known), self.restate(right, known)
                if left_form is None or right_form is None:
                    some, unknown = (left_form, right) if right_form is None else (right_form, left)
                    return None if some is None else _is_some(some, unknown)
        exact = self.restate(node, known)
        return exact if exact is None or holds else n.Not(node.origin, t.Bool(), exact)

    def _either(self, condition: n.Expr, ways: Sequence[n.Expr | None], known: Known, deep: int) -> n.Expr | None:
        """The first of two ways where a condition holds, and else the other."""
        if not self._purity.is_harmless(condition):
            return None
        at, ends = condition.origin, [self.weaken(condition, holds, known, deep) for holds in (True, False)]
        return _join(at, "or", [_join(at, "and", both) for both in zip(ends, ways, strict=True)])

    def _run(self, body: Sequence[n.Stmt], holds: bool, known: Known, deep: int) -> n.Expr | None:
        """The same of what a function returns."""
        for place, statement in enumerate(body):
            match statement:
                case n.Let(slot=slot, value=value) if self._purity.is_harmless(value):
                    said = self.restate(value, known)
                    known = {at: each for at, each in known.items() if at != slot}
                    if said is not None:
                        known = {**known, slot: said}
                case n.Return(value=value) if value is not None:
                    return self.weaken(value, holds, known, deep)
                case n.If(condition=condition, then=then, otherwise=otherwise):
                    rest = body[place + 1 :]
                    ways = [self._run((*way, *rest), holds, known, deep) for way in (then, otherwise)]
                    return self._either(condition, ways, known, deep)
                case _:
                    break
        return None

    def restate(self, node: n.Expr, known: Known) -> n.Expr | None:
        """An expression as one about the state and the member; None where it hangs on more, or a check may fail."""
        match node:
            case n.Const() | n.Number():
                return node
            case n.Var(slot=slot):
                return known.get(slot)
            case n.Read(record=None, store=store, keys=keys) if store in known and kind(node.type) in ("number", "set"):
                return self._below(node, keys, known, lambda keys: replace(node, store=STATE, keys=keys))
            case n.Attr(subject=subject, keys=keys) if kind(node.type) in ("number", "set"):
                return self._below(
                    node, (subject, *keys), known, lambda below: replace(node, subject=below[0], keys=below[1:])
                )
            case n.Compare(left=left, right=right):
                return self._below(
                    node, (left, right), known, lambda below: replace(node, left=below[0], right=below[1]), things=False
                )
            case n.Member(item=item, collection=n.SetOf(items=items) as collection):
                return self._below(
                    node,
                    (item, *items),
                    known,
                    lambda below: replace(node, item=below[0], collection=replace(collection, items=below[1:])),
                    things=False,
                )
            case n.Not(value=value):
                return self._below(node, (value,), known, lambda below: replace(node, value=below[0]), things=False)
            case n.Logic(items=items):
                return self._below(node, items, known, lambda below: replace(node, items=below), things=False)
        return None

    def _below(
        self,
        node: n.Expr,
        items: Sequence[n.Expr],
        known: Known,
        make: Callable[[tuple[n.Expr, ...]], n.Expr],
        *,
        things: bool = True,
    ) -> n.Expr | None:
        """An expression made of others. `things`: which have to be things in any case."""
        found = [self.restate(item, known) for item in items]
        below = tuple(each for each in found if each is not None)
        if len(below) < len(found) or (things and not all(isinstance(each, n.Var | n.Const) for each in below)):
            return None
        return make(below)


def _is_some(node: n.Expr, other: n.Expr) -> n.Expr | None:
    """True where an expression is not None: where it equals what never is."""
    if not isinstance(node.type, t.Optional) or not isinstance(other.type, t.Sort | t.Enum):
        return None
    none = n.Const(node.origin, t.NoneType(), None)
    return n.Not(node.origin, t.Bool(), n.Compare(node.origin, t.Bool(), "==", node, none))
