"""Random plays on the ground relation: the states that they reach refute most candidate invariants before z3 is asked.

Seeded, so that every run meets the same states. They only discard candidates; nothing is concluded from them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
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
    """Nodes as one Python function of the symbols' values: some twenty times faster than walking them."""

    def __init__(self, roots: Sequence[Node]) -> None:
        self._symbols: list[Node] = []
        lines = ["def run(s):"]
        names: dict[Node, str] = {}
        for node in postorder(roots):
            names[node] = self._operand(node, names, lines)
        lines.append(f" return [{', '.join(names[root] for root in roots)}]")
        scope: dict[str, Any] = {}
        exec("\n".join(lines), scope)  # only names and operators written here
        self._run: Callable[[list[Scalar]], list[Any]] = scope["run"]

    def _operand(self, node: Node, names: dict[Node, str], lines: list[str]) -> str:
        """What stands for a node in the text: a constant, or a new local that its line gives a value."""
        args = [names[a] for a in node.args]
        match node.op:
            case "constant":
                return f"({node.value})"
            case "leaf" | "rigid" | "parameter":
                text = f"s[{len(self._symbols)}]"
                self._symbols.append(node)
            case "not":
                text = f"not {args[0]}"
            case "ite":
                text = f"{args[1]} if {args[0]} else {args[2]}"
            case "quotient":
                text = f"{args[0]} // {args[1]} if {args[1]} else 0"
            case op:
                text = f" {_OPERATORS[op]} ".join(args)
        lines.append(f" v{len(lines)} = {text}")
        return f"v{len(lines) - 1}"

    def run(self, symbols: dict[Node, Scalar]) -> list[Any]:
        return self._run([symbols[node] for node in self._symbols])


_OPERATORS = {
    "and": "and",
    "or": "or",
    "add": "+",
    "subtract": "-",
    "multiply": "*",
    "less_equal": "<=",
    "equal": "==",
}


def surviving(
    ground: Ground, lemmas: list[Lemma], seconds: float, plays: int = 100, length: int = 40, seed: int = 0
) -> list[Lemma]:
    """The lemmas that no state of some random plays refutes."""
    alive = lemmas
    program = Program([lemma.node for lemma in alive])
    refuted: set[int] = set()
    for _, symbols in sampled(ground, monotonic() + seconds, plays, length, seed):
        refuted.update(i for i, holds in enumerate(program.run(symbols)) if not holds)
        if 3 * len(refuted) > len(alive):
            alive = [lemma for i, lemma in enumerate(alive) if i not in refuted]
            program, refuted = Program([lemma.node for lemma in alive]), set()
    return [lemma for i, lemma in enumerate(alive) if i not in refuted]


def sampled(
    ground: Ground, deadline: float, plays: int, length: int, seed: int
) -> Iterator[tuple[Instance, dict[Node, Scalar]]]:
    """Sub-steps of random plays: each instance, and what leaves, rigid symbols and parameters are after it.

    The dictionary is changed by the next sub-step: whoever wants to keep it copies it.
    """
    random = Random(seed)
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
            taken = random.choice(possible)
            _take(ground, taken, symbols)
            yield taken, symbols
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
