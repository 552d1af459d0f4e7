"""Moments, and the triggers that react to them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from ruleslawyer.base.origin import Origin
from ruleslawyer.ir.nodes import Call, Compare, Const, Domain, Expr, Fold, Function, Logic, Not, Parameter, Read, Var
from ruleslawyer.ir.rules import Rule
from ruleslawyer.ir.types import Bool, FrameOf, Int, Set, State, Type


@dataclass(frozen=True, slots=True)
class MomentDef:
    """A kind of event that triggers react to; its fields are of sorts and enums."""

    origin: Origin
    name: str
    doc: str
    fields: Mapping[str, Type]

    def rules(self) -> Iterator[Rule]:
        yield Rule(self.name, "moment", self.name, self.origin, (), self)


def pending(trigger: str) -> str:
    """The field of the state that holds the pending instances of a trigger."""
    return f"pending_{trigger}"


@dataclass(frozen=True, slots=True)
class Trigger:
    """An optional reaction to a moment: the actions `name` and `miss`, awaited while an instance is pending there.

    `keys` are its parameters without the state and the frame (which `when` takes besides, where it is `framed`), and
    the keys of `field`; that of number `decider` decides. free: the numbers of those that the moment does not give:
    instances that differ in these alone are of the same moment. order: a number for each instance; while one of the
    same moment has a lower one, it waits. first_only: that one is declared ends what is pending of the same moment.
    """

    origin: Origin
    name: str
    on: str
    when: Function
    at: tuple[str | None, ...]
    framed: bool
    keys: tuple[Parameter, ...]
    decider: int
    free: tuple[int, ...] = ()
    order: Function | None = None
    first_only: bool = False

    @property
    def field(self) -> str:
        return pending(self.name)

    @property
    def miss(self) -> str:
        return f"miss_{self.name}"

    def rules(self) -> Iterator[Rule]:
        """Itself alone: declaring and missing it are actions."""
        functions = (self.when,) if self.order is None else (self.when, self.order)
        yield Rule(self.name, "trigger", self.name, self.origin, functions, self, self.when)


def may_react(trigger: Trigger, keys: Sequence[Var], slots: int) -> Expr:
    """In a function whose first parameter is the state: an instance is pending, and no other of the same moment that is
    comes before it. slots: the first one that is free."""
    origin, order = trigger.origin, trigger.order
    waits = Read(origin, Bool(), 0, None, trigger.field, tuple(keys))
    if order is None:
        return waits

    def turn(keys: Sequence[Var]) -> Expr:
        frame = (Var(origin, FrameOf(str(trigger.at[0])), 0, "f"),) if trigger.framed else ()
        return Call(origin, Int(), "helper", order.name, (Var(origin, State(), 0, "s"), *frame, *keys))

    other = others(trigger, keys, slots)
    sooner = Compare(origin, Bool(), "<", turn(other), turn(keys))
    some: Expr = Logic(origin, Bool(), "and", (Read(origin, Bool(), 0, None, trigger.field, other), sooner))
    for i in reversed(trigger.free):
        key, always = trigger.keys[i], Const(origin, Bool(), True)
        some = Fold(origin, Bool(), "any", slots + i, key.name, Domain(origin, Set(key.type)), always, some, None)
    return Logic(origin, Bool(), "and", (waits, Not(origin, Bool(), some)))


def others(trigger: Trigger, keys: Sequence[Var], slots: int) -> tuple[Var, ...]:
    """The keys of any instance of the same moment: those that the moment does not give are in slots from this on."""
    free = set(trigger.free)
    return tuple(Var(key.origin, key.type, slots + i, key.name) if i in free else key for i, key in enumerate(keys))
