"""Random phrases of the rule language: expressions and statements of a given type, over what is declared.

Every choice is a number below a bound, the first option the simplest: what hypothesis draws shrinks to a least program.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol, TypeVar

from tests.oracle.themes import Theme

T = TypeVar("T")
MEMBERS = {"Player": "sort", "Thing": "sort", "Phase": "enum", "Hue": "enum", "Spot": "sort"}
"""The sorts and enums of every program."""
ENUMS = {"Phase": ("DAWN", "DUSK"), "Hue": ("RED", "BLUE", "GREY")}


class Choices(Protocol):
    def below(self, bound: int) -> int:
        """A number from 0 to below `bound`."""


@dataclass(frozen=True)
class Type:
    """`kind` is int, bool, one (of a sort or enum), maybe (or None), set or pile; `keys`: of maps around it."""

    kind: str
    of: str = ""
    low: int | None = 0
    high: int | None = None
    keys: tuple[str, ...] = ()


@dataclass(frozen=True)
class Field:
    name: str
    type: Type
    owner: str = "s"
    """The variable in which it lies: the state, or a frame."""


@dataclass(frozen=True)
class Call:
    """A term, question or deed: its name and the types of its parameters after the state."""

    name: str
    parameters: tuple[Type, ...]
    gives: Type | None = None
    asks: bool = False
    heavy: bool = False
    """A deed whose effect may not stand inside `simultaneous`."""


@dataclass
class Context:
    """What may be named at one place."""

    choices: Choices
    fields: Sequence[Field] = ()
    variables: tuple[tuple[str, Type], ...] = ()
    calls: list[Call] = field(default_factory=list)
    deeds: list[Call] = field(default_factory=list)
    moments: list[tuple[str, str]] = field(default_factory=list)
    frames: list[str] = field(default_factory=list)
    inside: dict[str, list[Field]] = field(default_factory=dict)
    """The fields of each frame, but for `awaits`."""
    grid: bool = False
    numbers: bool = False
    asks: bool = True
    reads: bool = True
    state: str = "s"
    theme: Theme = field(default_factory=dict)

    def below(self, bound: int) -> int:
        return self.choices.below(bound)

    def chance(self, percent: int) -> bool:
        """Whether something is there; the simplest is that it is not."""
        return self.below(100) >= 100 - percent

    def often(self, what: str, percent: int) -> bool:
        """The same, more often where that is what the program is about."""
        return self.chance(self.theme.get(what, percent))

    def pick(self, options: Sequence[T]) -> T:
        return options[self.below(len(options))]

    def with_(self, name: str, type_: Type) -> Context:
        return replace(self, variables=(*self.variables, (name, type_)))

    # values

    def places(self, kind: str, of: str = "") -> list[Callable[[], str]]:
        """What is read: fields and variables of a type."""
        found: list[Callable[[], str]] = []
        for name, type_ in self.variables:
            if type_.kind == kind and (not of or type_.of == of) and not type_.keys:
                found.append(lambda name=name: name)  # type: ignore[misc]
        for f in self.fields if self.reads else ():
            if f.type.kind == kind and (not of or f.type.of == of):
                found.append(lambda f=f: self.place(f))  # type: ignore[misc]
        return found

    def place(self, f: Field) -> str:
        map_, key = self.entry(f)
        return f"{map_}[{key}]" if key else map_

    def entry(self, f: Field) -> tuple[str, str]:
        """A field, or a map that it is and the last key."""
        owner = self.state if f.owner == "s" else f.owner
        keys = [self.one(key, 1) for key in f.type.keys]
        return f"{owner}.{f.name}" + "".join(f"[{key}]" for key in keys[:-1]), keys[-1] if keys else ""

    def calling(self, kind: str, of: str = "") -> list[Callable[[], str]]:
        if not self.reads:
            return []
        fitting = [c for c in self.calls if c.gives and c.gives.kind == kind and (not of or c.gives.of == of)]
        return [lambda c=c: self.call(c) for c in fitting if self.asks or not c.asks]  # type: ignore[misc]

    def call(self, c: Call) -> str:
        return f"{c.name}({', '.join([self.state, *(self.value(p, 0) for p in c.parameters)])})"

    def value(self, type_: Type, depth: int = 2) -> str:
        match type_.kind:
            case "int":
                return self.number(depth, type_)
            case "bool":
                return self.truth(depth)
            case "one":
                return self.one(type_.of, depth)
            case "maybe":
                options = [lambda: "None", lambda: self.one(type_.of, depth), *self.places("maybe", type_.of)]
                return self.pick(options)()
            case "set":
                return self.set(type_.of, depth)
        raise AssertionError(type_)

    def number(self, depth: int = 2, type_: Type | None = None) -> str:
        """An integer; as a literal one that lies in the range."""
        low = max((type_.low or 0) if type_ else 0, -3)
        high = min(type_.high if type_ and type_.high is not None else 3, low + 4)

        def literal() -> str:
            return str(low + self.below(high - low + 1))

        options: list[Callable[[], str]] = [literal, *self.places("int"), *self.calling("int")]
        if self.reads:
            options += [lambda f=f: f"len({self.place(f)})" for f in self.fields if f.type.kind in ("set", "pile")]  # type: ignore[misc]
        options += [
            lambda: f"{self.one('Thing', 1)}.cost",
            lambda: f"{self.one('Thing', 1)}.worth[{self.one('Hue', 0)}]",
        ]
        if self.numbers:
            options += [lambda: f"Numbers.{self.pick(('few', 'many'))}"]
        if self.grid:
            options += [lambda: f"{self.one('Spot', 1)}.{self.pick(('row', 'column'))}"]
        if depth <= 0:
            return self.pick(options)()

        def of_all() -> str:
            loops, inner = self.loops()
            return f"sum({inner.number(0)} {loops} if {inner.truth(depth - 1)})"

        def greatest() -> str:
            loops, inner = self.loops()
            what = self.pick(("max", "min"))
            if not self.often("bare", 15):
                return f"{what}(({inner.number(0)} {loops} if {inner.truth(depth - 1)}), default={literal()})"
            return f"{what}({inner.number(0)} {loops}{f' if {inner.truth(0)}' if self.chance(40) else ''})"

        def plus() -> str:
            return f"({self.number(depth - 1)} {self.pick(('+', '+', '-', '*'))} {self.number(depth - 1)})"

        def divided() -> str:
            by = self.number(0) if self.often("divisor", 8) else str(2 + self.below(2))
            return f"({self.number(depth - 1)} {self.pick(('//', '%'))} {by})"

        def either() -> str:
            return f"({self.number(depth - 1)} if {self.truth(depth - 1)} else {self.number(depth - 1)})"

        def least() -> str:
            return f"{self.pick(('min', 'max'))}({self.number(depth - 1)}, {self.number(depth - 1)})"

        if self.often("divided", 0):
            return divided()
        if self.often("folds", 0):
            return self.pick((greatest, of_all))()
        return self.pick([*options, *options, plus, plus, divided, either, least, of_all, greatest])()

    def truth(self, depth: int = 2) -> str:
        def compared() -> str:
            return f"{self.number(depth - 1)} {self.pick(('==', '<', '<=', '!=', '>', '>='))} {self.number(0)}"

        def same() -> str:
            of = self.pick(self.known())
            return f"{self.held(of)} {self.pick(('==', '!='))} {self.one(of, 0)}"

        telling = [f for f in self.fields if f.name != "awaits"] if self.reads else []
        if telling and self.often("telling", 40):
            return f"({self.told(self.pick(telling))})"
        options: list[Callable[[], str]] = [lambda: "True", compared, same, *self.places("bool"), *self.calling("bool")]
        if self.reads:
            collections = [f for f in self.fields if f.type.kind in ("set", "pile")]
            options += [
                lambda f=f: f"{self.one(f.type.of, 0)} {self.pick(('in', 'not in'))} {self.place(f)}"  # type: ignore[misc]
                for f in collections
            ]
            options += [lambda f=f: self.on_top(f) for f in self.fields if f.type.kind == "pile"]  # type: ignore[misc]
            options += [
                lambda f=f: f"{self.place(f)} {self.pick(('is', 'is not'))} None"  # type: ignore[misc]
                for f in self.fields
                if f.type.kind == "maybe"
            ]
            options += [lambda name=name: f"is_open({self.state}, {name})" for name in self.frames]  # type: ignore[misc]
        if self.reads and depth > 0 and any(self.inside.get(name) for name in self.frames):
            options.append(self.of_frame)
        options += [
            lambda: f"{self.one('Thing', 0)}.shiny",
            lambda: f"{self.pick(('Hue.RED', 'Hue.BLUE'))} in {self.one('Thing', 0)}.hues",
        ]
        for name, type_ in self.variables:
            if type_.kind == "maybe":
                options.append(lambda name=name: f"{name} {self.pick(('is', 'is not'))} None")  # type: ignore[misc]
            if type_.kind == "set":
                options.append(lambda name=name, of=type_.of: f"{self.one(of, 0)} in {name}")  # type: ignore[misc]
        if depth <= 0:
            return self.pick(options[1:])()

        def both() -> str:
            return f"({self.truth(depth - 1)} {self.pick(('and', 'or'))} {self.truth(depth - 1)})"

        def negated() -> str:
            return f"(not {self.truth(depth - 1)})"

        def some() -> str:
            loops, inner = self.loops()
            return f"{self.pick(('any', 'all'))}({inner.truth(depth - 1)} {loops})"

        found = self.pick([*options, compared, same, both, both, negated, some])()
        return f"({found})"

    def answered(self) -> str:
        """Something that hangs on a question, if there is one."""
        asking = [c for c in self.calls if c.asks and c.gives is not None]
        if not asking:
            return self.truth(1)
        c = self.pick(asking)
        assert c.gives is not None
        if c.gives.kind == "bool":
            return f"{self.pick(('', 'not '))}{self.call(c)}"
        by = self.number(0, c.gives) if c.gives.kind == "int" else self.one(c.gives.of, 0)
        return f"{self.call(c)} {self.pick(('==', '!='))} {by}"

    def told(self, f: Field) -> str:
        """Whether a field has one of its values."""
        here, of = self.place(f), f.type.of
        match f.type.kind:
            case "int":
                low = f.type.low or 0
                high = low + 3 if f.type.high is None else min(f.type.high, low + 6)
                return f"{here} {self.pick(('==', '!=', '<', '>='))} {low + self.below(high - low + 1)}"
            case "bool":
                return self.pick((here, f"not {here}"))
            case "maybe":
                return self.pick((f"{here} is None", f"{here} is not None", f"{here} == {self.one(of, 0)}"))
            case "one":
                return f"{here} {self.pick(('==', '!='))} {self.one(of, 0)}"
            case "set":
                return f"{self.one(of, 0)} {self.pick(('in', 'not in'))} {here}"
        return self.pick((lambda: self.on_top(f), lambda: f"len({here}) == {self.below(3)}"))()

    def on_top(self, f: Field) -> str:
        """What lies on top of a pile, where something does."""
        here = self.place(f)
        if f.type.keys or self.chance(4):
            return f"len({here}) == {self.below(3)}"
        return f"(len({here}) > 0 and {here}.top == {self.one(f.type.of, 0)})"

    def failing(self) -> str:
        """What cannot be evaluated in some states."""
        loops, inner = self.loops()
        name = f"x{len(self.variables)}"
        options: list[Callable[[], str]] = [
            lambda: f"{self.number(1)} {self.pick(('//', '%'))} {self.number(0)} == {self.below(3)}",
            lambda: f"max({inner.number(0)} {loops} if {inner.truth(0)}) >= {self.below(3)}",
            lambda: self.the_one(name, "Player"),
            lambda: self.the_one(name, "Thing"),
        ]
        for f in self.fields:
            if f.type.kind == "pile":
                options.append(lambda f=f: f"{self.place(f)}.top == {self.one(f.type.of, 0)}")  # type: ignore[misc]
            if f.type.kind == "maybe" and f.type.of == "Thing":
                options.append(lambda f=f: f"{self.place(f)}.cost == {self.below(3)}")  # type: ignore[misc]
        return self.pick(options)()

    def the_one(self, name: str, of: str) -> str:
        """A member of which something is so, where it is so of one alone."""
        return f"the({name} for {name} in {of} if {self.with_(name, Type('one', of)).truth(0)}) == {self.one(of, 0)}"

    def of_frame(self) -> str:
        """Something of a frame that no parameter gives, where it is open."""
        name = self.pick([n for n in self.frames if self.inside.get(n)])
        read = [replace(f, owner=f"frame_of({self.state}, {name})") for f in self.inside[name]]
        opened = f"is_open({self.state}, {name})" if not self.chance(4) else "True"
        return f"{opened} and {replace(self, fields=read).truth(0)}"

    def loops(self) -> tuple[str, Context]:
        """What a fold goes through: one variable, or two, the second under a condition on the first."""
        name, through, inner = self.over()
        found = f"for {name} in {through}"
        if not self.often("two loops", 15):
            return found, inner
        condition = f" if {inner.truth(0)}" if self.chance(50) else ""
        name, through, inner = inner.over()
        return f"{found}{condition} for {name} in {through}", inner

    def over(self) -> tuple[str, str, Context]:
        """A variable for a comprehension, and what it goes through."""
        of = self.pick(self.known())
        name = f"x{len(self.variables)}"
        through = of
        sets = self.places("set", of)
        if sets and self.chance(40):
            through = self.pick(sets)()
        return name, through, self.with_(name, Type("one", of))

    def known(self) -> list[str]:
        return ["Player", "Thing", "Phase", "Hue", *(["Spot"] if self.grid else [])]

    def one(self, of: str, depth: int = 1) -> str:
        """A member: of an enum by name, of a sort what a variable or a field is."""
        options = self.places("one", of)
        if of in ENUMS:
            options = [*(lambda m=m: f"{of}.{m}" for m in ENUMS[of]), *options]
        options += self.calling("one", of) if depth > 0 else []
        if self.chance(3):
            options += self.places("maybe", of)  # None fails a check
        if of == "Player":
            options.append(lambda: f"{self.one('Thing', 0)}.owner")
        if not options or (depth > 0 and of not in ENUMS and self.chance(15)):
            name = f"x{len(self.variables)}"
            which = self.below(3) if self.chance(2) else 0  # none, or two, fail the check
            attribute = {"Player": f"{name}.rank == {which}", "Thing": f"{name}.cost == {which}"}
            unique = attribute.get(of, f"{name}.row == 1 and {name}.column == 1")
            return f"the({name} for {name} in {of} if {unique})"
        return self.pick(options)()

    def held(self, of: str) -> str:
        """A member that may be None where it is compared."""
        return self.pick([lambda: self.one(of, 1), *self.places("maybe", of)])()

    def set(self, of: str, depth: int = 1) -> str:
        def single() -> str:
            return f"frozenset({{{self.one(of, 0)}}})"

        def which() -> str:
            name = f"x{len(self.variables)}"
            return f"frozenset({name} for {name} in {of} if {self.with_(name, Type('one', of)).truth(1)})"

        options = [single, lambda: f"frozenset({of})", which, *self.places("set", of)]
        if depth <= 0:
            return self.pick(options)()
        return self.pick([*options, lambda: f"({self.set(of, 0)} {self.pick(('|', '-', '&'))} {self.set(of, 0)})"])()

    # statements

    def kept(self, f: Field) -> str:
        """A number for a field: most of the time one that is in range."""
        t = f.type
        way = self.below(13)
        if t.low is None or t.high is None or way == 12:
            return self.number(2, t)
        wide = t.high - t.low + 1
        if wide > 1000:
            return self.large(t)
        if way < 4:
            return str(t.low + self.below(min(wide, 4)))
        if way < 8:
            return f"{t.low} + ({self.number(1)}) % {wide}"
        return f"max({t.low}, min({t.high}, {self.number(1)}))"

    def large(self, t: Type) -> str:
        """A number for a field of a wide range: near its end, or what grows fast."""
        held = self.pick(self.places("int"))() if self.places("int") else "7"
        near = str((t.high or 0) - self.below(3))
        product = f"{held} * {held} * ({self.number(0)} + 2) + 1"
        return self.pick((near, f"min({t.high}, {product})", f"({product}) % {t.high}"))

    def write(self, f: Field, at_once: bool) -> list[str]:
        """One statement that writes a field."""
        map_, key = self.entry(f)
        here = f"{map_}[{key}]" if key else map_
        match f.type.kind:
            case "int":
                if f.type.keys and self.often("gains", 40):
                    verb = self.pick(("gain", "lose"))
                    if at_once or self.often("unguarded", 15):
                        return [f"{verb}({map_}, {key}, {self.number(0)})"]
                    return self.in_range(f, here, verb == "gain", f"{verb}({map_}, {key}, 1)")
                if not at_once and self.chance(50):
                    sign = self.pick(("+=", "-="))
                    if self.often("unguarded", 10):
                        return [f"{here} {sign} {self.number(0)}"]
                    return self.in_range(f, here, sign == "+=", f"{here} {sign} 1")
                return [f"{here} = {self.kept(f)}"]
            case "bool":
                return [f"{here} = {self.pick((lambda: 'True', lambda: f'not {here}', lambda: self.truth(1)))()}"]
            case "pile":
                new = self.one(f.type.of, 0)
                grow = f"{here}.{self.pick(('with_top', 'with_bottom'))}({new})"
                shrink = f"{here}.without({self.pick((f'{here}.top', new))})"
                if self.chance(20):
                    return [f"{here} = {self.pick((grow, shrink))}"]
                return [
                    f"if {new} not in {here}:",
                    f"    {here} = {grow}",
                    "else:",
                    f"    {here} = {here}.without({new})",
                ]
            case "set":
                single = f"frozenset({{{self.one(f.type.of, 0)}}})"
                way = (f"{here} | {single}", f"{here} - {single}", self.set(f.type.of, 0))
                return [f"{here} = {self.pick(way)}"]
        return [f"{here} = {self.value(f.type, 1)}"]

    def in_range(self, f: Field, here: str, up: bool, change: str) -> list[str]:
        """A change by one, made where it stays in range."""
        limit = f.type.high if up else f.type.low
        return [change] if limit is None else [f"if {here} {'<' if up else '>'} {limit}:", f"    {change}"]

    def statements(self, size: int, at_once: bool = False) -> list[str]:
        found: list[str] = []
        here = self
        if self.chance(15):
            name = f"n{len(self.variables)}"
            found.append(f"{name} = {self.number(1)}")
            here = self.with_(name, Type("int", low=None))
        for _ in range(1 + self.below(size)):
            found += here.statement(at_once)
        return found

    def statement(self, at_once: bool) -> list[str]:
        writable = [f for f in self.fields if f.name != "awaits"]

        def plain() -> list[str]:
            return self.write(self.pick(writable), at_once)

        def when() -> list[str]:
            found = [f"if {self.truth(1)}:", *_in(self.statements(2, at_once))]
            return found + (["else:", *_in(self.statements(1, at_once))] if self.chance(40) else [])

        def each() -> list[str]:
            keyed = [f for f in writable if len(f.type.keys) == 1 and f.type.kind in ("int", "bool")]
            if not keyed:
                return plain()
            f = self.pick(keyed)
            name = f"y{len(self.variables)}"
            inner = replace(self.with_(name, Type("one", f.type.keys[0])), fields=[], calls=[])
            here = f"{self.state if f.owner == 's' else f.owner}.{f.name}[{name}]"
            value = f"not {here}" if f.type.kind == "bool" else replace(inner).kept(f)
            guard = inner.truth(0)
            if f.type.kind == "int" and self.chance(40):
                value_lines = [f"{here} += {1 + self.below(2)}"]
            else:
                value_lines = [f"{here} = {value}"]
            return [f"for {name} in {f.type.keys[0]}:", *_in([f"if {guard}:", *_in(value_lines)])]

        options: list[Callable[[], list[str]]] = [plain, plain, plain, when, each]
        for deed in self.deeds:
            if not (at_once and deed.heavy):
                options += [lambda d=deed: [self.call(d)]] * 3  # type: ignore[misc]
        for name, of in self.moments:
            emitting = [lambda name=name, of=of: [f"emit({self.state}, {name}(whom={self.one(of, 1)}))"]]
            options += emitting * (12 if self.often("emitted", 0) else 3)
        return self.pick(options)()


def _in(lines: list[str]) -> list[str]:
    return [f"    {line}" for line in lines]
