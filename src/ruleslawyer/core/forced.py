"""Consequences that follow by themselves, as functions of the IR: places, rounds of settles, expiries, and who may
react. How often they run, until nothing is due, is for the engines (see `core.due`)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial, wraps

from ruleslawyer.ir import nodes as n
from ruleslawyer.ir import types as t
from ruleslawyer.ir.latest import latest
from ruleslawyer.ir.making import BOOL, INT, Making
from ruleslawyer.ir.rules import Trigger
from ruleslawyer.ir.schema import Field
from ruleslawyer.ir.system import Settle, System

_MADE: dict[tuple[int, str, tuple[str, ...]], tuple[object, n.Function]] = {}
_MOST = 1 << 12


def once(make: Callable[..., n.Function]) -> Callable[..., n.Function]:
    """Makes a function about a ruleset, or about a rule, a field or a frame of it, once."""

    @wraps(make)
    def made(system: System, *of: object) -> n.Function:
        key = id(system), make.__name__, tuple([getattr(one, "name", None) or str(one) for one in of])
        return latest(_MADE, key, _MOST, lambda: (system, make(system, *of)))[1]

    return made


class Forced(Making):
    """A function of one state or two."""

    def __init__(self, system: System, name: str, returns: t.Type, *stores: str) -> None:
        origin = system.ended.origin
        parameters = tuple(n.Parameter(store, t.State()) for store in stores or ("s",))
        super().__init__(origin, name, n.Function(origin, "", name, "", parameters, returns, 0, ()), returns)
        self.system, self.store = system, self.args[-1]

    def on(self, rule: str) -> n.Expr:
        """Whether a rule is not left out of this scope."""
        return self.says("off", rule, is_=0)

    def innermost(self, frame: str | None) -> n.Expr:
        names = list(self.system.frames)
        first = 0 if frame is None else names.index(frame)
        opens = [n.IsOpen(self.origin, BOOL, 0, name) for name in names[first:]]
        return self.both(*opens[: frame is not None], *map(self.no, opens[frame is not None :]))

    def call(self, function: n.Function, members: Sequence[n.Expr] = (), *, quiet: bool = False) -> n.RuleCall:
        """The state for each that it takes, its frame included, and then the members."""
        stores = (self.store,) * (len(function.parameters) - len(members))
        return n.RuleCall(function.origin, function.returns, function, (*stores, *members), quiet)

    def some(self, types: Sequence[t.Type], body: Callable[..., n.Expr], *given: n.Expr) -> n.Expr:
        """Whether something holds for some members of sorts and enums."""
        if len(given) == len(types):
            return body(*given)
        x = self.slot(types[len(given)], "x")
        inside, every = self.some(types, body, *given, x), n.Domain(self.origin, t.Set(x.type))
        return n.Fold(self.origin, BOOL, "any", x.slot, x.name, every, self.const(True), inside, None)

    def each(self, types: Sequence[t.Type], write: Callable[..., None], *given: n.Expr) -> None:
        """Write for all members of sorts and enums."""
        if len(given) == len(types):
            write(*given)
            return
        x = self.slot(types[len(given)], "x")
        body = self.inside(lambda: self.each(types, write, *given, x))
        self.say(n.For(self.origin, x.slot, x.name, n.Domain(self.origin, t.Set(x.type)), body))

    def pending(self, trigger: Trigger, *keys: n.Expr) -> n.Expr:
        return n.Read(self.origin, BOOL, 0, None, trigger.field, keys)

    def place(self, trigger: Trigger) -> n.Expr:
        return self.both(self.on(trigger.name), self.either(*map(self.innermost, trigger.at)))

    def waits(self, trigger: Trigger) -> n.Expr:
        """Whether somebody may declare it, or miss it."""
        some = self.some([key.type for key in trigger.keys], lambda *keys: self.pending(trigger, *keys))
        return self.both(self.place(trigger), some)

    def settle_holds(self, settle: Settle) -> n.Expr:
        some = self.some([p.type for p in settle.when.parameters[1:]], lambda *of: self.call(settle.when, of))
        return self.both(self.on(settle.name), some)


@once
def round_of(system: System) -> n.Function:
    """(s): all settles that hold act at once. Whether they hold is asked aside."""
    m = Forced(system, "round of settles", t.NoneType())

    def fires(settle: Settle, *given: n.Expr) -> None:
        now = m.slot(BOOL, settle.name)
        m.put(now, m.call(settle.when, given, quiet=True))
        act = n.Run(settle.origin, settle.function, (*m.args, *given))
        m.say(n.If(m.origin, now, (n.Mark(m.origin, settle.name), act), ()))

    def all_of(settle: Settle) -> None:
        m.each([p.type for p in settle.when.parameters[1:]], partial(fires, settle))

    def every() -> None:
        for one in system.settles.values():
            m.when(m.on(one.name), partial(all_of, one))

    m.say(n.Simultaneous(m.origin, m.inside(every)))
    return m.finish()


@once
def holds(system: System, settle: Settle) -> n.Function:
    """(s), whether a settle holds for some of its members."""
    m = Forced(system, f"{settle.name} holds", BOOL)
    m.give(m.settle_holds(settle))
    return m.finish()


@once
def reacts(system: System) -> n.Function:
    """(s), whether some player may declare or miss a trigger."""
    m = Forced(system, "whether somebody may react", BOOL)
    m.give(m.either(*map(m.waits, system.triggers.values())))
    return m.finish()


@once
def turn(system: System, order: n.Function) -> n.Function:
    """The number that an order gives, asked as a rule: what fails in a helper is said of whoever calls it."""
    m = Making(order.origin, order.name, order, INT)
    m.give(n.Call(order.origin, INT, "helper", order.name, m.args))
    return m.finish()


@once
def reacting(system: System) -> n.Function:
    """(s), the players who may declare or miss a trigger."""
    m = Forced(system, "who may react", t.Set(t.Sort(system.players)))
    m.give(may_react(m))
    return m.finish()


def may_react(m: Forced) -> n.Var:
    """The players who may declare or miss a trigger. The order is asked of all that is pending first, so that a check
    that fails in it ends the branch whoever would be next."""
    player = t.Sort(m.system.players)
    found = m.slot(t.Set(player), "found")
    m.put(found, n.SetOf(m.origin, t.Set(player), ()))

    def ask(trigger: Trigger, order: n.Function, *keys: n.Expr) -> None:
        number, asked = m.slot(INT, order.name), turn(m.system, order)
        m.when(m.pending(trigger, *keys), lambda: m.put(number, m.call(asked, keys)))

    def now(trigger: Trigger, *keys: n.Expr) -> n.Expr:
        return m.pending(trigger, *keys) if trigger.turn is None else m.call(trigger.turn, keys)

    def add(trigger: Trigger) -> None:
        types = [key.type for key in trigger.keys]
        if trigger.order is not None:
            m.each(types, partial(ask, trigger, trigger.order))
        who, i = m.slot(player, "who"), trigger.decider
        waits = m.some(types[:i] + types[i + 1 :], lambda *keys: now(trigger, *keys[:i], who, *keys[i:]))
        every = n.Domain(m.origin, t.Set(player))
        deciders = n.Fold(m.origin, t.Set(player), "set", who.slot, who.name, every, waits, who, None)
        m.put(found, n.SetOp(m.origin, t.Set(player), "|", found, deciders))

    for trigger in m.system.triggers.values():
        m.when(m.place(trigger), partial(add, trigger))
    return found


@once
def is_innermost(system: System, frame: str | None) -> n.Function:
    """(s), whether this frame is the innermost open one (None: no frame is open)."""
    m = Forced(system, f"{frame or 'no frame'} is innermost", BOOL)
    m.give(m.innermost(frame))
    return m.finish()


@once
def expiry(system: System, field: Field) -> n.Function:
    """(after, before), of a sub-step: a field returns to its default where its lifetime ended in between."""
    until = field.until
    assert until is not None
    m = Forced(system, f"{field.name} expires", t.NoneType(), "after", "before")
    clock = next(f.type for f in system.state.fields if f.name == until.field)
    moment = n.Const(m.origin, clock, until.value)
    now, then = (m.equal(n.Read(m.origin, clock, store, None, until.field, ()), moment) for store in (0, 1))
    m.when(m.both(now, m.no(then)), lambda: m.say(n.Reset(m.origin, field.name, ())))
    return m.finish()
