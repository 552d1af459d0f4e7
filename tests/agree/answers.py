"""All that a machine says of a state, so that two machines can be compared."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from itertools import islice
from typing import Any, Literal

from ruleslawyer.semantics.events import BranchEnds, Event
from ruleslawyer.semantics.state import State
from ruleslawyer.semantics.transition import Instance, Judged, Outcome, TransitionSystem

TAKEN = 24
"""How many candidates of a state are taken, legal or not."""


def events(found: Iterable[Event]) -> list[tuple[Any, ...]]:
    """Events without their reasons and places, which the machines word differently."""
    return sorted((e.key, e.choice, e.options) for e in found)


def attempt(run: Callable[[], Any]) -> Any:
    """A value, or the event that ended it."""
    try:
        return run()
    except BranchEnds as end:
        return end.event.key


Told = Literal["all", "asked", "results"]
"""What is told of an answer: also which rules were live or decisive, and which events were met; or events; or neither.
Loops that end early ask in their order, so in a state that no play reaches a question may come up in one order and not
another."""


def met(found: Iterable[Event], told: Told) -> list[tuple[Any, ...]]:
    return [] if told == "results" else events(found)


def _used(found: Judged | Outcome, told: Told) -> tuple[list[str], list[str]]:
    """The rules that were live, and those that were decisive."""
    return (sorted(found.fired), sorted(found.decisive)) if told == "all" else ([], [])


def judged(found: Judged, told: Told) -> Any:
    return found.instance, found.judgement, met(found.events, told), *_used(found, told)


def outcome(found: Outcome, told: Told = "all") -> Any:
    steps = [(s.kind, s.name, s.state) for s in found.substeps]
    return found.state, steps, met(found.events, told), *_used(found, told)


def seen(system: TransitionSystem, state: State, instances: list[Instance], told: Told = "all") -> dict[str, Any]:
    """Everything that can be asked of a state."""
    rules = system.system
    answers: dict[str, Any] = {
        "awaits": attempt(lambda: system.awaits(state)),
        "ended": attempt(lambda: system.is_over(state)),
        "winners": attempt(lambda: system.winners(state)),
        "payoffs": attempt(lambda: system.payoffs(state)),
        "due": attempt(lambda: (duty := system.due(state)) and duty.name),
        "candidates": attempt(lambda: [judged(j, told) for j in system.candidates(state)]),
    }
    for check in rules.checks.values():
        for members in () if check.kind == "step" else system.members_of(check):
            said, asked = (system.leads if check.kind == "leads_to" else system.holds)(check, state, members)
            answers[f"{check.name}{members or ''}"] = said, met(asked, told)
    for instance in instances:
        taken = attempt(partial(system.take, state, instance))
        answers[f"take {instance}"] = outcome(taken, told) if isinstance(taken, Outcome) else taken
        if isinstance(taken, Outcome) and taken.substeps:
            for check in rules.checks.values():
                if check.kind == "step" and check.of in (None, instance.action):
                    kept, asked = system.step_answers(check, state, instance, taken)
                    answers[f"{check.name} {instance}"] = kept, met(asked, told)
    return answers


def instances_of(system: TransitionSystem, state: State) -> list[Instance]:
    """Some candidates, whether or not a duty is due; none where asking for them fails."""
    try:
        return [j.instance for j in islice(system.candidates(state), TAKEN)]
    except BranchEnds:
        return []
