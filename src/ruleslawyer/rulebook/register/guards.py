"""Moments that the book fixes: a guard that asks for one cites why; a field that remembers asks what there is."""

from __future__ import annotations

from collections.abc import Iterator

from ruleslawyer.base.diagnostics import Diagnostic, nearest
from ruleslawyer.ir import nodes as n
from ruleslawyer.ir.nodes import Function
from ruleslawyer.ir.system import System
from ruleslawyer.ir.types import Enum
from ruleslawyer.ir.uses import Functions
from ruleslawyer.ir.walk import walk

GUARDED = frozenset({"settle", "trigger"})
"""What the language asks after every sub-step, or where a moment takes place. Duties are a book's own moments."""


def guards_without_clause(system: System) -> list[Diagnostic]:
    """The guards of settles and triggers that name a moment, such as a step of the turn or an open frame, and do not
    say which clause fixes it: the book may mean any moment."""
    found = []
    for rule in system.rules():
        if rule.role not in GUARDED or rule.guard is None or rule.guard.origin.cites:
            continue
        moments = list(dict.fromkeys(_moments(system, rule.guard)))
        if moments:
            named = " and ".join(moments)
            found.append(
                Diagnostic(
                    "RL804", f"the guard of the {rule.role} `{rule.name}` asks for {named}, and cites no clause",
                    rule.guard.origin.span,
                    help=f'cite what fixes it, `@{rule.name}.when("…")`, or ask the condition in every state',
                )
            )  # fmt: skip
    return found


def memories_without_question(system: System) -> list[Diagnostic]:
    """The fields that remember something by a question which there is not."""
    records = (system.state, *system.frames.values())
    return [
        Diagnostic(
            "RL207", f"there is no question `{memory.asks}`", memory.origin.span,
            help=nearest(memory.asks, system.questions),
        )
        for record in records
        for field in record.fields
        if (memory := field.remembers) and memory.asks and memory.asks not in system.questions
    ]  # fmt: skip


def _moments(system: System, guard: Function) -> Iterator[str]:
    """The fields and frames by which a function tells one moment from another, itself or by what it calls."""
    for node in walk(tuple(f.body for f in Functions(system).behind([guard]))):
        match node:
            case n.Read(record=None, field=field, keys=(), type=Enum()):
                yield f"`{field}`"
            case n.IsOpen(frame=frame):
                yield f"an open `{frame}`"
