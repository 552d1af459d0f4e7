"""A large step as several small ones: cases of the leaf that decides most of it (Shannon expansion).

What a step writes is straight-line arithmetic under conditions. Where those ask again and again which card it is,
deciding that first leaves little to do in each case, and an engine that branches runs through one case only.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from ruleslawyer.ground.finite import Step, conjuncts
from ruleslawyer.ground.nodes import Node, both, equal, negate, number, postorder, substitute, truth

SMALL = 120
"""Operations that are not worth a branch."""
MOST_CASES = 24
"""Values of a leaf that cases are made of."""
TRIED = 2
"""How many leaves are tried for one split."""
GAIN = 0.5
"""A split has to leave at most this share of the operations in a case on average."""
GROWTH = 3
"""How much larger all cases together may be than the step."""


def split(step: Step) -> list[Step]:
    """The cases of a step; just itself where no split pays. Their guards exclude each other and add up to its own."""
    nodes = (step.edge, *(value for _, value in step.next))
    leaves = [leaf for leaf, _ in step.next]
    decided = {leaf for conjunct in conjuncts(step.guard) for leaf in _asked_by(conjunct)}
    return [
        replace(step, guard=both(step.guard, case), edge=edge, next=tuple(zip(leaves, values, strict=True)))
        for case, (edge, *values) in _cases((), nodes, decided, GROWTH * _cost(nodes))
    ]


def _cases(
    chosen: tuple[Node, ...], nodes: Sequence[Node], decided: set[Node], room: float
) -> Iterator[tuple[Node, Sequence[Node]]]:
    cost = _cost(nodes)
    best: tuple[float, Node, list[tuple[Node, list[Node]]]] | None = None
    for leaf in _deciding(nodes, decided) if cost > SMALL else []:
        tried = [(is_value, substitute(nodes, {leaf: value})) for is_value, value in _values(leaf)]
        costs = [_cost(found) for _, found in tried]
        mean = sum(costs) / len(costs)
        if mean <= GAIN * cost and sum(costs) <= room and (best is None or mean < best[0]):
            best = (mean, leaf, tried)
    if best is None:
        yield both(*chosen), nodes
        return
    _, leaf, tried = best
    for is_value, found in tried:
        yield from _cases((*chosen, is_value), found, decided | {leaf}, room / len(tried))


def _cost(nodes: Iterable[Node]) -> int:
    """Operations on two values that computing the nodes takes."""
    return sum(max(1, len(n.args) - 1) for n in postorder(nodes) if n.args)


def _deciding(nodes: Iterable[Node], decided: set[Node]) -> list[Node]:
    """The leaves of few values on which most choices between two values depend."""
    votes: Counter[Node] = Counter()
    for node in postorder(nodes):
        if node.op == "ite":
            votes.update(leaf for leaf in _asked_by(node.args[0]) if leaf not in decided)
    few = [(leaf, count) for leaf, count in votes.items() if leaf.sort == "bool" or len(_span(leaf)) <= MOST_CASES]
    return [leaf for leaf, _ in sorted(few, key=lambda pair: -pair[1])[:TRIED]]


def _asked_by(condition: Node) -> dict[Node, None]:
    """The leaves that a condition, or a part of it, compares with a constant; Boolean ones as they are."""
    found: dict[Node, None] = {}
    parts = [condition]
    for _ in range(2):  # a conjunction of alternatives, and the like: no deeper
        parts = [a for part in parts for a in (part.args if part.op in ("and", "or", "not") else (part,))]
    for part in parts:
        atom = part.args[0] if part.op == "not" else part
        if atom.op == "equal" and atom.args[0].op == "leaf" and atom.args[1].op == "constant":
            atom = atom.args[0]
        if atom.op == "leaf" and (atom.sort == "bool" or atom.finite):
            found[atom] = None
    return found


def _span(leaf: Node) -> range:
    assert leaf.low is not None and leaf.high is not None
    return range(leaf.low, leaf.high + 1)


def _values(leaf: Node) -> Iterator[tuple[Node, Node]]:
    """For each value of a leaf: the condition that it has it, and the constant."""
    if leaf.sort == "bool":
        yield leaf, truth(True)
        yield negate(leaf), truth(False)
    else:
        for value in _span(leaf):
            yield equal(leaf, number(value)), number(value)
