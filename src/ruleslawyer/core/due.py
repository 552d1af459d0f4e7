"""The duty or round that is due, and forgetting at rest, as functions of the IR."""

from __future__ import annotations

from functools import partial

from ruleslawyer.core.forced import Forced, once
from ruleslawyer.ir import nodes as n
from ruleslawyer.ir import types as t
from ruleslawyer.ir.making import BOOL, INT
from ruleslawyer.ir.schema import Field
from ruleslawyer.ir.system import Duty, System

A_ROUND = -1
"""Said of a round of settles; 0 says that nothing is due, and any other number is that of a duty, from 1."""
NO_FRAME = -1


class _Placed(Forced):
    """The innermost frame, which is asked for once, before many ask for one."""

    found: n.Expr | None = None

    def look_for_innermost(self) -> None:
        found: n.Expr = self.const(NO_FRAME)
        for number, frame in enumerate(self.system.frames):
            found = self.pick(n.IsOpen(self.origin, BOOL, 0, frame), self.const(number), found)
        self.found = self.let(found, "innermost")

    def innermost(self, frame: str | None) -> n.Expr:
        if self.found is None:
            return super().innermost(frame)
        number = NO_FRAME if frame is None else list(self.system.frames).index(frame)
        return self.equal(self.found, self.const(number))


@once
def due(system: System) -> n.Function:
    """(s), a number: see `A_ROUND`. An ended state has no duty, nor has one in which a trigger is pending."""
    m = _Placed(system, "what is due", INT)
    for settle in system.settles.values():
        m.when(m.settle_holds(settle), lambda: m.give(m.const(A_ROUND)))
    if system.frames:
        m.look_for_innermost()
    ended = m.slot(BOOL, "ended")
    m.put(ended, m.call(system.ended))
    reacts = m.either(*map(m.waits, system.triggers.values()))
    m.when(m.either(ended, reacts), lambda: m.give(m.const(0)))

    def ask(number: int, duty: Duty) -> None:
        now = m.slot(BOOL, duty.name)
        m.put(now, m.call(duty.when))
        m.when(now, lambda: m.give(m.const(number)))

    for number, duty in enumerate(system.duties.values(), 1):
        here = m.both(m.on(duty.name), m.innermost(duty.at))
        m.when(here, partial(ask, number, duty))
    m.give(m.const(0))
    return m.finish()


@once
def is_due(system: System, duty: Duty) -> n.Function:
    """(s), whether a duty would be due if nothing came before it."""
    m = Forced(system, f"{duty.name} is due", BOOL)
    now = m.slot(BOOL, duty.name)
    m.when(m.no(m.both(m.on(duty.name), m.innermost(duty.at))), lambda: m.give(m.const(False)))
    m.put(now, m.call(duty.when))
    m.give(now)
    return m.finish()


@once
def forget(system: System) -> n.Function:
    """(after, before), of equal states: what means nothing in the second returns to its default in the first."""
    m = Forced(system, "what is forgotten", t.NoneType(), "after", "before")

    def differs(field: Field, *keys: n.Expr) -> n.Expr:
        return m.no(n.IsDefault(m.origin, BOOL, 1, field.name, keys))

    def entry(field: Field, matters: n.Function, *keys: n.Expr) -> None:
        still = m.slot(BOOL, field.name)
        m.put(still, m.call(matters, keys))
        m.when(m.no(still), lambda: m.say(n.Reset(m.origin, field.name, keys)))

    def look(field: Field, matters: n.Function) -> None:
        types, type_ = [], field.type
        while isinstance(type_, t.Map):
            types.append(type_.key)
            type_ = type_.value
        m.each(types, lambda *keys: m.when(differs(field, *keys), lambda: entry(field, matters, *keys)))

    for field in system.state.fields:
        matters = field.matters
        if matters is not None:
            m.when(differs(field), partial(look, field, matters))
    return m.finish()
