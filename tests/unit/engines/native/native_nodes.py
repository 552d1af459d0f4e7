"""Random layouts and ground nodes over them, for the tests of what the native engine makes of nodes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from ruleslawyer.engines.native.layout import Packing, Slot
from ruleslawyer.ground import nodes as n
from ruleslawyer.ground.interpret import evaluate
from ruleslawyer.ground.layout import Scalar
from ruleslawyer.ground.nodes import Node
from ruleslawyer.ground.ranges import WORD

LARGEST = 1 << 500
"""Beyond which a number is not multiplied any more: the widest type of generated code holds what is made of it."""
NEAR = (2**31, 2**62, 2**63 - 1, 2**63, 2**64, -(2**63), -(2**63) - 1, 10**30)
"""Numbers about which a calculation in 64 bits goes wrong."""


@dataclass(frozen=True)
class Drawn:
    """A layout, the leaf of each slot, and values of all leaves for some states."""

    packing: Packing
    leaves: dict[Node, Slot]
    vectors: list[tuple[Scalar, ...]]

    def symbols(self, vector: Sequence[Scalar]) -> dict[Node, Scalar]:
        return {node: vector[slot.leaf] for node, slot in self.leaves.items()}


def random_layout(dice: Random, states: int) -> Drawn:
    """Up to 12 leaves in random order in words, a few of them of a word and more; some integers have static bounds."""
    slots: list[Slot] = []
    leaves: dict[Node, Slot] = {}
    word = shift = 0
    number = dice.randint(2, 12)
    for index in range(number):
        boolean = dice.random() < 0.4
        bits = 1 if boolean else dice.choice((1, 2, 3, 6, 6, 20, 20, 40, 63, 64, 65, 130))
        low = 0 if boolean else dice.choice((0, 0, 1, -1, -7, -(1 << (bits - 1)), 1 << bits, -(2**63)))
        gap = dice.choice((0, 0, 0, 5))
        if bits >= WORD or shift + gap + bits > WORD or dice.random() < 0.15:
            # Often at its end, or one bit before it.
            word, shift = word + 1, 0
            gap = 0 if bits >= WORD else dice.choice((0, WORD - bits, WORD - bits - 1))
        slot = Slot(index, f"f{index}", boolean, low, bits, word, shift + gap, True)
        word, shift = word + (bits - 1) // WORD, shift + gap + (bits - 1) % WORD + 1
        slots.append(slot)
        if boolean:
            node = n.symbol("leaf", "bool", slot.name)
        elif dice.random() < 0.5:
            node = n.symbol("leaf", "int", slot.name, low, slot.high)
        else:
            node = n.symbol("leaf", "int", slot.name)
        leaves[node] = slot
    packing = Packing(tuple(slots), word + 1, number, {}, tuple(slot.name for slot in slots))
    vectors = [tuple(value(dice, slot) for slot in slots) for _ in range(states)]
    return Drawn(packing, leaves, vectors)


def value(dice: Random, slot: Slot) -> Scalar:
    if slot.boolean:
        return dice.random() < 0.5
    return dice.choice((slot.low, slot.high, dice.randint(slot.low, slot.high), min(slot.high, slot.low + 1)))


def random_nodes(dice: Random, drawn: Drawn, number: int) -> list[Node]:
    """Nodes made of the leaves and of each other. A quotient may divide by 0: see `meaningful`."""
    truths = [node for node in drawn.leaves if node.sort == "bool"] + [n.TRUE, n.FALSE]
    numbers = [node for node in drawn.leaves if node.sort == "int"]
    numbers += [n.number(k) for k in (0, 1, -1, 2, 3, -3, 7, *dice.sample(NEAR, 2))]
    sizes = dict.fromkeys(numbers, 1 << 21) | {
        node: max(abs(slot.low), abs(slot.high)) for node, slot in drawn.leaves.items()
    }
    made: list[Node] = []

    def some(of: list[Node]) -> Node:
        return dice.choice(of[-12:] if dice.random() < 0.6 else of)

    def integer(node: Node, size: int) -> Node:
        sizes[node] = min(size, sizes.get(node, size))
        numbers.append(node)
        return node

    while len(made) < number:
        a, b, c = some(numbers), some(numbers), some(numbers)
        p, q, r = some(truths), some(truths), some(truths)
        match dice.randrange(15):
            case 0:
                made.append(n.negate(p))
            case 1:
                made.append(n.both(p, q, r))
            case 2:
                made.append(n.either(p, q, r))
            case 3:
                made.append(n.ite(p, q, r))
            case 4 | 5:
                made.append(n.less_equal(a, b))
            case 6 | 7:
                made.append(n.equal(a, b))
            case 8:
                made.append(n.equal(p, q))
            case 9 if sizes[a] + sizes[b] + sizes[c] < LARGEST:
                made.append(integer(n.add(a, b, c), sizes[a] + sizes[b] + sizes[c]))
            case 10 if sizes[a] + sizes[b] < LARGEST:
                made.append(integer(n.subtract(a, b), sizes[a] + sizes[b]))
            case 11 if sizes[a] * sizes[b] < LARGEST:
                made.append(integer(n.multiply(a, b), sizes[a] * sizes[b]))
            case 12:
                made.append(integer(n.quotient(a, b), sizes[a] + 1))
            case 13:
                made.append(integer(n.ite(p, a, b), max(sizes[a], sizes[b])))
            case 14 if sizes[a] * sizes[b] < LARGEST:  # what is left of a division
                rest = n.subtract(a, n.multiply(b, n.quotient(a, b)))
                made.append(integer(rest, sizes[a] * (sizes[b] + 2)))
        if made and made[-1].sort == "bool":
            truths.append(made[-1])
    return made


def expected(nodes: Sequence[Node], drawn: Drawn, vector: Sequence[Scalar]) -> list[Scalar | None]:
    """What the ground interpreter says of each node; None where it depends on a division by 0."""
    symbols = drawn.symbols(vector)
    every = list(n.postorder(nodes))
    found = dict(zip(every, evaluate(every, symbols), strict=True))
    nothing: set[Node] = set()
    for node in every:
        if any(a in nothing for a in node.args) or (node.op == "quotient" and found[node.args[1]] == 0):
            nothing.add(node)
    return [None if node in nothing else found[node] for node in nodes]


DIVIDED = ((7, 2), (-7, 2), (7, -2), (-7, -2), (6, 2), (-6, 2), (0, -2), (1, -3))
ROUNDED = (3, -4, -4, 3, 3, -3, 0, -1)
"""Quotients of these, by hand: towards minus infinity."""


def division() -> tuple[Drawn, Node]:
    """States with these dividends and divisors, and the quotient of the two leaves."""
    slots = tuple(Slot(k, name, False, -8, 4, 0, 4 * k, True) for k, name in enumerate(("dividend", "divisor")))
    leaves = {n.symbol("leaf", "int", slot.name): slot for slot in slots}
    packing = Packing(slots, 1, 2, {}, tuple(slot.name for slot in slots))
    return Drawn(packing, leaves, list(DIVIDED)), n.quotient(*leaves)
