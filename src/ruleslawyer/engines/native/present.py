"""The members with which a loop has to do in one state: those of which what is stored does not say already that nothing
comes of them, such as the cards of a deck that lie in a network.

A loop about a card and a space is asked again and again in one state, and of most cards it hears each time that they
are not there. A list of those that may be is made when it is first wanted. It stands for as long as a play goes on, or
a state of a search is expanded, and nothing is written on which it rests.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from ruleslawyer.base.origin import Origin
from ruleslawyer.engines.native.loop_members import DEEP, Demand, key_of
from ruleslawyer.engines.native.purity import Purity
from ruleslawyer.engines.native.storage import kind
from ruleslawyer.ir import nodes as n
from ruleslawyer.ir import types as t
from ruleslawyer.ir.uses import Place
from ruleslawyer.ir.walk import walk

STATE, MEMBER = 0, 1
"""The slots of a condition about a member."""
Known: TypeAlias = Mapping[int, n.Expr]
"""The values of some slots, as expressions about the state and the member alone."""


@dataclass(frozen=True)
class Present:
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


def asked_of(fold: n.Fold) -> tuple[t.Sort, list[Demand]] | None:
    """The sort that a loop goes through, and what is asked of a member, one after the other, for something to come of
    it; None where it goes through something else."""
    match fold.domain:
        case n.Domain(type=t.Set(item=t.Sort() as sort)):
            of_body = [(fold.body, fold.kind == "any")] if fold.kind in ("any", "all") else []
            return sort, [(fold.condition, True), *of_body]
    return None


def present(
    purity: Purity, demands: Sequence[Demand], stores: Iterable[int], slot: int, sort: t.Sort
) -> Present | None:
    """The members of which something may come, by what is asked of them in the state that is in some slots; None where
    that hangs on more for all of them."""
    at = demands[0][0].origin
    known = {store: n.Var(at, t.State(), STATE, "") for store in stores}
    found = _Bounds(purity).all_of(demands, {**known, slot: n.Var(at, sort, MEMBER, "")}, DEEP)
    if found is None or not any(isinstance(each, n.Read) for each in walk(found)):
        return None
    return Present(sort, found)


def _join(origin: Origin, op: Literal["and", "or"], items: Sequence[n.Expr | None]) -> n.Expr | None:
    """Conditions together; None is one of which nothing is known."""
    known = [item for item in items if item is not None]
    if not known or (op == "or" and len(known) < len(items)):
        return None
    return known[0] if len(known) == 1 else n.Logic(origin, t.Bool(), op, tuple(known))


class _Bounds:
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
                    place: said for place, arg in enumerate(args) if (said := self.restate(arg, known)) is not None
                }
                if all(self._purity.is_harmless(arg) for arg in args):
                    return self._run(self._helpers[name].body, holds, inside, deep - 1)
                return None
            case n.Compare(op="==", left=left, right=right) if holds and self._purity.is_harmless(node):
                one, other = self.restate(left, known), self.restate(right, known)
                if one is None or other is None:
                    some, unknown = (one, right) if other is None else (other, left)
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
