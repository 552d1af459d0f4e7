"""What a book says: the stand-in for `ruleslawyer.lang`, whose decorators keep what they are given.

A project's own text is executed with this in place of the product's module, once for each scope.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache, cached_property
from inspect import signature
from pathlib import Path
from types import FunctionType, ModuleType, SimpleNamespace
from typing import Any, get_type_hints

from tests.oracle import short
from tests.oracle import values as v


class Rule:
    """A function of the text, with what its decorator said and what hangs on it."""

    def __init__(self, book: Book, kind: str, function: Callable[..., Any], **said: Any) -> None:
        self.book, self.kind, self.function, self.name = book, kind, function, function.__name__
        self.over: tuple[Any, ...] = ()
        self.clauses: list[Rule] = []
        self.lifts: list[Rule] = []
        self.domain_: Rule | None = None
        self.when_: Rule | None = None
        self.order_: Rule | None = None
        self.stub: tuple[str, Rule] | None = None
        self.nameless = False
        self.__dict__.update(said)
        book.rules.append(self)

    def __getattr__(self, name: str) -> Any:
        return None  # what this decorator did not say

    def __call__(self, *args: Any, **named: Any) -> Any:
        bound = signature(self.function).bind(*args, **named)
        return self.book.called(self, bound.args)

    @cached_property
    def parameters(self) -> list[tuple[str, Any]]:
        """All but the states: by name, their types; a frame's is a `Record`."""
        hints = get_type_hints(self.function, include_extras=True)
        found = [(n, v.read_type(hints[n])) for n in signature(self.function).parameters]
        return [(n, t) for n, t in found if not (isinstance(t, v.Record) and t.cls in self.book.states)]

    @cached_property
    def takes_frame(self) -> Any:
        return next((t.cls for _, t in self.parameters if isinstance(t, v.Record)), None)

    @cached_property
    def choices(self) -> list[tuple[str, Any]]:
        return [(n, t) for n, t in self.parameters if not isinstance(t, v.Record)]

    @property
    def by_own(self) -> bool:
        """Whether its own citation permits it: a trigger without a permit, an action of which a domain says all."""
        if self.kind == "trigger":
            return not any(c.kind == "permit" for c in self.clauses)
        return self.kind == "action" and self.domain_ is not None and not self.clauses and self.stub is None

    # what hangs on it

    def _clause(self, kind: str, **said: Any) -> Callable[[Callable[..., Any]], Rule]:
        bases = (self, *_many(said.pop("also", ())))
        over = _many(said.pop("over", ()))

        def made(function: Callable[..., Any]) -> Rule:
            rule = Rule(self.book, kind, function, base=self, bases=bases, over=over, **said)
            for base in bases:
                base.clauses.append(rule)
            return rule

        return made

    def permit(self, *cites: str, also: Any = (), over: Any = (), because: str | None = None) -> Any:
        return self._clause("permit", also=also, over=over)

    def forbid(self, *cites: str, also: Any = (), over: Any = (), because: str | None = None) -> Any:
        return self._clause("forbid", also=also, over=over)

    def cannot(self, *cites: str, also: Any = ()) -> Any:
        return self._clause("forbid", also=also, over=self)

    def instead(self, *cites: str, by: Any, over: Any = (), because: str | None = None) -> Any:
        return self._clause("instead", by=by, over=over)

    def answer(self, *cites: str, default: bool = False, over: Any = (), because: str | None = None) -> Any:
        return self._clause("answer", over=over, default=default)

    def reading(self, label: str, *, default: bool = False) -> Any:
        return self._clause("reading", default=default)

    def times(self, *cites: str) -> Any:
        return self._clause("times")

    def adjust(self, *cites: str) -> Any:
        return self._clause("adjust")

    def at_least(self, *cites: str) -> Any:
        return self._clause("at_least")

    def at_most(self, *cites: str) -> Any:
        return self._clause("at_most")

    def exception(self, *cites: str) -> Any:
        if self.kind == "term":
            return self._clause("exception")

        def made(function: Callable[..., Any]) -> Rule:
            rule = Rule(self.book, "lift", function, base=self)
            self.lifts.append(rule)
            return rule

        return made

    def domain(self, function: Callable[..., Any]) -> Rule:
        self.domain_ = Rule(self.book, "domain", function)
        return self.domain_

    def when(self, *given: Any) -> Any:
        """With clauses, which mean nothing, or as it stands."""
        if isinstance(given[0], str):
            return self.when
        self.when_ = Rule(self.book, "when", *given)
        return self.when_

    def order(self, *cites: str) -> Any:
        def made(function: Callable[..., Any]) -> Rule:
            self.order_ = Rule(self.book, "order", function)
            return self.order_

        return made

    def each(self, *names: str) -> Each:
        return Each(self, names)

    def _stub(self, kind: str, of: str) -> Any:
        def made(function: Callable[..., Any]) -> Rule:
            rule = Rule(self.book, kind, function, base=self)
            self.stub = (of, rule)
            return rule

        return made

    def seat(self, of: str) -> Any:
        return self._stub("seat", of)

    def member(self, of: str) -> Any:
        return self._stub("member", of)


@dataclass(frozen=True)
class Each:
    """A fair set for each choice of these parameters."""

    rule: Rule
    names: tuple[str, ...]


@dataclass(frozen=True)
class Says:
    """An option of a doubt."""

    value: bool
    default: bool
    cites: tuple[str, ...]


def _says(value: bool) -> Any:
    return lambda label, *cites, default=False, cite=(): Says(value, default, (*cites, *cite))


def _many(given: Any) -> tuple[Any, ...]:
    return tuple(given) if isinstance(given, tuple) else (given,)


class Ruleset:
    """A ruleset's decorators; a guest's are its host's, and what there is once is the later one."""

    book: Book

    def __init__(self, name: str, *, on: Any = None) -> None:
        self.name = name

    def _tag(self, kind: str, **said: Any) -> Callable[[Callable[..., Any]], Rule]:
        def made(function: Callable[..., Any]) -> Rule:
            rule = Rule(self.book, kind, function, **said)
            self.book.once[kind] = rule
            return rule

        return made

    def closed_world(self, *cites: str, assumed: str | None = None) -> None:
        self.book.closed = True

    def initial(self, *cites: str) -> Any:
        return self._tag("initial")

    def awaits(self, function: Callable[..., Any]) -> Any:
        return self._tag("awaits")(function)

    def ended(self, *cites: str) -> Any:
        return self._tag("ended")

    def winners(self, *cites: str) -> Any:
        return self._tag("winners")

    def payoff(self, *cites: str) -> Any:
        return self._tag("payoff")

    def matters(self, *fields: str) -> Any:
        return self._tag("matters", fields=fields)

    def seen(self, *cites: str, field: str | None = None) -> Any:
        return lambda function: function

    def out(self, *cites: str) -> Any:
        return self._tag("out")

    def assume(self, *cites: str) -> Any:
        return self._tag("assume")

    def action(
        self,
        *cites: str,
        at: Any = None,
        passes: bool = False,
        outside_play: bool = False,
        may_be_out: str | None = None,
    ) -> Any:
        return self._tag("action", at=_places(at), passes=passes, outside=outside_play, may_be_out=may_be_out)

    def joint(self, *cites: str, at: Any) -> Any:
        return self._tag("joint", at=_places(at))

    def chance(self, *cites: str, at: Any = None, uniform: str = "") -> Any:
        return self._tag("chance", at=_places(at))

    def term(self, *cites: str) -> Any:
        return self._tag("term")

    def deed(self, *cites: str) -> Any:
        return self._tag("deed")

    def question(self, text: str, *cites: str) -> Any:
        return self._tag("question")

    def doubt(self, text: str, *cites: str, **options: Says) -> Rule:
        question = Rule(self.book, "question", self.book.asking("doubt", None), nameless=True)
        for name, said in options.items():
            function = self.book.asking(name, said.value)
            kind = "answer" if said.cites else "reading"
            question.clauses.append(
                Rule(self.book, kind, function, base=question, bases=(question,), default=said.default)
            )
        return question

    def duty(
        self, *cites: str, at: Any = None, turn_end: bool = False, after: Any = (), because: str = ""
    ) -> Any:  # fmt: skip
        return self._tag("duty", at=_places(at), after=after if isinstance(after, tuple) else (after,))

    def settle(self, *cites: str) -> Any:
        return self._tag("settle")

    def trigger(self, *cites: str, on: Any, miss: str, at: Any = None, first_only: bool = False) -> Any:
        return self._tag("trigger", on=on, at=_places(at), first_only=first_only)


def _places(at: Any) -> tuple[Any, ...]:
    """The frames, by name, or None, where something has its place."""
    return tuple(place and place.__name__ for place in _many(at))


class Checks:
    """Properties."""

    book: Book

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset

    def _property(self, kind: str, **said: Any) -> Callable[[Callable[..., Any]], Rule]:
        def made(function: Callable[..., Any]) -> Rule:
            rule = Rule(self.book, kind, function, **said)
            self.book.checks.append((self.ruleset.name, rule))
            return rule

        return made

    def always(self, *cites: str, reached: Any = None, given: bool = False) -> Any:
        return self._property("always", reached=reached)

    def sometimes(self, *cites: str) -> Any:
        return self._property("sometimes")

    def step(self, *cites: str, of: Any = None, reached: Any = None) -> Any:
        return self._property("step", of=of, reached=reached)

    def possible(self, *cites: str) -> Any:
        return self._property("possible")

    def leads_to(self, *cites: str, fair: tuple[Any, ...] = (), strongly_fair: tuple[Any, ...] = ()) -> Any:
        return self._property("leads_to", fair=_many(fair), strongly_fair=_many(strongly_fair))

    def eventually(self, *cites: str, fair: tuple[Any, ...] = (), strongly_fair: tuple[Any, ...] = ()) -> Any:
        return self._property("eventually", fair=_many(fair), strongly_fair=_many(strongly_fair))

    def eventually_always(self, *cites: str, fair: tuple[Any, ...] = (), strongly_fair: tuple[Any, ...] = ()) -> Any:
        return self._property("eventually_always", fair=_many(fair), strongly_fair=_many(strongly_fair))


class Book:
    """The text of a ruleset's modules, executed; `machine` is whoever runs its rules now."""

    def __init__(self, folder: Path, name: str) -> None:
        table = tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["ruleslawyer"][
            "rulesets"
        ]
        entry = table[name]
        host = table[entry["on"]]["modules"] if "on" in entry else []
        self.folder, self.name = folder, name
        self.scopes = folder / entry.get("scopes", f"checks/{name}/scopes")
        self.roots = [folder / r for r in ("model", "checks", ".")]
        self.rules: list[Rule] = []
        self.checks: list[tuple[str, Rule]] = []
        self.once: dict[str, Rule] = {}
        self.closed = False
        self.sorts: list[Any] = []
        self.states: list[Any] = []
        self.frames: list[Any] = []
        self.for_all: list[Any] = []
        """Of these those that await whoever is out, too."""
        self.constants: dict[str, Any] = {}
        self.machine: Any = None
        self._lang = self._stand_in()
        self._modules: dict[str, ModuleType] = {}
        for module in (*host, *entry["modules"], *entry.get("checks", ())):
            self._module(module)

    def of(self, *kinds: str) -> list[Rule]:
        """The rules of these kinds, in declaration order."""
        return [rule for rule in self.rules if rule.kind in kinds]

    @property
    def properties(self) -> list[Rule]:
        """The ruleset's own: those of a host are asked of the host alone."""
        return [rule for owner, rule in self.checks if owner == self.name]

    def called(self, rule: Rule, args: tuple[Any, ...]) -> Any:
        """A term, a question or a deed in the middle of a rule; what is no rule of these is a helper."""
        if rule.kind in ("term", "question", "deed"):
            return self.machine.asked(rule, args)
        return rule.function(*args)

    # the text

    def _module(self, name: str) -> ModuleType:
        if name not in self._modules:
            file = next(f for r in self.roots if (f := r / (name.replace(".", "/") + ".py")).is_file())
            module = ModuleType(name)
            module.__dict__["__builtins__"] = {
                **vars(__import__("builtins")), "__import__": self._import, "frozenset": v.Whole,
            }  # fmt: skip
            exec(short.compiled(file.read_text(encoding="utf-8"), str(file)), module.__dict__)
            for helper in [f for f in vars(module).values() if isinstance(f, FunctionType) and f.__module__ == name]:
                module.__dict__[helper.__name__] = _whole(helper)
            self._modules[name] = module
            for called, rule in vars(module).items():
                if isinstance(rule, Rule) and rule.nameless:  # a doubt has the name that its module gives it
                    rule.name, rule.nameless = called, False
        return self._modules[name]

    def asking(self, name: str, value: bool | None) -> Callable[..., Any]:
        """A function of the state alone that says this."""

        def says(s: Any) -> bool | None:
            return value

        says.__name__, says.__annotations__ = name, {"s": self.states[-1], "return": bool}
        return says

    def _import(self, name: str, *rest: Any) -> Any:
        if name == "ruleslawyer.lang":
            return self._lang
        if name in ("enum", "typing", "__future__"):
            return __import__(name, *rest)
        return self._module(name)

    def _stand_in(self) -> Any:
        book = self

        class BoundRuleset(Ruleset):
            pass

        class BoundChecks(Checks):
            pass

        BoundRuleset.book = BoundChecks.book = book

        class SortMeta(v.SortMeta):
            def __init__(cls, name: str, bases: Any, body: Any) -> None:
                super().__init__(name, bases, body)
                if name not in ("Sort", "Grid"):
                    book.sorts.append(cls)

        class ConstantsMeta(type):
            def __getattribute__(cls, name: str) -> Any:
                written, full = type.__getattribute__(cls, name), f"{type.__getattribute__(cls, '__name__')}.{name}"
                if name.startswith("_"):
                    return written
                if full in book.constants or isinstance(written, bool) or not isinstance(written, int):
                    return book.constants.get(full, written)
                made = v.Numbered(written)
                made.now = lambda: book.constants.get(full, written)
                return made

        Sort = SortMeta("Sort", (v.Sort,), {"is_base": True})
        Grid = SortMeta("Grid", (v.Grid,), {"is_base": True})
        return SimpleNamespace(
            **vars(_Plain(book)),
            Ruleset=BoundRuleset, Checks=BoundChecks, Sort=Sort, Grid=Grid,
            Constants=ConstantsMeta("Constants", (), {}),
            CHANCE=v.CHANCE, SILENT=v.SILENT, Chance=v.Chance, Silent=v.Silent, Map=v.Map, Pile=v.Pile,
            Range=v.Range, Size=v.Size, until=v.Until, cite=lambda *cites: None, defines=lambda *cites: lambda cls: cls,
            remembers=lambda *cites, asks=None: None,
            yes=_says(True), no=_says(False), **short.STAND_INS,
            number=lambda value, *cites: value, narrow=lambda thing, as_: thing,
        )  # fmt: skip


class _Both:
    """Where a frame is kept that awaits whoever is out, too."""

    def __init__(self, book: Book) -> None:
        self.book = book

    def append(self, cls: Any) -> None:
        self.book.frames.append(cls)
        self.book.for_all.append(cls)


class _Plain:
    """The functions and record decorators of the stand-in, each handed to whoever runs."""

    def __init__(self, book: Book) -> None:
        def record(kept: Any) -> Callable[[type], type]:
            def made(cls: type) -> type:
                kept.append(cls)
                cls.__init__ = lambda self, **given: self.__dict__.update(given=given)  # type: ignore[misc]
                return cls

            return made

        both = _Both(book)

        @contextmanager
        def effect(*cites: str) -> Iterator[None]:
            yield

        @contextmanager
        def simultaneous() -> Iterator[None]:
            book.machine.run.enter()
            yield
            book.machine.run.leave()

        self.state = record(book.states)
        self.frame = lambda *cites, may_be_out=None: record(book.frames if may_be_out is None else both)
        self.moment = lambda *cites: record([])
        self.effect, self.simultaneous = effect, simultaneous
        self.ask = lambda: None
        self.emit = lambda s, moment: book.machine.emit(moment)
        self.open_frame = lambda s, made: book.machine.run.open(made)
        self.close_frame = lambda s, frame: book.machine.run.close(frame.__name__)
        self.is_open = lambda s, frame: s.run.is_open(frame.__name__)
        self.frame_of = lambda s, frame: s.run.frame(frame.__name__)
        self.allows = lambda rule, s, *args: book.machine.allows(rule, s.run, args)
        self.gain = lambda place, key, amount: place.gain(key, amount)
        self.lose = lambda place, key, amount: place.gain(key, -amount)
        self.the = _the


def _whole(helper: Callable[..., Any]) -> Callable[..., Any]:
    """A function that is no rule: it takes and gives what its types say."""

    @cache
    def types() -> tuple[list[Any], Any]:
        hints = get_type_hints(helper, include_extras=True)
        gives = hints.pop("return")
        return [v.read_type(hint) for hint in hints.values()], v.read_type(gives)

    def checked(*args: Any) -> Any:
        takes, gives = types()
        _expect_values(takes, args)
        found = helper(*args)
        _expect_values([gives], [found])
        return found

    return checked


def _expect_values(types: Sequence[Any], values: Sequence[Any]) -> None:
    if any(value is None and not isinstance(type_, v.Optional) for type_, value in zip(types, values, strict=True)):
        raise v.Fails("None where a value is needed")


def _the(items: Any) -> Any:
    found = list(items)
    if len(found) != 1:
        raise v.Fails("not exactly one")
    return found[0]
