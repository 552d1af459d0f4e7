"""Whether an action may be done, as a property asks it: its instance is a candidate, and allowed."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from ruleslawyer.core.clauses import Clauses
from ruleslawyer.core.core import core_of
from ruleslawyer.core.forced import Forced, may_react, once
from ruleslawyer.core.norms import ALLOWED
from ruleslawyer.core.parts import leave_outside, worst
from ruleslawyer.ir import nodes as n
from ruleslawyer.ir import types as t
from ruleslawyer.ir.making import BOOL, INT
from ruleslawyer.ir.system import Action, System

AWAITS = "awaits"
"""The field of a frame that says whose decision it awaits."""


@once
def legality(system: System, action: Action, flags: bool = False) -> n.Function:
    """With the parameters of the action, whether it may be done in a rest state: the action is not left out, the game
    is not over, the innermost frame is one of its own, whoever does it is awaited, its domain holds, and the verdict
    allows it. flags: clauses may be left out, as the reading says."""
    m = _Legality(system, action, flags)
    m.refuse(m.no(m.on(action.name)))
    m.refuse_numbers_out_of_range()
    ended = m.slot(BOOL, "ended")
    m.put(ended, m.call(system.ended))
    m.refuse(ended)
    awaited = m.slot(BOOL, "awaited")
    if action.name in system.reactions:
        reacting = may_react(m)
        here = m.either(*map(m.innermost, action.at))
        m.put(awaited, m.both(here, m.is_among(reacting)))
    else:
        m.refuse(m.either(*map(m.waits, system.triggers.values())))
        m.ask_for_its_turn(awaited, action.at)
    m.refuse(m.no(awaited))
    leave_outside(m, action, quiet=True)
    verdict = m.slot(INT, "verdict")
    m.put(verdict, worst(m, action))
    m.give(n.Compare(m.origin, BOOL, "<=", m.const(ALLOWED), verdict))
    return m.finish()


def core_of_call(system: System, kind: str, name: str) -> n.Function:
    """The function that gives the value of a term, of a question, or whether an action may be done."""
    if kind == "action":
        return legality(system, system.actions[name])
    return core_of(system.terms[name] if kind == "term" else system.questions[name])


class _Legality(Forced, Clauses):
    """A function with the parameters of an action."""

    def __init__(self, system: System, action: Action, flags: bool) -> None:
        Clauses.__init__(self, action.origin, f"{action.name} may be done", action.function, BOOL, action.name, flags)
        self.system, self.store, self.action = system, self.args[0], action

    def call(self, function: n.Function, members: Sequence[n.Expr] = (), *, quiet: bool = True) -> n.RuleCall:
        """A call that tells who may act, which is asked aside."""
        return super().call(function, members, quiet=quiet)

    def refuse(self, where: n.Expr) -> None:
        """It may not be done where this is so."""
        self.when(where, lambda: self.give(self.const(False)))

    def refuse_numbers_out_of_range(self) -> None:
        """No instance has a number that the type of its parameter leaves out."""
        for arg in self.args[self.action.leading :]:
            if isinstance(arg.type, t.Int):
                if arg.type.low is not None:
                    self.refuse(self.less(arg, self.const(arg.type.low)))
                if arg.type.high is not None:
                    self.refuse(self.less(self.const(arg.type.high), arg))

    def is_among(self, awaited: n.Expr) -> n.Expr:
        """Whether whoever does it is among those who are awaited: its actor, or chance."""
        if self.action.actor is None:
            return self.equal(awaited, n.Const(self.origin, awaited.type, t.CHANCE))
        return n.Member(self.origin, BOOL, self.args[self.action.actor], awaited)

    def ask_for_its_turn(self, into: n.Var, at: Sequence[str | None]) -> None:
        """Puts whether that is so, in the frame of these that is the innermost one."""
        if not at:
            self.put(into, self.const(False))
            return

        def ask(frame: str | None) -> None:
            if frame is None:
                awaited = self.slot(self.system.awaits.returns, AWAITS)
                self.put(awaited, self.call(self.system.awaits))
                self.put(into, self.is_among(awaited))
                return
            type_ = next(f.type for f in self.system.frames[frame].fields if f.name == AWAITS)
            self.put(into, self.is_among(n.Read(self.origin, type_, 0, frame, AWAITS, ())))

        self.when(self.innermost(at[0]), partial(ask, at[0]), partial(self.ask_for_its_turn, into, at[1:]))
