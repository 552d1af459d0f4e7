"""Whether members are interchangeable, proved for each swap of two of a scope that is instantiated.

A swap must take everything that is said of an instance to what is said of the instance with the swapped arguments.
Nodes that are equal in normal form are settled; the solver is asked about others. This is asked where what the rules
say (see `alike`) leaves it open.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.base.origin import Origin
from ruleslawyer.ir import types as t
from ruleslawyer.lifted.scoped.context import Failure, Mark, Note
from ruleslawyer.lifted.scoped.instances import Scoped
from ruleslawyer.lifted.scoped.layout import Scalar
from ruleslawyer.lifted.scoped.nodes import (
    FALSE,
    TRUE,
    Node,
    both,
    constant,
    either,
    equal,
    equal_constant,
    negate,
    postorder,
    substitute,
)
from ruleslawyer.lifted.scoped.permute import Moved, Normal, Renaming, identity, places
from ruleslawyer.lifted.scoped.properties import Property, of_state
from ruleslawyer.lifted.scoped.relation import Instance
from ruleslawyer.lifted.scoped.rules import Rules
from ruleslawyer.lifted.scoped.values import NONE, Slots, flatten
from ruleslawyer.semantics.events import ROUND
from ruleslawyer.semantics.interchange import Alike, Swap
from ruleslawyer.semantics.transition import TransitionSystem

Item = TypeVar("Item", Failure, Note, Mark, Failure | Note)

EACH = 10.0
"""Seconds for one question to the solver."""
SHOWN = 6
"""Leaves of a state that are shown where two members differ."""


def prove(system: TransitionSystem, groups: Iterable[Alike]) -> None:
    """A `UsageError` where a rule tells two members of a group apart."""
    scoped = Scoped(
        system.system, system.scope, system.reading, system.rulings,
        capped=True, family=(), apart=True, recording=True,
    )  # fmt: skip
    begun = dict.fromkeys(o.state for _, o in system.initial() if o.state is not None)
    proof = _Proof(scoped, _fixed_leaves(scoped, [scoped.layout.vector(state) for state in begun]))
    for group in groups:
        for swap in group.swaps:
            proof.prove(swap)


def _fixed_leaves(scoped: Scoped, initial: Sequence[tuple[Scalar, ...]]) -> dict[Node, Node]:
    """The leaves that keep one value, with it: it is assumed of all that begin with one, and given up of those that a
    step writes which can occur then, until there is none. (What writes a leaf only where it has been written already
    never does.)"""
    leaves, first = scoped.layout.leaves, initial[0] if initial else ()
    kept = {k for k, value in enumerate(first) if all(state[k] == value for state in initial)}
    possible = [dict(scoped.settling.forgotten)]
    waiting = [(step.edge, dict(step.next)) for step in scoped.steps]
    while True:
        put = {leaves[k].node: constant(first[k]) for k in sorted(kept) if leaves[k].node.op == "leaf"}
        occurs = substitute([edge for edge, _ in waiting], put)
        possible += [changes for (_, changes), edge in zip(waiting, occurs, strict=True) if edge is not FALSE]
        waiting = [step for step, edge in zip(waiting, occurs, strict=True) if edge is FALSE]
        writes = [(k, value) for changes in possible for k, value in changes.items() if k in kept]
        values = substitute([value for _, value in writes], put)
        written = {k for (k, _), value in zip(writes, values, strict=True) if value is not constant(first[k])}
        if not written:
            return put
        kept -= written


@dataclass(frozen=True, slots=True)
class _Said:
    """Something that is said of a state, or of an instance in it. `under`: where it means something."""

    title: str
    origin: Origin
    node: Node
    under: Node = TRUE


class _Proof:
    """All that is said of a model, and whether it stays so when two members change places."""

    def __init__(self, scoped: Scoped, fixed: Mapping[Node, Node]) -> None:
        self.scoped, self.fixed = scoped, fixed
        self.system, self.layout = scoped.system, scoped.layout
        self.places = places(self.layout)
        self.rules = {rule.name: rule.origin for rule in self.system.rules()}
        if self.system.settles:
            self.rules[ROUND] = next(iter(self.system.settles.values())).origin
        self.instances = {identity(i): i for i in self.scoped.steps}
        self.normal = Normal(fixed)
        self.asked = 0
        self._possible: Any = None

    def prove(self, swap: Swap) -> None:
        moved = Moved(self.layout, self.places, swap)
        renaming = Renaming(self.scoped, moved, self.fixed)
        self._share(renaming)
        for here, there in self._pairs(moved):
            self._compare(renaming, here, there)

    def _pairs(self, moved: Moved) -> Iterator[tuple[_Said, _Said]]:
        """The statements before the swap, each with one that must be the same after it."""
        yield from self._of_states(moved)
        for instance in self.scoped.steps:
            yield from self._of_instance(moved, instance, self.instances.get(identity(instance, moved.swap)))
        yield from self._of_checks(moved)

    # --- of states ------------------------------------------------------------------------------------------------

    def _of_states(self, moved: Moved) -> Iterator[tuple[_Said, _Said]]:
        scoped, system, settling = self.scoped, self.system, self.scoped.settling
        over = system.ended.origin
        alone = [
            ("`ended`", over, scoped.ended),
            ("what is due", over, scoped.rest),
            ("what is due", over, settling.rest.failed),
            ("what is forgotten", over, settling.lost.failed),
        ]
        stuck = [(d, settling.stuck[d.name]) for d in scoped.scope.on(system.duties)]
        alone += [(f"`{d.name}`", d.origin, node) for d, due in stuck for node in (due.value, due.failed)]
        for title, origin, node in alone:
            yield _Said(title, origin, node), _Said(title, origin, node)
        for failures in (scoped.state_failures, settling.failures):
            yield from self._events("", failures, failures)
        winners = scoped.forces.members(Rules(scoped.world).ask(system.winners, (scoped.base,)))
        for k, node in enumerate(winners.members):
            won = winners.members[moved.swap.member(system.players, k)]
            yield self._pair("`winners`", system.winners.origin, node, won)
        changed = dict(settling.forgotten)
        yield from self._leaves(moved, changed, changed, TRUE, "what is forgotten", over)

    def _of_checks(self, moved: Moved) -> Iterator[tuple[_Said, _Said]]:
        scoped = self.scoped
        leading = (c for c in scoped.system.checks.values() if c.kind == "leads_to")
        properties = [*scoped.properties, *(of_state(scoped, check) for check in leading)]
        found = {(p.check.name, *self._of(p, None)): p for p in properties}
        for prop in properties:
            other = found.get((prop.check.name, *self._of(prop, moved.swap)))
            title, origin = f"the check `{prop.check.name}`", prop.check.origin
            if other is not None:  # where there is none, nor is the instance, and that is asked about
                yield self._pair(title, origin, prop.holds, other.holds, other.asked)
                yield self._pair(title, origin, prop.broken, other.broken, other.asked)
                if prop.goal is not None and other.goal is not None:
                    yield self._pair(title, origin, prop.goal, other.goal)

    def _of(self, prop: Property, swap: Swap | None) -> tuple[Any, ...]:
        """The instance that a property is about, if any; after a swap, if one is given."""
        return () if prop.instance is None else identity(self.scoped.steps[prop.instance], swap)

    # --- of instances ---------------------------------------------------------------------------------------------

    def _of_instance(self, moved: Moved, instance: Instance, partner: Instance | None) -> Iterator[tuple[_Said, _Said]]:
        """The rules that speak come first: where one tells members apart it is named, not what follows from it."""
        name, label = instance.name, instance.label
        origin = self.rules[name]
        before = _conditions(instance.marks, lambda m: (m.kind, m.name))
        after = _conditions(partner.marks if partner else (), lambda m: (m.kind, m.name))
        for key in dict.fromkeys([*before, *after]):
            title = f"`{key[1]}`, for {label}," if key[1] != name else label
            yield self._pair(title, self.rules.get(key[1], origin), before.get(key, FALSE), after.get(key, FALSE))
        title = f"whether {label} is allowed"
        yield self._pair(title, origin, instance.candidate, partner.candidate if partner else FALSE)
        yield self._pair(title, origin, instance.guard, partner.guard if partner else FALSE)
        yield self._pair(title, origin, instance.made, partner.made if partner else FALSE)
        yield self._pair(title, origin, instance.edge, partner.edge if partner else FALSE)
        if partner is not None:
            yield from self._leaves(moved, dict(instance.next), dict(partner.next), partner.edge, label, origin)
            yield from self._events(label, instance.failures, partner.failures)
            yield from self._events(label, instance.notes, partner.notes)

    @staticmethod
    def _pair(title: str, origin: Origin, a: Node, b: Node, under: Node = TRUE) -> tuple[_Said, _Said]:
        return _Said(title, origin, a), _Said(title, origin, b, under)

    def _events(
        self, label: str, here: Iterable[Failure | Note], there: Iterable[Failure | Note]
    ) -> Iterator[tuple[_Said, _Said]]:
        """The events of each kind and subject."""

        def key(item: Failure | Note) -> tuple[Any, ...]:
            return (item.kind, item.subject, item.pair if isinstance(item, Note) else ())

        before, after = _conditions(here, key), _conditions(there, key)
        for kind in dict.fromkeys([*before, *after]):
            title = f"the event {kind[0]} of `{kind[1]}`" + (f", for {label}," if label else "")
            origin = self.rules.get(kind[1], self.system.initial.origin)
            yield self._pair(title, origin, before.get(kind, FALSE), after.get(kind, FALSE))

    def _leaves(
        self, moved: Moved, here: Mapping[int, Node], there: Mapping[int, Node], under: Node, label: str, origin: Origin
    ) -> Iterator[tuple[_Said, _Said]]:
        """Statements about the new values of leaves, under a condition on the side after the swap."""
        leaves, swap = self.layout.leaves, moved.swap
        for i in dict.fromkeys([*here, *(moved.target[i] for i in there)]):
            target = moved.target[i]
            a, b = here.get(i, leaves[i].node), there.get(target, leaves[target].node)
            title = f"what {label} makes of {leaves[i].name}"
            low, high = leaves[i].node.low, leaves[i].node.high
            if low is None or high is None:
                yield self._pair(title, origin, a, b, under)
                continue
            opened = moved.valued.get(i)
            is_open = TRUE if opened is None else there.get(opened, leaves[opened].node)
            for k in range(low, high + 1):
                goal = swap.member(swap.sort, k) if i in moved.valued else k
                after = equal_constant(b, goal)
                if goal != k and is_open is not TRUE:  # in a closed frame everything has its default
                    after = either(both(is_open, after), both(negate(is_open), equal_constant(b, k)))
                yield self._pair(title, origin, equal_constant(a, k), after, under)

    def _share(self, renaming: Renaming) -> None:
        """Settle what every guard has in common once: the parts of what says that a state is at rest."""
        for node in postorder([self.scoped.rest, self.scoped.ended, self.scoped.unsettled, *self.scoped.due.values()]):
            if node.sort == "bool" and node.args:
                left, right = renaming.nodes([node])[0], self.normal.nodes([node])[0]
                if left is not right and _leaves_of(left) == _leaves_of(right):
                    self.asked += 1
                    if self._where(negate(equal(left, right))) is None:
                        renaming.settle(node, right)

    # --- comparing ------------------------------------------------------------------------------------------------

    def _compare(self, renaming: Renaming, here: _Said, there: _Said) -> None:
        left = renaming.nodes([here.node])[0]
        right, under = self.normal.nodes([there.node, there.under])
        if left is right or under is FALSE:
            return
        self.asked += 1
        found = self._where(both(under, negate(equal(left, right))))
        if found == {}:
            first, second = self._names(renaming.swap)
            raise UsageError(
                f"it cannot be decided in {EACH:g} s whether {here.title} tells `{first}` and `{second}` apart",
                str(here.origin.span),
                f"take {renaming.swap.sort} out of `interchangeable`",
            )
        if found is not None:
            self._refuse(renaming.swap, here.title, here.origin, found)

    def _where(self, goal: Node) -> Mapping[Node, Scalar] | None:
        """A state in which something is so; None where there is none, nothing where that is not known in time."""
        # The solver is loaded only where it is asked.
        from ruleslawyer.engines.smt.encoding.satisfiable import Possible, Undecided

        if goal.op == "constant":
            return {TRUE: True} if goal is TRUE else None
        if self._possible is None:
            self._possible = Possible(self.normal.nodes(self._invariants()))
        try:
            found: Mapping[Node, Scalar] | None = self._possible.where(goal, EACH)
        except Undecided:
            return {}
        return found

    def _invariants(self) -> Iterator[Node]:
        """Facts that every state keeps by its kind: piles are well-formed, and closed frames hold defaults."""
        for key, cell in self.layout.cells.items():
            if isinstance(cell.value, Slots):
                slots, again = cell.value.slots, isinstance(cell.type, t.Pile) and cell.type.repeats
                for k, slot in enumerate(slots):
                    for other in slots[k + 1 :]:
                        if not again:
                            together = either(*(both(c, other.is_(m)) for m, c in slot.cases))
                            yield either(slot.is_(NONE), negate(together))
                        yield either(negate(slot.is_(NONE)), other.is_(NONE))
            if key[0] is not None:
                pairs = zip(flatten(cell.value), flatten(cell.default), strict=True)
                yield either(self.layout.open[key[0]], both(*(equal(a, b) for a, b in pairs)))

    def _names(self, swap: Swap) -> tuple[str, str]:
        names = self.scoped.scope.names[swap.sort]
        return names[swap.first], names[swap.second]

    def _refuse(self, swap: Swap, what: str, origin: Origin, where: Mapping[Node, Scalar] | None = None) -> None:
        first, second = self._names(swap)
        shown = ", ".join(list(self._show_state(where or {}))[:SHOWN])
        raise UsageError(
            f"`{first}` and `{second}` are not interchangeable: {what} tells them apart"
            + (f", such as where {shown}" if shown else ""),
            str(origin.span),
            f"take {swap.sort} out of `interchangeable`, or give the two different attributes",
        )

    def _show_state(self, where: Mapping[Node, Scalar]) -> Iterator[str]:
        """The leaves of a state, those that are not their default first."""
        lines: list[tuple[bool, int, str]] = []
        for i, leaf in enumerate(self.layout.leaves):
            if leaf.node in where and leaf.node.op == "leaf":
                value = where[leaf.node]
                type_ = self.layout.cells[leaf.cell].type if leaf.cell else t.Bool()
                lines.append((not value, i, f"{leaf.name} = {self._label(type_, leaf.node, value)}"))
        yield from (text for _, _, text in sorted(lines))

    def _label(self, type_: t.Type, node: Node, value: Scalar) -> str:
        if isinstance(value, bool):
            return "yes" if value else "no"
        item = type_.item if isinstance(type_, t.Optional | t.Pile) else type_
        if node.finite and isinstance(item, t.Sort | t.Enum):
            return "nothing" if value == NONE else self.layout.label(item, value)
        return str(value)


def _leaves_of(node: Node) -> set[Node]:
    return {n for n in postorder([node]) if n.op == "leaf"}


def _conditions(items: Iterable[Item], key: Callable[[Item], Any]) -> dict[Any, Node]:
    """When there is something of each kind."""
    found: dict[Any, list[Node]] = {}
    for item in items:
        found.setdefault(key(item), []).append(item.condition)
    return {kind: either(*nodes) for kind, nodes in found.items()}
