"""A play as drawings: the table at its start, after each action, and before one that somebody wants to take."""

from __future__ import annotations

from collections.abc import Collection
from functools import partial
from typing import Any, TypeAlias

from ruleslawyer.semantics.state import State
from ruleslawyer.semantics.trace import Step, Trace
from ruleslawyer.table.draw import Cited, Tables

Json: TypeAlias = dict[str, Any]


def frames(
    tables: Tables, trace: Trace, cited: Cited = (), hide: Collection[str] = (), *, before: bool = False
) -> list[Json]:
    """Of the start, each step, and what is asked for at the end: what is done, in a sentence, and the table then; none
    where a play ends before there is any. In the last one the values that are `cited` are marked, and it does not say
    what is hidden (`turn`: whose it is). before: the last action is drawn as one that somebody wants to take, since
    what comes of it is what is asked."""
    state = trace.start.after
    ends, draw = len(trace), partial(tables.draw, reading=dict(trace.reading))
    found = [_frame("", None if state is None else draw(state, cited=() if ends else cited))]
    for number, step in enumerate(trace.steps, 1):
        after, says = _after(step), tables.sentence(step.instance, state)
        quiet = step.instance.action in tables.view.quiet
        shown = cited if number == ends else ()
        if before and number == ends and trace.last is None and state is not None:
            found.append(_frame(says, draw(state, asked=step.instance, cited=shown), asked=True))
            break
        found.append(_frame(says, None if after is None else draw(after, state, cited=shown), quiet=quiet))
        state = after or state
    if trace.last is not None:
        drawing = None if state is None else draw(state, asked=trace.last, cited=cited)
        found.append(_frame(tables.sentence(trace.last, state), drawing, asked=True))
    last = found[-1]["table"]
    if "turn" in hide and last is not None:
        last["seats"] = [{**seat, "turn": False} for seat in last["seats"]]
    return found


def _after(step: Step) -> State | None:
    """The state that a step comes to; the last one within it where it ends in an event."""
    return step.after if step.after is not None else step.substeps[-1].state if step.substeps else None


def _frame(says: str, table: Json | None, *, quiet: bool = False, asked: bool = False) -> Json:
    return {"says": says, "quiet": quiet, "asked": asked, "table": table}
