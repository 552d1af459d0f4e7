"""A play as drawings: the table at its start, after each action, and before one that somebody wants to take."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import partial

from ruleslawyer.base.files.content import Json
from ruleslawyer.rulebook.table.draw import Cited, Tables
from ruleslawyer.rulebook.table.happened import sub_steps
from ruleslawyer.semantics.trace import Trace
from ruleslawyer.semantics.transition import TransitionSystem


def opens_at(tables: Tables, trace: Trace, *, busy: bool = True) -> int:
    """The frame that tells a play: the last one; or the last one in which much is done (`busy`), as passes and draws
    only lead on from it."""
    deeds = [*(step.instance for step in trace.steps), *([trace.last] if trace.last else [])]
    told = [number for number, deed in enumerate(deeds, 1) if deed.action not in tables.view.quiet]
    return told[-1] if busy and told else trace.length


def frames(
    tables: Tables, trace: Trace, cited: Cited = (), hide: Collection[str] = (), *, before: bool = False,
    opens: int | None = None, text: str = "",
) -> list[Json]:  # fmt: skip
    """The frames of the start, of each step, and of what is asked for at the end: what is done, in a sentence, what
    happened by it, and the table then; none where a play ends before there is any. In the last one and in the one that
    a page `opens` with the values that are `cited` are marked, and empty areas drawn that a `text` names; and the last
    one does not say what is hidden (`turn`: whose it is). before: the last action is drawn as one that somebody wants
    to take, since what comes of it is what is asked."""
    state = trace.start.after
    marked, draw = {trace.length, opens}, partial(tables.draw, reading=dict(trace.reading))
    told, system = partial(draw, cited=cited, text=text), TransitionSystem(tables.machine, dict(trace.reading))
    found = [
        _frame(
            tables.beginning(trace.start.instance), None if state is None else (told if 0 in marked else draw)(state)
        )
    ]
    for number, step in enumerate(trace.steps, 1):
        after, says = step.last_state, tables.sentence(step.instance, state)
        quiet, who = step.instance.action in tables.view.quiet, tables.actor(step.instance)
        shown = told if number in marked else draw
        if before and number == trace.length and trace.last is None and state is not None:
            table = shown(state, asked=step.instance)
            found.append(_frame(says, table, quiet=quiet, asked=True, who=who))
            break
        done = [] if state is None else sub_steps(tables, system, step, state)
        drawing = None if after is None else shown(after, state)
        found.append(_frame(says, drawing, quiet=quiet, who=who, done=done))
        state = after or state
    if trace.last is not None:
        drawing = None if state is None else told(state, asked=trace.last)
        quiet, who = trace.last.action in tables.view.quiet, tables.actor(trace.last)
        found.append(_frame(tables.sentence(trace.last, state), drawing, quiet=quiet, asked=True, who=who))
    last = found[-1]["table"]
    if "turn" in hide and last is not None:
        last["seats"] = [{**seat, "turn": False} for seat in last["seats"]]
        for sub in found[-1]["happened"]:
            sub["changes"] = [change for change in sub["changes"] if change["kind"] != "turn"]
    return found


def _frame(
    says: str, table: Json | None, *, quiet: bool = False, asked: bool = False, who: str | None = None,
    done: Sequence[Json] = (),
) -> Json:  # fmt: skip
    return {"says": says, "quiet": quiet, "asked": asked, "who": who, "happened": [*done], "table": table}
