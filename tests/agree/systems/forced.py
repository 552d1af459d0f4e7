"""Random rules that nobody chooses: duties, settles, triggers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random

from ruleslawyer.ir import nodes as n
from ruleslawyer.ir import rules
from ruleslawyer.ir import system as y
from ruleslawyer.ir import types as t
from ruleslawyer.ir.schema import Field
from tests.agree.systems.drawing import BOOL, COLOUR, PLAYER, THING
from tests.agree.systems.expressions import plain
from tests.agree.systems.rules import Rules


class Forced(Rules):
    def duty(self) -> y.Duty:
        """Due for a value of some field; mostly it writes another one there."""
        name, cites = self.name("duty"), self.clause()
        at = self.dice.choice(tuple(self.frames)) if self.frames and self.chance(0.3) else None
        framed = at is not None and self.chance(0.7)
        parameters = (("s", t.State()), *((("f", t.FrameOf(str(at))),) if framed else ()))
        clocks = [f for f in self.fields if isinstance(f.type, t.Bool | t.Enum)]
        clock = self.dice.choice(clocks) if clocks and self.chance(0.8) else None
        if clock is None:
            when = self.function(self.name("when"), parameters, BOOL, self.gives(BOOL), asks=False)
            function = self.function(name, parameters, t.NoneType(), lambda: self.effect(cites, 1), cites=cites)
            return y.Duty(function.origin, name, function, when, at, self.chance(0.3))
        due, body = self.ticking(clock, cites)
        when = self.function(self.name("when"), parameters, BOOL, due, asks=False)
        function = self.function(name, parameters, t.NoneType(), body, cites=cites)
        return y.Duty(function.origin, name, function, when, at, self.chance(0.3))

    def ticking(self, clock: Field, cites: tuple[str, ...]) -> tuple[Callable[[], tuple[n.Stmt, ...]], ...]:
        """Whether a field has some value, and an effect that writes another one there at its end."""
        value = self.any(clock.type)

        def due() -> tuple[n.Stmt, ...]:
            read = n.Read(self.origin(), plain(clock.type), 0, None, clock.name, ())
            return (n.Return(self.origin(), n.Compare(self.origin(), BOOL, "==", read, self.const(clock.type, value))),)

        def body() -> tuple[n.Stmt, ...]:
            other = (not value) if isinstance(clock.type, t.Bool) else (value + 1) % self.members(clock.type)
            place = n.Place(self.origin(), clock.type, None, clock.name, ())
            last = n.Write(self.origin(), place, self.const(clock.type, other))
            return (*self.effect(cites, self.dice.choice((0, 1, 2))), last)

        return due, body

    def settles(self) -> list[y.Settle]:
        """Some settles or none; by dice of their own, so that everything else of a sample is as without them."""
        dice, self.dice = self.dice, Random(self.line)
        made = [self.settle() for _ in range(self.dice.choice((0, 0, 0, 1, 2)))]
        self.dice = dice
        return made

    def with_trigger(self, system: y.System) -> y.System:
        """Now and then with a trigger, emitted at the end of one or two actions; by dice of their own, as settles."""
        dice, self.dice = self.dice, Random(self.line)
        if self.chance(0.25):
            trigger, actions, field_ = self.trigger()
            for name in self.dice.sample(sorted(system.actions), min(len(system.actions), self.dice.choice((1, 2)))):
                actions[name] = replace(system.actions[name], function=self.emitting(system.actions[name], trigger))
            system = replace(
                system,
                state=replace(system.state, fields=(*system.state.fields, field_)),
                actions={**system.actions, **actions},
                helpers={**system.helpers, trigger.when.name: trigger.when},
                triggers={trigger.name: trigger},
            )
        self.dice = dice
        return system

    def trigger(self) -> tuple[rules.Trigger, dict[str, y.Action], Field]:
        """A trigger with what the front end makes of one: two actions and a field."""
        name, cites = self.name("trigger"), self.clause()
        more = (("what", self.dice.choice((THING, COLOUR))),) if self.chance(0.6) else ()
        parameters: tuple[tuple[str, t.Type], ...] = (("s", t.State()), ("who", PLAYER), *more)
        keys = tuple(n.Parameter(label, type_) for label, type_ in parameters[1:])
        when = self.function(self.name("when"), parameters, BOOL, self.gives(BOOL, 1), asks=False)
        at: tuple[str | None, ...] = (
            (self.dice.choice(tuple(self.frames)),) if self.chance(0.3) and self.frames else (None,)
        )
        trigger = rules.Trigger(when.origin, name, "Moment", when, at, False, keys, 0)
        type_: t.Type = t.Bool()
        for key in reversed(keys):
            type_ = t.Map(key.type, type_)
        there = tuple(n.Var(self.origin(), key.type, i, key.name) for i, key in enumerate(keys, 1))

        def over(more: int) -> Callable[[], tuple[n.Stmt, ...]]:
            place = n.Place(self.origin(), BOOL, None, trigger.field, there)
            last = n.Write(self.origin(), place, self.const(BOOL, False))
            return lambda: (last, *(self.effect(cites, more) if more else ()))

        def pending() -> tuple[n.Stmt, ...]:
            return (n.Return(self.origin(), n.Read(self.origin(), BOOL, 0, None, trigger.field, there)),)

        def action(label: str, more: int, norms: tuple[y.Norm, ...]) -> y.Action:
            function = self.function(label, parameters, t.NoneType(), over(more), cites=cites)
            domain = self.function(trigger.field, parameters, BOOL, pending, checks=False, asks=False)
            return y.Action(
                function.origin, label, "action", function, at, False, 1, not more, False, domain, norms, ()
            )  # fmt: skip

        def always() -> tuple[n.Stmt, ...]:
            return (n.Return(self.origin(), self.const(BOOL, True)),)

        may = self.function(f"may_{trigger.miss}", parameters, BOOL, always)
        plain = y.Norm(may.origin, may.name, "permit", may)
        actions = {
            name: action(name, self.dice.choice((1, 2)), self.norms(name, parameters)),
            trigger.miss: action(trigger.miss, 0, (plain,)),
        }
        return trigger, actions, Field(when.origin, trigger.field, type_, default=False)

    def emitting(self, action: y.Action, trigger: rules.Trigger) -> n.Function:
        """An action's function with a moment at its end, of a constant for all but the first key."""
        function, origin = action.function, self.origin()
        who, *others = trigger.keys
        keys = (
            n.Var(origin, who.type, function.slots, who.name),
            *(self.const(key.type, self.any(key.type)) for key in others),
        )
        holds = n.Call(origin, BOOL, "helper", trigger.when.name, (n.Var(origin, t.State(), 0, "s"), *keys))
        place = n.Place(origin, BOOL, None, trigger.field, keys)
        then = n.If(origin, holds, (n.Write(origin, place, self.const(BOOL, True)),), ())
        loop = n.For(origin, function.slots, who.name, n.Domain(origin, t.Set(who.type)), (then,))
        return replace(function, slots=function.slots + 1, body=(*function.body, loop))

    def settle(self) -> y.Settle:
        """Fires for a value of some field, now and then for some members only; mostly it writes another one there."""
        name, cites = self.name("settle"), self.clause()
        goes_through = (("k", self.dice.choice((PLAYER, THING, COLOUR))),) if self.chance(0.5) else ()
        parameters: tuple[tuple[str, t.Type], ...] = (("s", t.State()), *goes_through)
        clocks = [f for f in self.fields if isinstance(f.type, t.Bool | t.Enum)]
        due: Callable[[], tuple[n.Stmt, ...]] = self.gives(BOOL)

        def body() -> tuple[n.Stmt, ...]:
            return self.effect(cites, 1)

        if clocks and self.chance(0.9):
            due, body = self.ticking(self.dice.choice(clocks), cites)

        def at_once() -> tuple[n.Stmt, ...]:
            self.here.simultaneous = True  # as a whole round is
            return body()

        def when() -> tuple[n.Stmt, ...]:
            if goes_through and self.chance(0.4):
                return (
                    n.If(self.origin(), self.expr(BOOL, 1), due(), ()),
                    n.Return(self.origin(), self.const(BOOL, False)),
                )
            return due()

        holds = self.function(self.name("when"), parameters, BOOL, when, asks=False)
        function = self.function(name, parameters, t.NoneType(), at_once, cites=cites)
        return y.Settle(function.origin, name, function, holds)
