"""Whether an action may be taken: the verdict of its norms, and of those of its seats and members."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ruleslawyer.ground.nodes import FALSE, TRUE, Node, both, either, negate
from ruleslawyer.ground.rules import Rules
from ruleslawyer.ground.values import Bunch, Choice, Maybe, Table
from ruleslawyer.ir.system import Action, Part


def allowed(walk: Rules, action: Action, given: tuple[Any, ...]) -> Node:
    """Whether an instance of an action may be taken."""
    if not action.norms and not action.parts:
        return TRUE if action.kind == "chance" else FALSE
    found: list[Node] = []
    # Chance without clauses of its own is permitted by nature.
    some = TRUE if action.kind == "chance" or action.judged_itself else FALSE
    with walk.beside() as begin:
        if action.judged_itself:
            found.append(walk.judge(action, given))
        for part in action.parts:
            for present, _, values in parts(action, part, given):
                begin()
                with walk.assuming(present):
                    judged = walk.judge(part, values) if walk.path is not FALSE else TRUE
                found.append(either(negate(present), judged))
                some = either(some, present)
    return both(some, *found)


def parts(action: Action, part: Part, given: tuple[Any, ...]) -> Iterator[tuple[Node, int, tuple[Any, ...]]]:
    """For each seat or member that may be there: when it is, its key, and the arguments of its clauses."""
    index = next(i for i, p in enumerate(action.function.parameters) if p.name == part.of)
    leading = given[: action.leading]
    value = given[index]
    if part.kind == "seat":
        assert isinstance(value, Table)
        for k, entry in enumerate(value.entries):
            assert isinstance(entry, Maybe)
            yield entry.present, k, (*leading, Choice(((k, TRUE),)), entry.value)
    else:
        assert isinstance(value, Bunch)
        rest = (*given[len(leading) : index], *given[index + 1 :])
        for k, present in enumerate(value.members):
            yield present, k, (*leading, *rest, Choice(((k, TRUE),)))
