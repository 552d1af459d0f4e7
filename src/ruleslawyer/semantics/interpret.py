"""The interpreter: each function of the surface IR, run as Python made from the IR. Never touches the author's code.

Closures over every node were three times slower; what is made here is one plain function for each rule, whose
locals are the IR's slots (`v0` is the store), as `as_python.py` writes it. Checks are calls of the small functions of
`_Checks`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import fields
from functools import partial
from types import CodeType
from typing import Any, NoReturn

from ruleslawyer.base.origin import Origin
from ruleslawyer.core import due, forced
from ruleslawyer.core.clauses import choice_value
from ruleslawyer.core.core import ALLOWED, core_of
from ruleslawyer.core.legality import core_of_call, domain_of, verdict_of
from ruleslawyer.ir import nodes as n
from ruleslawyer.ir import types as t
from ruleslawyer.ir.latest import latest
from ruleslawyer.ir.schema import Field, Scope
from ruleslawyer.ir.system import Action, Duty, Part, Settle, System
from ruleslawyer.ir.uses import begins_with
from ruleslawyer.semantics.as_python import Maker, Meaning, Written
from ruleslawyer.semantics.events import BranchEnds, Event, unwritten
from ruleslawyer.semantics.judgement import WORST, Judgement, by_nature, worst
from ruleslawyer.semantics.look import Look
from ruleslawyer.semantics.sizes import domain_size
from ruleslawyer.semantics.state import Schema, Store, entry, members, replace
from ruleslawyer.semantics.told import Told, events_of_tell, silence


class Interpreter:
    """A `Machine` that runs the IR. `reverse` runs loops backwards, to show that no rule depends on their order;
    `apart` keeps every function of the author's a function of its own, for those who watch or change them. `entered`:
    where the identity of each function that runs is noted. `brief`: for a scope that is looked at for a moment. What is
    made then leaves nothing out that this scope has no use for, and is written once for all scopes of the rules."""

    def __init__(
        self,
        system: System,
        scope: Scope,
        schema: Schema | None = None,
        *,
        reverse: bool = False,
        apart: bool = False,
        entered: set[int] | None = None,
        brief: bool = False,
    ) -> None:
        self.system, self.scope = system, scope
        self._alike: System | None = None
        self.written: Written | None = None
        if brief:
            self._alike, self.written = _shelf(system)
        self.unheard = system.unheard(scope.off)
        self.early = begins_with(system)
        self.schema = schema or Schema(system, scope)
        self.reverse, self.apart, self.entered = reverse, apart or entered is not None, entered
        self.look = Look(self, {})
        self._compiled: dict[int, tuple[Callable[..., Any], n.Function]] = {}
        self._told: dict[tuple[tuple[n.Telling, str], tuple[bool, ...]], Told] = {}
        self._follows: dict[tuple[str, ...], n.Function] = {}
        self._told_of = self._follows_of = system
        self._judgement: Judgement | None = None
        """Of the norms that were asked last."""

    def call(self, look: Look, function: n.Function, args: tuple[object, ...]) -> Any:
        found = self._compiled.get(id(function))
        made = found[0] if found else self.compile(function)
        if look is self.look:
            return made(*args)
        outer, self.look = self.look, look
        try:
            return made(*args)
        finally:
            self.look = outer

    def value(self, look: Look, name: str, args: tuple[object, ...]) -> Any:
        system = self.system
        if name in system.actions:  # whose decision it is, and the domain, are asked aside
            look.beside = Look(self, look.reading, look.rulings)
        kind = "action" if name in system.actions else "term" if name in system.terms else "question"
        return self.call(look, core_of_call(system, kind, name), args)

    def judge(self, look: Look, base: Action | Part, args: tuple[object, ...]) -> Judgement:
        self._judgement = None
        self.call(look, verdict_of(base) if isinstance(base, Action) else core_of(base), args)
        return self._judgement or by_nature(base.name, base.origin.cites)

    def belongs(self, look: Look, action: Action, args: tuple[object, ...]) -> bool:
        if not action.parts:  # most have none, and the domain is asked of every choice
            return action.domain is None or bool(look.call(action.domain, args))
        return bool(look.call(domain_of(action), args))

    def worst(
        self, base: str, own: Callable[[], int] | None, parts: Sequence[tuple[int, Callable[[], int]]], otherwise: int
    ) -> int:
        """The judgement of an instance with parts, each asked whatever fails in the others. otherwise: where there is
        none of them."""

        def judge(ask: Callable[[], int]) -> Judgement:
            ask()
            assert self._judgement is not None, base
            return self._judgement

        asked = [ask for _, ask in parts] if own is None else [own, *(ask for _, ask in parts)]
        found = self.look.judgements([partial(judge, ask) for ask in asked])
        mine, others = (found[0], found[1:]) if own is not None else (None, found)
        keyed = sorted(zip((key for key, _ in parts), others, strict=True), key=lambda one: one[0])
        if not found and otherwise & ALLOWED:
            self._judgement = None
            return otherwise
        self._judgement = mine if mine is not None and not parts else worst(base, mine, tuple(keyed))
        return WORST.index(self._judgement.verdict) + ALLOWED * self._judgement.allowed

    def do(self, look: Look, deed: str, args: tuple[object, ...]) -> None:
        self.call(look, core_of(self.system.deeds[deed]), args)

    def _following(self, make: Callable[..., n.Function], *of: Settle | Duty | Field) -> n.Function:
        """A function of `core` about what follows by itself: kept here, as it is asked of every state. It is made of
        the rules that the code was written for first: of those that are alike they differ in nothing that it reads."""
        rules = self._alike or self.system
        if self._follows_of is not rules:
            self._follows_of, self._follows = rules, {}
        key = make.__name__, *(one.name for one in of)
        found = self._follows.get(key)
        if found is None:
            found = self._follows[key] = make(rules, *of)
        return found

    def due(self, look: Look, store: Store) -> int:
        found: int = look.call(self._following(due.due), (store,))
        return found

    def holds(self, look: Look, settle: Settle, store: Store) -> bool:
        return bool(look.call(self._following(forced.holds, settle), (store,)))

    def stays(self, look: Look, duty: Duty, store: Store) -> bool:
        return bool(look.call(self._following(due.is_due, duty), (store,)))

    def settle(self, look: Look, store: Store) -> None:
        look.call(self._following(forced.round_of), (store,))

    def reacting(self, look: Look, store: Store) -> frozenset[int]:
        found: frozenset[int] = look.call(self._following(forced.reacting), (store,))
        return found

    def expire(self, look: Look, field: Field, after: Store, before: Store) -> None:
        look.call(self._following(forced.expiry, field), (after, before))

    def forget(self, look: Look, after: Store, before: Store) -> None:
        look.call(self._following(due.forget), (after, before))

    def tell(self, what: tuple[n.Telling, str], bits: tuple[bool, ...]) -> None:
        """Notes what clauses say together: the same few hold again and again."""
        if self._told_of is not self.system:  # rules may be changed under a machine
            self._told_of, self._told = self.system, {}
        found = self._told.get((what, bits))
        if found is None:
            found = self._told[what, bits] = events_of_tell(self.system, *what, bits)
        if found.judgement is not None:
            self._judgement = found.judgement
        self.look.meet(found.events, found.live, found.decisive)

    def compile(self, function: n.Function) -> Callable[..., Any]:
        """The Python function; made once. The IR is kept with it, so that its identity stays its own."""
        found = self._compiled.get(id(function))
        if found is None:
            found = self._compiled[id(function)] = (self.make(function), function)
        return found[0]

    @contextmanager
    def instead(self, was: n.Function, is_: n.Function) -> Iterator[None]:
        """A function runs in the place of another, where every function is one of its own (`apart`) and this one is
        called by name: not a helper."""
        self.compile(was)
        kept = self._compiled[id(was)]
        self._compiled[id(was)] = (self.make(is_), was)
        try:
            yield
        finally:
            self._compiled[id(was)] = kept

    def make(self, function: n.Function) -> Callable[..., Any]:
        """The Python function, made anew."""
        return self._make(function)

    def _make(self, function: n.Function) -> Callable[..., Any]:
        """The Python function made from a function, with the meanings of its names here."""
        if self.written is None:
            maker = Maker(self)
            return _run_code(maker.make(function), maker.names)
        key = id(function), self.unheard, self.early, self.reverse, self.apart, self.entered is None
        if key not in self.written:
            maker = Maker(self)
            self.written[key] = maker.make(function), maker.meanings, function
        code, meanings, _ = self.written[key]
        return _run_code(code, {name: self.meaning_of(meaning) for name, meaning in meanings.items()})

    def meaning_of(self, meaning: Meaning) -> Any:
        """The meaning of a name of made code in this scope."""
        match meaning:
            case ("value", value):
                return value
            case ("checks",):
                return _Checks(self)
            case ("entered",):
                assert self.entered is not None, "asked for where what runs is noted"
                return self.entered.add
            case ("number", name):
                return self.scope.constants[name]
            case ("off", rule):
                return int(rule in self.scope.off)
            case ("attribute", sort, name):
                values = self.scope.attributes[sort, name]
                if values is None:
                    raise TypeError(f"{sort}.{name} is open: only the solver can run it")
                return values
            case ("default", field):
                return self.schema.slots[self.schema.index[field]].default
            case ("every", type_):
                return frozenset(range(domain_size(type_, self.system, self.scope)))
            case ("loop", type_):
                members = range(domain_size(type_, self.system, self.scope))
                return tuple(reversed(members) if self.reverse else members)
            case ("helper", name):
                return self.compile(self.system.helpers[name])
            case ("function", function):
                return self.compile(function)
        raise AssertionError(f"nothing is meant by {meaning[0]}")


class _Checks:
    """The functions that made code calls: each check that the front end made explicit, and questions and terms."""

    def __init__(self, machine: Interpreter) -> None:
        self.machine = machine

    def fail(self, reason: str, origin: Origin) -> NoReturn:
        rule = self.machine.look.rule
        raise BranchEnds(Event("broken", rule, cites=origin.cites, reason=reason, span=origin.span))

    def ask(self, name: str, *args: object) -> Any:
        return self.machine.look.value_by_name(name, args)

    def demand(self, deed: str, *args: object) -> None:
        self.machine.look.machine.do(self.machine.look, deed, args)

    def rule(self, function: n.Function, *args: object) -> Any:
        return self.machine.look.call(function, args)

    def worst(
        self, base: str, own: Callable[[], int] | None, parts: Sequence[tuple[int, Callable[[], int]]], otherwise: int
    ) -> int:
        return self.machine.worst(base, own, parts, otherwise)

    def reset(self, store: Store, field: int, keys: tuple[int, ...]) -> None:
        default = entry(self.machine.schema.slots[field].default, keys)
        store.fields[field] = replace(store.fields[field], keys, default)

    def aside(self, function: n.Function, *args: object) -> Any:
        return self.machine.look.beside.call(function, args)

    def run(self, function: n.Function, *args: Any) -> None:
        store: Store = args[0]
        outer, store.rule = store.rule, function.name
        self.machine.look.call(function, args)
        store.rule = outer

    def missed(self, first: BranchEnds | None, ends: BranchEnds) -> BranchEnds:
        """A check failed in one of several rules that are asked beside each other."""
        self.machine.look.note(ends.event)
        return first or ends

    def mark(self, name: str) -> None:
        self.machine.look.fired[name] = None

    def tell(self, what: tuple[n.Telling, str], bits: tuple[bool, ...]) -> None:
        self.machine.tell(what, bits)

    def choice(self, key: tuple[str, ...]) -> int:
        look = self.machine.look
        return choice_value(self.machine.system, key, look.reading, look.rulings)

    def silent(self, at: n.Fail) -> NoReturn:
        event = silence(self.machine.system, at)
        self.machine.look.note(event)
        raise BranchEnds(event)

    def clauses(self, cites: tuple[str, ...]) -> None:
        self.machine.look.clauses(cites)

    def present(self, value: object, origin: Origin) -> object:
        if value is None:
            self.fail("None where a value is needed", origin)
        return value

    def chosen(self, value: object, origin: Origin) -> object:
        if value is None:
            self.fail("a choice that nobody made", origin)
        return value

    def written(self, value: object, field: str, origin: Origin) -> object:
        if value is None:
            self.fail(unwritten(field), origin)
        return value

    def divisor(self, value: int, origin: Origin) -> int:
        if value == 0:
            self.fail("division by zero", origin)
        return value

    def ordered(self, items: Iterable[int]) -> list[int]:
        return sorted(items, reverse=self.machine.reverse)

    def extreme(
        self, pick: Callable[[list[int]], int], values: list[int], default: Callable[[], int] | None, origin: Origin
    ) -> int:
        if values:
            return pick(values)
        if default is None:
            self.fail("the least or greatest of nothing", origin)
        return default()

    def the(self, values: list[Any], type_: t.Type, origin: Origin) -> object:
        if not values:
            self.fail("`the` found nothing", origin)
        if len(values) > 1:
            named = isinstance(type_, t.Sort | t.Enum)
            names = members(type_, self.machine.system, self.machine.scope) if named else ()
            found = [names[value] if named else str(value) for value in values[:_TOLD]]
            more = f" and {len(values) - _TOLD} more" if len(values) > _TOLD else ""
            self.fail(f"`the` found {len(values)} in place of one: {', '.join(found)}{more}", origin)
        return values[0]

    def filled(self, pile: tuple[int, ...], end: str, origin: Origin) -> tuple[int, ...]:
        if not pile:
            self.fail(f"the {end} of an empty pile", origin)
        return pile

    def on(self, pile: tuple[int, ...], other: tuple[int, ...], again: bool, origin: Origin) -> tuple[int, ...]:
        return pile + self.apart(pile, other, again, origin)

    def under(self, pile: tuple[int, ...], other: tuple[int, ...], again: bool, origin: Origin) -> tuple[int, ...]:
        return self.apart(pile, other, again, origin) + pile

    def apart(self, pile: tuple[int, ...], other: tuple[int, ...], again: bool, origin: Origin) -> tuple[int, ...]:
        """The things that are put to a pile; none of them may be there, unless a pile may hold one `again`."""
        if not again:
            for item in other:
                if item in pile:
                    self.fail("put on a pile twice", origin)
        return other

    def take_out(self, pile: tuple[int, ...], item: int, origin: Origin) -> tuple[int, ...]:
        if item not in pile:
            self.fail("taken out of a pile that does not hold it", origin)
        place = pile.index(item)
        return pile[:place] + pile[place + 1 :]


_TOLD = 4
"""So many things are named that `the` found in place of one."""
_SHELVES: dict[tuple[int, ...], tuple[System, Written]] = {}
_MOST_SHELVES = 12
"""Rules of which what is written is kept."""
_ASKED = frozenset({"questions", "terms", "actions", "deeds"})
"""Parts of the rules that made code asks for by name, as it runs: a ruling changes no other."""


def _shelf(system: System) -> tuple[System, Written]:
    """The code written for all scopes of some rules, with whatever rulings; and the rules that it was first written
    for."""
    key = tuple(id(getattr(system, part.name)) for part in fields(system) if part.name not in _ASKED)
    return latest(_SHELVES, key, _MOST_SHELVES, lambda: (system, {}))


def _run_code(code: CodeType, names: dict[str, Any]) -> Callable[..., Any]:
    exec(code, names)
    made: Callable[..., Any] = names["made"]
    return made
