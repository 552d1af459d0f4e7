"""The scoped transition relation: each instance's guard and next leaves, over sub-steps, and the checks on the way.

An instance is an action with fixed members for its arguments (numbers, sets and the choices of a joint action stay
parameters), a round of settles, a duty, or one choice of the initial rule. A sub-step is an effect, the expiries that
it brings about, and, where it ends at rest, the leaves that mean nothing any more going back to their defaults.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from time import thread_time

from ruleslawyer.core import due, forced
from ruleslawyer.ir import types as t
from ruleslawyer.ir.schema import Scope
from ruleslawyer.ir.system import Action, Duty, System
from ruleslawyer.lifted import values as v
from ruleslawyer.lifted.context import Store
from ruleslawyer.lifted.depth import deep_recursion
from ruleslawyer.lifted.scoped.arguments import Argument, Arguments, parameters
from ruleslawyer.lifted.scoped.exact import PathAnswer
from ruleslawyer.lifted.scoped.layout import Cell, CellKey
from ruleslawyer.lifted.scoped.nodes import (
    FALSE,
    TRUE,
    Node,
    both,
    either,
    equal,
    negate,
    number,
    postorder,
    substitute,
)
from ruleslawyer.lifted.scoped.rules import ScopedExecutor, is_allowed, part_arguments
from ruleslawyer.lifted.scoped.world import ScopeTooLarge, World, with_entry
from ruleslawyer.lifted.terms import BOOL, Term
from ruleslawyer.lifted.values import merge
from ruleslawyer.semantics.events import ROUND

PATIENCE = 300.0
"""Seconds of a processor in which the rules of a scope are written out."""


@dataclass(frozen=True, slots=True)
class Instance:
    """One disjunct of the relation, a sub-step.

    guard: at rest, awaited, in its domain and its parameters' bounds (a duty: due, and no earlier one; a round: some
    settle holds), judged without a failed check, and allowed under the reading. `edge`: the guard holds, no check of
    the effect fails, and a round makes a change. `next` has the leaves that may change, by index, before anything is
    forgotten; it means something where `edge` holds.
    """

    kind: str
    name: str
    arguments: tuple[Argument, ...]
    parameters: tuple[Node, ...]
    guard: Node
    edge: Node
    next: tuple[tuple[int, Node], ...]
    cites: tuple[str, ...]
    label: str


@dataclass(frozen=True, slots=True)
class SubstepEvents:
    """The events between sub-steps, as nodes over the state there.

    rest: whether nothing is forced; where a check fails, the branch ends. stuck: for each duty, whether it is due still
    (a round that changes nothing has no edge instead). lost: whether a check fails in asking what means nothing at
    rest; `forgotten`: what the leaves become that do.
    """

    rest: PathAnswer[Node]
    stuck: Mapping[str, PathAnswer[Node]]
    lost: PathAnswer[Node]
    forgotten: tuple[tuple[int, Node], ...]

    def where(self, put: Mapping[Node, Node]) -> SubstepEvents:
        """The same where leaves hold something else."""
        asked = [self.rest, self.lost, *self.stuck.values()]
        roots = [node for one in asked for node in (one.value, one.failed)]
        answers = iter(substitute([*roots, *(value for _, value in self.forgotten)], put))
        rest, lost, *stuck = [PathAnswer(next(answers), next(answers)) for _ in asked]
        forgotten = tuple((i, next(answers)) for i, _ in self.forgotten)
        return SubstepEvents(rest, dict(zip(self.stuck, stuck, strict=True)), lost, forgotten)

    @property
    def questions(self) -> tuple[PathAnswer[Node], ...]:
        """All that is asked."""
        return self.rest, self.lost, *self.stuck.values()


@dataclass(frozen=True, slots=True)
class PendingDecisions:
    """For each player, whether his decision is awaited; and whether chance's is."""

    members: tuple[Node, ...]
    chance: Node


class ScopedSystem:
    """A system in a scope, as nodes.

    Instances leave out what `settling` says; their guards and failures are those of the sub-step alone.
    It is given up after `PATIENCE` seconds of a processor, which no other program of the machine makes fewer:
    `ScopeTooLarge`.
    """

    def __init__(
        self, system: System, scope: Scope, reading: Mapping[str, str] | None = None, rulings: Collection[str] = ()
    ) -> None:
        began = thread_time()
        self.system, self.scope = system, scope
        self.world = World(system, scope, reading, rulings)
        self.world.late = lambda: thread_time() > began + PATIENCE
        self.layout, self.shape = self.world.layout, self.world.shape
        self.arguments = Arguments(self.world)
        self._writing = ROUND
        with deep_recursion():
            try:
                made = self._everything()
            except TimeoutError:
                raise self._too_large(thread_time() - began) from None
            self.rounds, self.duties, self.actions = (
                tuple(instance for instance in made if instance.kind == kind) for kind in ("settle", "duty", "action")
            )

    def _too_large(self, seconds: float) -> ScopeTooLarge:
        size = ", ".join(f"{sort} {len(names)}" for sort, names in self.scope.names.items())
        about = f"with {size}, after {seconds:.0f} s its rules are written out as terms up to `{self._writing}`"
        said = f"scope {self.scope.name} is too large to be written out: {about}"
        return ScopeTooLarge(said, None, "name a smaller scope")

    def _everything(self) -> list[Instance]:
        """The instances from any state."""
        self.begin()
        return [instance for piece in self.pieces() for instance in piece]

    def pieces(self) -> Iterator[Iterable[Instance]]:
        """The instances, made as they are asked for: the round of settles, those of each duty, of each action."""
        yield self._round()
        rules: tuple[Duty | Action, ...] = (*self.scope.on(self.system.duties), *self.scope.on(self.system.actions))
        for rule in rules:
            self._writing = rule.name
            yield [self._duty(rule)] if isinstance(rule, Duty) else self._action(rule)

    def begin(self) -> None:
        """The state that sub-steps start from, and whether it is at rest."""
        self.base = self._base()
        self.world.base, self.world.said = self.base, {}
        walk, deciding = ScopedExecutor(self.world), ScopedExecutor(self.world)
        resting, self.unsettled, self.due = self._due(walk, self.base)
        self.resting = PathAnswer(resting, walk.failed)
        self.rest = both(negate(walk.failed), resting)
        with walk.apart(), walk.assume(negate(self.unsettled)):  # it has met the checks of this
            self.ended = walk.whether(self.system.ended, (self.base,))
        self._awaited = self._awaited_players(deciding, self.base)
        self._deciding = negate(deciding.failed)

    def _base(self) -> Store:
        """Any state."""
        term = self.world.lowering.term
        opened = {frame: term(BOOL, node) for frame, node in self.layout.open.items()}
        return self.world.store(lambda place: self.world.value_for_rules(place.type, place.nodes), opened)

    @property
    def steps(self) -> tuple[Instance, ...]:
        """The instances of the relation: what is forced first, then actions."""
        return (*self.rounds, *self.duties, *self.actions)

    # --- what comes next ------------------------------------------------------------------------------------------

    def _innermost(self, frame: str | None) -> Node:
        """Whether this frame is the innermost open one (None: no frame is open)."""
        return ScopedExecutor(self.world).whether(forced.is_innermost(self.system, frame), (self.base,))

    def _reacting(self, walk: ScopedExecutor) -> tuple[Node, ...]:
        """For each player, where he may declare or miss a trigger."""
        return self._players(walk.ask(forced.reacting(self.system), (self.base,))).members

    def _due(self, walk: ScopedExecutor, store: Store) -> tuple[Node, Node, dict[str, Node]]:
        """Whether nothing is forced: somebody decides, or the game is over; whether some settle holds; and which duty
        runs."""
        said = walk.ask(due.due(self.system), (store,))
        assert isinstance(said, Term)
        found = walk.node(said)
        duties = {name: equal(found, number(k)) for k, name in enumerate(self.system.duties, 1)}
        return equal(found, number(0)), equal(found, number(due.A_ROUND)), duties

    def _awaited_players(self, walk: ScopedExecutor, store: Store) -> PendingDecisions:
        """The players whose decision it is: those of pending triggers, of the innermost open frame, or of the rule
        `awaits`."""
        reacting = self._reacting(walk)
        asked = negate(either(*reacting))
        with walk.assume(both(self._innermost(None), asked)):
            value: v.Value = walk.ask(self.system.awaits, (store,))
        for name in self.system.frames:
            here = walk.holds(forced.is_innermost(self.system, name), (store,))
            value = merge(here, store.cells[name, "awaits"].at(()), value)
        found = self._players(value)
        members = tuple(either(r, both(asked, m)) for r, m in zip(reacting, found.members, strict=True))
        return PendingDecisions(members, both(asked, found.chance))

    def _players(self, value: v.Value) -> PendingDecisions:
        """The members of a set of players."""
        *members, chance = self.world.scalars(t.Awaits(t.Sort(self.system.players)), value)
        return PendingDecisions(tuple(members), chance)

    # --- instances ------------------------------------------------------------------------------------------------

    def _in(self, store: Store, cell: Cell) -> v.Value:
        """The value of a cell in a state."""
        field, keys = self.world.keys(cell)
        return store.cells[field].at(keys)

    def _round(self) -> Iterator[Instance]:
        """All settles that hold, together."""
        if self.unsettled is FALSE:
            return
        walk, store = ScopedExecutor(self.world), self.base.copy()
        with walk.assume(self.unsettled):
            walk.act(replace(forced.round_of(self.system), name=ROUND), store, (store,))
            self._expire(walk, self.base, store)
        settles = tuple(self.scope.on(self.system.settles))
        cites = tuple(dict.fromkeys(c for settle in settles for c in settle.origin.cites))
        still = both(*(self._same(walk, cell, self.base, store) for cell in self.layout.cells.values()))
        yield self._finish("settle", ROUND, (), self.unsettled, walk, store, cites, still=still)

    def _duty(self, duty: Duty) -> Instance:
        walk, store = ScopedExecutor(self.world), self.base.copy()
        guard = self.due[duty.name]
        with walk.assume(guard):
            walk.act(duty.function, store, (store,) * duty.function.leading)
            self._expire(walk, self.base, store)
        return self._finish("duty", duty.name, (), guard, walk, store, duty.origin.cites)

    def _action(self, action: Action) -> Iterator[Instance]:
        awaited, asked = self._awaited, self._deciding
        place = both(self.rest, negate(self.ended), either(*map(self._innermost, action.at)))
        if action.name not in self.system.reactions:
            place = both(place, negate(either(*self._reacting(ScopedExecutor(self.world)))))
        some = either(*awaited.members)
        kind = both(awaited.chance, negate(some)) if action.kind == "chance" else both(negate(awaited.chance), some)
        for arguments, args, bounds in self.arguments.lists(action.name, action.chosen_parameters, awaited.members):
            candidate = both(place, asked, kind, bounds)
            if action.actor is not None:
                actor = action.actor_of(args)
                candidate = both(candidate, awaited.members[actor.value])
            if candidate is not FALSE:
                yield from self._instance(action, arguments, args, candidate)

    def _instance(
        self, action: Action, arguments: tuple[Argument, ...], args: tuple[object, ...], candidate: Node
    ) -> Iterator[Instance]:
        walk, store = ScopedExecutor(self.world), self.base.copy()
        given = (self.base,) * action.leading + args
        with walk.assume(candidate):
            inside = TRUE
            if action.domain:
                inside = walk.whether(action.domain, given)
            for part in action.parts:
                for present, values in part_arguments(walk, action, part, given):
                    if part.domain:
                        with walk.assume(both(inside, present)):
                            held = walk.whether(part.domain, values)
                        inside = both(inside, either(negate(present), held))
            candidate = both(candidate, inside, negate(walk.failed))
        if candidate is FALSE:
            return
        with walk.assume(candidate):
            taken = is_allowed(walk, action, given)
            guard = both(candidate, negate(walk.failed), taken)
        with walk.assume(guard):
            walk.act(action.function, store, (store,) * action.function.leading + args)
            self._expire(walk, self.base, store)
        yield self._finish("action", action.name, arguments, guard, walk, store, action.origin.cites)

    # --- the end of a sub-step ------------------------------------------------------------------------------------

    def _expire(self, walk: ScopedExecutor, before: Store, after: Store) -> None:
        """Fields whose lifetime ends return to their defaults, in declaration order."""
        with walk.apart():  # so it is on every path, and no check is in it
            walk.expire(before, after)

    def _finish(
        self, kind: str, name: str, arguments: tuple[Argument, ...], guard: Node, walk: ScopedExecutor,
        store: Store, cites: tuple[str, ...], still: Node = FALSE,
    ) -> Instance:  # fmt: skip
        """The instance whose sub-step leaves `store`; `still`: where a round leaves the state as it was."""
        changed = self._changes(store)
        with walk.assume(guard):
            walk.require(negate(still))
            edge = both(guard, negate(walk.failed))
        roots = [edge, *(v for _, v in changed)]
        roots += [node for argument in arguments for node in parameters(argument)]
        found = dict.fromkeys(n for n in postorder(roots) if n.op == "parameter")
        return Instance(
            kind, name, arguments, tuple(found), guard, edge, changed, cites, self.arguments.label(name, arguments)
        )  # fmt: skip

    @cached_property
    def settling(self) -> SubstepEvents:
        """Asking what is due and forgetting, between sub-steps, in the states that `begin` took last."""
        store = self.base.copy()
        stuck = {} if self.unsettled is FALSE else {ROUND: PathAnswer(FALSE, FALSE)}
        for duty in self.scope.on(self.system.duties):
            walk = ScopedExecutor(self.world)
            still = walk.whether(due.is_due(self.system, duty), (self.base,))
            stuck[duty.name] = PathAnswer(still, walk.failed)
        lost = ScopedExecutor(self.world)
        self._forget(lost, store)
        self._stays_at_rest(lost, store)
        return SubstepEvents(self.resting, stuck, PathAnswer(TRUE, lost.failed), self._changes(store))

    def _forget(self, walk: ScopedExecutor, store: Store) -> None:
        """At rest, leaves that mean nothing return to their defaults, until none is left that means nothing; what
        matters is asked of the state as it is then."""
        before = store.copy()
        cells = [
            (field.matters, cell)
            for field in self.system.state.fields
            if field.matters is not None
            for cell in self.layout.of_field[field.name]
        ]
        stays: dict[CellKey, Node] = {cell.key: TRUE for _, cell in cells}
        for _ in cells:  # each time round forgets a cell, or is the last
            probed = store.copy()
            staying: dict[CellKey, Node] = {}
            for rule, cell in cells:
                usual = walk.node(walk.same(self._in(probed, cell), self._unset_value(cell)))
                with walk.assume(both(stays[cell.key], negate(usual))):
                    keys = self.world.keys(cell)[1]
                    matters = TRUE if walk.nowhere else walk.whether(rule, (probed, *keys))
                staying[cell.key] = both(stays[cell.key], matters)
            if staying == stays:
                return
            stays = staying
            for _, cell in cells:
                field, where = self.world.keys(cell)
                stay = self.world.lowering.term(BOOL, stays[cell.key])
                value = merge(stay, self._in(before, cell), self._unset_value(cell))
                store.cells[field] = with_entry(store.cells[field], where, self.world.evaluate_sets(value))

    def _stays_at_rest(self, walk: ScopedExecutor, store: Store) -> None:
        """Check that nothing is due because of what was forgotten."""
        decisive = {n for n in postorder([self.rest]) if n.op == "leaf"}
        forgotten = (c for c in self.layout.cells.values() if c.field.matters is not None)
        if not any(n in decisive for cell in forgotten for n in cell.nodes):
            return
        _, unsettled, duties = self._due(walk, store)
        walk.require(negate(either(unsettled, *duties.values())))

    def _changes(self, store: Store) -> tuple[tuple[int, Node], ...]:
        """The leaves that differ from the state that the relation starts from, by index."""
        found: list[tuple[int, Node]] = []
        changed, index = {f for f, cell in store.cells.items() if cell is not self.base.cells[f]}, 0
        for record in (None, *self.system.frames):
            if record is not None:
                if store.open[record] is not self.base.open[record]:
                    found.append((index, self.world.lowering.node(store.open[record])))
                index += 1
            for cell, size in self._cells[record]:
                if (record, cell.field.name) in changed:
                    field, keys = self.world.keys(cell)
                    old, new = self.base.cells[field].at(keys), store.cells[field].at(keys)
                    pairs = zip(*(self.world.scalars(cell.type, value) for value in (old, new)), strict=True)
                    found += [(index + i, value) for i, (before, value) in enumerate(pairs) if value is not before]
                index += size
        return tuple(found)

    def _unset_value(self, cell: Cell) -> v.Value:
        return self.world.value_for_rules(cell.type, cell.unset)

    def _same(self, walk: ScopedExecutor, cell: Cell, a: Store, b: Store) -> Node:
        """Whether a cell holds the same in two states."""
        one, other = self._in(a, cell), self._in(b, cell)
        return TRUE if one is other else walk.node(walk.same(one, other))

    @cached_property
    def _cells(self) -> Mapping[str | None, list[tuple[Cell, int]]]:
        """The cells of each frame, with how many leaves they have."""
        found: dict[str | None, list[tuple[Cell, int]]] = {record: [] for record in (None, *self.system.frames)}
        for cell in self.layout.cells.values():
            found[cell.key[0]].append((cell, len(cell.nodes)))
        return found


def rule_place(scoped: ScopedSystem, instance: Instance) -> str:
    """An instance with the line of its rule."""
    rule = scoped.system.acting.get(instance.name)
    return instance.label if rule is None else f"{instance.label} ({rule.origin.span})"
