"""Conditions that no state fulfils together, and duties that may be due at once of which no clause says which comes
first, as far as their order may matter.

What two duties bring about is held against each other: themselves, and with them what expires by what they write and
every settle that may hold through it. Where neither writes what the other reads or writes, nor what ends the game or
makes a trigger wait, the two come to the same in either order.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple, Protocol, TypeAlias

from ruleslawyer.ir import nodes as n
from ruleslawyer.ir.latest import latest
from ruleslawyer.ir.nodes import Function
from ruleslawyer.ir.system import Duty, System
from ruleslawyer.ir.uses import Functions, Place
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


Orders: TypeAlias = Mapping[str, tuple[str, ...]]
_KNOWN: dict[int, tuple[System, Orders]] = {}
_MOST = 1 << 8


def open_orders(system: System) -> Orders:
    """For each duty those declared after it that may be due at once with it, where another order may lead elsewhere and
    no clause says which comes first; without those that have none."""
    return latest(_KNOWN, id(system), _MOST, lambda: (system, _open_orders(system)))[1]


def order_names(system: System) -> tuple[str, ...]:
    """The orders that are open, by name."""
    return tuple(order_name(first, other) for first, others in open_orders(system).items() for other in others)


def order_name(first: str, other: str) -> str:
    """How the gap is called that no clause says whether one duty comes before another."""
    return f"{first} before {other}"


def _open_orders(system: System) -> Orders:
    duties = list(system.duties.values())
    if len(duties) < 2:
        return {}
    effects, whens = _Effects(system), Exclusive(system.helpers)
    found = {
        first.name: tuple(
            other.name
            for other in duties[number:]
            if first.at == other.at
            and first.name not in other.after
            and not whens.are_apart(first.when, other.when)
            and not effects.are_apart(first, other)
        )
        for number, first in enumerate(duties, 1)
    }
    return {name: others for name, others in found.items() if others}


class _Effects:
    """The effects of each duty, with all that may follow of itself."""

    def __init__(self, system: System) -> None:
        self.system, self.functions = system, Functions(system)
        self.frames = {(frame, "") for frame in system.frames}
        self.holding: set[Place] = {(None, trigger.field) for trigger in system.triggers.values()}
        self.holding |= self.functions.uses([system.ended]).reads
        self._known: dict[str, tuple[frozenset[Place], frozenset[Place]]] = {}

    def are_apart(self, one: Duty, other: Duty) -> bool:
        """Whether neither says or does anything else for the other's having been first."""
        (reads, writes), (its_reads, its_writes) = self.of(one), self.of(other)
        clash = writes & (its_reads | its_writes) or its_writes & reads or self.holding & (writes | its_writes)
        return not clash

    def of(self, duty: Duty) -> tuple[frozenset[Place], frozenset[Place]]:
        """The places that are read and written for a duty."""
        if duty.name not in self._known:
            reads, writes = set[Place](self.frames), set[Place]()
            reads |= self.functions.uses([duty.when]).reads
            self._add([duty.function], reads, writes)
            left = [(s.when, s.function) for s in self.system.settles.values()]
            while True:
                expiring = {
                    (None, f.name) for f in self.system.state.fields if f.until and (None, f.until.field) in writes
                }
                due = [of for of in left if self.functions.uses([of[0]]).reads & writes]
                if expiring <= writes and not due:
                    break
                writes |= expiring
                left = [of for of in left if of not in due]
                for of in due:
                    self._add(of, reads, writes)
            self._known[duty.name] = frozenset(reads), frozenset(writes)
        return self._known[duty.name]

    def _add(self, functions: Iterable[n.Function], reads: set[Place], writes: set[Place]) -> None:
        found = self.functions.uses(functions)
        reads |= found.reads
        writes |= found.writes
