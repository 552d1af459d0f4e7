"""Random terms, questions, deeds and actions, with the clauses that hang on them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from ruleslawyer.ir import nodes as n
from ruleslawyer.ir import system as y
from ruleslawyer.ir import types as t
from tests.agree.systems.bodies import Bodies
from tests.agree.systems.drawing import BOOL, COLOUR, INT, PLAYER, THING
from tests.agree.systems.expressions import plain

DEEDS: tuple[tuple[tuple[str, t.Type], ...], ...] = (
    (),
    (("a0", THING),),
    (("a0", t.Optional(PLAYER)), ("a1", INT)),
)
"""What deeds take: few signatures, so that one may take the place of another."""


class Rules(Bodies):
    def norms(self, base: str, parameters: Sequence[tuple[str, t.Type]]) -> tuple[y.Norm, ...]:
        """A permit, mostly, and some more clauses, each over some that came before it."""
        kinds = ["permit"] if self.chance(0.95) else []
        kinds += [self.dice.choice(("permit", "forbid", "forbid")) for _ in range(self.dice.choice((0, 0, 0, 1, 1, 2)))]
        made: list[y.Norm] = []
        self.dice.shuffle(kinds)
        for kind in kinds:
            cites = self.clause()
            free = kind == "permit" and self.chance(0.75)
            body = (lambda: (n.Return(self.origin(), self.const(BOOL, True)),)) if free else self.gives(BOOL)
            function = self.function(self.name(f"{base}_{kind}"), parameters, BOOL, body, cites=cites)
            over = tuple(norm.name for norm in made if self.chance(0.4))
            lifts = self.lifts(function.name, parameters, 2)
            because = "it says but" if over else None
            made.append(y.Norm(function.origin, function.name, kind, function, over, because, lifts))  # type: ignore[arg-type]
        if self.chance(0.3):
            made = [replace(norm, over=tuple(o for o in norm.over if self.chance(0.5))) for norm in made]
        return tuple(made)

    def lifts(self, base: str, parameters: Sequence[tuple[str, t.Type]], depth: int) -> tuple[y.Lift, ...]:
        made = []
        while depth and self.chance(0.2):
            name, cites = self.name(f"{base}_but"), self.clause()
            function = self.function(name, parameters, BOOL, self.gives(BOOL), cites=cites)
            made.append(y.Lift(function.origin, name, function, self.lifts(name, parameters, depth - 1)))
        return tuple(made)

    def term(self) -> y.Term:
        returns = self.dice.choice((BOOL, INT, INT, PLAYER, COLOUR, t.Optional(THING), t.Set(PLAYER)))
        parameters = (("s", t.State()), *((f"a{i}", self.scalar_plain()) for i in range(self.dice.choice((0, 1, 2)))))
        name = self.name("term")
        function = self.function(name, parameters, returns, self.gives(returns), cites=self.clause())
        layers = []
        for _ in range(self.dice.choice((0, 1, 2, 2))):
            label = self.name("layer")
            made = self.function(label, parameters, t.Silent(returns), self.says(returns), cites=self.clause())
            layers.append(y.Layer(made.origin, label, made, self.lifts(label, parameters, 2)))
        numeric = self.numeric(parameters) if returns == INT else ()
        return y.Term(function.origin, name, function, tuple(layers), numeric)

    def numeric(self, parameters: Sequence[tuple[str, t.Type]]) -> tuple[y.Adjustment, ...]:
        """What changes a number; bounds cross now and then."""
        made = []
        kinds: tuple[y.Modifier, ...] = ("times", "adjust", "adjust", "at_least", "at_most")
        for kind in self.dice.choices(kinds, k=self.dice.choice((0, 3, 4, 5))):
            label = self.name(kind)
            function = self.function(label, parameters, t.Silent(INT), self.says(INT), cites=self.clause())
            lifts = self.lifts(label, parameters, 2)
            made.append(y.Adjustment(function.origin, label, kind, function, lifts))
        return tuple(made)

    def deed(self) -> y.Deed:
        """It may demand deeds made before it, and those that take the same may take its place."""
        name, cites, takes = self.name("deed"), self.clause(), self.dice.choice(DEEDS)
        parameters = (("s", t.State()), *takes)
        count = self.dice.choice((1, 1, 2))
        function = self.function(name, parameters, t.NoneType(), lambda: self.effect(cites, count), cites=cites)
        others = [
            d.name for d in self.deeds.values() if tuple((p.name, p.type) for p in d.function.parameters[1:]) == takes
        ]
        made: list[y.Norm | y.Instead] = []
        for _ in range(self.dice.choice((0, 1, 1, 2, 3))):
            kind = "instead" if others and self.chance(0.6) else "forbid"
            label = self.name(f"{name}_{kind}")
            clause = self.function(label, parameters, BOOL, self.gives(BOOL), cites=self.clause())
            over = tuple(c.name for c in made if self.chance(0.3))
            lifts = self.lifts(label, parameters, 2)
            if kind == "instead":
                by = self.dice.choice(others)
                made.append(y.Instead(clause.origin, label, clause, by, over, "but" if over else None, lifts))
            else:
                over = (name, *over) if self.chance(0.4) else over
                made.append(y.Norm(clause.origin, label, "forbid", clause, over, "but" if over else None, lifts))
        return y.Deed(function.origin, name, function, tuple(made))

    def scalar_plain(self) -> t.Type:
        return self.dice.choice((BOOL, INT, PLAYER, THING, COLOUR))

    def question(self) -> y.Question:
        returns = self.dice.choice((BOOL, INT, PLAYER, COLOUR, t.Optional(PLAYER)))
        parameters = (("s", t.State()), *((f"a{i}", self.scalar_plain()) for i in range(self.dice.choice((0, 1)))))
        name = self.name("question")
        function = self.function(name, parameters, returns, lambda: (), cites=self.clause())
        options: list[y.Option] = []
        count = self.dice.choice((1, 2, 3))
        default = self.dice.randrange(count)
        for i in range(count):
            label = self.name("option")
            kind = self.dice.choice(("answer", "reading", "answer"))
            cites = self.clause() if kind == "answer" else ()
            made = self.function(label, parameters, t.Silent(returns), self.says(returns), cites=cites)
            over = tuple(o.name for o in options if o.kind == kind == "answer" and self.chance(0.3))
            options.append(
                y.Option(made.origin, label, kind, made, label, i == default, over, "but" if over else None)  # type: ignore[arg-type]
            )
        return y.Question(function.origin, name, "which?", function, tuple(options))

    def parameter(self) -> t.Type:
        return self.dice.choice(
            (
                BOOL,
                t.Int(0, self.dice.choice((1, 2))),
                t.Int(),
                PLAYER,
                THING,
                COLOUR,
                t.Optional(THING),
                t.Optional(t.Int(-1, 1)),
                t.Set(THING),
                t.Set(COLOUR),
            )
        )

    def action(self, kind: Any) -> y.Action:
        name, cites = self.name("act"), self.clause()
        places: tuple[str | None, ...] = (None,)
        if self.frames and (kind == "joint" or self.chance(0.4)):
            places = (self.dice.choice(tuple(self.frames)),)
            if kind != "joint" and self.chance(0.4):
                places = (None, *places)
        framed = len(places) == 1 and places[0] is not None
        leading: list[tuple[str, t.Type]] = [("s", t.State())]
        if framed:
            leading.append(("f", t.FrameOf(str(places[0]))))
        chosen: list[tuple[str, t.Type]] = []
        if kind == "joint":
            chosen.append(
                ("bids", t.Map(PLAYER, self.dice.choice((t.Int(0, 1), t.Int(0, 2), BOOL, COLOUR, THING, INT))))
            )
        else:
            chosen += [(f"a{i}", self.parameter()) for i in range(self.dice.choice((0, 1, 1, 2)))]
            if kind == "action":
                chosen.insert(self.dice.choice((0, 0, len(chosen))), ("who", PLAYER))
        parameters = (*leading, *chosen)
        actor = (
            next((i for i, (_, type_) in enumerate(parameters) if type_ == PLAYER), None) if kind == "action" else None
        )
        parts: tuple[y.Part, ...] = ()
        norms: tuple[y.Norm, ...] = ()
        passes = kind == "action" and self.chance(0.1)
        if kind == "joint":
            parts = (self.part("seat", "bids", (*leading, ("who", PLAYER), ("amount", chosen[0][1].value))),)  # type: ignore[union-attr]
            if self.chance(0.3):
                norms = self.norms(name, parameters)
        else:
            norms = () if kind == "chance" and self.chance(0.6) else self.norms(name, parameters)
            for label, type_ in chosen:
                if isinstance(type_, t.Set) and self.chance(0.6):
                    rest = tuple(pair for pair in chosen if pair[0] != label)
                    parts = (*parts, self.part("member", label, (*leading, *rest, ("member", type_.item))))
        domain = None
        if self.chance(0.25):
            domain = self.function(self.name("domain"), parameters, BOOL, self.gives(BOOL), checks=False, asks=False)

        def body() -> tuple[n.Stmt, ...]:
            if passes and self.chance(0.7):
                return ()
            return self.effect(cites, self.dice.choice((2, 2, 3, 4)))

        function = self.function(name, parameters, t.NoneType(), self.with_items(body), cites=cites)
        outside = kind == "action" and self.chance(0.07)
        return y.Action(
            function.origin, name, kind, function, places, framed, actor, passes, outside, domain, norms, parts
        )

    def with_items(self, body: Callable[[], tuple[n.Stmt, ...]]) -> Callable[[], tuple[n.Stmt, ...]]:
        """A body that reads what the players of a joint action have chosen: as a local, mostly by one who was asked."""

        def made() -> tuple[n.Stmt, ...]:
            maps = [(slot, type_) for slot, type_ in self.here.bound.items() if isinstance(type_, t.Map)]
            before: list[n.Stmt] = []
            for slot, type_ in maps:
                del self.here.bound[slot]
                item = plain(type_.value)
                subject = n.Var(self.origin(), plain(type_), slot, "bids")
                asked = n.Read(self.origin(), t.Set(PLAYER), self.here.frame_slot, self.here.frame, "awaits", ())
                inner = self.here.fresh(PLAYER)
                value: n.Expr
                who = n.Var(self.origin(), PLAYER, inner, f"v{inner}")
                chosen = n.Item(self.origin(), item, subject, who)
                everybody: n.Expr = asked if self.chance(0.8) else n.Domain(self.origin(), t.Set(PLAYER))
                yes = self.const(BOOL, True)
                if isinstance(item, t.Int):
                    kind = self.dice.choice(("sum", "max", "min"))
                    default = self.const(INT, 0) if self.chance(0.5) else None
                    value = n.Fold(self.origin(), INT, kind, inner, who.name, everybody, yes, chosen, default)  # type: ignore[arg-type]
                elif isinstance(item, t.Bool):
                    kind = self.dice.choice(("any", "all"))
                    value = n.Fold(self.origin(), BOOL, kind, inner, who.name, everybody, yes, chosen, None)  # type: ignore[arg-type]
                else:
                    value = n.Fold(self.origin(), t.Set(item), "set", inner, who.name, everybody, yes, chosen, None)
                local = self.here.fresh(value.type)
                before.append(n.Let(self.origin(), local, f"v{local}", value))
                self.here.bound[local] = value.type
                if self.chance(0.7):
                    target = self.place(partial(is_plainly, value.type))
                    if target is not None:
                        before.append(n.Write(self.origin(), target, self.kept(target.type, self.var(local))))
            return (*before, *body())

        return made

    def part(self, kind: Any, of: str, parameters: Sequence[tuple[str, t.Type]]) -> y.Part:
        name = self.name(kind)
        function = self.function(name, parameters, t.NoneType(), lambda: ())
        domain = None
        if self.chance(0.2):
            domain = self.function(self.name("domain"), parameters, BOOL, self.gives(BOOL), checks=False, asks=False)
        return y.Part(function.origin, name, kind, of, function, domain, self.norms(name, parameters))


def is_plainly(wanted: t.Type, type_: t.Type) -> bool:
    return plain(type_) == wanted
