"""Values that each leaf can hold at all: instantiated again and again in what was found, until no step adds a value.

Most of what a large ruleset could do cannot happen in a small scope. The values of each leaf are looked at apart, so
what is found is more than what is reached, and never less; with it most instances fall away while they are made.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain

from ruleslawyer.ir import types as t
from ruleslawyer.lifted.context import Store
from ruleslawyer.lifted.scoped.instances import Instance, ScopedSystem
from ruleslawyer.lifted.scoped.layout import Canonical, CellKey, Scalar
from ruleslawyer.lifted.scoped.layout import Cell as Place
from ruleslawyer.lifted.scoped.nodes import FALSE, Node
from ruleslawyer.lifted.scoped.world import Held
from ruleslawyer.lifted.terms import Term
from ruleslawyer.lifted.values import Value
from ruleslawyer.semantics.transition import TransitionSystem

BOTH = frozenset((0, 1))
MOST_VALUES = 1 << 12
"""Values of a calculated number that are told apart; with more it may have any."""


class ReachableSystem(ScopedSystem):
    """The relation of what some states lead to. The more of those that are reached are given, the fewer rounds it
    takes."""

    def __init__(self, system: TransitionSystem, states: Iterable[Canonical]) -> None:
        self._states = states
        super().__init__(system.system, system.scope, system.reading, system.rulings)

    def _everything(self) -> list[Instance]:
        """Where the initial rule leads to is known, where only some states are asked about."""
        found = _ReachableValues(self, [self.layout.vector(state) for state in self._states])
        self.within = found.held
        self.begin()
        made: dict[int, list[Instance]] = {}
        while True:
            for number, piece in enumerate(self.pieces()):
                if number in made:  # as all that come after it
                    break
                made[number] = list(piece)
                changes = (i.next for i in made[number] if i.edge is not FALSE)
                if found.add(chain.from_iterable(changes)):  # the next one is asked about that already
                    self.begin()
                    made.clear()
            if 0 in made:  # and so all of them
                if not found.add(self.settling.forgotten):
                    return [instance for number in sorted(made) for instance in made[number]]
                del self.settling
                self.begin()
                made.clear()

    def _base(self) -> Store:
        """A state whose leaves hold what was found."""
        held, opened = iter(self.within), dict[str, Term]()
        within: dict[CellKey, list[Held]] = {}
        for record in (None, *self.system.frames):
            if record is not None:
                is_open = self.world.value_from_nodes(t.Bool(), iter([(self.layout.open[record], next(held))]))
                assert isinstance(is_open, Term)
                opened[record] = is_open
            for key, cell in self.layout.cells.items():
                if key[0] == record:
                    within[key] = [next(held) for _ in cell.nodes]

        def value(place: Place) -> Value:
            return self.world.value_from_nodes(place.type, zip(place.nodes, within[place.key], strict=True))

        return self.world.store(value, opened)


class _ReachableValues:
    """The values found so far. Numbers that no type bounds have one value or any."""

    def __init__(self, scoped: ScopedSystem, states: Sequence[tuple[Scalar, ...]]) -> None:
        leaves = scoped.layout.leaves
        self.index = {leaf.node: i for i, leaf in enumerate(leaves)}
        self.bounded = [leaf.node.sort == "bool" or leaf.node.finite for leaf in leaves]
        self.held: list[Held] = [frozenset(int(vector[i]) for vector in states) for i in range(len(leaves))]
        for i, bounded in enumerate(self.bounded):
            if not states or (not bounded and len({vector[i] for vector in states}) > 1):
                self.held[i] = None

    def add(self, changes: Iterable[tuple[int, Node]]) -> bool:
        """Adds the values that steps leave in leaves; whether any is new."""
        new = False
        for leaf, node in changes:
            old = self.held[leaf]
            if old is not None:
                value = self._values(node)
                union = None if value is None else old | value
                if union is not None and len(union) > 1 and not self.bounded[leaf]:
                    union = None
                if union != old:
                    self.held[leaf], new = union, True
        return new

    def _values(self, root: Node) -> Held:
        """The values that a node can have, whatever conditions hold."""
        found: dict[Node, None] = {}
        waiting = [root]
        values: set[int] = set()
        while waiting:
            node = waiting.pop()
            if node in found:
                continue
            found[node] = None
            if node.op == "ite":
                waiting += node.args[1:]
            elif node.op == "constant":
                values.add(int(node.value))
            elif node.op == "leaf":
                held = self.held[self.index[node]]
                if held is None:
                    return None
                values |= held
            elif node.sort == "bool":
                return BOTH
            elif node.low is not None and node.high is not None and node.high - node.low < MOST_VALUES:
                values |= set(range(node.low, node.high + 1))
            else:
                return None
        return frozenset(values)
