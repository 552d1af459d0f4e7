"""The direct run: the author's own functions under CPython, over the same store. The reference semantics.

A project's modules are executed in a module table of their own: nothing of it stays in `sys.modules`, and no byte
code is written beside the sources.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from functools import partial
from itertools import product
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple, NoReturn

from ruleslawyer.ir import types as t
from ruleslawyer.ir.nodes import Function
from ruleslawyer.ir.rules import Trigger
from ruleslawyer.ir.schema import Field as StateField
from ruleslawyer.ir.schema import Scope
from ruleslawyer.ir.system import Action, Duty, Part, Settle, System, host_clause
from ruleslawyer.lang import records, runtime
from ruleslawyer.lang.plain import code
from ruleslawyer.lang.rules import Rule, name_doubts
from ruleslawyer.lang.sorts import Sort
from ruleslawyer.semantics import evaluate, second_opinion
from ruleslawyer.semantics.events import BranchEnds, Event, unwritten
from ruleslawyer.semantics.interpret import Interpreter
from ruleslawyer.semantics.judgement import Judgement
from ruleslawyer.semantics.look import Look
from ruleslawyer.semantics.objects import PRESENT, Change, Field, Objects, Written, needed_values, with_checks
from ruleslawyer.semantics.second_opinion import belongs, demand, is_legal, judge, judge_action
from ruleslawyer.semantics.sizes import domain_size
from ruleslawyer.semantics.state import Schema, Store, Target


def import_modules(root: Path, system: System) -> Mapping[str, ModuleType]:
    """Execute a project's modules, in order, and give them by name; `sys.modules` is left as it was."""
    names, needed = system.modules, needed_values(system)
    loaded: dict[str, ModuleType] = {}
    packages = {".".join(name.split(".")[:i]) for name in names for i in range(1, name.count(".") + 1)}
    before = {name: sys.modules.pop(name) for name in (*packages, *names) if name in sys.modules}
    try:
        for name in sorted(packages):
            package = ModuleType(name)
            package.__path__ = []
            sys.modules[name] = package
        taken = frozenset[str]()
        for name in names:
            path = root.joinpath(*name.split(".")).with_suffix(".py")
            module = ModuleType(name)
            module.__file__ = str(path)
            module.__dict__[PRESENT] = records.present
            sys.modules[name] = loaded[name] = module
            text = with_checks(path.read_text(encoding="utf-8"), needed.get(path.relative_to(root).as_posix(), ()))
            made, taken = code(text, str(path), taken)
            exec(made, module.__dict__)
            name_doubts(module.__dict__)
    finally:
        for name in (*packages, *names):
            sys.modules.pop(name, None)
        sys.modules.update(before)
    return loaded


class _Asked(NamedTuple):
    """A function that is called again and again: what is the same each time. `python`: the author's, if there is one.
    The function is kept, so that its identity stays its own."""

    function: Function
    python: Callable[..., Any] | None
    trigger: Trigger | None
    hosted: bool
    taken: list[tuple[int, Change]]
    is_pair: bool
    """It may be written as a pair, as `leads_to` is."""
    is_goal: bool
    encode: Change
    narrowed: tuple[int, ...] | None
    """Where it is made to ask who is out of the game: of which parameters, or of what it gives (none)."""


def _players_in(value: Any) -> list[int]:
    """The players that an argument is: one, perhaps one, or several."""
    return sorted(value) if isinstance(value, frozenset) else [] if value is None else [value]


class Direct:
    """A `Machine` that runs the author's functions; it is their `Runtime` while they run."""

    def __init__(
        self,
        system: System,
        scope: Scope,
        root: Path,
        schema: Schema | None = None,
        modules: Mapping[str, ModuleType] | None = None,
    ) -> None:
        self.system, self.scope = system, scope
        self.schema = schema or Schema(system, scope)
        self.modules = modules if modules is not None else import_modules(root, system)
        self._classes = self._find_classes()
        members = {name: list(self._classes[name]) for name in system.enums}
        for name in system.sorts:  # where nobody plays, nobody wrote the sort of players
            members[name] = [self._classes[name].member(i) for i in range(scope.size(name)) if name in self._classes]
        self._objects = Objects(system, scope, members, self)
        self._goals = {id(c.goal) for c in system.checks.values() if c.goal}
        self._generated = Interpreter(system, scope, self.schema)
        self._cites: list[tuple[str, ...]] = []
        self._hosted = False
        self.rigid: dict[tuple[Sort, str], Any] = {}
        self._asked: dict[int, _Asked] = {}
        self._fields: dict[tuple[int, str], Field] = {}
        self._look: Look
        self._store: Store

    def _find_classes(self) -> Mapping[str, Any]:
        wanted = {*self.system.sorts, *self.system.enums, self.system.state.name, *self.system.frames}
        return {
            name: value
            for module in self.modules.values()
            for name, value in vars(module).items()
            if name in wanted and isinstance(value, type) and value.__module__ == module.__name__
        }

    def value(self, look: Look, name: str, args: tuple[object, ...]) -> Any:
        action = self.system.actions.get(name)
        return evaluate.value(look, name, args) if action is None else is_legal(self.schema, look, action, args)

    def judge(self, look: Look, base: Action | Part, args: tuple[object, ...]) -> Judgement:
        return judge_action(look, base, args) if isinstance(base, Action) else judge(look, base.name, base.norms, args)

    def belongs(self, look: Look, action: Action, args: tuple[object, ...]) -> bool:
        return belongs(look, action, args)

    def do(self, look: Look, deed: str, args: tuple[object, ...]) -> None:
        demand(look, deed, args)

    def due(self, look: Look, store: Store) -> int:
        return second_opinion.due(self.schema, look, store)

    def holds(self, look: Look, one: Settle, store: Store) -> bool:
        return second_opinion.holds(self.schema, look, one, store)

    def stays(self, look: Look, duty: Duty, store: Store) -> bool:
        return second_opinion.stays(self.schema, look, duty, store)

    def settle(self, look: Look, store: Store) -> None:
        second_opinion.settle(self.schema, look, store)

    def reacting(self, look: Look, store: Store) -> frozenset[int]:
        return second_opinion.reacting(self.schema, look, store)

    def expire(self, look: Look, field: StateField, after: Store, before: Store) -> None:
        second_opinion.expire(self.schema, field, after, before)

    def forget(self, look: Look, after: Store, before: Store) -> None:
        second_opinion.forget(self.schema, look, after, before)

    def call(self, look: Look, function: Function, args: tuple[Any, ...]) -> Any:
        asked = self._asked.get(id(function)) or self._ask_of(function)
        python = asked.python
        if python is None:  # nobody wrote it
            return self._generated.call(look, function, args)
        trigger = asked.trigger
        if trigger is not None:
            store: Store = args[0]
            second_opinion.over_with(self.schema, store, trigger, args[len(args) - len(trigger.keys) :])
        outer = (getattr(self, "_look", None), getattr(self, "_store", None), self._cites, self._hosted)
        self._look, self._cites, self._hosted = look, [], asked.hosted
        given = [made(args[i]) for i, made in asked.taken]
        token = runtime.use(self)
        try:
            result = python(*given)
            if asked.is_pair and isinstance(result, tuple):
                result = result[asked.is_goal]
            said = asked.encode(result)
            return said if asked.narrowed is None else self._in_the_game(look, asked, said, args)
        except (BranchEnds, RecursionError):
            raise
        except Exception as error:  # a check that the interpreter makes explicit is a Python error here
            raise self._break_off(f"{type(error).__name__}: {error}") from error
        finally:
            runtime.release(token)
            if outer[0] is not None and outer[1] is not None:
                self._look, self._store, self._cites, self._hosted = outer[0], outer[1], outer[2], outer[3]

    def _in_the_game(self, look: Look, asked: _Asked, said: Any, args: tuple[object, ...]) -> Any:
        """The result of a function that the author wrote without asking who is out: of those who are awaited the
        others, or whether nobody who is out is chosen."""
        out = self.system.out
        assert out is not None and asked.narrowed is not None

        def stays(who: int) -> bool:
            return not self.call(look, out.function, (args[0], who))

        if not asked.narrowed:
            return said if said == t.CHANCE else frozenset(filter(stays, sorted(said)))
        return said and all(stays(who) for i in asked.narrowed for who in _players_in(args[i]))

    def _ask_of(self, function: Function) -> _Asked:
        """The parts of a function's call that are the same each time; found once."""
        written = vars(self.modules[function.module]).get(function.name)
        taken = range(len(function.parameters)) if function.takes is None else function.takes
        found = self._asked[id(function)] = _Asked(
            function,
            written.function if isinstance(written, Rule) else written,
            self.system.triggers.get(function.name),
            function.module in self.system.hosted,
            [(i, self._argument(function.parameters[i].type)) for i in taken] if written is not None else [],
            isinstance(function.returns, t.Bool),
            id(function) in self._goals,
            self._objects.encoder(function.returns),
            self.system.out.of.get(function.name) if self.system.out else None,
        )
        return found

    def _break_off(self, reason: str) -> BranchEnds:
        return BranchEnds(Event("broken", self._look.rule, reason=reason))

    def _argument(self, type_: t.Type) -> Change:
        match type_:
            case t.State():
                return self._given_state
            case t.FrameOf(name):
                return partial(self._view, name, frame=self.schema.frame_index[name])
        return self._objects.decoder(type_)

    def _given_state(self, value: Any) -> Any:
        self._store = value
        return self._view(self.system.state.name, value, -1)

    def _view(self, name: str, store: Store, frame: int) -> Any:
        view = object.__new__(self._classes[name])
        view._store, view._frame = store, frame
        return view

    # --- the runtime of the language ------------------------------------------------------------------------------

    def size(self, sort: str) -> int:
        return self.scope.size(sort)

    def attribute(self, member: Sort, name: str) -> Any:
        key = member, name
        if key not in self.rigid:
            self.rigid[key] = self._attribute(member._sort.__name__, name, member._index)
        return self.rigid[key]

    def _attribute(self, sort: str, name: str, index: int) -> Any:
        definition = next((a for a in self.system.sorts[sort].attributes if a.name == name), None)
        values = self.scope.attributes.get((sort, name))
        if definition is None or values is None:
            raise AttributeError(f"{sort} has no attribute {name} in this scope")
        return self._objects.decode(definition.type, values[index])

    def number(self, name: str) -> Any:
        return self._objects.decode(self.system.constants[name].type, self.scope.constants[name])

    def _field(self, record: Any, field: str) -> Field:
        """The field of a record, and how its value is read and written; found once."""
        frame: int = record._frame
        found = self._fields.get((frame, field))
        if found is None:
            index = (self.schema.index if frame < 0 else self.schema.field_index[frame])[field]
            slots = self.schema.slots if frame < 0 else self.schema.frame_slots[frame]
            type_ = slots[index].field.type
            found = self._fields[frame, field] = Field(
                field,
                frame,
                index,
                isinstance(t.leaf_type(type_), t.Optional),
                self._objects.decoder(type_),
                self._objects.encoder(type_),
                self._objects.entries(type_) if isinstance(type_, t.Map) else None,
            )
        return found

    def read(self, record: Any, field: str) -> Any:
        store: Store = record._store
        place = self._fields.get((record._frame, field)) or self._field(record, field)
        if place.entries is not None:
            return Written(self, store, place, place.entries)
        found = store.read(place.frame, place.slot, ())
        if found is None and not place.may_be_none:
            raise self._break_off(unwritten(field))
        return place.decoded(found)

    def write(self, record: Any, field: str, value: Any) -> None:
        place = self._field(record, field)
        self.change(record._store, (place.frame, place.slot, ()), place.encoded(value), None)

    def change(self, store: Store, target: Target, value: object, amount: int | None) -> None:
        cites = tuple(dict.fromkeys(c for group in self._cites for c in group))
        if amount is None:
            store.write(target, value, cites)
        else:
            store.delta(target, amount, cites)

    def delta(self, place: Written, key: object, amount: int) -> None:
        place.add(key, amount)

    def ask(self, name: str, args: tuple[object, ...]) -> Any:
        """A term or a question asked by the author's code: through the shared evaluation."""
        system = self.system
        definition = system.terms[name] if name in system.terms else system.questions[name]
        given = self._arguments_of(definition.function, args)
        return self._objects.decode(definition.function.returns, self._look.value_by_name(name, given))

    def _arguments_of(self, function: Function, args: tuple[Any, ...]) -> tuple[Any, ...]:
        """The arguments of a rule that the author's code calls, as canonical values and stores."""
        types = [p.type for p in function.parameters]
        return tuple(
            a._store if isinstance(type_, (t.State, t.FrameOf)) else self._objects.encode(type_, a)
            for type_, a in zip(types, args, strict=True)
        )

    def allows(self, name: str, s: Any, chosen: tuple[object, ...]) -> bool:
        action = self.system.actions[name]
        types, stores = [p.type for p in action.chosen_parameters], (s._store,) * action.leading
        given = tuple(self._objects.encode(type_, one) for type_, one in zip(types, chosen, strict=False))
        others = product(*(range(domain_size(type_, self.system, self.scope)) for type_ in types[len(given) :]))
        return any(self._look.value_by_name(name, (*stores, *given, *more)) for more in others)

    def demand(self, name: str, args: tuple[object, ...]) -> None:
        demand(self._look, name, self._arguments_of(self.system.deeds[name].function, args))

    def begin_effect(self, cites: tuple[str, ...]) -> None:
        if self._hosted and self.system.host is not None:
            cites = tuple(host_clause(self.system.host, cite) for cite in cites)
        self._cites.append(cites)
        self._look.clauses(cites)

    def end_effect(self) -> None:
        self._cites.pop()

    def begin_simultaneous(self) -> None:
        self._store.begin_simultaneous()

    def end_simultaneous(self) -> None:
        self._store.end_simultaneous()

    def open(self, state: Any, record: Any) -> None:
        name = type(record).__name__
        frame = self.schema.frame_index[name]
        values = tuple(
            self._objects.encode(slot.field.type, record._given[slot.field.name])
            if slot.field.name in record._given
            else slot.default
            for slot in self.schema.frame_slots[frame]
        )
        state._store.open(frame, values, self._cites[-1] if self._cites else ())

    def emit(self, state: Any, moment: Any) -> None:
        store: Store = state._store
        for trigger in self.scope.on(self.system.triggers):
            if trigger.on == type(moment).__name__:
                options = (
                    [self._objects.encode(p.type, moment._given[p.name])]
                    if p.name in moment._given
                    else range(domain_size(p.type, self.system, self.scope))
                    for p in trigger.keys
                )
                for keys in product(*options):
                    if self.call(self._look, trigger.when, (store,) * trigger.when.leading + keys):
                        self.change(store, (-1, self.schema.index[trigger.field], keys), True, None)

    def close(self, state: Any, record: Any) -> None:
        state._store.close(self.schema.frame_index[record.__name__])

    def is_open(self, state: Any, frame: str) -> bool:
        store: Store = state._store
        return store.is_open(self.schema.frame_index[frame])

    def frame(self, state: Any, frame: str) -> Any:
        return self._view(frame, state._store, self.schema.frame_index[frame])

    def broken(self, reason: str) -> NoReturn:
        raise self._break_off(reason)
