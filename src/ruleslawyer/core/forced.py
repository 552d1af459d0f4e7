"""What follows by itself, as functions of the IR: what is due, a round of settles, expiries, what is forgotten, and who
may react. How often they run, until nothing is due, is for the engines."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal

from ruleslawyer.ir import nodes as n
from ruleslawyer.ir import types as t
from ruleslawyer.ir.latest import latest
from ruleslawyer.ir.making import BOOL, INT, Making
from ruleslawyer.ir.moments import Trigger
from ruleslawyer.ir.system import Duty, Field, Settle, System
from ruleslawyer.origin import Origin

A_ROUND = -1
"""What is due: a round of settles. 0 is nothing, and else it is the number of a duty, from 1."""
NO_FRAME = -1
_MADE: dict[tuple[int, str, str], tuple[object, n.Function]] = {}
_MOST = 1 << 12


def due(system: System) -> n.Function:
    """(s), a number: see `A_ROUND`. An ended state has no duty, nor has one in which a trigger is pending."""
    return _once(system, "due", "", _due)


def round_of(system: System) -> n.Function:
    """(s): all settles that hold act at once. Whether they hold is asked aside."""
    return _once(system, "round", "", _round)


def holds(system: System, settle: Settle) -> n.Function:
    """(s), whether a settle holds for some of its members."""
    return _once(system, "holds", settle.name, lambda system: _holds(system, settle))


def is_due(system: System, duty: Duty) -> n.Function:
    """(s), whether a duty would be due if nothing came before it."""
    return _once(system, "is due", duty.name, lambda system: _is_due(system, duty))


def reacting(system: System) -> n.Function:
    """(s), the players who may declare or miss a trigger."""
    return _once(system, "reacting", "", _reacting)


def reacts(system: System) -> n.Function:
    """(s), whether there is such a player."""
    return _once(system, "reacts", "", _reacts)


def is_innermost(system: System, frame: str | None) -> n.Function:
    """(s), whether this frame is the innermost open one (None: no frame is open)."""
    return _once(system, "innermost", frame or "", lambda system: _is_innermost(system, frame))


def expiry(system: System, field: Field) -> n.Function:
    """(after, before), of a sub-step: a field returns to its default where its lifetime ended in between."""
    return _once(system, "expiry", field.name, lambda system: _expiry(system, field))


def forget(system: System) -> n.Function:
    """(after, before), of equal states: what means nothing in the second returns to its default in the first."""
    return _once(system, "forget", "", _forget)


def _once(system: System, what: str, name: str, make: Callable[[System], n.Function]) -> n.Function:
    return latest(_MADE, (id(system), what, name), _MOST, lambda: (system, make(system)))[1]


class _Forced(Making):
    """A function of one state or two."""

    def __init__(self, system: System, name: str, returns: t.Type, *stores: str, origin: Origin | None = None) -> None:
        origin = origin or system.ended.origin
        parameters = tuple(n.Parameter(store, t.State()) for store in stores or ("s",))
        super().__init__(origin, name, n.Function(origin, "", name, "", parameters, returns, 0, ()), returns)
        self.system = system
        self.found: n.Expr | None = None

    def on(self, rule: str) -> n.Expr:
        """Whether a rule is not left out of this scope."""
        return self.said("off", rule, is_=0)

    def look_for_innermost(self) -> None:
        """Which frame is the innermost is asked once, before many ask for one."""
        found: n.Expr = self.const(NO_FRAME)
        for number, frame in enumerate(self.system.frames):
            found = self.pick(self._open(frame), self.const(number), found)
        self.found = self.let(found, "innermost")

    def innermost(self, frame: str | None) -> n.Expr:
        names = list(self.system.frames)
        if self.found is not None:
            return self.equal(self.found, self.const(NO_FRAME if frame is None else names.index(frame)))
        inner = names[names.index(frame) + 1 :] if frame is not None else names
        here = [] if frame is None else [self._open(frame)]
        return self.both(*here, *(self.no(self._open(other)) for other in inner))

    def _open(self, frame: str) -> n.Expr:
        return n.IsOpen(self.origin, BOOL, 0, frame)

    def call(self, function: n.Function, members: Sequence[n.Expr] = (), *, quiet: bool = False) -> n.RuleCall:
        """The state for each that it takes, its frame included, and then the members."""
        stores = (self.args[-1],) * (len(function.parameters) - len(members))
        return n.RuleCall(function.origin, function.returns, function, (*stores, *members), quiet)

    def some(self, types: Sequence[t.Type], body: Callable[[tuple[n.Expr, ...]], n.Expr]) -> n.Expr:
        """Whether something holds for some members of sorts and enums."""

        def within(given: tuple[n.Expr, ...]) -> n.Expr:
            if len(given) == len(types):
                return body(given)
            member = self.slot(types[len(given)], "x")
            return self.fold("any", member, BOOL, self.const(True), within((*given, member)))

        return within(())

    def fold(
        self, kind: Literal["any", "set"], member: n.Var, returns: t.Type, condition: n.Expr, body: n.Expr
    ) -> n.Expr:
        every = n.Domain(self.origin, t.Set(member.type))
        return n.Fold(self.origin, returns, kind, member.slot, member.name, every, condition, body, None)

    def each(self, types: Sequence[t.Type], write: Callable[[tuple[n.Expr, ...]], None]) -> None:
        """For all members of sorts and enums."""

        def within(given: tuple[n.Expr, ...]) -> None:
            if len(given) == len(types):
                write(given)
                return
            member = self.slot(types[len(given)], "x")
            body = self.inside(lambda: within((*given, member)))
            self.say(n.For(self.origin, member.slot, member.name, n.Domain(self.origin, t.Set(member.type)), body))

        within(())

    def pending(self, trigger: Trigger, keys: tuple[n.Expr, ...]) -> n.Expr:
        return n.Read(self.origin, BOOL, 0, None, trigger.field, keys)

    def place(self, trigger: Trigger) -> n.Expr:
        return self.both(self.on(trigger.name), self.either(*map(self.innermost, trigger.at)))

    def someone_reacts(self) -> n.Expr:
        return self.either(
            *(
                self.both(
                    self.place(trigger),
                    self.some([key.type for key in trigger.keys], lambda keys, one=trigger: self.pending(one, keys)),  # type: ignore[misc]
                )
                for trigger in self.system.triggers.values()
            )
        )

    def settle_holds(self, settle: Settle) -> n.Expr:
        return self.some(_members(settle), lambda given: self.call(settle.when, given))


def _members(settle: Settle) -> list[t.Type]:
    return [parameter.type for parameter in settle.function.parameters[1:]]


def _due(system: System) -> n.Function:
    m = _Forced(system, "what is due", INT)
    for settle in system.settles.values():
        m.when(m.both(m.on(settle.name), m.settle_holds(settle)), lambda: m.give(m.const(A_ROUND)))
    if system.frames:
        m.look_for_innermost()
    ended = m.slot(BOOL, "ended")
    m.put(ended, m.call(system.ended))
    m.when(m.either(ended, m.someone_reacts()), lambda: m.give(m.const(0)))

    def ask(number: int, duty: Duty) -> None:
        now = m.slot(BOOL, duty.name)
        m.put(now, m.call(duty.when))
        m.when(now, lambda: m.give(m.const(number)))

    for number, duty in enumerate(system.duties.values(), 1):
        here = m.both(m.on(duty.name), m.innermost(duty.at))
        m.when(here, lambda number=number, duty=duty: ask(number, duty))  # type: ignore[misc]
    m.give(m.const(0))
    return m.done()


def _round(system: System) -> n.Function:
    m = _Forced(system, "round of settles", t.NoneType())

    def fires(settle: Settle, given: tuple[n.Expr, ...]) -> None:
        now = m.slot(BOOL, settle.name)
        m.put(now, m.call(settle.when, given, quiet=True))
        m.when(now, lambda: act(settle, given))

    def act(settle: Settle, given: tuple[n.Expr, ...]) -> None:
        m.mark(settle.name)
        m.say(n.Run(settle.origin, settle.function, (*m.args, *given)))

    def every() -> None:
        for settle in system.settles.values():
            types = _members(settle)
            m.when(m.on(settle.name), lambda s=settle, types=types: m.each(types, lambda given: fires(s, given)))  # type: ignore[misc]

    m.say(n.Simultaneous(m.origin, m.inside(every)))
    return m.done()


def _holds(system: System, settle: Settle) -> n.Function:
    m = _Forced(system, f"{settle.name} holds", BOOL, origin=settle.origin)
    m.give(m.both(m.on(settle.name), m.settle_holds(settle)))
    return m.done()


def _is_due(system: System, duty: Duty) -> n.Function:
    m = _Forced(system, f"{duty.name} is due", BOOL, origin=duty.origin)
    now = m.slot(BOOL, duty.name)
    m.when(m.no(m.both(m.on(duty.name), m.innermost(duty.at))), lambda: m.give(m.const(False)))
    m.put(now, m.call(duty.when))
    m.give(now)
    return m.done()


def _reacting(system: System) -> n.Function:
    player = t.Sort(system.players)
    m = _Forced(system, "who may react", t.Set(player))
    found: n.Expr = n.SetOf(m.origin, t.Set(player), ())

    def deciders(trigger: Trigger) -> n.Expr:
        who = m.slot(player, "who")
        others = [key.type for i, key in enumerate(trigger.keys) if i != trigger.decider]
        i = trigger.decider
        waits = m.some(others, lambda keys: m.pending(trigger, (*keys[:i], who, *keys[i:])))
        return m.fold("set", who, t.Set(player), waits, who)

    for trigger in system.triggers.values():
        none = n.SetOf(m.origin, t.Set(player), ())
        here = m.pick(m.place(trigger), deciders(trigger), none)
        found = n.SetOp(m.origin, t.Set(player), "|", found, here)
    m.give(found)
    return m.done()


def _reacts(system: System) -> n.Function:
    m = _Forced(system, "whether somebody may react", BOOL)
    m.give(m.someone_reacts())
    return m.done()


def _is_innermost(system: System, frame: str | None) -> n.Function:
    m = _Forced(system, f"{frame or 'no frame'} is innermost", BOOL)
    m.give(m.innermost(frame))
    return m.done()


def _expiry(system: System, field: Field) -> n.Function:
    until = field.until
    assert until is not None
    m = _Forced(system, f"{field.name} expires", t.NoneType(), "after", "before", origin=until.origin)
    clock = next(f for f in system.state.fields if f.name == until.field)

    def is_then(store: int) -> n.Expr:
        value = n.Const(m.origin, clock.type, until.value)
        return m.equal(n.Read(m.origin, clock.type, store, None, until.field, ()), value)

    ends = m.both(is_then(0), m.no(is_then(1)))
    m.when(ends, lambda: m.say(n.Reset(m.origin, field.name, ())))
    return m.done()


def _forget(system: System) -> n.Function:
    m = _Forced(system, "what is forgotten", t.NoneType(), "after", "before")

    def differs(field: Field, keys: tuple[n.Expr, ...] = ()) -> n.Expr:
        return m.no(n.IsDefault(m.origin, BOOL, 1, field.name, keys))

    def entry(field: Field, matters: n.Function, keys: tuple[n.Expr, ...]) -> None:
        still = m.slot(BOOL, field.name)
        m.put(still, m.call(matters, keys))
        m.when(m.no(still), lambda: m.say(n.Reset(m.origin, field.name, keys)))

    def look(field: Field, matters: n.Function) -> None:
        types, type_ = [], field.type
        while isinstance(type_, t.Map):
            types.append(type_.key)
            type_ = type_.value
        m.each(types, lambda keys: m.when(differs(field, keys), lambda: entry(field, matters, keys)))

    for field in system.state.fields:
        matters = field.matters
        if matters is not None:
            m.when(differs(field), lambda field=field, matters=matters: look(field, matters))  # type: ignore[misc]
    return m.done()
