"""The world in which rules are lifted: which sorts have a size, how values of a type look, and what types promise of
them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ruleslawyer.base.origin import Origin
from ruleslawyer.ir import types as t
from ruleslawyer.ir.nodes import Function
from ruleslawyer.ir.system import System
from ruleslawyer.ir.uses import Functions
from ruleslawyer.lang.records import SILENT
from ruleslawyer.lifted.folds import Folds
from ruleslawyer.lifted.terms import (
    BOOL,
    FALSE,
    INT,
    ONE,
    TRUE,
    ZERO,
    Term,
    add,
    both,
    either,
    equal,
    ite,
    less_equal,
    member,
    negate,
    number,
    subterms,
    symbol,
    truth,
)
from ruleslawyer.lifted.values import (
    UNWRITTEN,
    LiftingError,
    MapTerm,
    Maybe,
    PartialValue,
    PileTerm,
    SetTerm,
    Value,
    ValuePart,
    as_term,
    maybe,
    merge,
)

Law = tuple[tuple[Term, ...], Term]
"""What holds for all values of some variables."""
Field = tuple[str | None, str]
"""A field of the state, or of a frame."""


@dataclass(frozen=True, slots=True)
class Shape:
    """A field: the types of its keys, and of its leaves."""

    keys: tuple[t.Type, ...]
    leaf: t.Type


def player_sizes(system: System, players: int | None) -> dict[str, int]:
    """The sizes of sorts that a proof fixes: how many play; nothing where any number may, one at least."""
    return {} if players is None else {system.players: players}


class World:
    """A ruleset, the sizes of the sorts that have one, and the laws of what is free: attributes, numbers left open.

    sizes: of sorts. Sorts without a size, that are no enums, have any number of members.
    """

    def __init__(self, system: System, sizes: Mapping[str, int], numbers: Mapping[str, object]) -> None:
        self.system, self.folds, self.numbers = system, Folds(), numbers
        self.sizes = {**{name: len(enum.members) for name, enum in system.enums.items()}, **sizes}
        self.laws: list[Law] = []
        self.of_all_members = set[Law]()  # what is assumed of members: asked of each, whatever else is spoken of
        self.summaries: dict[tuple[object, ...], object] | None = None
        """Functions walked once for any arguments, by the places that they read; None where none are kept."""
        self._functions = Functions(system)
        self._reads: dict[int, tuple[Function, frozenset[Field | str]]] = {}
        self.asked: set[str] = set()
        self.beginning = False
        """Whether the initial rule is walked."""
        self.read_early: dict[Field, Origin] = {}
        """The fields that were read where the initial rule had perhaps not written them yet, each with a place."""
        self._lawful: set[str] = set()
        self.shapes: dict[Field, Shape] = {}
        for record in (None, *system.frames):
            for field in (system.state if record is None else system.frames[record]).fields:
                self.shapes[record, field.name] = shape_of(field.type)

    def reads(self, function: Function) -> frozenset[Field | str]:
        """The fields and frames of which a function that only reads speaks."""
        if id(function) not in self._reads:
            reads = self._functions.uses([function]).reads
            found = {place for place in reads if place[1]} | {frame for frame, _ in reads if frame}
            self._reads[id(function)] = function, frozenset(found)
        return self._reads[id(function)][1]

    def asks(self, functions: Sequence[Function]) -> frozenset[str]:
        """The terms, questions and helpers that some functions come to ask, by name."""
        return self._functions.uses(functions).calls

    def has_no_default(self, field: Field) -> bool:
        """Whether a field has no default, so that the initial rule has to write it before it is read."""
        return field[0] is None and isinstance(self.shapes[field].leaf, t.Sort | t.Enum)

    def is_perhaps_unwritten(self, field: Field, value: Value) -> bool:
        """Whether a value of a field is perhaps what was there before the initial rule wrote it, and so whatever loops
        of that rule left there."""
        if not self.has_no_default(field) or not isinstance(value, Term):
            return False
        symbols = (str(part.value) for part in subterms([value]) if part.op == "symbol")
        return any(name.startswith((UNWRITTEN, f"{field[1]} after", f"{field[1]} within")) for name in symbols)

    # --- types ------------------------------------------------------------------------------------------------------

    @staticmethod
    def sort(type_: t.Type) -> str:
        match type_:
            case t.Bool():
                return BOOL
            case t.Int():
                return INT
            case t.Sort(name) | t.Enum(name):
                return name
        raise LiftingError(f"a key of type {type_}")

    def fresh(self, type_: t.Type) -> Term:
        """A variable for any member of a type."""
        return self.folds.fresh(self.sort(type_))

    def any_keys(self, field: Field) -> tuple[Term, ...]:
        """Keys that stand for any place of a field."""
        return tuple(map(self.fresh, self.shapes[field].keys))

    def members(self, type_: t.Type) -> tuple[Term, ...] | None:
        """The members of a type; None of an open sort."""
        if isinstance(type_, t.Bool):
            return FALSE, TRUE
        sort = self.sort(type_)
        size = self.sizes.get(sort)
        return None if size is None else tuple(member(sort, k) for k in range(size))

    def some(self, type_: t.Type, condition: Callable[[Term], Term]) -> Term:
        """Whether some member of a type satisfies something."""
        every = self.members(type_)
        if every is not None:
            return either(*map(condition, every))
        x = self.fresh(type_)
        return self.folds.some(x, condition(x))

    def total(self, type_: t.Type, item: Callable[[Term], Term]) -> Term:
        """The sum over all members of a type."""
        every = self.members(type_)
        if every is not None:
            return add(*map(item, every))
        x = self.fresh(type_)
        return self.folds.total(x, item(x))

    # --- values -----------------------------------------------------------------------------------------------------

    def symbolic(self, type_: t.Type, name: str, keys: Sequence[Term]) -> Value:
        """A value of which nothing is known, for each of the keys."""
        keys = tuple(keys)
        match type_:
            case t.Optional(item):
                return Maybe(symbol(BOOL, ValuePart.NONE.of(name), keys), self.symbolic(item, name, keys))
            case t.Set(item):
                return SetTerm(item, lambda m: symbol(BOOL, ValuePart.IN.of(name), (*keys, m)))
            case t.Awaits(item):
                chance = symbol(BOOL, ValuePart.CHANCE.of(name), keys)
                return SetTerm(item, lambda m: symbol(BOOL, ValuePart.IN.of(name), (*keys, m)), chance)
            case t.Pile(item):
                return self._pile(type_, name, keys)
            case t.Map(key, value):
                return MapTerm(key, lambda k: self.symbolic(value, name, (*keys, k)))
            case t.Silent(item):
                return PartialValue(symbol(BOOL, ValuePart.SILENT.of(name), keys), self.symbolic(item, name, keys))
            case t.NoneType():
                return Maybe(TRUE, None)
        return symbol(self.sort(type_), name, keys)

    def _pile(self, type_: t.Pile, name: str, keys: tuple[Term, ...]) -> PileTerm:
        def has(m: Term) -> Term:
            return symbol(BOOL, ValuePart.IN.of(name), (*keys, m))

        top = Maybe(
            symbol(BOOL, ValuePart.EMPTY.of(name), keys), symbol(self.sort(type_.item), ValuePart.TOP.of(name), keys)
        )  # fmt: skip
        if type_.repeats:
            length = symbol(INT, ValuePart.LENGTH.of(name), keys)
        else:  # each at most once
            length = self.total(type_.item, lambda m: ite(has(m), ONE, ZERO))
        return PileTerm(type_.item, has, length, top)

    def default(self, type_: t.Type) -> Value:
        match type_:
            case t.Bool():
                return FALSE
            case t.Int(low, high):
                return number(low if low is not None and low > 0 else high if high is not None and high < 0 else 0)
            case t.Optional() | t.NoneType():
                return Maybe(TRUE, None)
            case t.Set(item):
                return SetTerm(item, lambda m: FALSE)
            case t.Awaits(item):
                return SetTerm(item, lambda m: FALSE, FALSE)
            case t.Pile(item):
                return PileTerm(item, lambda m: FALSE, ZERO, Maybe(TRUE, None))
            case t.Map(key, value):
                return MapTerm(key, lambda k: self.default(value))
            case t.Silent():
                return PartialValue(TRUE, None)
        sort = self.sort(type_)
        return member(sort, 0) if sort in self.sizes else symbol(sort, f"some {sort}")

    def usual(self, field: Field) -> Value:
        """The default of a field, as a whole; of a frame, its value while that is closed."""
        record = self.system.state if field[0] is None else self.system.frames[field[0]]
        found = next(f for f in record.fields if f.name == field[1])
        if found.required or found.default is None:
            return self.default(found.type)
        shape = shape_of(found.type)
        value: Value = self.coerce(self.lift(shape.leaf, found.default), shape.leaf)
        for key in reversed(shape.keys):
            value = constant_map(key, value)
        return value

    def lift(self, type_: t.Type, value: Any) -> Value:
        """A canonical value."""
        if value is SILENT:
            return PartialValue(TRUE, None)
        match type_:
            case t.Bool():
                return truth(value)
            case t.Int():
                return number(value)
            case t.Sort(name) | t.Enum(name):
                if name not in self.sizes:
                    raise LiftingError(f"a member of {name} by name")
                return member(name, value)
            case t.Optional(item):
                return Maybe(TRUE, None) if value is None else Maybe(FALSE, self.lift(item, value))
            case t.Set(item) | t.Awaits(item):
                chance = truth(-1 in value) if isinstance(type_, t.Awaits) else None
                inside = [self.lift(item, v) for v in value if v != -1]
                held = [v for v in inside if isinstance(v, Term)]
                return SetTerm(item, lambda m: either(*(equal(m, v) for v in held)), chance)
            case t.Pile():
                if value:
                    raise LiftingError("a pile that is written out")
                return self.default(type_)
            case t.Map(key, item):
                return self._table(key, item, value)
            case t.Silent(item):
                return PartialValue(FALSE, self.lift(item, value))
            case t.NoneType():
                return Maybe(TRUE, None)
        raise LiftingError(f"a value of type {type_}")

    def _table(self, key: t.Type, item: t.Type, values: Sequence[object]) -> MapTerm:
        every = self.members(key)
        if every is not None and len(every) == len(values):
            entries = [self.lift(item, v) for v in values]

            def at(k: Term) -> Value:
                found = entries[-1]
                for m, entry in zip(every[-2::-1], entries[-2::-1], strict=True):
                    found = merge(equal(k, m), entry, found)
                return found

            return MapTerm(key, at)
        if len(set(values)) > 1:
            raise LiftingError("a map that is written out")
        entry = self.lift(item, values[0]) if values else self.default(item)
        return MapTerm(key, lambda k: entry)

    def coerce(self, value: Value, type_: t.Type) -> Value:
        """A value as a type has it."""
        match type_:
            case t.Optional(item):
                if isinstance(value, Maybe | PartialValue):
                    return value
                return Maybe(FALSE, self.coerce(value, item))
            case t.Silent(item):
                if isinstance(value, PartialValue):
                    inner = None if value.value is None else self.coerce(value.value, item)
                    return PartialValue(value.silent, inner)
                return PartialValue(FALSE, self.coerce(value, item))
            case t.Awaits(item) if isinstance(value, SetTerm):
                return SetTerm(item, value.has, value.chance or FALSE)
            case t.Sort() | t.Enum() | t.Int() | t.Bool() if isinstance(value, Maybe):
                return self.default(type_) if value.value is None else value.value
        return value

    # --- what types promise -----------------------------------------------------------------------------------------

    def type_promise(self, type_: t.Type, value: Value) -> Term:
        """The promise of a leaf's type about a value, but for who is in a pile."""
        match type_, value:
            case t.Int(low, high), Term():
                return in_bounds(low, high, value)
            case t.Optional(item), Maybe(none, inner) if inner is not None:
                return either(none, self.type_promise(item, inner))
            case t.Pile(), PileTerm(length=length, top=top, has=has):
                return both(
                    less_equal(ZERO, length), equal(equal(length, ZERO), top.none),
                    TRUE if top.value is None else either(top.none, has(as_term(top.value))),
                )  # fmt: skip
        return TRUE

    def promise(self, type_: t.Type, name: str) -> None:
        """Take down the laws of a symbolic value of a type, once."""
        if name in self._lawful:
            return
        self._lawful.add(name)
        with self.folds.within(name):
            self.laws += self.laws_of(type_, lambda keys: self.symbolic(shape_of(type_).leaf, name, keys))

    def laws_of(self, type_: t.Type, leaf: Callable[[tuple[Term, ...]], Value]) -> list[Law]:
        """The laws of what a field or an attribute of a type holds."""
        shape = shape_of(type_)
        keys = tuple(map(self.fresh, shape.keys))
        value = leaf(keys)
        promise = self.type_promise(shape.leaf, value)
        found: list[Law] = [] if promise is TRUE else [(keys, promise)]
        if isinstance(value, PileTerm):
            x = self.fresh(value.item)
            found.append(((*keys, x), either(negate(value.top.none), negate(value.has(x)))))
        return found


def in_bounds(low: int | None, high: int | None, value: Term) -> Term:
    """A number within bounds."""
    return both(
        TRUE if low is None else less_equal(number(low), value),
        TRUE if high is None else less_equal(value, number(high)),
    )


def constant_map(key: t.Type, value: Value) -> MapTerm:
    """A map that says the same of all."""
    return MapTerm(key, lambda k: value)


def shape_of(type_: t.Type) -> Shape:
    keys = []
    while isinstance(type_, t.Map):
        keys.append(type_.key)
        type_ = type_.value
    return Shape(tuple(keys), type_)


def equality_laws(a: Value, b: Value, keys: tuple[Term, ...], world: World) -> list[Law]:
    """The laws that two values are equal, for all keys of which they speak; for piles all that is kept of them."""
    match a, b:
        case Term(), Term():
            return [(keys, equal(a, b))]
        case Maybe(none, value), _:
            other = maybe(b)
            laws = [(keys, equal(none, other.none))]
            if value is not None and other.value is not None:
                inner = equality_laws(value, other.value, keys, world)
                laws += [(more, either(none, matrix)) for more, matrix in inner]
            return laws
        case PartialValue(silent, value), PartialValue(quiet, other_value):
            laws = [(keys, equal(silent, quiet))]
            if value is not None and other_value is not None:
                inner = equality_laws(value, other_value, keys, world)
                laws += [(more, either(silent, matrix)) for more, matrix in inner]
            return laws
        case SetTerm(item, has, chance), SetTerm(_, held, chances):
            x = world.fresh(item)
            return [((*keys, x), equal(has(x), held(x))), (keys, equal(chance or FALSE, chances or FALSE))]
        case PileTerm(item, has, length, top), PileTerm(_, held, longer, other_top):
            x = world.fresh(item)
            inside = (*keys, x), equal(has(x), held(x))
            return [inside, (keys, equal(length, longer)), *equality_laws(top, other_top, keys, world)]
        case MapTerm(key, at), MapTerm(_, other_at):
            x = world.fresh(key)
            return equality_laws(at(x), other_at(x), (*keys, x), world)
    raise LiftingError(f"that {type(a).__name__} and {type(b).__name__} are the same")
