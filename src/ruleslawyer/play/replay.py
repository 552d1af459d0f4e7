"""Whether a trace replays on a machine, and shows what it is a trace of: an event, or the verdict on a property."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ruleslawyer.ir.rules import NATURE, OF_PLAYS, Check
from ruleslawyer.rulebook.claims.promised import member_of
from ruleslawyer.rulebook.claims.verdict import Verdict
from ruleslawyer.semantics.codec import Codec
from ruleslawyer.semantics.events import LOOP, BranchEnds, Event
from ruleslawyer.semantics.fairness import FairSet, FairSets
from ruleslawyer.semantics.state import State
from ruleslawyer.semantics.trace import ReplayError, Step, Steps, Trace, replay
from ruleslawyer.semantics.transition import Outcome, TransitionSystem


def wait_problem(
    system: TransitionSystem, check: Check, members: tuple[int, ...], trace: Trace, steps: Steps | None = None
) -> str:
    """The reason why a play that replays here does not violate what every play does, of one to whom it is promised;
    empty where it does. `steps`: see `replay`."""
    steps = steps or Steps(system)
    states = [state for state in trace.states if state is not None]
    endless = trace.end is None and closes_loop(steps, trace)
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


def closes_loop(steps: Steps, trace: Trace) -> bool:
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


def replay_problem(
    system: TransitionSystem, trace: Trace, event: Event | None = None, steps: Steps | None = None
) -> str:
    """The reason why a trace does not replay here; empty where it replays and meets its event. `steps`: see `replay`.
    `steps`: see `replay`."""
    try:
        met = replay(system, trace, steps)
    except ReplayError as error:
        return str(error)
    if event is None or event.key in {e.key for e in met} or _shows(system, trace, event):
        return ""
    return f"the play does not show its event ({event.title})"


def evidence_problem(system: TransitionSystem, verdict: Verdict, steps: Steps | None = None) -> str:
    """The reason why a verdict's play does not show it, though it replays: the property holds at its end, or the
    situation is not met there. `steps`: see `replay`."""
    check, trace = system.system.checks.get(verdict.name), verdict.trace
    if trace is None or check is None:  # what a player knows is no matter of one play
        return ""
    if verdict.word == "VIOLATED":
        of = [m for m in system.members_of(check) if verdict.member in ((), member_of(system, check, m))]
        return violation_problem(system, check, trace, steps, of)
    if (verdict.word, check.kind) != ("HOLDS IN SCOPE", "sometimes"):
        return ""
    end = trace.end
    return "" if end is not None and system.holds(check, end)[0] else f"{check.name} does not hold at the play's end"


def violation_problem(
    system: TransitionSystem,
    check: Check,
    trace: Trace,
    steps: Steps | None = None,
    of: Sequence[tuple[int, ...]] | None = None,
) -> str:
    """The reason why a play does not show that a property is violated, which is evaluated at its end, under the
    reading; empty where it does, `of` some of those to whom it is promised (by default of any). What must come does
    not, in a play that ends there, or goes round for ever and is fair; of what stays possible only that it has not come
    about at the end."""
    reasons = [_why_not_of(system, check, m, trace, steps) for m in (system.members_of(check) if of is None else of)]
    return "" if "" in reasons else next(iter(reasons), f"{check.name} is promised to nobody")


def _why_not_of(
    system: TransitionSystem, check: Check, members: tuple[int, ...], trace: Trace, steps: Steps | None
) -> str:
    """The same of one to whom it is promised."""
    if check.kind in OF_PLAYS:
        return wait_problem(system, check, members, trace, steps)
    if check.kind == "possible" and trace.end is None and closes_loop(steps or Steps(system), trace):
        return ""
    answer = _at_end(system, check, members, trace)
    if answer is False:
        return ""
    return f"{check.name} {'holds' if answer else 'cannot be evaluated'} at the play's end"


def _at_end(system: TransitionSystem, check: Check, members: tuple[int, ...], trace: Trace) -> bool | None:
    """The property's answer at the end of a play, or about its last step; None where it cannot be evaluated."""
    if check.kind == "step":
        return _of_last_step(system, check, trace)
    if trace.end is None:
        return None
    return system.holds(check, trace.end, members)[0]


def _of_last_step(system: TransitionSystem, check: Check, trace: Trace) -> bool | None:
    """The worst that a property of steps says along the last step of a play, or as it begins."""
    last = trace.steps[-1].instance if trace.steps else trace.start.instance
    if check.of is not None and check.of != last.action:
        return True
    before = None
    if trace.steps:
        before = (trace.steps[-2] if len(trace.steps) > 1 else trace.start).after
        if before is None:
            return None
    made = system.begin(last) if before is None else system.take(before, last)
    if made is None:
        return None
    answers, _ = system.step_answers(check, before, last, made)
    return False if False in answers else None if None in answers else True


def violated_by(system: TransitionSystem, trace: Trace) -> tuple[str, ...]:
    """The invariants, and the properties of steps, that are violated at the end of a play; and what must come, and does
    not by this play."""
    checks = (c for c in system.system.checks.values() if c.kind in ("always", "step", *OF_PLAYS))
    return tuple(c.name for c in checks if not violation_problem(system, c, trace))


def _shows(system: TransitionSystem, trace: Trace, event: Event) -> bool:
    """Events that no single step meets: a round, a choice on which the text is silent, a property's own event, and
    that whose decision it is cannot be told."""
    if event.key in {e.key for e in _ask_properties(system, trace)}:
        return True
    end = trace.end
    if event.kind == "idle":
        return any(step.after == end for step in (trace.start, *trace.steps[:-1]))
    if end is None:
        return False
    if event.kind == "unspoken" and trace.last is not None:
        judgement = system.judge(end, trace.last).judgement
        return judgement is not None and judgement.verdict == "unspoken"
    try:
        system.awaits(end)
    except BranchEnds as ends:
        return ends.event.key == event.key
    return False


def _ask_properties(system: TransitionSystem, trace: Trace) -> Iterator[Event]:
    """The events of asking properties where a play ends, and along its last step."""
    steps = (trace.start, *trace.steps)
    before, last = steps[-2].after if len(steps) > 1 else None, steps[-1]
    for check in system.system.checks.values():
        if check.kind != "step":
            yield from system.asking(check, trace.end) if trace.end is not None else ()
        elif check.of in ((None,) if before is None else (None, last.instance.action)):
            outcome = Outcome(last.after, last.substeps, (), ())
            yield from system.step_answers(check, before, last.instance, outcome)[1]
