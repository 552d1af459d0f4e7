"""Whether an action may be taken: the verdict of its norms, and of those of its seats and members."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ruleslawyer.ground.nodes import FALSE, TRUE, Node, both, either, negate
from ruleslawyer.ground.rules import Rules
from ruleslawyer.ground.values import Bunch, Choice, Maybe, Table
from ruleslawyer.ir.system import Action, Part

Judged = dict[int, tuple[Node, Node, Node]]
"""For each place of an action (its own norms as -1, seats and members by their place): when it is there, whether it is
permitted, and whether it is forbidden."""


def allowed(walk: Rules, action: Action, given: tuple[Any, ...]) -> tuple[Node, Judged]:
    """Whether an instance of an action may be taken, and what is judged in each of its places."""
    found: list[Node] = []
    some = TRUE if action.kind == "chance" else FALSE  # chance without clauses of its own is permitted by nature
    with walk.beside() as begin:
        if action.norms:
            found.append(walk.judge(action.name, action.norms, given))
            some = TRUE
        bases = [(TRUE, *judged) for judged in walk.judged]
        for part in action.parts:
            for present, _, values in parts(action, part, given):
                walk.judged.clear()
                begin()
                with walk.assuming(present):
                    judged = walk.judge(part.name, part.norms, values) if walk.path is not FALSE else TRUE
                found.append(either(negate(present), judged))
                some = either(some, present)
                bases += [(present, *answer) for answer in walk.judged]
    if walk.world.recording:
        _mark_verdict(walk, action, bases)
    places = dict(enumerate(bases, -1 if action.norms else 0))
    if not action.norms and not action.parts:
        return (TRUE if action.kind == "chance" else FALSE), places
    return (both(some, *found) if action.parts else both(*found)), places


def _mark_verdict(walk: Rules, action: Action, bases: list[tuple[Node, Node, Node]]) -> None:
    """Whether any clause speaks about an instance: the worst of its bases, as `semantics.judge.worst` has it."""
    nothing = negate(either(*(here for here, _, _ in bases)))
    silent = both(
        either(
            FALSE if action.kind == "chance" else nothing,  # chance is permitted by nature then
            *(both(here, negate(permits), negate(forbids)) for here, permits, forbids in bases),
        ),
        *(either(negate(here), negate(forbids)) for here, _, forbids in bases),
    )
    walk.mark("judged", action.name, TRUE)
    walk.mark("spoken", action.name, negate(silent))
    if walk.world.system.closed_world is None:
        walk.note("unspoken", action.name, (), silent)


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
