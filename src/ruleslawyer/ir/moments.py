"""Moments, and the triggers that react to them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ruleslawyer.base.origin import Origin
from ruleslawyer.base.quick_dataclass import dataclass
from ruleslawyer.ir.nodes import Function, Parameter
from ruleslawyer.ir.rules import Rule
from ruleslawyer.ir.types import Type


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
    same moment has a lower one, it waits, and turn says, of the state and the keys, whether an instance is pending and
    does not. first_only: that one is declared ends what is pending of the same moment.
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
    turn: Function | None = None
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
