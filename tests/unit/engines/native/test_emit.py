"""Ground nodes as machine code, against the ground interpreter: values, decision trees, writes, forgetting."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from ruleslawyer.engines.native.build import compiled
from ruleslawyer.engines.native.emit import Emitter, with_divisions
from ruleslawyer.engines.native.kernel import each_state
from ruleslawyer.engines.native.layout import Slot
from ruleslawyer.engines.native.text import Function
from ruleslawyer.ground import nodes as n
from ruleslawyer.ground.nodes import Node
from ruleslawyer.ground.ranges import WORD
from tests.unit.engines.native.native_nodes import ROUNDED, Drawn, division, expected, random_layout, random_nodes

SEEDS = st.integers(0, 2**32 - 1)
FEW = settings(max_examples=60, deadline=None)
WORDS = 17
"""Words of a result: one more than the widest type has."""


class Asking:
    """A function over all states that writes numbers into a row of results for each."""

    def __init__(self, drawn: Drawn, width: int) -> None:
        self.drawn, self.width = drawn, width
        self.code = Function("ask", ["ptr %states", "i64 %first", "i64 %stop", "ptr %results"])

    def body(self, write: Any) -> Any:
        """What is written by `write(emitter, row)` for each state; gives the results."""
        packing, code = self.drawn.packing, self.code

        def state(index: str, pointer: str, words: list[str]) -> None:
            emit = Emitter(code, self.drawn.leaves, words)
            row = code.at("i64", "%results", code.value(f"mul i64 {index}, {self.width}"))
            write(emit, row)

        each_state(code, packing.words, state)
        code.end("ret void")
        library = compiled(with_divisions(code.text))
        words = np.array([packing.pack(vector) for vector in self.drawn.vectors], dtype=np.uint64)
        results = np.zeros((len(words), self.width), dtype=np.int64)
        library.function("ask", "piip")(words.ctypes.data, 0, len(words), results.ctypes.data)
        return results


@FEW
@given(SEEDS)
def test_values(seed: int) -> None:
    """Whatever a division by 0 gives, it does no harm. Numbers of any size are those of Python."""
    dice = Random(seed)
    drawn = random_layout(dice, 30)
    nodes = random_nodes(dice, drawn, 60)
    asking = Asking(drawn, WORDS * len(nodes))
    places: dict[int, int] = {}

    def write(emit: Emitter, row: str) -> None:
        for k, node in enumerate(nodes):
            if node.sort == "bool":
                value, type_ = emit.code.value(f"zext i1 {emit.value(node)} to i64"), "i64"
            else:
                value, type_ = emit.value(node), emit.type(node)
            places[k] = int(type_[1:]) // WORD
            emit.code.store(f"{type_}", f"{value}", f"{emit.code.at('i64', row, str(WORDS * k))}, align 8")

    results = asking.body(write)
    for vector, row in zip(drawn.vectors, results, strict=True):
        told = expected(nodes, drawn, vector)
        found = [whole(row[WORDS * k : WORDS * k + places[k]]) for k in range(len(nodes))]
        assert [None if v is None else one for one, v in zip(found, told, strict=True)] == told


def whole(words: Any) -> int:
    """A number of several words."""
    return int.from_bytes(words.tobytes(), "little", signed=True)


def test_rounding() -> None:
    """Towards minus infinity, as in Python."""
    drawn, quotient = division()
    results = Asking(drawn, 1).body(lambda emit, row: emit.code.store("i64", emit.value(quotient), row))
    assert results[:, 0].tolist() == list(ROUNDED)


@FEW
@given(SEEDS)
def test_decision_trees(seed: int) -> None:
    """Each item is reached once where its guard holds, and nowhere else; values inside are those of the state."""
    dice = Random(seed)
    drawn = random_layout(dice, 40)
    truths = [node for node in random_nodes(dice, drawn, 40) if node.sort == "bool" and total(node)]
    numbers = [node for node in drawn.leaves if node.sort == "int"]

    def atom() -> Node:
        if numbers and dice.random() < 0.6:  # what a tree switches over
            leaf = dice.choice(numbers)
            slot = drawn.leaves[leaf]
            asked = n.equal(leaf, n.number(dice.choice((slot.low, slot.high, dice.randint(slot.low, slot.high)))))
        else:
            asked = dice.choice([*truths, n.TRUE])
        return n.negate(asked) if dice.random() < 0.3 else asked

    items = [(n.both(*(atom() for _ in range(dice.randint(0, 4)))), k) for k in range(20)]
    small = [leaf for leaf in numbers if drawn.leaves[leaf].bits <= 20 and abs(drawn.leaves[leaf].low) < 1 << 21]
    extra = n.add(*small, n.number(5)) if small else n.number(5)
    asking = Asking(drawn, 40)

    def write(emit: Emitter, row: str) -> None:
        def reached(k: int) -> None:
            emit.code.increase(emit.code.at("i64", row, str(k)))
            emit.code.store("i64", emit.value(extra), emit.code.at("i64", row, str(20 + k)))

        emit.tree(items, reached)

    results = asking.body(write)
    for vector, row in zip(drawn.vectors, results.tolist(), strict=True):
        *holds, sum_ = expected([guard for guard, _ in items] + [extra], drawn, vector)
        assert row[:20] == [int(bool(held)) for held in holds]
        assert row[20:] == [sum_ if held else 0 for held in holds]


def total(node: Node) -> bool:
    """Whether no division is in it."""
    return all(part.op != "quotient" for part in n.postorder([node]))


@FEW
@given(SEEDS)
def test_writes(seed: int) -> None:
    """The state after some slots have changed at once; a number that does not fit is told, and not stored beside."""
    dice = Random(seed)
    drawn = random_layout(dice, 40)
    words, slots = drawn.packing.words, list(drawn.packing.slots)
    nodes = [node for node in random_nodes(dice, drawn, 60) if total(node)]
    changes: list[tuple[Slot, Node]] = []
    for slot in dice.sample(slots, dice.randint(1, len(slots))):
        fitting = [node for node in (*drawn.leaves, *nodes) if (node.sort == "bool") is slot.boolean]
        if fitting:
            changes.append((slot, dice.choice(fitting)))
    asking = Asking(drawn, words + 1)

    def write(emit: Emitter, row: str) -> None:
        code = emit.code

        def misfit(slot: Slot, too_large: str) -> None:
            with code.when(too_large):
                code.store("i64", str(slot.leaf + 1), code.at("i64", row, str(words)))

        for k, word in enumerate(emit.written(changes, misfit)):
            code.store("i64", word, code.at("i64", row, str(k)))

    results = asking.body(write)
    for vector, row in zip(drawn.vectors, results.tolist(), strict=True):
        values = expected([node for _, node in changes], drawn, vector)
        misfits = [
            slot.leaf + 1
            for (slot, _), v in zip(changes, values, strict=True)
            if not slot.boolean and not slot.low <= int(v or 0) <= slot.high
        ]
        assert (row[words] in misfits) if misfits else row[words] == 0
        if not misfits:
            after = list(vector)
            for (slot, _), v in zip(changes, values, strict=True):
                assert v is not None
                after[slot.leaf] = v
            assert unsigned(row[:words]) == drawn.packing.pack(after)


@FEW
@given(SEEDS)
def test_forgetting(seed: int) -> None:
    """Each slot of a group keeps its value where the condition holds, else has its default."""
    dice = Random(seed)
    drawn = random_layout(dice, 40)
    words, slots = drawn.packing.words, list(drawn.packing.slots)
    truths = [node for node in random_nodes(dice, drawn, 30) if node.sort == "bool" and total(node)] + [n.TRUE]
    groups: dict[Node, list[tuple[Slot, int]]] = {}
    for slot in dice.sample(slots, dice.randint(1, len(slots))):
        default = dice.randint(slot.low, slot.high)
        groups.setdefault(dice.choice(truths[-4:]), []).append((slot, default))
    asking = Asking(drawn, words)

    def write(emit: Emitter, row: str) -> None:
        for k, word in enumerate(emit.forgotten(groups)):
            emit.code.store("i64", word, emit.code.at("i64", row, str(k)))

    results = asking.body(write)
    for vector, row in zip(drawn.vectors, results.tolist(), strict=True):
        after = list(vector)
        for (condition, mine), keeps in zip(groups.items(), expected(list(groups), drawn, vector), strict=True):
            assert condition in groups
            for slot, default in mine:
                if not keeps:
                    after[slot.leaf] = bool(default) if slot.boolean else default
        assert unsigned(row) == drawn.packing.pack(after)


def unsigned(words: Sequence[int]) -> tuple[int, ...]:
    return tuple(word & (1 << 64) - 1 for word in words)
