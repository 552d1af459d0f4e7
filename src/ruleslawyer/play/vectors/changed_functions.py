"""Mistakes in one node of a function, as somebody might write it wrong: expressions, statements and their order."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import pairwise
from typing import Any, Literal

from ruleslawyer.base.origin import Origin
from ruleslawyer.ir import nodes as n
from ruleslawyer.ir import system as y
from ruleslawyer.ir import types as t
from ruleslawyer.ir.walk import walk
from ruleslawyer.lang.records import SILENT

Locals = Mapping[int, n.Var]
"""The locals that are bound where a node stands, by slot."""
Found = Iterator[tuple[Any, str]]
"""What a node turns into, and by what operator."""
_OTHER: Mapping[str, Literal["+", "-", "//", "%"]] = {"+": "-", "-": "+", "*": "+", "//": "%", "%": "//"}
_OTHER_SET: Mapping[str, Literal["|", "-"]] = {"|": "-", "-": "|", "&": "|"}


def has_filter(node: n.Fold) -> bool:
    return not (isinstance(node.condition, n.Const) and node.condition.value is True)


def drop_each(items: tuple[object, ...]) -> Iterator[tuple[Any, ...]]:
    """The same with one item less."""
    for i in range(len(items)):
        yield (*items[:i], *items[i + 1 :])


# --- expressions --------------------------------------------------------------------------------------------------


# Long: one dispatch over all expressions.
def expression_mutants(node: n.Expr, system: y.System, bound: Locals) -> Found:
    o, ty = node.origin, node.type
    match node:
        case n.Const(value=bool(value)):
            yield replace(node, value=not value), "negate"
        case n.Const(value=int(value), type=t.Int()):
            yield replace(node, value=value + 1), "one more than"
        case n.Const(value=int(value), type=t.Enum(name)) if len(system.enums[name].members) > 1:
            yield replace(node, value=(value + 1) % len(system.enums[name].members)), "next member after"
        case n.Number():
            yield n.Arith(o, ty, "+", node, n.Const(o, ty, 1)), "one more than"
        case n.Var(slot=slot):
            yield from ((other, "another variable for") for other in _others(bound, slot, ty))
        case n.Compare(op="<"):
            yield replace(node, op="<="), "bound included in"
        case n.Compare(op="<="):
            yield replace(node, op="<"), "bound excluded from"
        case n.Compare() | n.Member() | n.IsOpen():
            yield n.Not(o, ty, node), "negate"
        case n.Not(value=value) if not _has_negation(value):
            yield value, "drop the not of"
        case n.Logic(op=op, items=items):
            yield replace(node, op="or" if op == "and" else "and"), f"swap {op} in"
            for rest in drop_each(items):
                yield rest[0] if len(rest) == 1 else replace(node, items=rest), f"drop a part of {op} in"
        case n.Arith(op=op):
            yield replace(node, op=_OTHER[op]), f"{_OTHER[op]} for {op} in"
        case n.IfExpr(condition=condition, then=then, otherwise=otherwise):
            if not _has_negation(condition):
                yield replace(node, then=otherwise, otherwise=then), "swap branches of"
            for silent, spoken in ((then, otherwise), (otherwise, then)):
                if isinstance(silent, n.Const) and silent.value is SILENT:
                    yield spoken, "drop the silence of"
        case n.SetOf(items=items):
            yield from ((replace(node, items=rest), "drop an item of") for rest in drop_each(items))
        case n.SetOp(op=op):
            yield replace(node, op=_OTHER_SET[op]), f"{_OTHER_SET[op]} for {op} in"
        case n.Least(kind=kind):
            yield replace(node, kind="max" if kind == "min" else "min"), f"swap {kind} in"
        case n.Fold():
            yield from _fold(node)
        case n.End(end="bottom"):
            yield replace(node, end="top"), "other end of the pile in"
        case n.PileOp(op=op, pile=pile):
            yield pile, "leave the pile as it is in"
            if op != "without":
                yield replace(node, op="bottom" if op == "top" else "top"), "other end of the pile in"
        case n.PileTurn(op=op, pile=pile):
            yield pile, "leave the pile as it is in"
            if op != "reversed":
                yield (
                    replace(node, op="without_bottom" if op == "without_top" else "without_top"),
                    "other end of the pile in",
                )
        case n.PileJoin(op=op, pile=pile):
            yield pile, "leave the pile as it is in"
            yield replace(node, op="under" if op == "on" else "on"), "the other one on top in"
        case n.Unwrap(value=value):
            yield value, "drop the check of"
        case n.Read(record=record, field=field, keys=keys):
            yield from ((replace(node, keys=k), "first member as key of") for k in _first(keys, bound))
            yield from ((replace(node, field=f), "another field for") for f in _fields(system, record, field))
        case n.Attr(sort=sort, name=name, keys=keys):
            yield from ((replace(node, keys=k), "first member as key of") for k in _first(keys, bound))
            same = [a.name for a in system.sorts[sort].attributes if _alike(a.type, ty) and a.name != name and not keys]
            yield from ((replace(node, name=s), "another attribute for") for s in same[:1])
        case n.Call(args=args):
            for i, (a, b) in enumerate(pairwise(args)):
                if _alike(a.type, b.type):
                    yield replace(node, args=(*args[:i], b, a, *args[i + 2 :])), "swap arguments of"


def _has_negation(node: n.Expr) -> bool:
    """Whether a mutant of this very node is its negation, so that none of its parent needs to be."""
    match node:
        case n.Compare(op="==") | n.Member() | n.IsOpen() | n.Not():
            return True
    return False


def _fold(node: n.Fold) -> Found:
    swapped: dict[str, Any] = {"any": "all", "all": "any", "min": "max", "max": "min"}
    if node.kind in swapped:
        yield replace(node, kind=swapped[node.kind]), f"swap {node.kind} in"
    if node.kind == "the":
        yield replace(node, kind="min"), "drop the check of"
    if has_filter(node):
        yield replace(node, condition=n.Const(node.origin, t.Bool(), True)), "drop the filter of"
    if node.default is not None:
        yield replace(node, default=None), "drop the default of"


def _alike(a: t.Type, b: t.Type) -> bool:
    """Whether a value of one type may stand for a value of the other, bounds of integers apart."""
    return a == b or (isinstance(a, t.Int) and isinstance(b, t.Int))


def _others(bound: Locals, slot: int, type_: t.Type) -> list[n.Var]:
    """Another local of that type: the next one, as if the author had taken the wrong name."""
    if isinstance(type_, (t.State, t.FrameOf)):
        return []
    alike = [v for v in bound.values() if _alike(v.type, type_)]
    here = next((i for i, v in enumerate(alike) if v.slot == slot), 0)
    return alike[here + 1 : here + 2] or [v for v in alike[:1] if v.slot != slot]


def _first(keys: tuple[n.Expr, ...], bound: Locals) -> Iterator[tuple[n.Expr, ...]]:
    """A wrong key where no other local could be taken for it: the first member."""
    for i, key in enumerate(keys):
        if isinstance(key, n.Var) and not _others(bound, key.slot, key.type):
            yield (*keys[:i], n.Const(key.origin, key.type, 0), *keys[i + 1 :])


def _fields(system: y.System, record: str | None, field: str) -> list[str]:
    """The next field of the same record and type, if there is one."""
    declared = (system.state if record is None else system.frames[record]).fields
    type_ = next(f.type for f in declared if f.name == field)
    alike = [f.name for f in declared if _alike(f.type, type_)]
    here = alike.index(field)
    return alike[here + 1 : here + 2] or [f for f in alike[:1] if f != field]


# --- statements ---------------------------------------------------------------------------------------------------


def no_op_statement(origin: Origin) -> n.Stmt:
    """A statement that does nothing."""
    return n.Effect(origin, (), ())


def statement_mutants(node: n.Stmt, system: y.System, bound: Locals) -> Found:
    o = node.origin
    match node:
        case n.If(condition=condition, then=then, otherwise=otherwise):
            if not _has_negation(condition):
                yield replace(node, then=otherwise, otherwise=then), "swap branches of"
            yield replace(node, condition=n.Const(o, condition.type, True)), "drop the condition of"
        case n.Write(place=place):
            yield no_op_statement(o), "drop the write"
            yield from _places(node, place, system, bound)
        case n.Delta(place=place, sign=sign):
            yield no_op_statement(o), "drop the delta"
            yield replace(node, sign=-sign), "swap gain and lose in"
            yield from _places(node, place, system, bound)
        case n.Effect(cites=cites):
            yield no_op_statement(o), "drop the effect"
            yield from ((replace(node, cites=rest), "drop a citation of") for rest in drop_each(cites))
        case n.Simultaneous(body=body):
            yield n.Effect(o, (), body), "one after the other in"
        case n.Open(frame=frame, values=values):
            yield no_op_statement(o), "drop the opening"
            types = [f.type for f in system.frames[frame].fields]
            for i, (a, b) in enumerate(pairwise(types)):
                if _alike(a, b):
                    swapped = (*values[:i], values[i + 1], values[i], *values[i + 2 :])
                    yield replace(node, values=swapped), "swap values of"
        case n.Close():
            yield no_op_statement(o), "drop the closing"
        case n.For(domain=domain):
            yield no_op_statement(o), "drop the loop"
            if isinstance(domain.type, t.Pile):
                turned = n.PileTurn(domain.origin, domain.type, "reversed", domain)
                yield replace(node, domain=turned), "the other way round"


def _places(node: n.Write | n.Delta, place: n.Place, system: y.System, bound: Locals) -> Found:
    """Writes to another place: with a wrong key, or to another field of the same type."""
    for keys in _first(place.keys, bound):
        yield replace(node, place=replace(place, keys=keys)), "first member as key of"
    for other in _fields(system, place.record, place.field):
        yield replace(node, place=replace(place, field=other)), "another field for"


# --- the order of statements --------------------------------------------------------------------------------------


def swap_neighbours(function: n.Function) -> Iterator[tuple[n.Function, str, Origin]]:
    """Two neighbours swapped, wherever one of them writes what the other reads or writes."""
    for body, origin in _swaps(function.body):
        yield replace(function, body=body), "run later", origin


def _swaps(body: tuple[n.Stmt, ...]) -> Iterator[tuple[tuple[n.Stmt, ...], Origin]]:
    for i, (a, b) in enumerate(pairwise(body)):
        one, other = _touches(a), _touches(b)
        if one[1] & (other[0] | other[1]) or other[1] & one[0]:
            yield (*body[:i], b, a, *body[i + 2 :]), a.origin
    for i, node in enumerate(body):
        for inner, origin in _swapped_within(node):
            yield (*body[:i], inner, *body[i + 1 :]), origin


def _swapped_within(node: n.Stmt) -> Iterator[tuple[n.Stmt, Origin]]:
    match node:
        case n.If(then=then, otherwise=otherwise):
            yield from ((replace(node, then=body), origin) for body, origin in _swaps(then))
            yield from ((replace(node, otherwise=body), origin) for body, origin in _swaps(otherwise))
        case n.For(body=inner) | n.Effect(body=inner) | n.Simultaneous(body=inner):
            yield from ((replace(node, body=body), origin) for body, origin in _swaps(inner))


def _touches(statement: n.Stmt) -> tuple[frozenset[Any], frozenset[Any]]:
    """The fields, locals and frames that a statement reads, and those that it writes, whatever their keys."""
    reads: set[Any] = set()
    writes: set[Any] = set()
    for node in walk(statement):
        match node:
            case n.Read(record=record, field=field):
                reads.add((record, field))
            case n.Var(slot=slot):
                reads.add(slot)
            case n.Let(slot=slot):
                writes.add(slot)
            case n.Write(place=place):
                writes.add((place.record, place.field))
            case n.Delta(place=place):
                writes.add((place.record, place.field))
                reads.add((place.record, place.field))
            case n.Open(frame=frame) | n.Close(frame=frame):
                writes.add(frame)
    return frozenset(reads), frozenset(writes)
