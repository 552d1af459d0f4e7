"""The author's functions and their IR mean the same: equal answers in random states, scopes and readings."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ruleslawyer.semantics.direct import Direct
from ruleslawyer.semantics.evaluate import Reading
from ruleslawyer.semantics.events import BranchEnds, Event
from ruleslawyer.semantics.interpret import Interpreter
from ruleslawyer.semantics.state import Schema, State
from ruleslawyer.semantics.transition import Instance, Judged, Outcome, TransitionSystem
from tests.agree.strategies import Bundle, bundle, everywhere, readings, scopes, states

TAKEN = 24
"""How many candidates of a state are taken, legal or not."""

RULESETS = [pytest.param(root, name, id=f"{root.name}-{name}") for root, name in everywhere()]


def events(found: Iterable[Event]) -> list[tuple[Any, ...]]:
    """Events without their reasons and places, which the machines word differently."""
    return sorted((e.key, e.choice, e.options) for e in found)


def attempt(run: Callable[[], Any]) -> Any:
    """A value, or the event that ended it."""
    try:
        return run()
    except BranchEnds as end:
        return end.event.key


def judged(found: Judged, live: bool) -> Any:
    return found.instance, found.judgement, events(found.events), sorted(found.fired) if live else ()


def outcome(found: Outcome, live: bool = True) -> Any:
    steps = [(s.kind, s.name, s.state) for s in found.substeps]
    return found.state, steps, events(found.events), sorted(found.fired) if live else ()


def seen(system: TransitionSystem, state: State, instances: list[Instance], live: bool = True) -> dict[str, Any]:
    """Everything that can be asked of a state; `live`: also which rules were, which loops that end early ask in their
    order."""
    rules = system.system
    answers: dict[str, Any] = {
        "awaits": attempt(lambda: system.awaits(state)),
        "ended": attempt(lambda: system.ended(state)),
        "winners": attempt(lambda: system.winners(state)),
        "due": attempt(lambda: (duty := system.due(state)) and duty.name),
        "candidates": attempt(lambda: [judged(j, live) for j in system.candidates(state)]),
    }
    for check in rules.checks.values():
        if check.kind in ("always", "sometimes", "possible"):
            holds, met = system.holds(check, state)
            answers[check.name] = holds, events(met)
        elif check.kind == "leads_to":
            both, met = system.leads(check, state)
            answers[check.name] = both, events(met)
    for instance in instances:
        taken = attempt(partial(system.take, state, instance))
        answers[f"take {instance}"] = outcome(taken, live) if isinstance(taken, Outcome) else taken
        if isinstance(taken, Outcome) and taken.substeps:
            for check in rules.checks.values():
                if check.kind == "step" and check.of in (None, instance.action):
                    kept, met = system.kept(check, state, instance, taken)
                    answers[f"{check.name} {instance}"] = kept, events(met)
    return answers


def instances_of(system: TransitionSystem, state: State) -> list[Instance]:
    """Some candidates, whether or not a duty is due; none where asking for them fails."""
    try:
        return [j.instance for j in islice(system.candidates(state), TAKEN)]
    except BranchEnds:
        return []


def machines(found: Bundle, data: st.DataObject) -> tuple[Schema, Reading, list[TransitionSystem]]:
    """The direct run, the interpreter, and the interpreter with its loops reversed, in one random scope and reading."""
    scope = data.draw(scopes(found.system), label="scope")
    reading = data.draw(readings(found.system), label="reading")
    schema = Schema(found.system, scope)
    runs = (
        Direct(found.system, scope, found.root, schema, modules=found.modules),
        Interpreter(found.system, scope, schema),
        Interpreter(found.system, scope, schema, reverse=True),
    )
    return schema, reading, [TransitionSystem(run, reading) for run in runs]


@pytest.mark.parametrize(("root", "name"), RULESETS)
def test_machines_agree(root: Path, name: str) -> None:
    """Equal awaits, end, duties, candidates, verdicts, steps, events and clauses used, whatever the machine."""
    found = bundle(root, name)

    @settings(max_examples=30, derandomize=True, database=None, deadline=None, suppress_health_check=list(HealthCheck))
    @given(st.data())
    def agree(data: st.DataObject) -> None:
        schema, _, (direct, interpreted, reverse) = machines(found, data)
        begun = [(i, outcome(o)) for i, o in direct.initial()]
        assert begun == [(i, outcome(o)) for i, o in interpreted.initial()]
        plain = [(i, outcome(o, False)) for i, o in interpreted.initial()]
        assert plain == [(i, outcome(o, False)) for i, o in reverse.initial()]
        for _ in range(3):
            state = data.draw(states(schema), label="state")
            instances = instances_of(interpreted, state)
            expected = seen(direct, state, instances)
            assert seen(interpreted, state, instances) == expected
            assert seen(reverse, state, instances, False) == seen(interpreted, state, instances, False)

    agree()
