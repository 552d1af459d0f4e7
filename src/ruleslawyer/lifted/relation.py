"""The lifted relation: what holds where a rule is taken, and the state after it, each rule once for any number of
cards.
A sub-step is an action, a duty or a round of settles, with what expires by it; then, at rest, what means nothing any
more may be forgotten. `before` is any state: what is known of it are the ranges that its types promise.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ruleslawyer.core import forced
from ruleslawyer.ir import types as t
from ruleslawyer.ir.nodes import Function
from ruleslawyer.ir.rules import Check as Property
from ruleslawyer.ir.system import Action, Part
from ruleslawyer.lifted.context import Cell, Check, Keys, Store, constant_cell
from ruleslawyer.lifted.loops import ARGUMENT
from ruleslawyer.lifted.rest import ArbitraryState, Kind, PropertyStatement
from ruleslawyer.lifted.rules import SymbolicExecutor
from ruleslawyer.lifted.terms import BOOL, FALSE, TRUE, Term, both, conjuncts, either, equal, negate, substitute, symbol
from ruleslawyer.lifted.values import UNWRITTEN, LiftingError, MapTerm, Maybe, SetTerm, Value, merge
from ruleslawyer.lifted.world import Field, Law, equality_laws

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
    walk: SymbolicExecutor
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
    def key(self) -> str:
        return self.name if self.kind == "action" else f"{self.kind} {self.name}"

    def touches(self, reads: frozenset[Field | str]) -> bool:
        """Whether the rule may change something of this."""
        return self.kind == "initial" or any(
            self.after.open[f] is not self.before.open[f] if isinstance(f, str)
            else self.after.cells[f] is not self.before.cells[f]
            for f in reads
        )  # fmt: skip


class Relation(ArbitraryState):
    """All rules of a ruleset, each lifted when it is first asked for."""

    def earlier(self) -> Relation:
        """The same rules from a state before: of it, and of what a rule is given there, all symbols are others. What is
        printed on cards and how the book is read is the same."""
        world, mark = self.world, f"{self.mark}{EARLIER}"
        return Relation(self.system, world.sizes, world.numbers, self.excluded, world, mark)

    @cached_property
    def assumption_laws(self) -> Mapping[str, tuple[Law, ...]]:
        """The laws of each assumption, by its name; one that cannot be lifted has none (`left_out` says why)."""
        return {name: self._laws_of_members(one.function) for name, one in self.system.assumptions.items()}

    def _laws_of_members(self, function: Function) -> tuple[Law, ...]:
        with self.world.folds.within(f"assumed {function.name}"):
            walk = self.walk(function.name)
            members = tuple(self.world.fresh(p.type) for p in function.parameters)
            with walk.over(*members):
                holds = self.assume(walk, function, members) or TRUE
        found = (*((walk.free(p), p) for p in conjuncts(holds)), *walk.laws, *(check.law for check in walk.checks))
        self.world.of_all_members.update(found)
        return found

    def joining_laws(self, step: Step) -> list[Law]:
        """The laws that a state is the one which a step before leaves."""
        found: list[Law] = []
        for field in self.world.shapes:
            keys = self.world.any_keys(field)
            found += equality_laws(self.base.cells[field].at(keys), step.after.cells[field].at(keys), keys, self.world)
        for frame, is_open_now in self.base.open.items():
            found.append(((), equal(is_open_now, step.after.open[frame])))
        return found

    def standing(
        self,
        kind: Kind,
        facts: Sequence[Term],
        laws: Sequence[Law],
        name: str = STANDING,
        walk: SymbolicExecutor | None = None,
    ) -> Step:
        """No rule: a state as it is, of which some facts hold, where a rule of a kind might be taken. walk: what is
        asked there."""
        base = self.base
        return Step(kind, name, base, tuple(facts), base, base, (), walk or self.walk(name), tuple(laws))

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
                with self.world.folds.within(f"{kind} {name}{self.mark}"):
                    self._steps[key] = self._lift(kind, name)
            except LiftingError as error:
                self.unlifted[name if kind == "action" else f"{kind} {name}"] = str(error)
                self._steps[key] = None
        found: Step | None = self._steps[key]
        return found

    def _lift(self, kind: Kind, name: str) -> Step:
        match kind:
            case "initial":
                return self._initial()
            case "settle":
                return self._round()
            case "duty":
                return self._duty(name)
        return self._action(self.system.actions[name])

    def _finish(
        self, kind: Kind, name: str, walk: SymbolicExecutor, before: Store, store: Store, facts: list[Term],
        args: tuple[Value, ...], laws: tuple[Law, ...] = (),
    ) -> Step:  # fmt: skip
        walk.expire(before, store)
        after = store.copy()
        after.root = object()
        self._may_forget(walk, after)
        return Step(kind, name, before, tuple(facts), store, after, args, walk, laws)

    def _duty(self, name: str) -> Step:
        duty = self.system.duties[name]
        facts, dues, laws = self.resting()
        walk, store = self.walk(name), self._copy()
        held = [*facts, negate(self.reacting(self.base))]
        for other, due in dues.items():
            if due is not None:
                held.append(due if other == name else negate(due))
            if other == name:
                break
        walk.holding(held)
        walk.act(duty.function, store, (store,) * duty.function.leading)
        return self._finish("duty", name, walk, self.base, store, held, (), laws)

    def _round(self) -> Step:
        walk, store = self.walk(ROUND), self._copy()
        walk.so_far = 0  # whether one holds is asked of every state
        with walk.aside():
            unsettled = self.some_settle_holds(walk, self.base)
        walk.so_far = None
        if unsettled is None:
            raise LiftingError("; ".join(f"{k}: {v}" for k, v in self.left_out.items()))

        with walk.in_any_order():
            walk.act(forced.round_of(self.system), store, (store,))
        return self._finish("settle", ROUND, walk, self.base, store, [unsettled], ())

    def _action(self, action: Action) -> Step:
        facts, dues, laws = self.resting()
        walk, store, base = self.walk(action.name), self._copy(), self.base
        held = [*facts, either(*(self.innermost(base, frame) for frame in action.at))]
        reacting = self.reacting(base)
        # While somebody may declare a trigger no duty is due, and nothing else may be done.
        held += [either(reacting, negate(due)) for due in dues.values() if due is not None]
        if action.name not in self.system.reactions:
            held.append(negate(reacting))
        walk.so_far = len(held)
        awaited = self.deciders(walk)
        if action.kind == "joint" and awaited is None:
            raise LiftingError(f"who has a seat: {self.left_out[self.system.awaits.name]}")
        args = tuple(
            self._argument(walk, p.name, p.type, awaited if action.kind == "joint" else None)
            for p in action.chosen_parameters
        )
        if awaited is not None and action.name not in self.system.reactions:
            chance = awaited.chance or FALSE
            if action.kind == "chance":
                held.append(chance)
            else:
                held.append(negate(chance))
                if action.actor is not None:
                    actor = action.actor_of(args)
                    assert isinstance(actor, Term)
                    held.append(awaited.has(actor))
        walk.so_far = len(held)
        given = (base,) * action.leading + args
        trigger = self.system.triggers.get(action.name)
        if trigger is not None and not self.world.reads(trigger.when):
            # It was so when the instance became pending; and no rule writes what it reads.
            with walk.aside():
                became = self.assume(walk, trigger.when, given)
            held += [] if became is None else [became]
        if action.domain is not None:
            with walk.aside():
                inside = self.assume(walk, action.domain, given)
            held += [] if inside is None else [inside]
        walk.so_far = len(held)  # what is judged need not be allowed
        with walk.in_any_order():
            if action.judged_itself or not (action.parts or action.kind == "chance"):
                held.append(walk.judge(action, given) if action.norms else FALSE)
            held += [self._parts(walk, action, part, given, awaited) for part in action.parts]
        walk.so_far = None
        walk.holding(held)
        walk.act(action.function, store, (store,) * action.leading + args)
        return self._finish("action", action.name, walk, base, store, held, args, laws)

    def _parts(
        self, walk: SymbolicExecutor, action: Action, part: Part, given: tuple[Any, ...], awaited: SetTerm | None
    ) -> Term:  # fmt: skip
        """The condition that each seat or member that is there is allowed, and in its domain."""
        index = next(i for i, p in enumerate(action.function.parameters) if p.name == part.of)
        leading, value = given[: action.leading], given[index]

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
                    with walk.aside():
                        inside = TRUE if part.domain is None else walk.holds(part.domain, args)
                    with walk.assuming(inside):
                        judged = walk.judge(part, args)
            return both(present, negate(both(inside, judged)))

        type_ = t.Sort(self.system.players) if part.kind == "seat" else value.item
        return negate(self.world.some(type_, wrong))

    def deciders(self, walk: SymbolicExecutor) -> SetTerm | None:
        """The players whose decision it is where no trigger is pending; None where that cannot be said."""
        base = self.base
        try:
            with walk.aside(), walk.assuming(self.innermost(base, None), negate(self.reacting(base))):
                value: Value = walk.ask(self.system.awaits, (base,))
        except LiftingError as error:
            self.left_out[self.system.awaits.name] = str(error)
            walk.bound, walk.calls = [], []
            return None
        for name, frame in self.system.frames.items():
            if any(f.name == "awaits" for f in frame.fields):
                here = self.world.coerce(base.cells[name, "awaits"].at(()), t.Awaits(t.Sort(self.system.players)))
                value = merge(self.innermost(base, name), here, value)
        assert isinstance(value, SetTerm)
        return value

    def _argument(self, walk: SymbolicExecutor, name: str, type_: t.Type, awaited: SetTerm | None) -> Value:
        label = f"{ARGUMENT}{name}{self.mark}"
        walk.laws += self.world.laws_of(type_, lambda keys: self.world.symbolic(t.leaf_type(type_), label, keys))
        if isinstance(type_, t.Map):
            has, item = None if awaited is None else awaited.has, type_.value

            def at(k: Term) -> Value:
                entry = self.world.symbolic(item, label, (k,))
                return entry if has is None else Maybe(negate(has(k)), entry)

            return MapTerm(type_.key, at)
        return self.world.symbolic(type_, label, ())

    # --- the beginning ----------------------------------------------------------------------------------------------

    def _initial(self) -> Step:
        rule = self.system.initial
        cells = {}
        for field, shape in self.world.shapes.items():
            if self.world.has_no_default(field):
                cells[field] = self._symbols_for(shape.leaf, f"{UNWRITTEN}{field[1]}")
            else:
                cells[field] = constant_cell(self.world.usual(field))
        store = Store(cells, dict.fromkeys(self.system.frames, FALSE))
        before, walk = store.copy(), self.walk(rule.function.name)
        before.root = object()
        args = tuple(self._argument(walk, p.name, p.type, None) for p in rule.function.parameters[1:])
        held, self.world.beginning, walk.so_far = [], True, 0
        try:
            if rule.domain is not None:
                with walk.aside():
                    inside = self.assume(walk, rule.domain, (before, *args))
                held += [] if inside is None else [inside]
            walk.so_far = None
            walk.holding(held)
            walk.act(rule.function, store, (store, *args))
        finally:
            self.world.beginning = False
        return self._finish("initial", rule.function.name, walk, before, store, held, args)

    # --- the end of a sub-step --------------------------------------------------------------------------------------

    def _copy(self) -> Store:
        store = self.base.copy()
        store.root = object()
        return store

    def _may_forget(self, walk: SymbolicExecutor, store: Store) -> None:
        """Any field may go back to its default, entry by entry, where its rule denies that it matters, or keep its
        value; of two that ask for one another nothing is known of when. Nor is it known that checks hold: it is asked
        at rest."""
        snapshot = store.copy()
        snapshot.root = object()
        left = {(None, field.name): field for field in self.system.state.fields if field.matters is not None}
        asks = {key: left.keys() & self.world.reads(field.matters) for key, field in left.items() if field.matters}
        done: set[Field] = set()
        while left:
            key = next((key for key in left if asks[key] <= done), next(iter(left)))
            matters, name = left.pop(key).matters, self.world.folds.name(f"{key[1]} is forgotten")
            cell, usual = store.cells[key], constant_cell(self.world.usual(key))
            mattering = None
            if matters is not None and asks[key] <= done:
                mattering = self._mattering(
                    walk, matters, key, snapshot, store, [one for one in asks if one in asks[key]]
                )

            def at(
                keys: Keys, cell: Cell = cell, usual: Cell = usual, name: str = name, mattering: Any = mattering
            ) -> Value:
                gone = symbol(BOOL, name, keys)
                matters = None if mattering is None else mattering(keys)
                gone = gone if matters is None else both(gone, negate(matters))
                return merge(gone, usual.at(keys), cell.at(keys))

            store.cells[key] = Cell(at)
            done.add(key)

    def _mattering(
        self, walk: SymbolicExecutor, rule: Function, field: Field, snapshot: Store, after: Store, asks: Sequence[Field]
    ) -> Callable[[Keys], Term | None]:
        """Whether an entry of a field matters when it is looked at. asks: what the rule asks for and may be forgotten
        too: by then each entry of that may be gone, or be there still."""

        def ask(state: Store, keys: Keys) -> Term | None:
            with walk.later([]), walk.over(*(v for k in keys for v in k.free)):
                return self.assume(walk, rule, (state, *keys))

        if not asks:
            return lambda keys: ask(snapshot, keys)
        keys = self.world.any_keys(field)
        state = snapshot.copy()
        for other, gone, kept in ((one, after.cells[one], snapshot.cells[one]) for one in asks):
            name = self.world.folds.name(f"{other[1]} is forgotten before {field[1]}")

            def at(of: Keys, name: str = name, gone: Cell = gone, kept: Cell = kept) -> Value:
                return merge(symbol(BOOL, name, (*keys, *of)), gone.at(of), kept.at(of))

            state.cells[other] = Cell(at)
        known: list[Term | None] = []

        def answer(given: Keys) -> Term | None:
            if not known:
                known.append(ask(state, keys))
            return None if known[0] is None else substitute(known[0], dict(zip(keys, given, strict=True)))

        return answer

    # --- properties -------------------------------------------------------------------------------------------------

    def of_state(self, check: Property, store: Store) -> PropertyStatement:
        """An `always` or a `sometimes` as a statement about a state."""
        walk = self.walk(check.name)
        holds = walk.holds(check.function, (store,))
        return PropertyStatement(holds, tuple(walk.checks), tuple(walk.laws), tuple(walk.contradictions))

    def of_step(self, check: Property, step: Step) -> PropertyStatement:
        """A check of a step as a statement about a rule's own sub-step, before anything is forgotten."""
        walk = self.walk(check.name)
        args = step.args if check.of is not None else ()
        with self.world.folds.within(f"{check.name} {step.key}"):
            holds = walk.holds(check.function, (step.before, step.made, *args))
        return PropertyStatement(holds, tuple(walk.checks), tuple(walk.laws))
