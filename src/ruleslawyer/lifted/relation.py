"""The lifted relation: what holds where a rule is taken, and the state after it, each rule once for any number of
cards.
A sub-step is an action, a duty or a round of settles, with what expires by it; then, at rest, what means nothing any
more may be forgotten. `before` is any state: what is known of it are the ranges that its types promise.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from ruleslawyer.ir import nodes as n
from ruleslawyer.ir import types as t
from ruleslawyer.ir.called import of_call
from ruleslawyer.ir.nodes import Function
from ruleslawyer.ir.system import Action, Part, System
from ruleslawyer.ir.system import Check as Property
from ruleslawyer.ir.walk import walk as nodes_of
from ruleslawyer.lifted.context import Cell, Check, Keys, Store
from ruleslawyer.lifted.names import is_open
from ruleslawyer.lifted.premises import Excluded, Refusal
from ruleslawyer.lifted.rules import Rules
from ruleslawyer.lifted.statements import ARGUMENT, Signs
from ruleslawyer.lifted.terms import BOOL, FALSE, TRUE, Term, both, either, equal, negate, symbol
from ruleslawyer.lifted.values import Bunch, Maybe, Table, Unlifted, Value, merge, same
from ruleslawyer.lifted.world import Field, Law, World, alike

Kind = Literal["initial", "action", "duty", "settle"]
ROUND = "settles"
STANDING = "no rule"
"""What is called so is a state as it is, and no step."""
EARLIER = " earlier"
"""What the symbols of a state have after their names that is a sub-step before."""


@dataclass(frozen=True, slots=True)
class Step:
    """A rule, lifted. facts: what holds where it is taken; `made`: the state directly after it; `after`: after what is
    forgotten. laws: of all symbols in them. checks: that the model makes on the way, each assumed where another is
    asked. args: what it was given. upto: how many of its checks count, None: all."""

    kind: Kind
    name: str
    before: Store
    facts: tuple[Term, ...]
    made: Store
    after: Store
    args: tuple[Value, ...]
    walk: Rules
    rest_laws: tuple[Law, ...]
    upto: int | None = None

    @property
    def laws(self) -> tuple[Law, ...]:
        """A store is asked when a question is, so that there may be more of them later."""
        return (*self.rest_laws, *self.walk.laws)

    @property
    def checks(self) -> tuple[Check, ...]:
        return tuple(self.walk.checks[: self.upto])

    @property
    def unsaid(self) -> Mapping[str, Sequence[Signs | None]]:
        """By its name a field of which some values on the way are not said: where all that is added in one place has
        one sign, they lie between the first value and the last."""
        return self.walk.unsaid

    @property
    def anywhere(self) -> Mapping[str, Sequence[Check | None]]:
        """By its name a field that a loop writes whose order may matter: that each write keeps the range anywhere."""
        return self.walk.anywhere

    @property
    def refusals(self) -> tuple[Refusal, ...]:
        return tuple(self.walk.refusals)

    @property
    def key(self) -> str:
        return self.name if self.kind == "action" else f"{self.kind} {self.name}"

    def touches(self, reads: frozenset[Field | str]) -> bool:
        """Whether it may change something of this."""
        return self.kind == "initial" or any(
            self.after.open[f] is not self.before.open[f] if isinstance(f, str)
            else self.after.cells[f] is not self.before.cells[f]
            for f in reads
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Said:
    """What a property says: that it holds, the checks that asking meets, and the laws of its symbols."""

    holds: Term
    checks: tuple[Check, ...]
    laws: tuple[Law, ...]


class Relation:
    """All rules of a ruleset, each lifted when it is first asked for. unlifted: those that cannot be, and why."""

    def __init__(
        self, system: System, sizes: Mapping[str, int], numbers: Mapping[str, Any], excluded: Excluded,
        world: World | None = None, mark: str = "",
    ) -> None:  # fmt: skip
        self.system, self.excluded, self.mark = system, excluded, mark
        self.world = world or World(system, sizes, numbers)
        self.unlifted: dict[str, str] = {}
        self.left_out: dict[str, str] = {}
        """Of what is known at rest, what cannot be lifted, and so is not assumed."""
        self.base = Store(
            {field: self._cell(field) for field in self.world.shapes},
            {frame: symbol(BOOL, is_open(f"{frame}{mark}")) for frame in system.frames},
        )
        self.base_laws: tuple[Law, ...] = tuple(
            law
            for field in self.world.shapes
            for law in self.world.laws_of(self._type(field), self.base.cells[field].at)
        )
        self._at_rest: tuple[Law, ...] | None = None
        self._steps: dict[tuple[Kind, str], Step | None] = {}
        self._rest: tuple[tuple[Term, ...], dict[str, Term | None], tuple[Law, ...]] | None = None

    def laws_before(self, kind: Kind) -> tuple[Law, ...]:
        """What is known of a state before a rule of a kind, by types and, where somebody decides, by what is forgotten
        at rest."""
        if kind == "initial":
            return ()
        if kind != "action":
            return self.base_laws
        if self._at_rest is None:
            self._at_rest = self.meaningful(self.base)
        return self.base_laws + self._at_rest

    def earlier(self) -> Relation:
        """The same rules from a state before: of it, and of what a rule is given there, all symbols are others. What is
        printed on cards and how the book is read is the same."""
        world, mark = self.world, f"{self.mark}{EARLIER}"
        return Relation(self.system, world.sizes, world.numbers, self.excluded, world, mark)

    def joined(self, step: Step) -> list[Law]:
        """That a state is that which a step before leaves."""
        found: list[Law] = []
        for field, shape in self.world.shapes.items():
            keys = tuple(self.world.folds.fresh(self.world.sort(key)) for key in shape.keys)
            found += alike(self.base.cells[field].at(keys), step.after.cells[field].at(keys), keys, self.world)
        for frame, is_open_now in self.base.open.items():
            found.append(((), equal(is_open_now, step.after.open[frame])))
        return found

    def _type(self, field: Field) -> t.Type:
        record = self.system.state if field[0] is None else self.system.frames[field[0]]
        return next(f.type for f in record.fields if f.name == field[1])

    def _cell(self, field: Field) -> Cell:
        name = field[1] if field[0] is None else f"{field[0]}.{field[1]}"
        return self._unknown(self.world.shapes[field].leaf, f"{name}{self.mark}")

    def _unknown(self, leaf: t.Type, name: str) -> Cell:
        return Cell(lambda keys: self.world.symbolic(leaf, name, keys))

    def _walk(self, rule: str) -> Rules:
        return Rules(self.world, self.excluded, rule)

    # --- what holds at rest -----------------------------------------------------------------------------------------

    def innermost(self, store: Store, frame: str | None) -> Term:
        """Whether this frame is the innermost open one (None: no frame is open)."""
        names = list(self.system.frames)
        inner = names[names.index(frame) + 1 :] if frame is not None else names
        return both(store.open[frame] if frame is not None else TRUE, *(negate(store.open[f]) for f in inner))

    def _asked(self, walk: Rules, function: Function, args: tuple[Any, ...]) -> Term | None:
        """What a rule says, for what is assumed: nothing where it cannot be lifted."""
        state = len(walk.laws), len(walk.checks), list(walk.path), list(walk.bound)
        try:
            return walk.holds(function, args)
        except Unlifted as error:
            self.left_out[function.name] = str(error)
            del walk.laws[state[0] :], walk.checks[state[1] :]
            walk.path, walk.bound, walk.calls = state[2], state[3], []
            return None

    def reacting(self, store: Store) -> Term:
        """Whether somebody may declare a trigger, or miss it."""
        found = []
        for trigger in self.system.triggers.values():
            here = either(*(self.innermost(store, frame) for frame in trigger.at))
            found.append(both(here, self._somewhere(store.cells[None, trigger.field], trigger.field, ())))
        return either(*found)

    def _somewhere(self, cell: Cell, field: str, keys: Keys) -> Term:
        types = self.world.shapes[None, field].keys
        if len(keys) == len(types):
            value = cell.at(keys)
            assert isinstance(value, Term)
            return value
        return self.world.some(types[len(keys)], lambda k: self._somewhere(cell, field, (*keys, k)))

    def unsettled(self, walk: Rules, store: Store) -> Term | None:
        """Whether some settle holds; None where that cannot be said."""
        found = FALSE
        for settle in self.system.settles.values():
            try:
                found = either(found, self._some_holds(walk, store, settle.when, ()))
            except Unlifted as error:
                self.left_out[settle.name] = str(error)
                walk.path, walk.bound, walk.calls = [], [], []
                return None
        return found

    def _some_holds(self, walk: Rules, store: Store, when: Function, args: tuple[Term, ...]) -> Term:
        parameters = when.parameters[1:]
        if len(args) == len(parameters):
            with walk.over(*(v for a in args for v in a.free)):
                return walk.holds(when, (store, *args))
        type_ = parameters[len(args)].type
        return self.world.some(type_, lambda x: self._some_holds(walk, store, when, (*args, x)))

    def due(self, walk: Rules, store: Store, nothing: Term) -> dict[str, Term | None]:
        """For each duty, whether it is due where no earlier one is; None where that cannot be said. nothing: that comes
        before duties is the case: where something is, none is asked for."""
        found: dict[str, Term | None] = {}
        earlier = nothing
        for duty in self.system.duties.values():
            place = self.innermost(store, duty.at)
            with walk.assuming(earlier, place):
                args = (store, store) if _framed(duty.when) else (store,)
                said = None if walk.nowhere else self._asked(walk, duty.when, args)
            found[duty.name] = None if said is None else both(place, said)
            earlier = both(earlier, negate(found[duty.name] or FALSE))
        return found

    def resting(self) -> tuple[tuple[Term, ...], dict[str, Term | None], tuple[Law, ...]]:
        """Facts of a state in which somebody decides or a duty is due, when each duty is the one (None where that
        cannot be said), and their laws."""
        if self._rest is None:
            walk = self._walk("what comes next")
            facts = []
            settled = negate(self.unsettled(walk, self.base) or FALSE)
            with walk.assuming(settled):
                ended = self._asked(walk, self.system.ended, (self.base,)) or FALSE
            facts += [settled, negate(ended)]
            nothing = both(*facts, negate(self.reacting(self.base)))
            dues = self.due(walk, self.base, nothing)
            self._rest = tuple(facts), dues, (*walk.laws, *(check.law for check in walk.checks))
        return self._rest

    def settled(self, store: Store) -> Said | None:
        """That no settle is due; None where that cannot be said."""
        walk = self._walk("settled")
        unsettled = self.unsettled(walk, store)
        return None if unsettled is None else Said(negate(unsettled), tuple(walk.checks), tuple(walk.laws))

    def at_rest(self, store: Store) -> Said | None:
        """That a state is at rest, as far as that can be said: nothing is due, or the game is over."""
        walk = self._walk("at rest")
        settled = negate(self.unsettled(walk, store) or FALSE)
        with walk.assuming(settled):
            ended = self._asked(walk, self.system.ended, (store,))
        if ended is None:
            return None
        nothing = both(settled, negate(ended), negate(self.reacting(store)))
        dues = [said for said in self.due(walk, store, nothing).values() if said is not None]
        holds = both(settled, either(negate(nothing), negate(either(*dues))))
        return Said(holds, tuple(walk.checks), tuple(walk.laws))

    def standing(self, kind: Kind, place: Said) -> Step:
        """No rule: a state as it is, of which something is said, where a rule of a kind might be taken."""
        laws = (*place.laws, *(check.law for check in place.checks))
        return Step(kind, STANDING, self.base, (place.holds,), self.base, self.base, (), self._walk(STANDING), laws)

    # --- rules ------------------------------------------------------------------------------------------------------

    def rules(self) -> list[tuple[Kind, str]]:
        """All rules that change the state, after the one that begins a game."""
        found: list[tuple[Kind, str]] = [("initial", self.system.initial.function.name)]
        if self.system.settles:
            found.append(("settle", ROUND))
        found += [("duty", name) for name in self.system.duties]
        return found + [("action", name) for name in self.system.actions]

    def step(self, kind: Kind, name: str) -> Step | None:
        """A rule, lifted; None where it cannot be (`unlifted` says why)."""
        key = kind, name
        if key not in self._steps:
            try:
                self._steps[key] = self._lifted(kind, name)
            except Unlifted as error:
                self.unlifted[name if kind == "action" else f"{kind} {name}"] = str(error)
                self._steps[key] = None
        return self._steps[key]

    def _lifted(self, kind: Kind, name: str) -> Step:
        match kind:
            case "initial":
                return self._initial()
            case "settle":
                return self._round()
            case "duty":
                return self._duty(name)
        return self._action(self.system.actions[name])

    def _finished(
        self, kind: Kind, name: str, walk: Rules, before: Store, store: Store, facts: list[Term],
        args: tuple[Value, ...], laws: tuple[Law, ...] = (),
    ) -> Step:  # fmt: skip
        self._expire(walk, before, store)
        after = store.copy()
        after.root = object()
        self._forget(walk, after)
        return Step(kind, name, before, tuple(facts), store, after, args, walk, laws)

    def _duty(self, name: str) -> Step:
        duty = self.system.duties[name]
        facts, dues, laws = self.resting()
        walk, store = self._walk(name), self._copy()
        held = [*facts, negate(self.reacting(self.base))]
        for other, due in dues.items():
            if due is not None:
                held.append(due if other == name else negate(due))
            if other == name:
                break
        walk.holding(held)
        walk.act(duty.function, store, (store, store) if _framed(duty.function) else (store,))
        return self._finished("duty", name, walk, self.base, store, held, (), laws)

    def _round(self) -> Step:
        walk, store = self._walk(ROUND), self._copy()
        unsettled = self.unsettled(walk, self.base)
        if unsettled is None:
            raise Unlifted("; ".join(f"{k}: {v}" for k, v in self.left_out.items()))

        def run() -> None:
            for settle in self.system.settles.values():
                self._fires(walk, store, settle, ())

        walk.store = store
        try:
            walk.at_once(run)
        finally:
            walk.store = None
        return self._finished("settle", ROUND, walk, self.base, store, [unsettled], ())

    def _fires(self, walk: Rules, store: Store, settle: Any, args: tuple[Term, ...]) -> None:
        """A settle for all that it holds of, in one simultaneous block."""
        parameters = settle.function.parameters[1:]
        if len(args) == len(parameters):
            condition = walk.holds(settle.when, (self.base, *args))
            with walk.assuming(condition):
                if not walk.nowhere:
                    walk.enter(settle.function, (store, *args))
            return
        type_ = parameters[len(args)].type
        every = self.world.members(type_)
        if every is not None:
            for m in every:
                self._fires(walk, store, settle, (*args, m))
            return
        x = self.world.folds.fresh(self.world.sort(type_))
        assert walk.pending is not None
        start = len(walk.pending)
        with walk.over(x):
            self._fires(walk, store, settle, (*args, x))
        walk.pending[start:] = [one.over(x) for one in walk.pending[start:]]

    def _action(self, action: Action) -> Step:
        facts, dues, laws = self.resting()
        walk, store, base = self._walk(action.name), self._copy(), self.base
        held = [*facts, either(*(self.innermost(base, frame) for frame in action.at))]
        reacting = self.reacting(base)
        # While somebody may declare a trigger no duty is due, and nothing else may be done.
        held += [either(reacting, negate(due)) for due in dues.values() if due is not None]
        if action.name not in self.system.reactions:
            held.append(negate(reacting))
        awaited = self._awaited(walk)
        if action.kind == "joint" and awaited is None:
            raise Unlifted(f"who has a seat: {self.left_out[self.system.awaits.name]}")
        skip = 2 if action.framed else 1
        args = tuple(
            self._argument(walk, p.name, p.type, awaited if action.kind == "joint" else None)
            for p in action.function.parameters[skip:]
        )
        if awaited is not None and action.name not in self.system.reactions:
            chance = awaited.chance or FALSE
            if action.kind == "chance":
                held.append(chance)
            else:
                held.append(negate(chance))
                if action.actor is not None:
                    actor = args[action.actor - skip]
                    assert isinstance(actor, Term)
                    held.append(awaited.has(actor))
        given = ((base, base) if action.framed else (base,)) + args
        if action.domain is not None:
            inside = self._asked(walk, action.domain, given)
            held += [] if inside is None else [inside]
        if action.norms:
            held.append(walk.judge(action.name, action.norms, given))
        elif not action.parts and action.kind != "chance":
            held.append(FALSE)
        held += [self._parts(walk, action, part, given, awaited) for part in action.parts]
        walk.holding(held)
        walk.act(action.function, store, ((store, store) if action.framed else (store,)) + args)
        return self._finished("action", action.name, walk, base, store, held, args, laws)

    def _parts(
        self, walk: Rules, action: Action, part: Part, given: tuple[Any, ...], awaited: Bunch | None
    ) -> Term:  # fmt: skip
        """That each seat or member that is there is allowed, and in its domain."""
        index = next(i for i, p in enumerate(action.function.parameters) if p.name == part.of)
        leading, value = given[: 2 if action.framed else 1], given[index]

        def wrong(x: Term) -> Term:
            with walk.over(*x.free):
                if part.kind == "seat":
                    entry = value.at(x)
                    present = negate(entry.none) if isinstance(entry, Maybe) else TRUE
                    args = (*leading, x, entry.value if isinstance(entry, Maybe) else entry)
                else:
                    present = value.has(x)
                    args = (*leading, *given[len(leading) : index], *given[index + 1 :], x)
                with walk.assuming(present):
                    if walk.nowhere:
                        return FALSE
                    inside = TRUE if part.domain is None else walk.holds(part.domain, args)
                    with walk.assuming(inside):
                        judged = walk.judge(part.name, part.norms, args)
            return both(present, negate(both(inside, judged)))

        type_ = t.Sort(self.system.players) if part.kind == "seat" else value.item
        return negate(self.world.some(type_, wrong))

    def _awaited(self, walk: Rules) -> Bunch | None:
        """Whose decision it is where no trigger is pending; None where that cannot be said."""
        base = self.base
        try:
            with walk.assuming(self.innermost(base, None), negate(self.reacting(base))):
                value: Value = walk.ask(self.system.awaits, (base,))
        except Unlifted as error:
            self.left_out[self.system.awaits.name] = str(error)
            walk.bound, walk.calls = [], []
            return None
        for name, frame in self.system.frames.items():
            if any(f.name == "awaits" for f in frame.fields):
                here = self.world.coerce(base.cells[name, "awaits"].at(()), t.Awaits(t.Sort(self.system.players)))
                value = merge(self.innermost(base, name), here, value)
        assert isinstance(value, Bunch)
        return value

    def _argument(self, walk: Rules, name: str, type_: t.Type, awaited: Bunch | None) -> Value:
        label = f"{ARGUMENT}{name}{self.mark}"
        walk.laws += self.world.laws_of(type_, lambda keys: self.world.symbolic(_leaf(type_), label, keys))
        if isinstance(type_, t.Map):
            has, item = None if awaited is None else awaited.has, type_.value

            def at(k: Term) -> Value:
                entry = self.world.symbolic(item, label, (k,))
                return entry if has is None else Maybe(negate(has(k)), entry)

            return Table(type_.key, at)
        return self.world.symbolic(type_, label, ())

    # --- the beginning ----------------------------------------------------------------------------------------------

    def _initial(self) -> Step:
        rule = self.system.initial
        cells = {}
        for field, shape in self.world.shapes.items():
            if field[0] is None and isinstance(shape.leaf, t.Sort | t.Enum):
                leaf, name = shape.leaf, f"unwritten {field[1]}"
                cells[field] = self._unknown(leaf, name)
            else:
                cells[field] = _constant(self.world.usual(field))
        store = Store(cells, dict.fromkeys(self.system.frames, FALSE))
        before, walk = store.copy(), self._walk(rule.function.name)
        before.root = object()
        args = tuple(self._argument(walk, p.name, p.type, None) for p in rule.function.parameters[1:])
        held = []
        if rule.domain is not None:
            inside = self._asked(walk, rule.domain, (before, *args))
            held += [] if inside is None else [inside]
        walk.holding(held)
        walk.act(rule.function, store, (store, *args))
        return self._finished("initial", rule.function.name, walk, before, store, held, args)

    # --- the end of a sub-step --------------------------------------------------------------------------------------

    def _copy(self) -> Store:
        store = self.base.copy()
        store.root = object()
        return store

    def _expire(self, walk: Rules, before: Store, after: Store) -> None:
        """Fields whose lifetime ends return to their defaults, in declaration order."""
        for field in self.system.state.fields:
            if field.until is None:
                continue
            clock = None, field.until.field
            leaf = self.world.shapes[clock].leaf
            value = self.world.lift(leaf.item if isinstance(leaf, t.Optional) else leaf, field.until.value)
            old, new = before.cells[clock], after.cells[clock]
            ends = both(walk.same(new.at(()), value), negate(walk.same(old.at(()), value)))
            if ends is not FALSE:
                cell, usual = after.cells[None, field.name], _constant(self.world.usual((None, field.name)))
                after.cells[None, field.name] = _put_back(ends, usual, cell)

    def _forget(self, walk: Rules, store: Store) -> None:
        """What means nothing may go back to its default. It may where its rule denies that it matters in the state that
        the sub-step leaves; where the rule asks for what may be forgotten itself, nothing is known of when. Nor is it
        known that its checks hold: it is asked at rest alone."""
        snapshot = store.copy()
        snapshot.root = object()
        forgettable = {(None, field.name) for field in self.system.state.fields if field.matters is not None}
        for field in self.system.state.fields:
            if field.matters is None:
                continue
            key, name = (None, field.name), self.world.name(f"{field.name} is forgotten")
            cell, usual = store.cells[key], _constant(self.world.usual(key))
            rule = None if forgettable & self.reads(field.matters) else field.matters

            def at(keys: Keys, cell: Cell = cell, usual: Cell = usual, name: str = name, rule: Any = rule) -> Value:
                gone = symbol(BOOL, name, keys)
                if rule is not None:
                    with walk.later([]), walk.over(*(v for k in keys for v in k.free)):
                        matters = self._asked(walk, rule, (snapshot, *keys))
                    gone = gone if matters is None else both(gone, negate(matters))
                return merge(gone, usual.at(keys), cell.at(keys))

            store.cells[key] = Cell(at)

    def meaningful(self, store: Store) -> tuple[Law, ...]:
        """Of a state at rest, that all which does not matter has its default there: it was forgotten until nothing was
        left to forget. Checks that asking makes are not assumed."""
        found: list[Law] = []
        for field in self.system.state.fields:
            if field.matters is None:
                continue
            place, walk = (None, field.name), self._walk(f"{field.name} matters")
            keys = tuple(self.world.folds.fresh(self.world.sort(key)) for key in self.world.shapes[place].keys)
            with walk.over(*keys):
                matters = self._asked(walk, field.matters, (store, *keys))
            if matters is not None:
                usual = _constant(self.world.usual(place)).at(keys)
                kept = same(store.cells[place].at(keys), usual, self.world.some)
                found += [(keys, either(matters, kept)), *walk.laws]
        return tuple(found)

    def reads(self, function: Function) -> frozenset[Field | str]:
        """The fields and frames of which a function that only reads speaks."""
        found: set[Field | str] = set()
        seen: set[int] = set()
        waiting = [function]
        while waiting:
            one = waiting.pop()
            if id(one) in seen:
                continue
            seen.add(id(one))
            for node in nodes_of(one.body):
                match node:
                    case n.Read(record=record, field=field):
                        found |= {(record, field)} if record is None else {(record, field), record}
                    case n.IsOpen(frame=frame):
                        found.add(frame)
                    case n.Call(kind=kind, name=name):
                        waiting += of_call(self.system, kind, name)
        return frozenset(found)

    # --- properties -------------------------------------------------------------------------------------------------

    def of_state(self, check: Property, store: Store) -> Said:
        """What an `always` says of a state."""
        walk = self._walk(check.name)
        holds = walk.holds(check.function, (store,))
        return Said(holds, tuple(walk.checks), tuple(walk.laws))

    def of_step(self, check: Property, step: Step) -> Said:
        """What a check of a step says of a rule's own sub-step, before anything is forgotten."""
        walk = self._walk(check.name)
        args = step.args if check.of is not None else ()
        holds = walk.holds(check.function, (step.before, step.made, *args))
        return Said(holds, tuple(walk.checks), tuple(walk.laws))


def _framed(function: Function) -> bool:
    return len(function.parameters) > 1 and isinstance(function.parameters[1].type, t.FrameOf)


def _put_back(where: Term, usual: Cell, cell: Cell) -> Cell:
    """A field that has its default where a condition holds."""
    return Cell(lambda keys: merge(where, usual.at(keys), cell.at(keys)))


def _constant(value: Value) -> Cell:
    def at(keys: Keys) -> Value:
        found = value
        for key in keys:
            assert isinstance(found, Table)
            found = found.at(key)
        return found

    return Cell(at)


def _leaf(type_: t.Type) -> t.Type:
    while isinstance(type_, t.Map):
        type_ = type_.value
    return type_
