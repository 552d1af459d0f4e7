"""What each leaf can hold at all: grounded again and again in what was found, until no step adds a value.

Most of what a large ruleset could do cannot happen in a small scope. The values of each leaf are looked at apart, so
what is found is more than what is reached, and never less; with it most instances fall away while they are made.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ruleslawyer.ground.layout import Scalar
from ruleslawyer.ground.nodes import FALSE, Node
from ruleslawyer.ground.relation import Grounding, Instance
from ruleslawyer.ground.values import Held

BOTH = frozenset((0, 1))
MOST_VALUES = 1 << 12
"""Values of a calculated number that are told apart; with more it may have any."""


def reached(ground: Grounding, states: Sequence[tuple[Scalar, ...]]) -> tuple[tuple[Held, ...], list[Instance]]:
    """What the leaves hold in these vectors, and after any sub-steps from there; and the instances (see
    `Ground.begin`). The more of the reached states are given, the fewer rounds it takes."""
    found = _Reached(ground, states)
    while True:
        made: list[Instance] = []
        settled = True
        ground.begin(found.held)
        for piece in ground.pieces():  # what one piece adds, the next one is asked about already
            instances = list(piece)
            made += instances
            if found.add(value for instance in instances if instance.edge is not FALSE for value in instance.next):
                settled = False
                ground.begin(found.held)
        if not found.add(ground.between().forgotten) and settled:
            return tuple(found.held), made


class _Reached:
    """The values found so far. Numbers that no type bounds have one value or any."""

    def __init__(self, ground: Grounding, states: Sequence[tuple[Scalar, ...]]) -> None:
        leaves = ground.layout.leaves
        self.index = {leaf.node: i for i, leaf in enumerate(leaves)}
        self.bounded = [leaf.node.sort == "bool" or leaf.node.finite for leaf in leaves]
        self.held: list[Held] = [frozenset(int(vector[i]) for vector in states) for i in range(len(leaves))]
        for i, bounded in enumerate(self.bounded):
            if not states or (not bounded and len({vector[i] for vector in states}) > 1):
                self.held[i] = None

    def add(self, changes: Iterable[tuple[int, Node]]) -> bool:
        """What steps leave in leaves may be there; whether that is new."""
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
        """What a node can be, whatever conditions hold."""
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
