"""A play as drawings: the table at its start, after each action, and before one that somebody wants to take."""

from __future__ import annotations

from typing import Any, TypeAlias

from ruleslawyer.semantics.state import State
from ruleslawyer.semantics.trace import Step, Trace
from ruleslawyer.table.draw import Tables

Json: TypeAlias = dict[str, Any]


def frames(tables: Tables, trace: Trace) -> list[Json]:
    """Of the start, each step, and what is asked for at the end: what is done, in a sentence, and the table then; none
    where a play ends before there is any."""
    state = trace.start.after
    found = [_frame("", None if state is None else tables.draw(state))]
    for step in trace.steps:
        after, says = _after(step), tables.sentence(step.instance, state)
        quiet = step.instance.action in tables.view.quiet
        found.append(_frame(says, None if after is None else tables.draw(after, state), quiet=quiet))
        state = after or state
    if trace.last is not None:
        drawing = None if state is None else tables.draw(state, asked=trace.last)
        found.append(_frame(tables.sentence(trace.last, state), drawing, asked=True))
    return found


def _after(step: Step) -> State | None:
    """The state that a step comes to; the last one within it where it ends in an event."""
    return step.after if step.after is not None else step.substeps[-1].state if step.substeps else None


def _frame(says: str, table: Json | None, *, quiet: bool = False, asked: bool = False) -> Json:
    return {"says": says, "quiet": quiet, "asked": asked, "table": table}
