"""The fields that were written since the state that is expanded: what reads none of them says what it said there.

In that state the game goes on, nothing is due, and what means nothing has its default. So all that is asked again only
where something that it reads was written. Contexts that do not follow (`Register.FOLLOWS`) may expand states in which
their reading leaves something due: there everything counts as written.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ruleslawyer.engines.native.changed import read
from ruleslawyer.engines.native.code import Code
from ruleslawyer.engines.native.combined import Combined
from ruleslawyer.engines.native.fields import bits
from ruleslawyer.engines.native.lowering import Lowering
from ruleslawyer.engines.native.names import BEFORE_ASKED, Register
from ruleslawyer.ir import nodes as n
from ruleslawyer.ir import types as t
from ruleslawyer.ir.uses import Place
from ruleslawyer.ir.walk import walk


def begin(code: Code) -> None:
    """A step begins: nothing was written."""
    if code.low.follows:
        follows = code.value(f"icmp eq i64 {code.get(Register.FOLLOWS)}, {BEFORE_ASKED}")
        code.set(Register.WRITTEN, code.either(follows, "0", "-1", "i64"))


def is_written(code: Code, functions: Iterable[n.Function], places: Iterable[Place] = ()) -> str:
    """Whether something was that these functions read, or one of these places."""
    of, wanted = bits(code.low.system), read(code.low, functions)
    for place in places:
        wanted |= 1 << of[place]
    return code.value(f"icmp ne i64 {code.value(f'and i64 {code.get(Register.WRITTEN)}, {wanted}')}, 0")


BEFORE = 1
"""The slot of the state before."""


class Since(Combined):
    """A function of the core about what a step led to."""

    _within = False

    def refresh_value(
        self, node: n.Expr, functions: Sequence[n.Function], places: Sequence[Place], type_: str, otherwise: str
    ) -> str:
        """The value of an expression, worked out anew where something was written that it rests on; elsewhere its value
        from before."""
        ask = super().truth if type_ == "i1" else super().value_of
        if self._within or not functions or not self.low.follows:
            return ask(node)
        found = self.variable(type_)
        self.store(type_, otherwise, found)
        with self.when(is_written(self, functions, places)):
            self._within = True
            self.store(type_, ask(node), found)
            self._within = False
        return self.load(type_, found)


class Due(Since):
    """The code for what is due: where the step began no settle held, and no duty whose turn it was."""

    def truth(self, node: n.Expr) -> str:
        if not isinstance(node, n.Fold):
            return super().truth(node)
        called = [each.function for each in walk(node) if isinstance(each, n.RuleCall)]
        return self.refresh_value(node, called, (), "i1", "false")

    def value_of(self, node: n.Expr, wanted: t.Type | None = None) -> str:
        if not isinstance(node, n.RuleCall):
            return super().value_of(node, wanted)
        frames = [(frame, "") for frame in self.low.system.frames]
        held = [(None, trigger.field) for trigger in self.low.system.triggers.values()]
        return self.refresh_value(node, [node.function], [*frames, *held], "i64", "0")


class Forgotten(Since):
    """The code for what is forgotten: where the step began each field had its default, or it mattered what it was."""

    def truth(self, node: n.Expr) -> str:
        match node:
            case n.IsDefault(field=field, keys=()):
                matters = self.low.field(None, field).matters
                return self.refresh_value(node, [matters] if matters else (), [(None, field)], "i1", "true")
        return super().truth(node)

    def __init__(self, low: Lowering, function: n.Function, name: str, base: str) -> None:
        super().__init__(low, function, name, base)
        self._before = self.variable("ptr", "%a0")

    def local(self, slot: int) -> str:
        return self.load("ptr", self._before) if slot == BEFORE else super().local(slot)

    def statement(self, node: n.Stmt) -> None:
        """The state is the one before until something in it is forgotten: then that is copied."""
        if isinstance(node, n.Reset):
            with self.when(self.value(f"icmp eq ptr {self.load('ptr', self._before)}, %a0")):
                self.copy("%a1", "%a0", self.get(Register.BYTES))
                self.store("ptr", "%a1", self._before)
                self.set(Register.FORGOT, 1)
        super().statement(node)


def since(made: type[Since], low: Lowering, function: n.Function, name: str) -> Since:
    with low.about(function.name, function.origin):
        code = made(low, function, name, "")
        code.block(function.body)
    return code
