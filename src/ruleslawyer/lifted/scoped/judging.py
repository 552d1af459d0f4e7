"""Whether an action may be taken: the verdict of its norms, and of those of its seats and members."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ruleslawyer.ir import types as t
from ruleslawyer.ir.system import Action, Part
from ruleslawyer.lifted.scoped.nodes import FALSE, TRUE, Node, both, either, negate
from ruleslawyer.lifted.scoped.rules import Rules
from ruleslawyer.lifted.values import Bunch, Maybe, Table


def is_allowed(walk: Rules, action: Action, given: tuple[object, ...]) -> Node:
    """Whether an instance of an action may be taken."""
    found: list[Node] = []
    # Chance without clauses of its own is allowed by nature.
    some = TRUE if action.kind == "chance" or action.judged_itself else FALSE
    with walk.beside() as begin:
        if action.judged_itself:
            found.append(walk.node(walk.judge(action, given)))
        for part in action.parts:
            for present, values in parts(walk, action, part, given):
                begin()
                with walk.assume(present):
                    judged = TRUE if walk.nowhere else walk.node(walk.judge(part, values))
                found.append(either(negate(present), judged))
                some = either(some, present)
    return both(some, *found)


def parts(walk: Rules, action: Action, part: Part, given: tuple[object, ...]) -> Iterator[tuple[Node, tuple[Any, ...]]]:
    """For each seat or member that may be there: when it is, and the arguments of its clauses."""
    index = next(i for i, p in enumerate(action.function.parameters) if p.name == part.of)
    leading = given[: action.leading]
    value = given[index]
    if part.kind == "seat":
        assert isinstance(value, Table)
        for m in walk.world.every(t.Sort(walk.system.players)):
            entry = value.at(m)
            assert isinstance(entry, Maybe)
            yield negate(walk.node(entry.none)), (*leading, m, entry.value)
    else:
        assert isinstance(value, Bunch)
        rest = (*given[len(leading) : index], *given[index + 1 :])
        for m in walk.world.every(value.item):
            yield walk.node(value.has(m)), (*leading, *rest, m)
