"""Conditions that no state fulfils together, as far as what they say in so many words shows it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple, Protocol, TypeAlias

from ruleslawyer.ir import nodes as n
from ruleslawyer.ir.nodes import Function
from ruleslawyer.ir.walk import parts

Given: TypeAlias = Mapping[int, object]
"""By slot what stands for a variable, as `meaning` has it."""


class Values(NamedTuple):
    """The values that something has, or (not `among`) those that it has not."""

    among: bool
    values: frozenset[object]

    def excludes(self, other: Values) -> bool:
        if self.among and other.among:
            return self.values.isdisjoint(other.values)
        return self.among != other.among and (
            self.values <= other.values if self.among else other.values <= self.values
        )


class Exclusive:
    """The demands of conditions, by the things that they ask about."""

    def __init__(self, helpers: Mapping[str, Function]) -> None:
        self._helpers = helpers
        self._known: dict[int, tuple[Function, dict[object, Values]]] = {}

    def are_apart(self, one: Function, other: Function) -> bool:
        """Whether two conditions about the same state cannot both hold."""
        mine, its = self._demands(one), self._demands(other)
        return any(mine[about].excludes(its[about]) for about in mine.keys() & its.keys())

    def _demands(self, function: Function) -> dict[object, Values]:
        if id(function) not in self._known:
            found: dict[object, Values] = {}
            for about, values in self._of_body(function.body, {}, True):
                known = found.get(about)
                if known is not None and known.among == values.among:
                    both = known.values & values.values if values.among else known.values | values.values
                    values = Values(values.among, both)
                elif known is not None:
                    values = known if known.among else values
                found[about] = values
            self._known[id(function)] = function, found
        return self._known[id(function)][1]

    def _of_body(self, body: tuple[n.Stmt, ...], given: Given, wanted: bool) -> Iterator[tuple[object, Values]]:
        """The demands under which a function says yes (or no): of one that returns early nothing but what is said of
        that before."""
        for statement in body:
            match statement:
                case n.Let(slot=slot, value=value):
                    given = {**given, slot: meaning(value, given)}
                case n.If(condition=condition, then=(n.Return(value=n.Const(value=bool() as early)),), otherwise=()):
                    if early is wanted:
                        return
                    yield from self._of(condition, given, False)
                case n.Return(value=value) if value is not None:
                    yield from self._of(value, given, wanted)
                    return
                case _:
                    return

    def _of(self, node: n.Expr, given: Given, wanted: bool) -> Iterator[tuple[object, Values]]:
        match node:
            case n.Const():
                return
            case n.Not(value=value):
                yield from self._of(value, given, not wanted)
                return
            case n.Logic(op=op, items=items) if (op == "and") is wanted:
                for item in items:
                    yield from self._of(item, given, wanted)
                return
            case n.Logic(items=items):
                every = [list(self._of(item, given, wanted)) for item in items]
                if all(len(one) == 1 and one[0][1].among for one in every) and len({one[0][0] for one in every}) == 1:
                    yield every[0][0][0], Values(True, frozenset().union(*(one[0][1].values for one in every)))
                return
            case n.Call(kind="helper", name=name, args=args):
                inside = {slot: meaning(arg, given) for slot, arg in enumerate(args)}
                yield from self._of_body(self._helpers[name].body, inside, wanted)
            case n.Compare(op="==", left=left, right=n.Const(value=value)):
                yield meaning(left, given), Values(wanted, frozenset({value}))
                return
            case n.Compare(op="<", left=n.Const(value=0), right=n.Size() as size):
                yield meaning(size, given), Values(not wanted, frozenset({0}))
                return
            case n.Member(item=item, collection=n.SetOf(items=items)) if all(isinstance(i, n.Const) for i in items):
                yield meaning(item, given), Values(wanted, frozenset(i.value for i in items if isinstance(i, n.Const)))
                return
        yield meaning(node, given), Values(True, frozenset({wanted}))


class Variables(Protocol):
    """The meanings of variables by slot; what else a variable is called where it stands for nothing."""

    def get(self, slot: int, otherwise: object, /) -> object: ...


def meaning(node: object, given: Variables) -> object:
    """The meaning of a piece of a rule, wherever it stands: equal of equal ones, what stands for variables put in."""
    match node:
        case n.Var(slot=slot):
            return given.get(slot, (n.Var, slot))
        case tuple():
            return tuple(meaning(one, given) for one in node)
    below = parts(node)
    return node if below is None else (type(node), *(meaning(one, given) for one in below))
