"""Among which members of a sort a loop looks: those of which what is printed does not say already that nothing comes
of them. A scope says who they are, so that rules about few of many cards do not go through all.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal, TypeAlias

from ruleslawyer.engines.native.purity import Purity
from ruleslawyer.ir import nodes as n
from ruleslawyer.ir.scope import Scope

Printed: TypeAlias = tuple[str, tuple[int, ...], int, bool]
"""Of an attribute at these keys: whether it is this value, or is not."""
Meant: TypeAlias = int | Literal["member"] | None
"""What is given in a slot: a value, the member that is looked at, or anything."""
DEEP = 4
"""Helpers of which one calls the next."""


def required_attributes(purity: Purity, fold: n.Fold) -> tuple[Printed, ...]:
    """The attributes that have to be printed on a member for anything to come of it. Nothing behind what may fail a
    check is among it, as that is met for members of which something else would say no."""
    whole = [fold.condition, fold.body] if fold.kind == "any" else [fold.condition]
    found: list[Printed] = []
    given: Mapping[int, Meant] = {fold.slot: "member"}
    for item in conjuncts(*whole):
        if not purity.is_harmless(item):
            break
        found += _demands(purity, item, given, DEEP)
    if fold.kind == "all" and purity.is_harmless(fold.condition):
        found += _refutations(purity, fold.body, given)
    return tuple(dict.fromkeys(found))


def asked_for(purity: Purity, conditions: Iterable[n.Expr], slot: int) -> tuple[Printed, ...]:
    """The attributes that have to be printed on the member in a slot for all of these to hold, none of which may fail a
    check."""
    found = (one for each in conditions for one in _demands(purity, each, {slot: "member"}, DEEP))
    return tuple(dict.fromkeys(found))


def members(scope: Scope, sort: str, wanted: Sequence[Printed]) -> list[int]:
    """Those on which all of that is printed."""
    return [m for m in range(scope.size(sort)) if all(_is_printed(scope, sort, m, one) for one in wanted)]


def _is_printed(scope: Scope, sort: str, member: int, one: Printed) -> bool:
    name, keys, value, is_ = one
    values = scope.attributes[sort, name]
    assert values is not None, f"{sort}.{name} is open"
    said: Any = values[member]
    for key in keys:
        said = said[key]
    return (said is not None and int(said) == value) == is_


def conjuncts(*items: n.Expr) -> Iterator[n.Expr]:
    """The conditions that all have to hold for all of these to hold."""
    for item in items:
        if isinstance(item, n.Logic) and item.op == "and":
            yield from conjuncts(*item.items)
        else:
            yield item


def _demands(purity: Purity, node: n.Expr, given: Mapping[int, Meant], deep: int) -> Iterator[Printed]:
    """The attributes of the member that an expression demands if it holds."""
    match node:
        case n.Logic(op="and", items=items):
            for item in items:
                yield from _demands(purity, item, given, deep)
        case n.Not(value=value):
            yield from ((name, keys, said, False) for name, keys, said, is_ in _attribute_test(value, given) if is_)
        case n.Call(kind="helper", name=name, args=args) if deep and purity.only_reads(name):
            match purity.system.helpers[name].body:
                case (n.Return(value=returned),) if returned is not None:
                    inside = {place: _value_of(arg, given) for place, arg in enumerate(args)}
                    yield from _demands(purity, returned, inside, deep - 1)
        case _:
            yield from _attribute_test(node, given)


def _refutations(purity: Purity, node: n.Expr, given: Mapping[int, Meant]) -> Iterator[Printed]:
    """The attributes of the member that an expression demands if it does not hold."""
    match node:
        case n.Logic(op="or", items=items):
            for item in items:
                if not purity.is_harmless(item):
                    return
                yield from _refutations(purity, item, given)
        case n.Not(value=value) if purity.is_harmless(value):
            yield from _demands(purity, value, given, DEEP)
        case n.Fold(kind="all", domain=n.Domain(), condition=n.Const(value=True), body=body):
            yield from _refutations(purity, body, given)
        case _:
            yield from ((name, keys, said, False) for name, keys, said, _ in _attribute_test(node, given))


def _attribute_test(node: n.Expr, given: Mapping[int, Meant]) -> Iterator[Printed]:
    """The attribute, if an expression is about one attribute of the member alone, with the truth that it has then."""
    match node:
        case n.Attr():
            attribute, value = node, 1
        case n.Compare(op="==", left=n.Attr() as attribute, right=n.Const(value=int(value))):
            pass
        case _:
            return
    keys = [_value_of(key, given) for key in attribute.keys]
    fixed = tuple(key for key in keys if isinstance(key, int))
    if _value_of(attribute.subject, given) == "member" and len(fixed) == len(keys):
        yield attribute.name, fixed, int(value), True


def _value_of(node: n.Expr, given: Mapping[int, Meant]) -> Meant:
    match node:
        case n.Var(slot=slot):
            return given.get(slot)
        case n.Const(value=int(value)):
            return int(value)
    return None
