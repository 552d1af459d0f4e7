"""Random plays on the ground relation: the states that they reach refute most candidate invariants before z3 is asked.

Seeded, so that every run meets the same states. They only discard candidates; nothing is concluded from them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from time import monotonic
from typing import Any

from ruleslawyer.engines.smt.derive import Lemma
from ruleslawyer.ground.instances import Ground, Instance
from ruleslawyer.ground.interpret import evaluate
from ruleslawyer.ground.layout import Scalar
from ruleslawyer.ground.nodes import Node, postorder

NUMBERS = (0, 0, 1, 1, 2, 3, 5, 10)
"""What a number that is free to choose is drawn from."""


class Program:
    """Nodes in an order in which they can be evaluated: faster than walking them each time."""

    def __init__(self, roots: Sequence[Node]) -> None:
        order = list(postorder(roots))
        place = {node: i for i, node in enumerate(order)}
        self._code = [(node.op, tuple(place[a] for a in node.args), node) for node in order]
        self._roots = [place[root] for root in roots]

    def run(self, symbols: dict[Node, Scalar]) -> list[Any]:
        values: list[Any] = []
        put = values.append
        for op, args, node in self._code:
            if op == "and":
                put(all([values[a] for a in args]))
            elif op == "or":
                put(any([values[a] for a in args]))
            elif op == "not":
                put(not values[args[0]])
            elif op == "equal":
                put(values[args[0]] == values[args[1]])
            elif op == "constant":
                put(node.value)
            elif op == "ite":
                put(values[args[1]] if values[args[0]] else values[args[2]])
            elif op == "add":
                put(sum([values[a] for a in args]))
            elif op == "less_equal":
                put(values[args[0]] <= values[args[1]])
            elif op == "subtract":
                put(values[args[0]] - values[args[1]])
            elif op == "multiply":
                put(values[args[0]] * values[args[1]])
            elif op == "quotient":
                put(values[args[0]] // values[args[1]])
            else:
                put(symbols[node])
        return [values[root] for root in self._roots]


def surviving(ground: Ground, lemmas: list[Lemma], seconds: float, plays: int = 60, length: int = 40) -> list[Lemma]:
    """The lemmas that no state of some random plays refutes."""
    alive = lemmas
    program = Program([lemma.node for lemma in alive])
    for symbols in _states(ground, monotonic() + seconds, plays, length):
        held = program.run(symbols)
        if not all(held):
            alive = [lemma for lemma, holds in zip(alive, held, strict=True) if holds]
            program = Program([lemma.node for lemma in alive])
    return alive


def _states(ground: Ground, deadline: float, plays: int, length: int) -> Iterator[dict[Node, Scalar]]:
    """States of random plays, as the values of leaves and rigid symbols."""
    random = Random(0)
    leaves = [leaf.node for leaf in ground.layout.leaves]
    parameters = list(dict.fromkeys(p for i in (*ground.initial, *ground.steps) for p in i.parameters))
    begin, edges = (Program([i.edge for i in instances]) for instances in (ground.initial, ground.steps))
    for _ in range(plays):
        symbols = {node: _draw(node, random) for node in ground.rigids.values()}
        if not all(evaluate(ground.assumptions, symbols)):
            continue
        symbols.update((node, node.value if node.op == "constant" else 0) for node in leaves)
        instances, program = ground.initial, begin
        for _ in range(length):
            if monotonic() > deadline:
                return
            symbols.update((node, _draw(node, random)) for node in parameters)
            possible = [i for i, edge in zip(instances, program.run(symbols), strict=True) if edge]
            if not possible:
                break
            _take(ground, random.choice(possible), symbols)
            yield symbols
            instances, program = ground.steps, edges


def _take(ground: Ground, instance: Instance, symbols: dict[Node, Scalar]) -> None:
    values = evaluate([node for _, node in instance.next], symbols)
    for (index, _), value in zip(instance.next, values, strict=True):
        leaf = ground.layout.leaves[index].node
        if leaf.op != "constant":
            symbols[leaf] = value


def _draw(node: Node, random: Random) -> Scalar:
    if node.sort == "bool":
        return random.random() < 0.5
    if node.low is not None and node.high is not None:
        return random.randint(node.low, node.high)
    return random.choice(NUMBERS)
