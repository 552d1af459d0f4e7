"""Whether a trace replays on a machine, and shows the event that it is a trace of."""

from __future__ import annotations

from ruleslawyer.checking.waiting import why_no_wait
from ruleslawyer.ir.system import Check
from ruleslawyer.semantics.events import Event
from ruleslawyer.semantics.trace import ReplayError, Steps, Trace, replay
from ruleslawyer.semantics.transition import TransitionSystem


def why_not(
    system: TransitionSystem,
    trace: Trace,
    event: Event | None = None,
    steps: Steps | None = None,
    violated: Check | None = None,
) -> str:
    """What is wrong with replaying a trace here; empty where it replays, meets its event, and waits for ever for what
    is `violated`. `steps`: see `replay`."""
    try:
        met = replay(system, trace, steps)
    except ReplayError as error:
        return str(error)
    if violated is not None:
        return why_no_wait(system, violated, trace, steps)
    if event is None or _shows(system, trace, event) or event.key in {e.key for e in met}:
        return ""
    return f"the play does not show its event ({event.title})"


def _shows(system: TransitionSystem, trace: Trace, event: Event) -> bool:
    """Events that no single step meets: a round, a choice on which the text is silent, a property's own question."""
    end = trace.end
    if event.kind == "idle":
        return any(step.after == end for step in (trace.start, *trace.steps[:-1]))
    if end is None:
        return False
    if event.kind == "unspoken" and trace.last is not None:
        judgement = system.judged(end, trace.last).judgement
        return judgement is not None and judgement.verdict == "unspoken"
    asked = (c for c in system.system.checks.values() if c.kind in ("always", "sometimes"))
    return any(event.key == e.key for check in asked for e in system.holds(check, end)[1])
