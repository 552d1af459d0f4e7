"""Bounds of numbers that no type and no cap bounds: the least ranges around the beginning that no step leaves.

To explore a whole scope for that takes longer than all the rest of an export. A range may be wider than what is met;
that costs bits, and changes no count.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from ruleslawyer.bridges.export.fields import known_range, promise
from ruleslawyer.bridges.export.finite import Finite
from ruleslawyer.lifted.scoped.evaluate import evaluate
from ruleslawyer.lifted.scoped.nodes import Node, both, either, equal, less_equal, negate, number
from ruleslawyer.lifted.scoped.ranges import Range, hull
from ruleslawyer.lifted.scoped.values import flatten

WIDENED = 16
"""So often a range is made wider before it counts as one without an end."""
EACH = 10.0
"""Seconds for one question to the solver."""


def bounds(model: Finite, open_: Iterable[int]) -> Mapping[int, Range] | None:
    """Ranges of some leaves that hold in all that is reached; None where some leaf may have none, or no answer comes in
    time.

    Each begins as what its leaf holds at first, and what is promised of it. A step that leaves one, from any state
    within all of them, makes it as wide as the number that it writes; ranges that no step leaves hold always.
    """
    # The solver is loaded only where it is asked.
    from ruleslawyer.engines.smt.encoding.satisfiable import Possible, Undecided

    leaves = model.scoped.layout.leaves
    found = {leaf: known_range(model, leaf) for leaf in open_}
    widened = dict.fromkeys(found, 0)
    possible = Possible(_promises(model))
    settled = False
    while not settled:
        settled = True
        for condition, leaf, value in _writes(model, found):
            while True:
                held = both(*(_inside(leaves[k].node, range_) for k, range_ in found.items()))
                outside = negate(_inside(value, found[leaf]))
                try:
                    state = possible.where(both(condition, held, outside), EACH)
                except Undecided:
                    return None
                if state is None:
                    break
                if widened[leaf] == WIDENED:
                    return None
                written = evaluate([value], state)[0]
                found[leaf], settled = hull(found[leaf], (written, written)), False
                widened[leaf] += 1
    return found


def _writes(model: Finite, leaves: Mapping[int, Range]) -> Iterator[tuple[Node, int, Node]]:
    """The writes of a step to one of some leaves: when, which leaf, and which number."""
    for leaf, value in model.settling.forgotten:
        if leaf in leaves:
            yield model.rest, leaf, value
    at_rest = both(model.rest, negate(model.ended))
    for step in (*model.duties, *model.actions):
        drawn = both(*(_inside(node, (values.start, values.stop - 1)) for node, values in step.parameters if values))
        condition = both(step.guard, step.edge, drawn)
        for leaf, value in step.next:
            if leaf in leaves:
                yield both(at_rest, condition) if step.instance.kind == "action" else condition, leaf, value


def _inside(node: Node, range_: Range) -> Node:
    if node.sort == "bool":
        return both()
    return both(less_equal(number(range_[0]), node), less_equal(node, number(range_[1])))


def _promises(model: Finite) -> Iterator[Node]:
    """Facts that every state keeps: numbers are in the ranges of their types, and closed frames hold defaults."""
    layout = model.scoped.layout
    for index in model.varying:
        leaf = layout.leaves[index]
        if leaf.node.sort == "int" and leaf.finite is None and None not in promise(model, leaf):
            yield _inside(leaf.node, known_range(model, index))
    for (frame, _, _), cell in layout.cells.items():
        if frame is not None:
            pairs = zip(flatten(cell.value), flatten(cell.default), strict=True)
            yield either(layout.open[frame], both(*(equal(a, b) for a, b in pairs)))
