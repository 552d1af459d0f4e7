"""Whether a play shows that a `leads_to` is violated: it asks, waits for ever, and is fair; asked state by state."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ruleslawyer.ir.checks import NATURE, Check
from ruleslawyer.semantics.codec import Codec
from ruleslawyer.semantics.events import LOOP
from ruleslawyer.semantics.fairness import FairSet, FairSets
from ruleslawyer.semantics.state import State
from ruleslawyer.semantics.trace import Step, Steps, Trace
from ruleslawyer.semantics.transition import TransitionSystem


def why_no_wait(
    system: TransitionSystem, check: Check, members: tuple[int, ...], trace: Trace, steps: Steps | None = None
) -> str:
    """The reason why a play that replays here does not violate what every play does, of one to whom it is promised;
    empty where it does. `steps`: see `replay`."""
    steps = steps or Steps(system)
    states = [state for state in trace.states if state is not None]
    endless = trace.end is None and comes_round(steps, trace)
    if len(states) + endless < len(trace.states):
        return "the play ends in an event"
    left = [step.instance.action in system.system.outside_play for step in trace.steps]
    round_ = None if endless else trace.back
    # Where it cannot be evaluated nothing is waited for.
    answers = [_parts_of(system, check, members, i, state) or (False, True) for i, state in enumerate(states)]
    done = max((i for i, (_, then) in enumerate(answers) if then), default=-1)
    if check.kind == "eventually_always":
        if all(so for _, so in answers[len(states) - 1 if round_ is None else round_ :]):
            return f"{check.name} holds where the play stays"
    else:
        since = max((i for i, is_outside in enumerate(left, 1) if is_outside), default=0)
        if not any(first for first, _ in answers[max(done + 1, since) :]):
            return f"nothing that {check.name} asks for is left open"
        if round_ is not None and done >= round_:
            return f"what {check.name} asks for comes on the way round"
    if endless:
        return "its last step is outside play" if left and left[-1] else ""
    if round_ is None:
        return "the play could go on" if any(_moves(system, states[-1], steps)) else ""
    if any(left[round_:]):
        return "it goes round by a step outside play"
    unfair = _neglect(system, check, states[round_:-1], trace.steps[round_:], steps)
    return f"going round is not {unfair}" if unfair else ""


def _parts_of(
    system: TransitionSystem, check: Check, members: tuple[int, ...], place: int, state: State
) -> tuple[bool, bool] | None:
    """Both parts of what must come, in a state of a play: of an `eventually` its beginning asks."""
    if check.goal is not None:
        return system.leads(check, state, members)[0]
    holds = system.holds(check, state, members)[0]
    return None if holds is None else (place == 0, holds)


def comes_round(steps: Steps, trace: Trace) -> bool:
    """Whether the forced steps of a play's last step, or of its beginning, come back to where they were."""
    if not trace.steps:
        begun = steps.begin(trace.start.instance)
        events = begun.events if begun is not None else ()
    else:
        before = (trace.steps[-2] if len(trace.steps) > 1 else trace.start).after
        events = steps.take(before, trace.steps[-1].instance).events if before is not None else ()
    return any(event.kind == LOOP for event in events)


def _moves(
    system: TransitionSystem, state: State, steps: Steps, sets: FairSets | None = None
) -> Iterator[tuple[Sequence[FairSet], State]]:
    """The rest states to which the moves of a state lead, but for what is outside play; where there are `sets`, with
    those that each move belongs to."""
    if system.is_over(state):
        return
    outside = system.system.outside_play
    for instance in (judged.instance for judged in steps.candidates(state) if judged.is_allowed):
        if instance.action in outside:
            continue
        after = steps.take(state, instance).state
        if after is not None:
            yield sets.of(state, instance, after) if sets else (), after


def _neglect(
    system: TransitionSystem, check: Check, states: Sequence[State], taken: Sequence[Step], steps: Steps
) -> str:
    """A set to which a way round is not fair, in words: one that it never takes, though the set is enabled throughout,
    or, if it is strong, at all."""
    sets = FairSets(system.system, check)
    enabled = [{one: None for of, _ in _moves(system, state, steps, sets) for one in of} for state in states]
    pairs = ((before, step, step.after) for before, step in zip(states, taken, strict=True))
    done = {one for before, step, after in pairs if after for one in sets.of(before, step.instance, after)}
    for one in dict.fromkeys(one for there in enabled for one in there):
        if one not in done and (one.strong or all(one in there for there in enabled)):
            return f"{'strongly ' if one.strong else ''}fair to {_set_name(system, one)}"
    return ""


def _set_name(system: TransitionSystem, one: FairSet) -> str:
    """A fair set as `loop(who=Ann)`."""
    if one.fair == NATURE:
        return "each outcome of chance"
    codec = Codec(system.system, system.scope)
    types = dict(codec.parameters(one.fair.action))
    values = (f"{n}={codec.text(types[n], v)}" for n, v in zip(one.fair.each, one.values, strict=True))
    return f"{one.fair.action}({', '.join(values)})" if one.fair.each else one.fair.action
