"""Random small rulesets in the IR, well-typed by construction, each with a scope that suits it.

A generator of random numbers makes them, as in `strategies`. Rules that read little and write much give states; so
conditions are shallow, permits are mostly there, and numbers are kept in small ranges by most of their writes.
Where SEMANTICS.md keeps a check or a question out of a rule (`awaits`, domains), none is made.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from random import Random
from typing import Any, Literal, TypeAlias

from ruleslawyer.claims.limits import Limits
from ruleslawyer.claims.rulings import for_gap, mend
from ruleslawyer.engines.explore.search import Exploration, explore
from ruleslawyer.ir import moments
from ruleslawyer.ir import nodes as n
from ruleslawyer.ir import system as y
from ruleslawyer.ir import types as t
from ruleslawyer.ir.scope import Scope
from ruleslawyer.lang.records import SILENT
from ruleslawyer.origin import Origin, Span
from ruleslawyer.semantics.evaluate import Reading
from ruleslawyer.semantics.interpret import Interpreter
from ruleslawyer.semantics.transition import TransitionSystem
from tests.agree.strategies import inside, random_reading

PLAYER, THING, COLOUR, PHASE = t.Sort("Player"), t.Sort("Thing"), t.Enum("Colour"), t.Enum("Phase")
BOOL, INT = t.Bool(), t.Int()
DOMAINS: tuple[t.Type, ...] = (PLAYER, THING, COLOUR, PHASE)
SIZES = {"Player": (1, 2, 2, 2, 3), "Thing": (1, 2, 2, 3), "Colour": (2, 3), "Phase": (2, 3)}
CAP = 3
LEAST = -2
"""Where writes to a number without a lower bound stop."""
FEW, MOST, TRIES = 5, 300, 12
"""How many states are wanted, how many are too many, and how often a new sample is made to have that."""
RISKY = 0.18
"""How many of the functions that may fail say something that can."""
MEMBERS = ("first", "second", "third")


DEEDS: tuple[tuple[tuple[str, t.Type], ...], ...] = (
    (),
    (("a0", THING),),
    (("a0", t.Optional(PLAYER)), ("a1", INT)),
)
"""What deeds take: few signatures, so that one may take the place of another."""

PileOps: TypeAlias = Literal["top", "bottom", "without"]
PileTurns: TypeAlias = Literal["without_top", "without_bottom", "reversed"]
PileJoins: TypeAlias = Literal["on", "under"]
Ends: TypeAlias = Literal["top", "bottom"]
Order: TypeAlias = Literal["<", "<="]
Ops: TypeAlias = Literal["+", "-", "*", "//", "%"]


@dataclass(frozen=True)
class Sample:
    """A ruleset with a scope, a reading, and the questions that are settled."""

    system: y.System
    scope: Scope
    reading: Reading
    rulings: tuple[str, ...]


def random_sample(dice: Random) -> Sample:
    maker = _Maker(dice)
    system = maker.system()
    scope = maker.scope(system)
    rulings = tuple(name for name in system.questions if dice.random() < 0.15)
    sample = Sample(system, scope, random_reading(dice, system), rulings)
    return with_gaps_ruled(sample, Random(f"gaps {maker.line}"))  # everything else of a sample is as without them


def with_gaps_ruled(sample: Sample, dice: Random) -> Sample:
    """Some of the questions that are not ruled altogether, ruled for their gap: by any option that can speak there."""
    ruled = {}
    for name, question in sample.system.questions.items():
        speaking = [option.name for option in question.options if option.kind == "reading"]
        if speaking and name not in sample.rulings and dice.random() < 0.3:
            ruled[for_gap(name)] = dice.choice(speaking)
    system = mend(sample.system, ruled)
    return Sample(system, sample.scope, {**sample.reading, **ruled}, (*sample.rulings, *ruled))


def random_exploration(dice: Random) -> tuple[Sample, Exploration]:
    """A sample with its exploration: of some tries the first that gives a few states, or else the last one.

    What comes to too many states is thrown away, and what makes a duty due again by forgetting a field that it reads:
    there a state at rest is none (see `test_regressions`).
    """
    while True:
        for _ in range(TRIES):
            sample = random_sample(dice)
            system = TransitionSystem(Interpreter(sample.system, sample.scope), sample.reading, sample.rulings)
            found = explore(system, Limits(states=MOST))
            fit = found.complete
            if fit and found.states >= FEW:
                return sample, found
        if fit:
            return sample, found


def uses(system: y.System) -> Counter[str]:
    """How often each construct is used: kinds of nodes, types of fields, parts of rules."""
    found: Counter[str] = Counter()
    for node in inside(tuple(_definitions(system))):
        name = type(node).__name__
        match node:
            case n.Fold(kind=kind):
                found[f"Fold.{kind}"] += 1
            case n.SetOp(op=op) | n.Arith(op=op) | n.Compare(op=op):
                found[f"{name}.{op}"] += 1
            case n.PileOp(op=op) | n.PileTurn(op=op) | n.PileJoin(op=op) | n.End(end=op):
                found[f"{name}.{op}"] += 1
            case n.For(domain=domain):
                found["For"] += 1
                found["For.ordered"] += isinstance(domain.type, t.Pile)
            case n.Call(kind=kind):
                found[f"Call.{kind}"] += 1
            case n.Delta(sign=sign):
                found["Delta.gain" if sign > 0 else "Delta.lose"] += 1
            case y.Field(type=type_, until=until, matters=matters):
                found[f"Field.{type(type_).__name__}"] += 1
                found["Field.until"] += until is not None
                found["Field.matters"] += matters is not None
            case y.Action(kind=kind, at=at, passes=passes, outside_play=outside):
                found[f"Action.{kind}"] += 1
                found["Action.at"] += at != (None,)
                found["Action.passes"] += passes
                found["Action.outside_play"] += outside
                for parameter in node.function.parameters:
                    found[f"Parameter.{type(parameter.type).__name__}"] += 1
            case y.Norm(kind=kind, over=over, exceptions=exceptions):
                found[f"Norm.{kind}"] += 1
                found["Norm.over"] += bool(over)
                found["Norm.exceptions"] += bool(exceptions)
            case y.Part(kind=kind) | y.Option(kind=kind) | y.Adjustment(kind=kind):
                found[f"{name}.{kind}"] += 1
            case _ if isinstance(
                node,
                y.Question
                | y.Term
                | y.Layer
                | y.Deed
                | y.Instead
                | y.Duty
                | y.Settle
                | moments.Trigger
                | y.Lift
                | n.Expr
                | n.Stmt,
            ):
                found[name] += 1
    return +found


def _definitions(system: y.System) -> Iterator[Any]:
    yield from (system.state, system.initial, system.awaits, system.ended)
    for group in (
        system.frames,
        system.terms,
        system.questions,
        system.helpers,
        system.actions,
        system.deeds,
        system.duties,
    ):
        yield from group.values()
    yield from system.settles.values()
    yield from system.triggers.values()


# --- what a rule may see ------------------------------------------------------------------------------------------


@dataclass
class _Here:
    """The function that is being made.

    frame: the frame whose parameter it has, in `frame_slot`. checks: whether it may fail, in what it calls at least;
    risky: whether what it says itself may. asks: whether it may ask questions. sees: whether it reads the state.
    calls: whether it may call terms and helpers, of those made so far.
    """

    slots: list[t.Type] = field(default_factory=list)
    bound: dict[int, t.Type] = field(default_factory=dict)
    frame: str | None = None
    frame_slot: int = 0
    checks: bool = True
    risky: bool = False
    asks: bool = True
    sees: bool = True
    calls: bool = True
    simultaneous: bool = False
    cites: tuple[str, ...] = ()

    def fresh(self, type_: t.Type) -> int:
        self.slots.append(type_)
        return len(self.slots) - 1

    @contextmanager
    def binding(self, slot: int, type_: t.Type) -> Iterator[None]:
        self.bound[slot] = type_
        try:
            yield
        finally:
            del self.bound[slot]


class _Maker:
    def __init__(self, dice: Random) -> None:
        self.dice = dice
        self.size = {name: dice.choice(sizes) for name, sizes in SIZES.items()}
        self.line = 0
        self.fields: list[y.Field] = []
        self.frames: dict[str, y.RecordDef] = {}
        self.terms: dict[str, y.Term] = {}
        self.questions: dict[str, y.Question] = {}
        self.helpers: dict[str, n.Function] = {}
        self.deeds: dict[str, y.Deed] = {}
        self.here = _Here()
        self.numbers = {"Numbers.few": dice.randint(0, 2), "Numbers.many": dice.randint(1, 3)}
        self.attributes = (
            ("Player", "rich", BOOL),
            ("Thing", "weight", INT),
            ("Thing", "colour", COLOUR),
            ("Thing", "owner", t.Optional(PLAYER)),
            ("Thing", "beside", t.Set(THING)),
            ("Player", "price", t.Map(THING, INT)),
        )

    # --- small things ---------------------------------------------------------------------------------------------

    def chance(self, probability: float) -> bool:
        return self.dice.random() < probability

    def origin(self) -> Origin:
        """A line of its own for each node, so that events differ; the clauses of the rule that is being made."""
        self.line += 1
        return Origin(Span("random.py", self.line, 1, self.line, 2), self.here.cites)

    def clause(self) -> tuple[str, ...]:
        self.line += 1
        return (f"1.{self.line}",)

    def members(self, type_: t.Type) -> int:
        assert isinstance(type_, t.Sort | t.Enum)
        return self.size[type_.name]

    def name(self, prefix: str) -> str:
        self.line += 1
        return f"{prefix}_{self.line}"

    def const(self, type_: t.Type, value: Any) -> n.Expr:
        return n.Const(self.origin(), type_, value)

    def any(self, type_: t.Type) -> Any:
        """A canonical value."""
        match type_:
            case t.Bool():
                return self.chance(0.5)
            case t.Int(low, high):
                low = LEAST if low is None else low
                return self.dice.randint(low, low + 2 if high is None else high)
            case t.Sort() | t.Enum():
                return self.dice.randrange(self.members(type_))
            case t.Optional(item):
                return None if self.chance(0.4) else self.any(item)
            case t.Set(item):
                return frozenset(k for k in range(self.members(item)) if self.chance(0.5))
            case t.Pile(item):
                members, held = range(self.members(item)), self.dice.randint(0, self.members(item))
                return tuple(self.dice.choices(members, k=held) if type_.repeats else self.dice.sample(members, held))
            case t.Map(key, item):
                return tuple(self.any(item) for _ in range(self.members(key)))
        raise TypeError(type_)

    # --- types ----------------------------------------------------------------------------------------------------

    def integer(self) -> t.Int:
        low = self.dice.choice((0, 0, 0, 1, -1))
        cite = "9.9" if self.chance(0.3) else None
        return self.dice.choice(
            (
                t.Int(low, low + self.dice.choice((1, 2, 2, 3)), cite),
                t.Int(low, low + 2, cite),
                t.Int(0, None, cite),
                t.Int(None, 2, cite),
                t.Int(),
            )
        )

    def scalar(self) -> t.Type:
        return self.dice.choice((BOOL, self.integer(), PLAYER, THING, COLOUR, PHASE))

    def leaf(self) -> t.Type:
        kinds: Sequence[Callable[[], t.Type]] = (
            lambda: BOOL,
            self.integer,
            lambda: self.dice.choice(DOMAINS),
            lambda: t.Optional(self.scalar()),
            lambda: t.Set(self.dice.choice(DOMAINS)),
            lambda: self.dice.choice((t.Pile(THING), t.Pile(THING, 1), t.Pile(PLAYER), t.Pile(COLOUR, 3))),
        )
        return self.dice.choice(kinds)()

    def field_type(self) -> t.Type:
        if self.chance(0.7):
            return self.leaf()
        key = self.dice.choice((PLAYER, THING, COLOUR))
        inner = t.Map(self.dice.choice((PLAYER, COLOUR)), self.leaf()) if self.chance(0.15) else self.leaf()
        return t.Map(key, inner)

    def default(self, type_: t.Type) -> Any:
        """Mostly what a field of that type has when the author says nothing: a sort has no default then."""
        while isinstance(type_, t.Map):
            type_ = type_.value
        match type_:
            case t.Bool():
                return self.chance(0.2)
            case t.Int(low, high):
                return 0 if self.chance(0.7) else self.any(t.Int(low or 0, high if high is not None else (low or 0)))
            case t.Enum() if self.chance(0.4):
                return self.any(type_)
            case t.Set():
                return frozenset()
            case t.Pile():
                return ()
        return None

    # --- expressions ----------------------------------------------------------------------------------------------

    def places(self) -> Iterator[tuple[str | None, int, y.Field]]:
        """Fields that can be read here: of the state, and of the frame that is at hand."""
        if self.here.sees:
            yield from ((None, 0, f) for f in self.fields)
            if self.here.frame is not None:
                record = self.frames[self.here.frame]
                yield from ((record.name, self.here.frame_slot, f) for f in record.fields)

    def reads(self, wanted: Callable[[t.Type], bool]) -> list[tuple[str | None, int, y.Field, tuple[t.Type, ...]]]:
        """Fields whose entry, behind all or some of their maps' keys, is of a wanted type."""
        found = []
        for record, slot, field_ in self.places():
            type_: t.Type = field_.type
            keys: tuple[t.Type, ...] = ()
            while True:
                if wanted(type_):
                    found.append((record, slot, field_, keys))
                if not isinstance(type_, t.Map):
                    break
                keys, type_ = (*keys, type_.key), type_.value
        return found

    def read(self, found: tuple[str | None, int, y.Field, tuple[t.Type, ...]], depth: int) -> n.Expr:
        record, slot, field_, keys = found
        type_ = field_.type
        for _ in keys:
            assert isinstance(type_, t.Map)
            type_ = type_.value
        given = tuple(self.expr(key, depth - 1) for key in keys)
        return n.Read(self.origin(), _plain(type_), slot, record, field_.name, given)

    def variables(self, type_: t.Type) -> list[int]:
        return [slot for slot, bound in self.here.bound.items() if _plain(bound) == type_]

    def var(self, slot: int) -> n.Expr:
        return n.Var(self.origin(), _plain(self.here.bound[slot]), slot, f"v{slot}")

    def expr(self, type_: t.Type, depth: int) -> n.Expr:
        """An expression of a type; a plain value, where an Optional is wanted, may do."""
        type_ = _plain(type_)
        options: list[Callable[[], n.Expr]] = []
        variables = self.variables(type_)
        options += [partial(self.var, slot) for slot in variables for _ in range(2)]
        fields = self.reads(lambda found: _plain(found) == type_)
        if fields and depth > 0:
            options += [lambda: self.read(self.dice.choice(fields), depth)] * 3
        if depth > 0:
            options += [lambda: self.composed(type_, depth)] * 3
            if self.chance(0.15):
                options += [lambda: self.conditional(type_, depth)]
            calls = self.callable(type_)
            if calls:
                options += [lambda: self.call(*self.dice.choice(calls), depth)] * 2
        if not options or self.chance(0.1):
            return self.simple(type_)
        return self.dice.choice(options)()

    def simple(self, type_: t.Type) -> n.Expr:
        variables = self.variables(type_)
        if variables and self.chance(0.8):
            return self.var(self.dice.choice(variables))
        match type_:
            case t.Int():
                if self.chance(0.2):
                    return n.Number(self.origin(), INT, self.dice.choice(tuple(self.numbers)))
                return self.const(INT, self.dice.choice((0, 1, 1, 2, -1, 3)))
            case t.Set(item):
                return self.dice.choice(
                    (
                        lambda: n.Domain(self.origin(), type_),
                        lambda: n.SetOf(self.origin(), type_, (self.simple(item),)),
                    )
                )()
            case t.Pile() | t.Awaits():
                return self.const(type_, () if isinstance(type_, t.Pile) else frozenset())
            case t.Map():
                return self.const(type_, self.any(_filled(type_)))
        return self.const(type_, self.any(type_))

    def conditional(self, type_: t.Type, depth: int) -> n.Expr:
        condition = self.expr(BOOL, depth - 1)
        return n.IfExpr(self.origin(), type_, condition, self.expr(type_, depth - 1), self.expr(type_, depth - 1))

    def composed(self, type_: t.Type, depth: int) -> n.Expr:
        match type_:
            case t.Bool():
                return self.truth(depth)
            case t.Int():
                return self.number(depth)
            case t.Sort() | t.Enum():
                return self.one(type_, depth)
            case t.Optional(item):
                owned = type_ == t.Optional(PLAYER)
                if owned and self.chance(0.3):
                    return n.Attr(self.origin(), type_, "Thing", "owner", self.expr(THING, depth - 1), ())
                return self.dice.choice((lambda: self.const(type_, None), lambda: self.expr(item, depth - 1)))()
            case t.Set(item):
                return self.several(type_, item, depth)
            case t.Pile(item):
                if not self.here.checks or (not self.here.risky and self.chance(0.7)):
                    return self.simple(type_)
                return self.moved(type_, item, depth - 1)
        return self.simple(type_)

    def moved(self, type_: t.Type, item: t.Type, depth: int) -> n.Expr:
        """A pile with something done to it."""
        origin, pile = self.origin(), self.expr(type_, depth)
        match self.dice.choice(("item", "item", "turn", "join")):
            case "turn":
                turn: PileTurns = self.dice.choice(("without_top", "without_bottom", "reversed"))
                return n.PileTurn(origin, type_, turn, pile)
            case "join":
                join: PileJoins = self.dice.choice(("on", "under"))
                return n.PileJoin(origin, type_, join, pile, self.expr(type_, depth))
        op: PileOps = self.dice.choice(("top", "bottom", "without"))
        return n.PileOp(origin, type_, op, pile, self.expr(item, depth))

    def domain(self, depth: int) -> tuple[n.Expr, t.Type]:
        """What a loop or comprehension runs over, and its items."""
        item = self.dice.choice(DOMAINS)
        sets = self.reads(lambda type_: isinstance(type_, t.Set | t.Pile))
        if sets and depth > 0 and self.chance(0.4):
            found = self.read(self.dice.choice(sets), depth)
            assert isinstance(found.type, t.Set | t.Pile)
            return found, found.type.item
        if depth > 0 and self.chance(0.2):
            return self.several(t.Set(item), item, depth - 1), item
        return n.Domain(self.origin(), t.Set(item)), item

    def fold(self, kind: Any, type_: t.Type, depth: int, domain: tuple[n.Expr, t.Type] | None = None) -> n.Expr:
        over, item = domain or self.domain(depth - 1)
        if isinstance(over.type, t.Pile) and kind == "set":
            over, item = n.Domain(self.origin(), t.Set(item)), item
        slot = self.here.fresh(item)
        default = self.expr(INT, 0) if kind in ("min", "max") and (not self.here.risky or self.chance(0.5)) else None
        with self.here.binding(slot, item):
            condition = self.const(BOOL, True) if self.chance(0.4) else self.expr(BOOL, depth - 1)
            if kind in ("any", "all"):
                body = self.expr(BOOL, depth - 1)
            elif kind in ("sum", "min", "max"):
                body = self.expr(INT, depth - 1)
            elif kind == "the":
                body = self.var(slot)
            else:
                assert isinstance(type_, t.Set)
                body = self.expr(type_.item, depth - 1) if self.chance(0.3) or type_.item != item else self.var(slot)
        if kind == "the":
            type_ = item
        return n.Fold(self.origin(), type_, kind, slot, f"v{slot}", over, condition, body, default)

    def truth(self, depth: int) -> n.Expr:
        less = depth - 1

        def equality() -> n.Expr:
            type_ = self.dice.choice((INT, PLAYER, THING, COLOUR, PHASE, COLOUR, BOOL))
            if self.chance(0.3):
                wide = self.reads(lambda found: isinstance(found, t.Optional | t.Set | t.Pile | t.Map))
                if wide:
                    left = self.read(self.dice.choice(wide), depth)
                    if isinstance(left.type, t.Map):
                        same = self.reads(lambda found: _plain(found) == left.type)
                        return n.Compare(self.origin(), BOOL, "==", left, self.read(self.dice.choice(same), depth))
                    return n.Compare(self.origin(), BOOL, "==", left, self.expr(left.type, less))
            return n.Compare(self.origin(), BOOL, "==", self.expr(type_, less), self.expr(type_, less))

        def order() -> n.Expr:
            op: Order = self.dice.choice(("<", "<="))
            return n.Compare(self.origin(), BOOL, op, self.expr(INT, less), self.expr(INT, less))

        def member() -> n.Expr:
            collection, item = self.domain(depth)
            if isinstance(collection, n.Domain):
                collection = self.expr(t.Set(item), less)
            wanted = t.Optional(item) if self.chance(0.2) else item
            return n.Member(self.origin(), BOOL, self.expr(wanted, less), collection)

        def logic() -> n.Expr:
            items = tuple(self.expr(BOOL, less) for _ in range(self.dice.choice((2, 2, 3))))
            return n.Logic(self.origin(), BOOL, self.dice.choice(("and", "or")), items)

        def attribute() -> n.Expr:
            return n.Attr(self.origin(), BOOL, "Player", "rich", self.expr(PLAYER, less), ())

        def opened() -> n.Expr:
            return n.IsOpen(self.origin(), BOOL, 0, self.dice.choice(tuple(self.frames)))

        options: list[Callable[[], n.Expr]] = [
            equality,
            equality,
            order,
            order,
            member,
            logic,
            attribute,
            lambda: n.Not(self.origin(), BOOL, self.expr(BOOL, less)),
            lambda: self.fold(self.dice.choice(("any", "all")), BOOL, depth),
        ]
        if self.frames and self.here.sees:
            options.append(opened)
        return self.dice.choice(options)()

    def number(self, depth: int) -> n.Expr:
        less = depth - 1
        optional = self.reads(lambda found: isinstance(found, t.Optional) and isinstance(found.item, t.Int))

        def arithmetic() -> n.Expr:
            op: Ops = self.dice.choice(("+", "-", "+", "-", "*", "//", "%"))
            right = self.expr(INT, less)
            if op in ("//", "%") and (not self.here.risky or self.chance(0.5)):
                right = self.const(INT, self.dice.choice((1, 2, 2, 3, -2)))
            return n.Arith(self.origin(), INT, op, self.expr(INT, less), right)

        def attribute() -> n.Expr:
            if self.chance(0.5):
                return n.Attr(self.origin(), INT, "Thing", "weight", self.expr(THING, less), ())
            return n.Attr(self.origin(), INT, "Player", "price", self.expr(PLAYER, less), (self.expr(THING, less),))

        options: list[Callable[[], n.Expr]] = [
            arithmetic,
            arithmetic,
            attribute,
            lambda: n.Size(self.origin(), INT, self.domain(depth)[0]),
            lambda: self.fold(self.dice.choice(("sum", "min", "max")), INT, depth),
            lambda: n.Least(
                self.origin(), INT, self.dice.choice(("min", "max")), (self.expr(INT, less), self.expr(INT, less))
            ),
        ]
        if optional and self.here.risky:
            options.append(lambda: n.Unwrap(self.origin(), INT, self.read(self.dice.choice(optional), depth)))
        return self.dice.choice(options)()

    def one(self, type_: t.Type, depth: int) -> n.Expr:
        less = depth - 1
        options: list[Callable[[], n.Expr]] = [lambda: self.simple(type_)]
        if type_ == COLOUR:
            options.append(lambda: n.Attr(self.origin(), COLOUR, "Thing", "colour", self.expr(THING, less), ()))
        if self.here.risky:
            piles = self.reads(lambda found: found == t.Pile(type_))
            optional = self.reads(lambda found: found == t.Optional(type_))
            if piles:
                end: Ends = self.dice.choice(("top", "bottom"))
                options.append(lambda: n.End(self.origin(), type_, end, self.read(self.dice.choice(piles), depth)))
            if optional:
                options.append(lambda: n.Unwrap(self.origin(), type_, self.read(self.dice.choice(optional), depth)))
            options.append(lambda: self.fold("the", type_, depth, (n.Domain(self.origin(), t.Set(type_)), type_)))
        return self.dice.choice(options)()

    def several(self, type_: t.Type, item: t.Type, depth: int) -> n.Expr:
        less = depth - 1
        if depth <= 0:
            return self.simple(type_)
        options: list[Callable[[], n.Expr]] = [
            lambda: n.SetOf(
                self.origin(), type_, tuple(self.expr(item, less) for _ in range(self.dice.choice((1, 2))))
            ),
            lambda: n.SetOp(
                self.origin(), type_, self.dice.choice(("|", "&", "-")), self.expr(type_, less), self.expr(type_, less)
            ),
            lambda: self.fold("set", type_, depth),
        ]
        if type_ == t.Set(THING):
            options.append(lambda: n.Attr(self.origin(), type_, "Thing", "beside", self.expr(THING, less), ()))
        return self.dice.choice(options)()

    # --- calls ----------------------------------------------------------------------------------------------------

    def callable(self, type_: t.Type) -> list[tuple[Any, n.Function]]:
        found: list[tuple[Any, n.Function]] = []
        if self.here.calls and self.here.checks:
            found += [("helper", f) for f in self.helpers.values() if _plain(f.returns) == type_]
            if self.here.sees:
                found += [("term", x.function) for x in self.terms.values() if self.here.asks or self.is_plain(x)]
                found += [("question", q.function) for q in self.questions.values() if self.here.asks]
        return [(kind, f) for kind, f in found if _plain(f.returns) == type_]

    def is_plain(self, term: y.Term) -> bool:
        """Whether it asks no question and its layers cannot clash, so that it may stand where nothing is asked."""
        calls = [node for node in inside(term) if isinstance(node, n.Call)]
        asking = [
            c for c in calls if c.kind == "question" or (c.kind == "term" and not self.is_plain(self.terms[c.name]))
        ]
        return len(term.exceptions) < 2 and not term.crossings and not asking

    def call(self, kind: Any, function: n.Function, depth: int) -> n.Expr:
        args = tuple(
            n.Var(self.origin(), t.State(), 0, "s") if isinstance(p.type, t.State) else self.expr(p.type, depth - 1)
            for p in function.parameters
        )
        return n.Call(self.origin(), _plain(function.returns), kind, function.name, args)

    # --- functions ------------------------------------------------------------------------------------------------

    def function(
        self,
        name: str,
        parameters: Sequence[tuple[str, t.Type]],
        returns: t.Type,
        body: Callable[[], tuple[n.Stmt, ...]],
        *,
        checks: bool = True,
        asks: bool = True,
        sees: bool = True,
        calls: bool = True,
        cites: tuple[str, ...] = (),
    ) -> n.Function:
        risky = checks and self.chance(RISKY)
        outer, self.here = self.here, _Here([], {}, None, 0, checks, risky, asks, sees, calls, cites=cites)
        given = []
        for label, type_ in parameters:
            slot = self.here.fresh(type_)
            if isinstance(type_, t.FrameOf):
                self.here.frame, self.here.frame_slot = type_.name, slot
            elif not isinstance(type_, t.State):
                self.here.bound[slot] = type_
            given.append(n.Parameter(label, type_))
        made = body()
        function = n.Function(
            Origin(Span("random.py", self.line, 1, self.line, 2), cites),
            "random",
            name,
            "",
            tuple(given),
            returns,
            len(self.here.slots),
            made,
        )
        self.here = outer
        return function

    def gives(self, type_: t.Type, depth: int = 2) -> Callable[[], tuple[n.Stmt, ...]]:
        """A body that returns a value, now and then out of a branch or after a local."""

        def body() -> tuple[n.Stmt, ...]:
            before: list[n.Stmt] = []
            if self.chance(0.15):
                before.append(self.let())
            if self.chance(0.2):
                early = n.Return(self.origin(), self.expr(type_, depth - 1))
                before.append(n.If(self.origin(), self.expr(BOOL, 1), (early,), ()))
            return (*before, n.Return(self.origin(), self.expr(type_, depth)))

        return body

    def let(self) -> n.Stmt:
        type_ = _plain(self.dice.choice((INT, BOOL, *DOMAINS, t.Set(THING))))
        value = self.expr(type_, 2)
        slot = self.here.fresh(type_)
        self.here.bound[slot] = type_
        return n.Let(self.origin(), slot, f"v{slot}", value)

    def says(self, type_: t.Type) -> Callable[[], tuple[n.Stmt, ...]]:
        """A body that returns a value or stays silent."""
        silent = t.Silent(_plain(type_))

        def body() -> tuple[n.Stmt, ...]:
            value = self.expr(type_, 1)
            if self.chance(0.8):
                nothing = self.const(silent, SILENT)
                value = n.IfExpr(self.origin(), silent, self.expr(BOOL, 2), value, nothing)
            return (n.Return(self.origin(), value),)

        return body

    # --- effects --------------------------------------------------------------------------------------------------

    def effect(self, cites: tuple[str, ...], count: int) -> tuple[n.Stmt, ...]:
        return (n.Effect(self.origin(), cites, self.statements(count, 2)),)

    def statements(self, count: int, depth: int) -> tuple[n.Stmt, ...]:
        bound = dict(self.here.bound)
        made = tuple(self.statement(depth) for _ in range(count))
        self.here.bound = bound
        return made

    def statement(self, depth: int) -> n.Stmt:
        options: list[Callable[[], n.Stmt]] = [self.write] * 6 + [self.delta] * 2
        if depth > 0:
            options += [lambda: self.branch(depth), lambda: self.loop(depth), self.let]
            if not self.here.simultaneous:
                options += [lambda: self.at_once(depth)] * 2
            if self.chance(0.1):
                options += [lambda: n.If(self.origin(), self.expr(BOOL, 1), (n.Return(self.origin(), None),), ())]
        if self.deeds and self.here.asks:
            options += [self.demand] * 3
        if self.frames and (not self.here.simultaneous or self.chance(0.1)):
            options += [self.open_or_close] * 2
        return self.dice.choice(options)()

    def demand(self) -> n.Stmt:
        deed = self.dice.choice(list(self.deeds.values()))
        store = n.Var(self.origin(), t.State(), 0, "s")
        given = (self.expr(p.type, 1) for p in deed.function.parameters[1:])
        return n.Demand(self.origin(), deed.name, (store, *given))

    def branch(self, depth: int) -> n.Stmt:
        condition = self.expr(BOOL, 2)
        then = self.statements(self.dice.choice((1, 1, 2)), depth - 1)
        return n.If(self.origin(), condition, then, self.statements(self.dice.choice((0, 1)), depth - 1))

    def loop(self, depth: int) -> n.Stmt:
        domain, item = self.domain(1)
        slot = self.here.fresh(item)
        with self.here.binding(slot, item):
            body = self.statements(1, depth - 1)
        return n.For(self.origin(), slot, f"v{slot}", domain, body)

    def at_once(self, depth: int) -> n.Stmt:
        self.here.simultaneous = True
        body = self.statements(self.dice.choice((2, 2, 3)), depth - 1)
        self.here.simultaneous = False
        return n.Simultaneous(self.origin(), body)

    def place(self, wanted: Callable[[t.Type], bool]) -> n.Place | None:
        """A field's entry that is written; its type is the leaf's own, ranges included."""
        found = []
        for record, _, field_ in self.places():
            type_: t.Type = field_.type
            keys: tuple[t.Type, ...] = ()
            while isinstance(type_, t.Map):
                keys, type_ = (*keys, type_.key), type_.value
            if wanted(type_) and (record is None or field_.name != "awaits" or self.chance(0.5)):
                found.append((record, field_.name, keys, type_))
        if not found:
            return None
        record, name, keys, type_ = self.dice.choice(found)
        return n.Place(self.origin(), type_, record, name, tuple(self.expr(key, 1) for key in keys))

    def write(self) -> n.Stmt:
        place = self.place(lambda type_: True)
        assert place is not None
        if self.chance(0.45):
            return self.change(place)
        return n.Write(self.origin(), place, self.kept(place.type, self.expr(place.type, 2)))

    def change(self, place: n.Place) -> n.Stmt:
        """A write that mostly changes something: what comes next, one member more or less, or what an argument says."""
        type_, o = _plain(place.type), self.origin()
        slot = 0 if place.record is None else self.here.frame_slot
        old = n.Read(o, type_, slot, place.record, place.field, place.keys)
        value: n.Expr
        match type_:
            case t.Bool():
                value = n.Not(o, BOOL, old)
            case t.Int():
                assert isinstance(place.type, t.Int)
                low = place.type.low if place.type.low is not None else LEAST
                high = place.type.high if place.type.high is not None else CAP
                more = n.Arith(o, INT, "+", old, self.const(INT, 1))
                at_end = n.Compare(o, BOOL, "<=", self.const(INT, high), old)
                value = n.IfExpr(o, INT, at_end, self.const(INT, low), more)
            case t.Set(item):
                value = n.SetOp(
                    o, type_, self.dice.choice(("|", "|", "-")), old, n.SetOf(o, type_, (self.expr(item, 1),))
                )
            case t.Pile(item):
                value = self.shuffled(type_, item, old)
            case t.Optional(item):
                some = self.kept(place.type, self.expr(item, 1))
                value = some if self.chance(0.7) else self.const(type_, None)
            case _:
                same = n.Compare(o, BOOL, "==", old, self.const(type_, 0))
                other = self.const(type_, self.members(type_) - 1)
                value = n.IfExpr(o, type_, same, other, self.expr(type_, 1))
        return n.Write(self.origin(), place, value)

    def shuffled(self, type_: t.Pile, item: t.Type, old: n.Expr) -> n.Expr:
        """A pile with one thing more or less, or, where it is not empty, cut, turned over, or laid on another one."""
        o = self.origin()
        variables = self.variables(item)
        one = self.var(self.dice.choice(variables)) if variables else self.const(item, self.any(item))
        end: Ends = self.dice.choice(("top", "bottom"))
        less: PileTurns = "without_top" if end == "top" else "without_bottom"
        join: PileJoins = self.dice.choice(("on", "under"))
        without, put = n.PileOp(o, type_, "without", old, one), n.PileOp(o, type_, end, old, one)
        full = n.Compare(o, BOOL, "<=", self.const(INT, 2), n.Size(o, INT, old))
        again = n.Logic(o, BOOL, "and", (n.Member(o, BOOL, one, old), full))
        there = again if type_.repeats else n.Member(o, BOOL, one, old)
        changed = n.IfExpr(o, type_, there, without, put)
        last = n.PileOp(o, type_, "top", self.const(type_, ()), n.End(o, item, end, old))
        ways: Sequence[Callable[[], n.Expr]] = (
            lambda: n.PileTurn(o, type_, "reversed", old),
            lambda: n.PileTurn(o, type_, less, old),
            lambda: n.PileJoin(o, type_, join, n.PileTurn(o, type_, less, old), last),
        )
        if self.chance(0.4):
            return changed
        some = n.Compare(o, BOOL, "<=", self.const(INT, 1), n.Size(o, INT, old))
        return n.IfExpr(o, type_, some, self.dice.choice(ways)(), changed)

    def kept(self, type_: t.Type, value: n.Expr) -> n.Expr:
        """A number mostly within its range, and always where nothing else would stop it."""
        leaf = type_.item if isinstance(type_, t.Optional) else type_
        if not isinstance(leaf, t.Int) or isinstance(value.type, t.Optional):
            return value
        if leaf.low is None or self.chance(0.6):
            least = self.const(INT, LEAST if leaf.low is None else leaf.low)
            value = n.Least(self.origin(), INT, "max", (value, least))
        if self.chance(0.6):
            most = self.const(INT, CAP if leaf.high is None else leaf.high)
            value = n.Least(self.origin(), INT, "min", (value, most))
        return value

    def delta(self) -> n.Stmt:
        place = self.place(lambda type_: isinstance(type_, t.Int))
        if place is None:
            return self.write()
        assert isinstance(place.type, t.Int)
        sign = 1 if place.type.low is None or self.chance(0.5) else -1
        amount = self.const(INT, 1) if self.chance(0.7) else self.expr(INT, 1)
        if place.type.low is None:
            amount = n.Least(self.origin(), INT, "max", (amount, self.const(INT, 0)))
        made = n.Delta(self.origin(), place, sign, amount)  # type: ignore[arg-type]
        edge = place.type.high if sign > 0 else place.type.low
        if place.record is not None or place.keys or edge is None or self.chance(0.3):
            return made
        read = n.Read(self.origin(), INT, 0, None, place.field, ())
        at_edge = n.Compare(self.origin(), BOOL, "==", read, self.const(INT, edge))
        return n.If(self.origin(), n.Not(self.origin(), BOOL, at_edge), (made,), ())

    def open_or_close(self) -> n.Stmt:
        name = self.dice.choice(tuple(self.frames))
        if self.here.frame is not None and self.chance(0.7):
            return n.Close(self.origin(), self.here.frame)
        if self.chance(0.15):
            return n.Close(self.origin(), name)
        values = []
        for field_ in self.frames[name].fields:
            if field_.required:
                value = self.expr(field_.type, 1)
                if field_.name == "awaits" and self.chance(0.6):
                    value = n.Domain(self.origin(), t.Set(PLAYER))
            else:
                value = self.const(field_.type, self.spread(field_.type, field_.default))
            values.append(self.kept(field_.type, value))
        return n.Open(self.origin(), name, tuple(values))

    def spread(self, type_: t.Type, leaf: Any) -> Any:
        if isinstance(type_, t.Map):
            return (self.spread(type_.value, leaf),) * self.members(type_.key)
        return leaf

    # --- definitions ----------------------------------------------------------------------------------------------

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
        for kind in self.dice.choices(("adjust", "adjust", "at_least", "at_most"), k=self.dice.choice((0, 3, 4, 5))):
            label = self.name(kind)
            function = self.function(label, parameters, t.Silent(INT), self.says(INT), cites=self.clause())
            lifts = self.lifts(label, parameters, 2)
            made.append(y.Adjustment(function.origin, label, kind, function, lifts))  # type: ignore[arg-type]
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
                item = _plain(type_.value)
                subject = n.Var(self.origin(), _plain(type_), slot, "bids")
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
                    target = self.place(partial(_is_plainly, value.type))
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

    def ticking(self, clock: y.Field, cites: tuple[str, ...]) -> tuple[Callable[[], tuple[n.Stmt, ...]], ...]:
        """Whether a field has some value, and an effect that writes another one there at its end."""
        value = self.any(clock.type)

        def due() -> tuple[n.Stmt, ...]:
            read = n.Read(self.origin(), _plain(clock.type), 0, None, clock.name, ())
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

    def trigger(self) -> tuple[moments.Trigger, dict[str, y.Action], y.Field]:
        """A trigger with what the front end makes of one: two actions and a field."""
        name, cites = self.name("trigger"), self.clause()
        more = (("what", self.dice.choice((THING, COLOUR))),) if self.chance(0.6) else ()
        parameters: tuple[tuple[str, t.Type], ...] = (("s", t.State()), ("who", PLAYER), *more)
        keys = tuple(n.Parameter(label, type_) for label, type_ in parameters[1:])
        when = self.function(self.name("when"), parameters, BOOL, self.gives(BOOL, 1), asks=False)
        at: tuple[str | None, ...] = (
            (self.dice.choice(tuple(self.frames)),) if self.chance(0.3) and self.frames else (None,)
        )
        trigger = moments.Trigger(when.origin, name, "Moment", when, at, False, keys, 0)
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
        return trigger, actions, y.Field(when.origin, trigger.field, type_, default=False)

    def emitting(self, action: y.Action, trigger: moments.Trigger) -> n.Function:
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
                until = y.Lifetime(Origin(self.origin().span, cites), clock.name, int(self.any(clock.type)))
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
        unset = [f for f in self.fields if _needs_value(f)]
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
            self.fields.append(y.Field(self.origin(), "clock", PHASE, False, 0))
        for i in range(dice.choice((0, 0, 1, 1, 2))):
            fields_ = tuple(self.frame_field(f"y{i}{j}") for j in range(dice.choice((0, 1, 1, 2))))
            awaits = y.Field(self.origin(), "awaits", t.Set(PLAYER), True)
            self.frames[f"Frame{i}"] = y.RecordDef(self.origin(), f"Frame{i}", "", (awaits, *fields_))
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
                read = n.Read(self.origin(), _plain(field_.type), 0, None, field_.name, ())
                value = self.const(_plain(field_.type), self.any(field_.type))
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
            enums={
                name: y.EnumDef(self.origin(), name, "", MEMBERS[: self.size[name]]) for name in ("Colour", "Phase")
            },
            state=y.RecordDef(self.origin(), "State", "", tuple(self.fields)),
            frames=self.frames,
            constants={name: y.Constant(self.origin(), name, INT, value) for name, value in self.numbers.items()},
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

    def field(self, name: str) -> y.Field:
        type_ = self.field_type()
        return y.Field(self.origin(), name, type_, False, self.default(type_))

    def frame_field(self, name: str) -> y.Field:
        type_ = self.field_type()
        made = y.Field(self.origin(), name, type_, False, self.default(type_))
        return replace(made, required=True, default=None) if _needs_value(made) or self.chance(0.3) else made

    def sort(self, name: str) -> y.SortDef:
        return y.SortDef(
            self.origin(),
            name,
            "",
            tuple(y.Attribute(self.origin(), a, type_) for s, a, type_ in self.attributes if s == name),
        )

    # --- scopes ---------------------------------------------------------------------------------------------------

    def scope(self, system: y.System) -> Scope:
        names = {name: tuple(f"{name.lower()}{i}" for i in range(self.size[name])) for name in system.sorts}
        attributes = {
            (sort, name): tuple(self.any(_filled(type_)) for _ in range(self.size[sort]))
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
        off = system.switched([rule for rule in system.switchable if other.random() < 0.05])
        rims = {sort: frozenset(range(other.randint(0, size))) for sort, size in self.size.items() if sort in names}
        return Scope(
            "random", "random", names, attributes, constants, (), caps, bounds, tuple(overrides), rims=rims, off=off
        )


def _plain(type_: t.Type) -> t.Type:
    """The type as expressions have it: integers without ranges, piles without a size."""
    match type_:
        case t.Int():
            return INT
        case t.Optional(item):
            return t.Optional(_plain(item))
        case t.Map(key, item):
            return t.Map(key, _plain(item))
        case t.Silent(item):
            return t.Silent(_plain(item))
        case t.Pile(item):
            return t.Pile(item)
    return type_


def _is_plainly(wanted: t.Type, type_: t.Type) -> bool:
    return _plain(type_) == wanted


def _filled(type_: t.Type) -> t.Type:
    """The same type, its integers from 0 to 2: for constants and attributes."""
    match type_:
        case t.Int(None, None):
            return t.Int(0, 2)
        case t.Map(key, item):
            return t.Map(key, _filled(item))
    return type_


def _needs_value(field_: y.Field) -> bool:
    """Whether the initial rule has to write it."""
    leaf = field_.type
    while isinstance(leaf, t.Map):
        leaf = leaf.value
    return isinstance(leaf, t.Sort | t.Enum) and field_.default is None
