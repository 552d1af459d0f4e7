"""The ground transition relation: each instance's guard and next leaves, over sub-steps, and the checks on the way.

An instance is an action with fixed members for its arguments (numbers, sets and the choices of a joint action stay
parameters), a round of settles, a duty, or one choice of the initial rule. A sub-step is an effect, the expiries that
it brings about, and, where it ends at rest, the leaves that mean nothing any more going back to their defaults.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import Any

from ruleslawyer.ground.context import Failure, Mark, Note, Store
from ruleslawyer.ground.layout import Canonical, Cell, CellKey
from ruleslawyer.ground.nodes import (
    FALSE,
    TRUE,
    Node,
    both,
    either,
    ite,
    less_equal,
    negate,
    number,
    postorder,
    substitute,
)
from ruleslawyer.ground.reached import reached
from ruleslawyer.ground.rules import Rules
from ruleslawyer.ground.values import Bunch, Choice, Held, Maybe, Slots, Table, Value, flatten, merge, narrowed, same
from ruleslawyer.ground.world import Unsupported, World
from ruleslawyer.ir import types as t
from ruleslawyer.ir.nodes import Function, Parameter
from ruleslawyer.ir.scope import Scope
from ruleslawyer.ir.system import Action, Check, Duty, Part, Settle, System
from ruleslawyer.semantics.settle import ROUND, UNSETTLED
from ruleslawyer.semantics.transition import DUE_BY_FORGETTING


@dataclass(frozen=True, slots=True)
class Argument:
    """One argument of an instance: a canonical value, or `symbolic` with a value made of parameters."""

    type: t.Type
    value: Any
    symbolic: bool = False


@dataclass(frozen=True, slots=True)
class Instance:
    """One disjunct of the relation.

    candidate: at rest, awaited, in its domain and its parameters' bounds (a duty: due, and no earlier one; a round:
    some settle holds);
    guard: candidate, judged without a failed check, and allowed under the reading. `defined`: the guard holds and
    no check of the sub-step fails. `edge`: `defined`, and a duty does not stay due, a round changes something. `next`
    has the leaves that may change, by index; it means something where `defined` holds. The conditions of failures and
    notes are absolute.
    """

    kind: str
    name: str
    arguments: tuple[Argument, ...]
    parameters: tuple[Node, ...]
    candidate: Node
    guard: Node
    defined: Node
    edge: Node
    next: tuple[tuple[int, Node], ...]
    failures: tuple[Failure, ...]
    notes: tuple[Note, ...]
    marks: tuple[Mark, ...]
    cites: tuple[str, ...]
    label: str


@dataclass(frozen=True, slots=True)
class Property:
    """A check on `(s)`, or for one instance on its sub-step: `holds`, and `broken` where asking it fails a check.
    notes: what is met in asking an `always` or a `sometimes` of a state."""

    check: Check
    holds: Node
    broken: Node
    instance: int | None = None
    notes: tuple[Note, ...] = ()


@dataclass(frozen=True, slots=True)
class Settling:
    """What happens between sub-steps, as nodes over the state there: for engines that go from one to the next.

    failed: asking what is due fails a check, and the branch ends. stuck: for each duty, whether it is due still (a
    round that changes nothing has no edge instead).
    forgotten: what the leaves become that mean nothing at rest; matters: when each of them stays. `lost`: asking that
    fails a check. `failures`: the
    checks that asking fails.
    """

    failed: Node
    stuck: Mapping[str, Node]
    forgotten: tuple[tuple[int, Node], ...]
    matters: tuple[tuple[int, Node], ...]
    lost: Node
    failures: tuple[Failure, ...]


class Ground:
    """A system in a scope, as ground nodes.

    `apart`: instances leave out what `settling` says; their guards and failures are those of the sub-step alone.
    `start`: states; the relation is that of what they lead to, and `within` what each leaf may hold there (None:
    anything). It can be given itself, to another ground of the same states.
    `recording`: instances have marks, and notes of actions that no clause speaks about; `judged` has for each label
    of an action's instance what is judged there (its own norms as -1, seats and members by their place): when the
    place is there, whether it is permitted, and whether it is forbidden.
    `switches`: whether each clause is in the book stays open, by a rigid symbol for each in `world.switches`.
    """

    def __init__(
        self,
        system: System,
        scope: Scope,
        reading: Mapping[str, str] | None = None,
        rulings: Collection[str] = (),
        *,
        capped: bool = False,
        family: Collection[str] | None = None,
        apart: bool = False,
        recording: bool = False,
        start: Iterable[Canonical] | None = None,
        within: Sequence[Held] | None = None,
        switches: bool = False,
    ) -> None:
        self.system, self.scope, self.apart = system, scope, apart
        self.world = World(
            system, scope, reading, rulings,
            capped=capped, family=family, recording=recording, numbers=apart, switches=switches,
        )  # fmt: skip
        self.layout, self.shape = self.world.layout, self.world.shape
        self.judged: dict[str, dict[int, tuple[Node, Node, Node]]] = {}
        self.within: Sequence[Held] | None
        if start is None:
            self.begin(within)
            self.within, made = within, [instance for piece in self.pieces() for instance in piece]
        else:
            self.within, made = reached(self, [self.layout.vector(state) for state in start])
        # Where the initial rule leads to is known, where only some states are asked about.
        self.initial = tuple(self._initial()) if self.within is None else ()
        self.rounds, self.duties, self.actions = (
            tuple(instance for instance in made if instance.kind == kind) for kind in ("settle", "duty", "action")
        )
        self.properties = tuple(self._properties())

    def pieces(self) -> Iterator[Iterable[Instance]]:
        """The instances, made as they are asked for: the round of settles, those of each duty, of each action."""
        yield self._round()
        yield from ([self._duty(duty)] for duty in self.scope.on(self.system.duties))
        yield from (self._action(action) for action in self.scope.on(self.system.actions))

    def begin(self, within: Sequence[Held] | None) -> None:
        """The state that sub-steps start from, and whether it is at rest. `within`: what its leaves may hold."""
        self.base = self._base(within)
        self.world.starts_from(self.base)
        walk = Rules(self.world)
        self._held = self._holding(walk, self.base)
        self.unsettled, self.ended, self.due = self._forced(walk, self.base, self._held)
        self.rest = both(negate(walk.failed), self._resting(self.unsettled, self.ended, self.due))
        self.state_failures = tuple(walk.failures)

    def _base(self, within: Sequence[Held] | None) -> Store:
        """Any state; `within`: any of those whose leaves hold these values."""
        cells, opened = {k: c.value for k, c in self.layout.cells.items()}, dict(self.layout.open)
        if within is not None:
            held = iter(within)
            for record in (None, *self.system.frames):
                if record is not None:
                    (opened[record],) = flatten(narrowed(opened[record], held))
                cells |= {key: narrowed(cell, held) for key, cell in cells.items() if key[0] == record}
        return Store(cells, opened)

    @property
    def steps(self) -> tuple[Instance, ...]:
        """The instances of the relation: what is forced first, then actions."""
        return (*self.forced, *self.actions)

    @property
    def forced(self) -> tuple[Instance, ...]:
        """The instances that nobody decides: the round of settles, if there are any, then duties."""
        return (*self.rounds, *self.duties)

    @property
    def rigids(self) -> Mapping[str, Node]:
        return {name: r.node for name, r in self.world.rigids.items()}

    @property
    def assumptions(self) -> tuple[Node, ...]:
        """What the types of open attributes and numbers promise."""
        return tuple(self.world.assumptions)

    # --- rest -----------------------------------------------------------------------------------------------------

    def innermost(self, store: Store, frame: str | None) -> Node:
        """Whether this frame is the innermost open one (None: no frame is open)."""
        names = list(self.system.frames)
        inner = names[names.index(frame) + 1 :] if frame is not None else names
        return both(store.open[frame] if frame is not None else TRUE, *(negate(store.open[f]) for f in inner))

    def _holding(self, walk: Rules, store: Store) -> list[tuple[Settle, tuple[Any, ...], Node]]:
        """Each instance of each settle, and when it holds."""
        return [
            (settle, args, walk.holds(settle.when, (store, *args)))
            for settle in self.scope.on(self.system.settles)
            for _, args, _ in self._arguments(settle.name, settle.function.parameters[1:], None)
        ]

    def _reacting(self, store: Store) -> tuple[Node, ...]:
        """For each player, where he may declare or miss a trigger."""
        found: list[list[Node]] = [[] for _ in self.scope.names[self.system.players]]
        for trigger in self.scope.on(self.system.triggers):
            here = either(*(self.innermost(store, frame) for frame in trigger.at))
            for key, value in store.cells.items():
                if key[:2] == (None, trigger.field):
                    assert isinstance(value, Node)
                    found[key[2][trigger.decider]].append(both(here, value))
        return tuple(either(*nodes) for nodes in found)

    def _forced(
        self, walk: Rules, store: Store, held: Iterable[tuple[Settle, tuple[Any, ...], Node]]
    ) -> tuple[Node, Node, dict[str, Node]]:
        """Whether some settle holds; where none does, whether the game has ended, and which duty runs."""
        unsettled = either(*(condition for _, _, condition in held))
        with walk.assuming(negate(unsettled)):
            ended = walk.holds(self.system.ended, (store,))
            waits = either(unsettled, ended, *self._reacting(store))
            return unsettled, ended, dict(self._due(walk, store, waits))

    def _forces(self, walk: Rules, store: Store) -> tuple[Node, Node, dict[str, Node]]:
        """The same of the state after a sub-step; what is met in asking what comes next is no event of it."""
        before = len(walk.notes)
        found = self._forced(walk, store, self._holding(walk, store))
        del walk.notes[before:]
        return found

    @staticmethod
    def _resting(unsettled: Node, ended: Node, due: Mapping[str, Node]) -> Node:
        return both(negate(unsettled), either(ended, negate(either(*due.values()))))

    def _due(self, walk: Rules, store: Store, earlier: Node) -> Iterator[tuple[str, Node]]:
        """For each duty, when it is the one that runs: due, and nothing that comes earlier is."""
        for duty in self.scope.on(self.system.duties):
            place = both(negate(earlier), self.innermost(store, duty.at))
            with walk.assuming(place):
                holds = both(place, walk.holds(duty.when, _framed(duty.when, store)))
            yield duty.name, holds
            earlier = either(earlier, holds)

    # --- instances ------------------------------------------------------------------------------------------------

    def _initial(self) -> Iterator[Instance]:
        rule = self.system.initial
        for arguments, args, bounds in self._arguments(rule.function.name, rule.function.parameters[1:], None):
            store = self._unset()
            walk = Rules(self.world)
            candidate = bounds
            if rule.domain:
                candidate = both(candidate, walk.holds(rule.domain, (store, *args)))
            start = store.copy()
            with walk.assuming(candidate):
                walk.act(rule.function, store, (store, *args))
                self._expire(walk, start, store)
                self._override(store)
                for cell in self.layout.cells.values():
                    if isinstance(cell.type, t.Sort | t.Enum) and cell.key[0] is None:
                        value = store.cells[cell.key]
                        assert isinstance(value, Choice)
                        walk.check(
                            negate(value.is_(-1)),
                            "the initial rule leaves it unwritten",
                            rule.origin,
                            subject=cell.field.name,
                        )
                        store.cells[cell.key] = Choice(tuple((k, c) for k, c in value.cases if k >= 0) or value.cases)
            cites = rule.origin.cites
            yield self._finish("initial", rule.function.name, arguments, candidate, candidate, walk, store, cites)

    def _unset(self) -> Store:
        cells = {k: c.default if k[0] is not None else c.unset for k, c in self.layout.cells.items()}
        return Store(cells, dict.fromkeys(self.system.frames, FALSE))

    def _override(self, store: Store) -> None:
        types = {f.name: f.type for f in self.system.state.fields}
        for name, keys, value in self.scope.initial:
            type_ = types[name]
            for _ in keys:
                assert isinstance(type_, t.Map)
                type_ = type_.value
            self._spread(store, name, keys, type_, value)

    def _spread(self, store: Store, name: str, keys: tuple[int, ...], type: t.Type, value: Any) -> None:
        if isinstance(type, t.Map):
            for k, entry in enumerate(value):
                self._spread(store, name, (*keys, k), type.value, entry)
        else:
            store.cells[None, name, keys] = self.shape.lift(type, value)

    def _round(self) -> Iterator[Instance]:
        """All settles that hold, together."""
        if self.unsettled is FALSE:
            return
        walk, store = Rules(self.world), self.base.copy()
        with walk.assuming(self.unsettled):
            walk.settle(self._held, store)
            self._expire(walk, self.base, store)
        settles = tuple(self.scope.on(self.system.settles))
        cites = tuple(dict.fromkeys(c for settle in settles for c in settle.origin.cites))
        cells = self.base.cells.items()
        still = both(*(same(store.cells[key], cell) for key, cell in cells if store.cells[key] is not cell))
        yield self._finish("settle", ROUND, (), self.unsettled, self.unsettled, walk, store, cites, still=still)

    def _duty(self, duty: Duty) -> Instance:
        walk, store = Rules(self.world), self.base.copy()
        guard = self.due[duty.name]
        with walk.assuming(guard):
            walk.mark("live", duty.name, TRUE)
            walk.act(duty.function, store, _framed(duty.function, store))
            self._expire(walk, self.base, store)
        return self._finish("duty", duty.name, (), guard, guard, walk, store, duty.origin.cites, duty)

    def _action(self, action: Action) -> Iterator[Instance]:
        skip = 2 if action.framed else 1
        walk = Rules(self.world)
        awaited = self._awaited(walk)
        place = both(self.rest, negate(self.ended), either(*(self.innermost(self.base, f) for f in action.at)))
        if action.name not in self.system.reactions:
            place = both(place, negate(either(*self._reacting(self.base))))
        assert awaited.chance is not None
        some = either(*awaited.members)
        kind = both(awaited.chance, negate(some)) if action.kind == "chance" else both(negate(awaited.chance), some)
        asked, failures = negate(walk.failed), tuple(walk.failures)
        for arguments, args, bounds in self._arguments(action.name, action.function.parameters[skip:], awaited):
            candidate = both(place, asked, kind, bounds)
            if action.actor is not None:
                actor = args[action.actor - skip]
                candidate = both(candidate, either(*(both(c, awaited.members[k]) for k, c in actor.cases)))
            if candidate is not FALSE:
                yield from self._instance(action, arguments, args, candidate, failures)

    def _instance(
        self,
        action: Action,
        arguments: tuple[Argument, ...],
        args: tuple[Any, ...],
        candidate: Node,
        asked: tuple[Failure, ...],
    ) -> Iterator[Instance]:
        walk, store = Rules(self.world), self.base.copy()
        walk.failures.extend(asked)
        given = ((self.base, self.base) if action.framed else (self.base,)) + args
        with walk.assuming(candidate):
            inside = TRUE
            if action.domain:
                inside = walk.holds(action.domain, given)
            for part in action.parts:
                for present, _, values in self._parts(action, part, given):
                    if part.domain:
                        with walk.assuming(both(inside, present)):
                            held = walk.holds(part.domain, values)
                        inside = both(inside, either(negate(present), held))
            candidate = both(candidate, inside, negate(walk.failed))
        walk.notes.clear()  # who may choose it at all is asked before anything is judged, and makes no event
        if candidate is FALSE:
            return
        with walk.assuming(candidate):
            before = len(walk.marks)
            allowed = self._allowed(walk, action, given, self._label(action.name, arguments))
            judging, walk.marks[before:] = walk.marks[before:], []
            for mark in judging:  # where judging fails somewhere there is no judgement, and no norm decided it
                if mark.kind == "decisive":
                    walk.mark("decisive", mark.name, mark.condition)
                else:
                    walk.marks.append(mark)
            guard = both(candidate, negate(walk.failed), allowed)
        with walk.assuming(guard):
            framed = (store, store) if _takes_frame(action.function) else (store,)
            walk.mark("live", action.name, TRUE)
            walk.act(action.function, store, (*framed, *args))
            self._expire(walk, self.base, store)
        yield self._finish("action", action.name, arguments, candidate, guard, walk, store, action.origin.cites)

    def _awaited(self, walk: Rules) -> Bunch:
        """Whose decision it is: what pending triggers say, the innermost open frame, or the rule `awaits`."""
        reacting = self._reacting(self.base)
        asked = negate(either(*reacting))
        outside = both(self.innermost(self.base, None), asked)
        with walk.assuming(outside):
            found: Value = walk.ask(self.system.awaits, (self.base,))
        for name, frame in self.system.frames.items():
            type_ = next(f.type for f in frame.fields if f.name == "awaits")
            here = walk.read(self.base, name, "awaits", type_, [], ())
            found = merge(self.innermost(self.base, name), here, found)
        assert isinstance(found, Bunch)
        members = tuple(either(r, both(asked, m)) for r, m in zip(reacting, found.members, strict=True))
        return Bunch(members, both(asked, found.chance or FALSE))

    def _allowed(self, walk: Rules, action: Action, given: tuple[Any, ...], label: str) -> Node:
        found: list[Node] = []
        some = TRUE if action.kind == "chance" else FALSE  # chance without clauses of its own is permitted by nature
        if action.norms:
            found.append(walk.judge(action.name, action.norms, given))
            some = TRUE
        bases = [(TRUE, *judged) for judged in walk.judged]
        for part in action.parts:
            for present, _, values in self._parts(action, part, given):
                walk.judged.clear()
                with walk.assuming(present):
                    judged = walk.judge(part.name, part.norms, values) if walk.path is not FALSE else TRUE
                found.append(either(negate(present), judged))
                some = either(some, present)
                bases += [(present, *answer) for answer in walk.judged]
        if walk.world.recording:
            self._mark_verdict(walk, action, bases)
            self.judged[label] = dict(enumerate(bases, -1 if action.norms else 0))
        if not action.norms and not action.parts:
            return TRUE if action.kind == "chance" else FALSE
        return both(some, *found) if action.parts else both(*found)

    def _mark_verdict(self, walk: Rules, action: Action, bases: list[tuple[Node, Node, Node]]) -> None:
        """Whether any clause speaks about an instance: the worst of its bases, as `semantics.judge.worst` has it."""
        nothing = negate(either(*(here for here, _, _ in bases)))
        silent = both(
            either(
                FALSE if action.kind == "chance" else nothing,  # chance is permitted by nature then
                *(both(here, negate(permits), negate(forbids)) for here, permits, forbids in bases),
            ),
            *(either(negate(here), negate(forbids)) for here, _, forbids in bases),
        )
        walk.mark("judged", action.name, TRUE)
        walk.mark("spoken", action.name, negate(silent))
        if self.system.closed_world is None:
            walk.note("unspoken", action.name, (), silent)

    def _parts(self, action: Action, part: Part, given: tuple[Any, ...]) -> Iterator[tuple[Node, int, tuple[Any, ...]]]:
        """For each seat or member that may be there: when it is, its key, and the arguments of its clauses."""
        index = next(i for i, p in enumerate(action.function.parameters) if p.name == part.of)
        leading = given[: 2 if action.framed else 1]
        value = given[index]
        if part.kind == "seat":
            assert isinstance(value, Table)
            for k, entry in enumerate(value.entries):
                assert isinstance(entry, Maybe)
                yield entry.present, k, (*leading, Choice(((k, TRUE),)), entry.value)
        else:
            assert isinstance(value, Bunch)
            rest = (*given[len(leading) : index], *given[index + 1 :])
            for k, present in enumerate(value.members):
                yield present, k, (*leading, *rest, Choice(((k, TRUE),)))

    # --- arguments ------------------------------------------------------------------------------------------------

    def _arguments(
        self, owner: str, parameters: Sequence[Parameter], awaited: Bunch | None
    ) -> Iterator[tuple[tuple[Argument, ...], tuple[Any, ...], Node]]:
        """All argument lists: members one by one, everything else as parameters with their bounds."""
        options = [list(self._values(f"{owner}.{p.name}", p.type, awaited)) for p in parameters]
        for chosen in product(*options):
            yield tuple(a for a, _, _ in chosen), tuple(v for _, v, _ in chosen), both(*(b for _, _, b in chosen))

    def _values(self, name: str, type: t.Type, awaited: Bunch | None) -> Iterator[tuple[Argument, Value, Node]]:
        if self.shape.is_choice(type):
            for k in self.shape.members(type):
                yield Argument(type, None if k < 0 else k), Choice(((k, TRUE),)), TRUE
        elif isinstance(type, t.Bool):
            for flag in (False, True):
                yield Argument(type, flag), self.shape.lift(type, flag), TRUE
        elif isinstance(type, t.Map):
            entries = []
            bounds = TRUE
            for k in range(self.shape.size(type.key)):
                present = TRUE if awaited is None else awaited.members[k]
                label = f"{name}[{self.layout.label(type.key, k)}]"
                entry = self.shape.fresh(type.value, "parameter", label, self.layout.label)
                bounds = both(bounds, either(negate(present), self._bounds(name, type.value, entry)))
                entries.append(Maybe(present, entry))
            yield Argument(type, Table(tuple(entries)), True), Table(tuple(entries)), bounds
        elif isinstance(type, t.Int | t.Optional | t.Set):
            value = self.shape.fresh(type, "parameter", name, self.layout.label)
            yield Argument(type, value, True), _canonical(value), self._bounds(name, type, value)
        else:
            raise Unsupported(f"choice of type {type}, as {name} is")

    def _bounds(self, name: str, type: t.Type, value: Value) -> Node:
        match type, value:
            case t.Int(low, high), Node():
                low, high = self.scope.bounds.get(name, (low, high))
                return both(
                    TRUE if low is None else less_equal(number(low), value),
                    TRUE if high is None else less_equal(value, number(high)),
                )
            case t.Optional(item), Maybe(present, inner):
                return either(negate(present), self._bounds(name, item, inner))
            case _:
                return TRUE

    # --- the end of a sub-step ------------------------------------------------------------------------------------

    def _expire(self, walk: Rules, before: Store, after: Store) -> None:
        """Fields whose lifetime ends return to their defaults, in declaration order."""
        for field in self.system.state.fields:
            if field.until is None:
                continue
            clock = (None, field.until.field, ())
            old, new = before.cells[clock], after.cells[clock]
            ends = self._is(new, field.until.value)
            ends = both(ends, negate(self._is(old, field.until.value)))
            if ends is not FALSE:
                for cell in self.layout.of_field[field.name]:
                    after.cells[cell.key] = merge(ends, cell.unset, after.cells[cell.key])

    @staticmethod
    def _is(value: Value, canonical: int) -> Node:
        if isinstance(value, Choice):
            return value.is_(canonical)
        return same(value, number(canonical))

    def _finish(
        self,
        kind: str,
        name: str,
        arguments: tuple[Argument, ...],
        candidate: Node,
        guard: Node,
        walk: Rules,
        store: Store,
        cites: tuple[str, ...],
        duty: Duty | None = None,
        still: Node = FALSE,
    ) -> Instance:
        """The instance whose sub-step leaves `store`; `still`: where a round leaves the state as it was."""
        if self.apart and kind != "initial":
            with walk.assuming(guard):
                walk.check(negate(still), UNSETTLED, None, kind="unending", subject=name, cites=cites)
            edge = defined = both(guard, negate(walk.failed))
            return self._made(kind, name, arguments, candidate, guard, defined, edge, walk, store, cites)
        with walk.assuming(guard):
            rest = self._resting(*self._forces(walk, store))
            stuck = FALSE
            if duty is not None:
                place = self.innermost(store, duty.at)
                with walk.assuming(place):
                    stuck = both(place, walk.holds(duty.when, _framed(duty.when, store)))
            self._forget(walk, store, rest)
            self._stays_at_rest(walk, store, rest)
            defined = both(guard, negate(walk.failed))
            walk.check(negate(stuck), "it stays due", None, kind="unending", subject=name, cites=cites)
            walk.check(negate(still), UNSETTLED, None, kind="unending", subject=name, cites=cites)
            edge = both(guard, negate(walk.failed))
        return self._made(kind, name, arguments, candidate, guard, defined, edge, walk, store, cites)

    def _made(
        self,
        kind: str,
        name: str,
        arguments: tuple[Argument, ...],
        candidate: Node,
        guard: Node,
        defined: Node,
        edge: Node,
        walk: Rules,
        store: Store,
        cites: tuple[str, ...],
    ) -> Instance:
        changed = self._changed(store)
        parameters = {n: None for n in postorder([edge, candidate, *(v for _, v in changed)]) if n.op == "parameter"}
        for argument in arguments:
            if argument.symbolic:
                parameters.update(dict.fromkeys(n for n in _own(argument.value) if n.op == "parameter"))
        return Instance(
            kind,
            name,
            arguments,
            tuple(parameters),
            candidate,
            guard,
            defined,
            edge,
            changed,
            tuple(walk.failures),
            tuple(walk.notes),
            tuple(walk.marks),
            cites,
            self._label(name, arguments),
        )

    @cached_property
    def settling(self) -> Settling:
        """What happens between sub-steps."""
        return self.between()

    def between(self) -> Settling:
        """The same, from what the present `begin` says."""
        asking, walk, store = Rules(self.world), Rules(self.world), self.base.copy()
        forced = self._forced(asking, self.base, self._holding(asking, self.base))
        stuck = {} if self.unsettled is FALSE else {ROUND: FALSE}
        failures = tuple(asking.failures)
        for duty in self.scope.on(self.system.duties):
            place = self.innermost(self.base, duty.at)
            with asking.assuming(place):
                stuck[duty.name] = both(place, asking.holds(duty.when, _framed(duty.when, self.base)))
        asked = dict(self._forget(walk, store, TRUE))
        self._stays_at_rest(walk, store, TRUE)
        rest = both(negate(asking.failed), self._resting(*forced))
        changed = self._changed(store)
        cells = [self.layout.leaves[i].cell for i, _ in changed]
        return Settling(
            asking.failed,
            stuck,
            changed,
            tuple((i, asked[cell]) for (i, _), cell in zip(changed, cells, strict=True) if cell is not None),
            walk.failed,
            (*failures, *(f.under(rest) for f in walk.failures)),
        )

    def _forget(self, walk: Rules, store: Store, rest: Node) -> list[tuple[CellKey, Node]]:
        """At rest, leaves that mean nothing return to their defaults; what matters is asked of the state before. When
        each cell that may be forgotten matters."""
        before = store.copy()
        asked = []
        for field in self.system.state.fields:
            if field.matters is None:
                continue
            for cell in self.layout.of_field[field.name]:
                key = cell.key
                value = before.cells[key]
                with walk.assuming(both(rest, negate(same(value, cell.unset)))):
                    keys = tuple(Choice(((k, TRUE),)) for k in key[2])
                    matters = walk.holds(field.matters, (before, *keys)) if walk.path is not FALSE else TRUE
                store.cells[key] = merge(both(rest, negate(matters)), cell.unset, value)
                asked.append((key, matters))
        return asked

    def _stays_at_rest(self, walk: Rules, store: Store, rest: Node) -> None:
        """Check that nothing is due because of what was forgotten."""
        decisive = {n for n in postorder([self.rest]) if n.op == "leaf"}
        forgotten = (c for c in self.layout.cells.values() if c.field.matters is not None)
        if not any(n in decisive for cell in forgotten for n in flatten(cell.value)):
            return
        with walk.assuming(rest):
            unsettled, _, due = self._forces(walk, store)
            walk.check(negate(unsettled), DUE_BY_FORGETTING, None, subject=ROUND)
            for name, condition in due.items():
                cites = self.system.duties[name].origin.cites
                walk.check(negate(condition), DUE_BY_FORGETTING, None, subject=name, cites=cites)

    def _changed(self, store: Store) -> tuple[tuple[int, Node], ...]:
        """The leaves that differ from the state that the relation starts from, by index."""
        found: list[tuple[int, Node]] = []
        index = 0
        for record in (None, *self.system.frames):
            if record is not None:
                if store.open[record] is not self.base.open[record]:
                    found.append((index, store.open[record]))
                index += 1
            for cell, size in self._cells[record]:
                old, new = self.base.cells[cell.key], store.cells[cell.key]
                if new is not old:
                    pairs = zip(self._scalars(cell, old), self._scalars(cell, new), strict=True)
                    found += [(index + i, value) for i, (before, value) in enumerate(pairs) if value is not before]
                index += size
        return tuple(found)

    def _scalars(self, cell: Cell, value: Value) -> Iterator[Node]:
        return flatten(self.shape.coerce(value, cell.type), numbers=self.apart)

    @cached_property
    def _cells(self) -> Mapping[str | None, list[tuple[Cell, int]]]:
        """The cells of each frame, with how many leaves they have."""
        found: dict[str | None, list[tuple[Cell, int]]] = {record: [] for record in (None, *self.system.frames)}
        for cell in self.layout.cells.values():
            found[cell.key[0]].append((cell, sum(1 for _ in flatten(cell.value))))
        return found

    def _label(self, name: str, arguments: tuple[Argument, ...]) -> str:
        return f"{name}({', '.join(self.show(a.type, a.value) if not a.symbolic else '·' for a in arguments)})"

    def show(self, type: t.Type, value: Any) -> str:
        """A canonical value in the names of the scope."""
        match type:
            case _ if value is None:
                return "None"
            case t.Sort() | t.Enum():
                return self.layout.label(type, value)
            case t.Optional(item):
                return self.show(item, value)
            case t.Set(item):
                return "{" + ", ".join(self.show(item, v) for v in sorted(value)) + "}"
            case t.Pile(item):
                return "[" + ", ".join(self.show(item, v) for v in value) + "]"
            case t.Map(_, item):
                return "(" + ", ".join(self.show(item, v) for v in value) + ")"
        return str(value)

    # --- properties -----------------------------------------------------------------------------------------------

    def _properties(self) -> Iterator[Property]:
        for check in self.system.checks.values():
            if check.kind in ("always", "sometimes", "possible"):
                walk = Rules(self.world)
                holds = walk.holds(check.function, (self.base,))
                yield Property(check, holds, walk.failed, notes=() if check.kind == "possible" else tuple(walk.notes))
            elif check.kind == "step":
                for index, instance in enumerate(self.steps):
                    if instance.kind == "action" and instance.name == check.of:
                        yield self._step_property(check, index, instance)

    def _step_property(self, check: Check, index: int, instance: Instance) -> Property:
        """A check of a step on an instance's own sub-step: `after` is the state directly after it."""
        walk = Rules(self.world)
        after = self.after(instance)
        with walk.assuming(instance.edge):
            holds = walk.holds(check.function, (self.base, after, *(self._given(a) for a in instance.arguments)))
        return Property(check, holds, walk.failed, index)

    def _given(self, argument: Argument) -> Value:
        value: Value = argument.value if argument.symbolic else self.shape.lift(argument.type, argument.value)
        return value

    def after(self, instance: Instance) -> Store:
        """The symbolic state after an instance."""
        put = {self.layout.leaves[i].node: node for i, node in instance.next}
        cells = {key: self._replaced(value, put) for key, value in self.base.cells.items()}
        return Store(cells, {f: put.get(node, node) for f, node in self.base.open.items()})

    def _replaced(self, value: Value, put: Mapping[Node, Node]) -> Value:
        if not any(node in put for node in flatten(value, numbers=True)):
            return value
        match value:
            case Node():
                return put.get(value, value)
            case Choice(cases):
                return Choice(tuple(zip((k for k, _ in cases), substitute([c for _, c in cases], put), strict=True)))
            case Maybe(present, inner):
                return Maybe(put.get(present, present), self._replaced(inner, put))
            case Bunch(members, chance):
                return Bunch(tuple(put.get(m, m) for m in members), None if chance is None else put.get(chance, chance))
            case _:
                assert isinstance(value, Slots)
                return Slots(tuple(c for s in value.slots if isinstance(c := self._replaced(s, put), Choice)))


def _own(value: Value) -> Iterator[Node]:
    """The parameters that an argument is made of."""
    match value:
        case Table(entries):
            for entry in entries:
                yield from _own(entry.value if isinstance(entry, Maybe) else entry)
        case _:
            yield from flatten(value)


def _canonical(value: Value) -> Value:
    """A parameter as rules see it: a number that is not there is 0, as in every state."""
    if isinstance(value, Maybe) and isinstance(value.value, Node) and value.value.sort == "int":
        return Maybe(value.present, ite(value.present, value.value, number(0)))
    return value


def _takes_frame(function: Function) -> bool:
    return len(function.parameters) > 1 and isinstance(function.parameters[1].type, t.FrameOf)


def _framed(function: Function, store: Store) -> tuple[Store, ...]:
    return (store, store) if _takes_frame(function) else (store,)
