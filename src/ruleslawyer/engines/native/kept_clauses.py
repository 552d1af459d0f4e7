"""Clauses about a choice that do not hang on all that is chosen: what they say is kept while the rest varies.

As the choices of an action are gone through, one parameter after the other, a clause that reads the first ones alone is
asked once for them, and not again for each value of the last. A register says of which clauses it is known what they
say, and another one what that is.
"""

from __future__ import annotations

from ruleslawyer.core.parts import verdict_of
from ruleslawyer.engines.native.code import Code
from ruleslawyer.engines.native.combined import Combined
from ruleslawyer.engines.native.lowering import Lowering
from ruleslawyer.engines.native.names import Register
from ruleslawyer.ir import nodes as n
from ruleslawyer.ir import types as t
from ruleslawyer.ir.system import Action
from ruleslawyer.ir.walk import walk

MOST = 64
"""Clauses of one action: as many as a register has bits."""


def kept_clauses(low: Lowering, action: Action) -> dict[int, int]:
    """The clauses of which it pays to keep what they say, by the slots of what judges where that stands: for each the
    number of the parameters, of those that are chosen, that have to stay the same."""
    if not low.follows or action.parts:
        return {}
    found, count = {}, len(action.chosen_parameters)
    for node in walk(verdict_of(action, low.flags).body):
        match node:
            case n.Let(slot=slot, value=n.RuleCall(function=n.Function(returns=t.Bool()) as function, args=args)):
                read = [args[i] for i in _reads(function)]
                hangs = max([0, *(arg.slot + 1 - action.leading if isinstance(arg, n.Var) else count for arg in read)])
                if hangs < count and _is_long(function):
                    found[slot] = hangs
    return dict(list(found.items())[:MOST])


def _reads(function: n.Function) -> set[int]:
    """The parameters that a clause reads."""
    slots = set()
    for node in walk(function.body):
        match node:
            case n.Var(slot=slot) | n.Read(store=slot) | n.IsOpen(store=slot):
                slots.add(slot)
    return slots & set(range(len(function.parameters)))


def _is_long(function: n.Function) -> bool:
    """Whether asking takes longer than looking up what was said."""
    return any(isinstance(node, n.Call | n.Fold) for node in walk(function.body))


def forget_clauses(code: Code, kept: dict[int, int], chosen: int) -> None:
    """Forget what hangs on more than the first parameters, so many of them, as the next one changes."""
    if any(hangs > chosen for hangs in kept.values()):
        stays = sum(1 << bit for bit, hangs in enumerate(kept.values()) if hangs <= chosen)
        code.set(Register.CLAUSES_KNOWN, code.value(f"and i64 {code.get(Register.CLAUSES_KNOWN)}, {stays}"))


class Judging(Combined):
    """The code that judges a choice."""

    def __init__(self, low: Lowering, action: Action, name: str) -> None:
        super().__init__(low, verdict_of(action, low.flags), name, action.name)
        self._bits = {slot: bit for bit, slot in enumerate(kept_clauses(low, action))}

    def statement(self, node: n.Stmt) -> None:
        if not isinstance(node, n.Let) or node.slot not in self._bits:
            super().statement(node)
            return
        bit, found = self._bits[node.slot], self.variable("i1")
        known, said = self.get(Register.CLAUSES_KNOWN), self.get(Register.CLAUSES_HELD)
        self.store("i1", self.value(f"trunc i64 {self.value(f'lshr i64 {said}, {bit}')} to i1"), found)
        new = self.negate(self.value(f"trunc i64 {self.value(f'lshr i64 {known}, {bit}')} to i1"))
        with self.when(new):
            holds = self.value(f"icmp ne i64 {self.value_of(node.value)}, 0")
            self.store("i1", holds, found)
            others = self.value(f"and i64 {self.get(Register.CLAUSES_HELD)}, {~(1 << bit)}")
            this = self.value(f"shl i64 {self.number(holds)}, {bit}")
            self.set(Register.CLAUSES_HELD, self.value(f"or i64 {others}, {this}"))
            known = self.value(f"or i64 {self.get(Register.CLAUSES_KNOWN)}, {1 << bit}")
            self.set(Register.CLAUSES_KNOWN, known)
        self.let(node.slot, "i1", self.load("i1", found))
