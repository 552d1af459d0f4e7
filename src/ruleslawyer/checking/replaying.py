"""Whether a trace replays on a machine, and shows the event that it is a trace of."""

from __future__ import annotations

from collections.abc import Iterator

from ruleslawyer.semantics.events import Event
from ruleslawyer.semantics.trace import ReplayError, Steps, Trace, replay
from ruleslawyer.semantics.transition import Outcome, TransitionSystem


def why_not(system: TransitionSystem, trace: Trace, event: Event | None = None, steps: Steps | None = None) -> str:
    """What is wrong with replaying a trace here; empty where it replays and meets its event. `steps`: see `replay`."""
    try:
        met = replay(system, trace, steps)
    except ReplayError as error:
        return str(error)
    if event is None or _shows(system, trace, event) or event.key in {e.key for e in met}:
        return ""
    return f"the play does not show its event ({event.title})"


def _shows(system: TransitionSystem, trace: Trace, event: Event) -> bool:
    """Events that no single step meets: a round, a choice on which the text is silent, a property's own event."""
    if event.key in {e.key for e in _asked(system, trace)}:
        return True
    end = trace.end
    if event.kind == "idle":
        return any(step.after == end for step in (trace.start, *trace.steps[:-1]))
    if end is None:
        return False
    if event.kind == "unspoken" and trace.last is not None:
        judgement = system.judged(end, trace.last).judgement
        return judgement is not None and judgement.verdict == "unspoken"
    return False


def _asked(system: TransitionSystem, trace: Trace) -> Iterator[Event]:
    """The events of asking properties where a play ends, and along its last step."""
    steps = (trace.start, *trace.steps)
    before, last = steps[-2].after if len(steps) > 1 else None, steps[-1]
    for check in system.system.checks.values():
        if check.kind != "step":
            asked = system.leads if check.kind == "leads_to" else system.holds
            yield from asked(check, trace.end)[1] if trace.end is not None else ()
        elif check.of in ((None,) if before is None else (None, last.instance.action)):
            outcome = Outcome(last.after, last.substeps, (), ())
            yield from system.kept(check, before, last.instance, outcome)[1]
