"""A whole random ruleset, and a scope that suits it."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

from ruleslawyer.base.origin import Origin
from ruleslawyer.ir import nodes as n
from ruleslawyer.ir import system as y
from ruleslawyer.ir import types as t
from ruleslawyer.ir.schema import Attribute, Constant, EnumDef, Field, Lifetime, RecordDef, Scope, SortDef
from tests.agree.systems.bodies import CAP
from tests.agree.systems.drawing import BOOL, COLOUR, INT, PHASE, PLAYER, THING
from tests.agree.systems.expressions import filled_in, plain
from tests.agree.systems.forced import Forced

MEMBERS = ("first", "second", "third")


class Maker(Forced):
    def lifetimes(self) -> None:
        """Give some fields an end of their life, or a condition under which they mean something."""
        clocks = [f for f in self.fields if isinstance(f.type, t.Enum | t.Bool)]
        for i, made in enumerate(self.fields):
            leaf = made.type
            keys = []
            while isinstance(leaf, t.Map):
                keys.append(leaf.key)
                leaf = leaf.value
            if isinstance(leaf, t.Sort | t.Enum) and made.default is None:
                continue
            others = [c for c in clocks if c.name != made.name]
            if others and self.chance(0.2):
                clock = self.dice.choice(others)
                cites = self.clause()
                until = Lifetime(Origin(self.origin().span, cites), clock.name, int(self.any(clock.type)))
                self.fields[i] = made = replace(made, until=until)
            if others and self.chance(0.2):
                parameters = (("s", t.State()), *((f"k{j}", key) for j, key in enumerate(keys)))
                function = self.function(
                    self.name("matters"), parameters, BOOL, self.gives(BOOL, 1), asks=False, checks=self.chance(0.2)
                )
                self.fields[i] = replace(made, matters=function)

    def initial(self) -> y.Initial:
        """Every field of a sort is written first; then, now and then, an effect. It may have parameters."""
        parameters: list[tuple[str, t.Type]] = [("s", t.State())]
        if self.chance(0.4):
            parameters.append(("deal", self.dice.choice((PLAYER, THING, COLOUR, t.Int(0, 2), t.Set(THING)))))
        unset = [f for f in self.fields if needs_value(f)]
        forgotten = self.dice.choice(unset).name if unset and self.chance(0.03) else None

        def body() -> tuple[n.Stmt, ...]:
            made: list[n.Stmt] = []
            self.here.sees = False
            for field_ in unset:
                if field_.name != forgotten:
                    made.append(self.filled(field_.name, field_.type, ()))
            self.here.sees = forgotten is None
            more = self.effect(("1.1",), self.dice.choice((1, 2))) if forgotten is None and self.chance(0.3) else ()
            return (*made, *more)

        function = self.function("begin", parameters, t.NoneType(), body, asks=False, cites=("1.1",))
        domain = None
        if len(parameters) > 1 and self.chance(0.2):
            domain = self.function(
                "dealt", parameters, BOOL, self.gives(BOOL, 1), checks=False, asks=False, sees=False, calls=False
            )
        return y.Initial(function.origin, function, domain)

    def filled(self, name: str, type_: t.Type, keys: tuple[n.Expr, ...]) -> n.Stmt:
        """A loop over the keys of a map, or a write."""
        if isinstance(type_, t.Map):
            slot = self.here.fresh(type_.key)
            with self.here.binding(slot, type_.key):
                inner = self.filled(name, type_.value, (*keys, self.var(slot)))
            return n.For(self.origin(), slot, f"v{slot}", n.Domain(self.origin(), t.Set(type_.key)), (inner,))
        return n.Write(self.origin(), n.Place(self.origin(), type_, None, name, keys), self.simple(type_))

    def awaits(self) -> n.Function:
        """Everybody, a set of the state, or now and then chance."""
        chancy = self.chance(0.35)
        type_: t.Type = t.Awaits(PLAYER) if chancy else t.Set(PLAYER)

        def body() -> tuple[n.Stmt, ...]:
            everybody: n.Expr = n.Domain(self.origin(), t.Set(PLAYER))
            if self.chance(0.3):
                some = self.several(t.Set(PLAYER), PLAYER, 2)
                everybody = n.IfExpr(self.origin(), t.Set(PLAYER), self.expr(BOOL, 1), some, everybody)
            if chancy:
                nobody = self.const(type_, t.CHANCE)
                everybody = n.IfExpr(self.origin(), type_, self.expr(BOOL, 2), nobody, everybody)
            return (n.Return(self.origin(), everybody),)

        return self.function("awaited", (("s", t.State()),), type_, body, checks=False, asks=False)

    def system(self) -> y.System:
        dice = self.dice
        self.fields = [self.field(f"x{i}") for i in range(dice.choice((2, 3, 3, 4)))]
        if not any(isinstance(f.type, t.Bool | t.Enum) for f in self.fields):
            self.fields.append(Field(self.origin(), "clock", PHASE, False, 0))
        for i in range(dice.choice((0, 0, 1, 1, 2))):
            fields_ = tuple(self.frame_field(f"y{i}{j}") for j in range(dice.choice((0, 1, 1, 2))))
            awaits = Field(self.origin(), "awaits", t.Set(PLAYER), True)
            self.frames[f"Frame{i}"] = RecordDef(self.origin(), f"Frame{i}", "", (awaits, *fields_))
        self.lifetimes()
        for _ in range(dice.choice((0, 0, 1))):
            returns = self.scalar_plain()
            parameters = [("s", t.State())] if self.chance(0.5) else []
            name = self.name("helper")
            self.helpers[name] = self.function(
                name,
                (*parameters, ("a", self.scalar_plain())),
                returns,
                self.gives(returns),
                sees=bool(parameters),
                asks=False,
            )
        for _ in range(dice.choice((0, 1, 1, 2))):
            if self.chance(0.5):
                term = self.term()
                self.terms[term.name] = term
            else:
                question = self.question()
                self.questions[question.name] = question
        for _ in range(dice.choice((0, 0, 1, 2, 3))):
            deed = self.deed()
            self.deeds[deed.name] = deed
        awaits_ = self.awaits()
        kinds = ["action"] * dice.choice((2, 3, 3, 4))
        if isinstance(awaits_.returns, t.Awaits):
            kinds += ["chance"] * dice.choice((1, 2))
        if self.frames:
            kinds += ["joint"] * dice.choice((0, 1, 1))
        actions = [self.action(kind) for kind in kinds]
        duties = [self.duty() for _ in range(dice.choice((0, 0, 1, 2)))]

        def never() -> tuple[n.Stmt, ...]:
            return (n.Return(self.origin(), self.const(BOOL, False)),)

        state = (("s", t.State()),)

        def both() -> tuple[n.Stmt, ...]:
            known = [f for f in self.fields if isinstance(f.type, t.Bool | t.Enum | t.Int)]
            end = self.truth(2)
            if known and self.chance(0.7):
                field_ = self.dice.choice(known)
                read = n.Read(self.origin(), plain(field_.type), 0, None, field_.name, ())
                value = self.const(plain(field_.type), self.any(field_.type))
                end = n.Compare(self.origin(), BOOL, "==", read, value)
            return (n.Return(self.origin(), n.Logic(self.origin(), BOOL, "and", (end, self.truth(1)))),)

        over = self.function(
            "over", state, BOOL, never if self.chance(0.4) else both, asks=False, checks=self.chance(0.1)
        )
        winners = self.function(
            "won", state, t.Set(PLAYER), lambda: (n.Return(self.origin(), self.simple(t.Set(PLAYER))),)
        )
        made = y.System(
            name="random",
            digest="",
            players="Player",
            sorts={name: self.sort(name) for name in ("Player", "Thing")},
            enums={name: EnumDef(self.origin(), name, "", MEMBERS[: self.size[name]]) for name in ("Colour", "Phase")},
            state=RecordDef(self.origin(), "State", "", tuple(self.fields)),
            frames=self.frames,
            constants={name: Constant(self.origin(), name, INT, value) for name, value in self.numbers.items()},
            terms=self.terms,
            questions=self.questions,
            actions={action.name: action for action in actions},
            duties={duty.name: duty for duty in duties},
            helpers=self.helpers,
            checks={},
            initial=self.initial(),
            awaits=awaits_,
            ended=over,
            winners=winners,
            closed_world=y.ClosedWorld(self.origin(), "nothing else") if self.chance(0.7) else None,
            settles={settle.name: settle for settle in self.settles()},
            deeds=self.deeds,
        )
        return self.with_trigger(made)

    def field(self, name: str) -> Field:
        type_ = self.field_type()
        return Field(self.origin(), name, type_, False, self.default(type_))

    def frame_field(self, name: str) -> Field:
        type_ = self.leaf()  # a map could be given no value
        made = Field(self.origin(), name, type_, False, self.default(type_))
        return replace(made, required=True, default=None) if needs_value(made) or self.chance(0.3) else made

    def sort(self, name: str) -> SortDef:
        return SortDef(
            self.origin(),
            name,
            "",
            tuple(Attribute(self.origin(), a, type_) for s, a, type_ in self.attributes if s == name),
        )

    def scope(self, system: y.System) -> Scope:
        names = {name: tuple(f"{name.lower()}{i}" for i in range(self.size[name])) for name in system.sorts}
        attributes = {
            (sort, name): tuple(self.any(filled_in(type_)) for _ in range(self.size[sort]))
            for sort, name, type_ in self.attributes
        }
        bounds = {}
        for function in (system.initial.function, *(a.function for a in system.actions.values())):
            for parameter in function.parameters:
                type_ = parameter.type.value if isinstance(parameter.type, t.Map) else parameter.type
                if type_ == INT:
                    low = self.dice.choice((0, 0, 1, -1))
                    bounds[f"{function.name}.{parameter.name}"] = (low, low + self.dice.choice((0, 1, 2)))
        caps = {}
        overrides: list[tuple[str, tuple[int, ...], Any]] = []
        for field_ in system.state.fields:
            leaf, keys = field_.type, []
            while isinstance(leaf, t.Map):
                keys.append(self.dice.randrange(self.members(leaf.key)))
                leaf = leaf.value
            bare = leaf.item if isinstance(leaf, t.Optional) else leaf
            if isinstance(bare, t.Int) and (bare.high is None or self.chance(0.1)):
                caps[field_.name] = CAP if bare.high is None else max(0, bare.high - 1)
            if self.chance(0.05) and not isinstance(leaf, t.Pile):
                overrides.append((field_.name, tuple(keys), self.any(leaf)))
        constants = {
            name: self.dice.randint(0, 2) if self.chance(0.2) else value for name, value in self.numbers.items()
        }
        other = Random(f"{list(system.switchable)} {bounds}")  # what is drawn otherwise stays as it was
        off = system.switched_rules([rule for rule in system.switchable if other.random() < 0.05])
        rims = {sort: frozenset(range(other.randint(0, size))) for sort, size in self.size.items() if sort in names}
        return Scope(
            "random", "random", names, attributes, constants, (), caps, bounds, tuple(overrides), rims=rims, off=off
        )


def needs_value(field_: Field) -> bool:
    """Whether the initial rule has to write it."""
    leaf = field_.type
    while isinstance(leaf, t.Map):
        leaf = leaf.value
    return isinstance(leaf, t.Sort | t.Enum) and field_.default is None
