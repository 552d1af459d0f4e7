"""The table in letters: where a play ends, and where somebody asks why."""

from __future__ import annotations

from ruleslawyer.base.files.content import Json
from ruleslawyer.cli.output import out, say
from ruleslawyer.ir.schema import Scope
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset
from ruleslawyer.rulebook.table.draw import Tables
from ruleslawyer.rulebook.table.frames import frames
from ruleslawyer.rulebook.table.letters import letters
from ruleslawyer.rulebook.table.read import view_of
from ruleslawyer.rulebook.table.words import HAS_TURN
from ruleslawyer.semantics.events import BranchEnds
from ruleslawyer.semantics.state import State
from ruleslawyer.semantics.trace import Trace
from ruleslawyer.semantics.transition import Instance, TransitionSystem

MARGIN = 7
"""Letters before each line, as before what a step changes."""
WIDEST = 120


def after(ruleset: LoadedRuleset, scope: Scope, trace: Trace) -> None:
    """The table where a play ends; what changed last has a star, and what is only wanted is not done."""
    tables = Tables(view_of(ruleset), ruleset.system, scope)
    drawn, end = frames(tables, trace)[-1], trace.steps[-1].last_state if trace.steps else trace.start.last_state
    if drawn["table"] is not None:
        if end is not None:
            _name_who_waits(drawn["table"], TransitionSystem(tables.machine, dict(trace.reading)), end)
        _say("the table before that" if drawn["asked"] else "the table then", drawn["table"])


def beside(ruleset: LoadedRuleset, system: TransitionSystem, state: State, asked: Instance) -> None:
    """The table in a state in which an action is asked about."""
    tables = Tables(view_of(ruleset), ruleset.system, system.scope)
    drawing = tables.draw(state, asked=asked, reading=system.reading)
    _name_who_waits(drawing, system, state)
    _say("the table", drawing)


def _name_who_waits(drawing: Json, system: TransitionSystem, state: State) -> None:
    """Writes beside whoever has the turn in a drawing that he has it, where the decision is not his; nothing where a
    check fails as that is asked."""
    try:
        awaited = system.awaits(state)
    except BranchEnds:
        return
    for seat in drawing["seats"]:
        if seat["turn"] and seat["number"] not in awaited:
            seat["word"] = HAS_TURN


def _say(title: str, drawing: dict[str, object]) -> None:
    say(f"     {title}:")
    for line in letters(drawing, min(out().width, WIDEST) - MARGIN).splitlines():
        say(" " * MARGIN + line)
