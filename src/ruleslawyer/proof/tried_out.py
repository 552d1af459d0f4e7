"""A counterexample to induction tried out: whether a scope with its members has such a state, whether a play comes to
it, or to one that breaks the property too."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ruleslawyer.exploration.explore import explore_scope
from ruleslawyer.ir.checks import Check
from ruleslawyer.ir.scope import Scope
from ruleslawyer.ir.system import System
from ruleslawyer.rulebook.claims.limits import Limits
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset
from ruleslawyer.semantics.codec import Codec
from ruleslawyer.semantics.events import BranchEnds
from ruleslawyer.semantics.rounds import Round
from ruleslawyer.semantics.state import State
from ruleslawyer.semantics.trace import Trace
from ruleslawyer.semantics.transition import Instance, Outcome, TransitionSystem

if TYPE_CHECKING:  # the solver is loaded only where something is proved
    from ruleslawyer.engines.smt.lifted.situation import Situation

TRIED_STATES, TRIED_SECONDS = 5_000, 10.0
"""How far a play is looked for."""


@dataclass(frozen=True, slots=True)
class TriedOut:
    """scope: the members of the situation, and no others. step: whether the interpreter takes the same step to the same
    end there, else why not. said: whether a play comes to such a state. trace: the play that does."""

    scope: Scope
    step: str
    said: str
    trace: Trace | None = None


def try_out(ruleset: LoadedRuleset, name: str, found: Situation) -> TriedOut:
    """A situation in which a rule breaks a property."""
    system = ruleset.system
    scope = Scope(
        "of the model", "the members of a counterexample to induction", dict(found.names), dict(found.attributes),
        {**{one.name: one.value for one in system.constants.values()}, **found.numbers}, (), {}, {}, (),
    )  # fmt: skip
    if any(sort.grid for sort in system.sorts.values()):
        return TriedOut(scope, "", "not tried out: nothing is said of where the places of a grid lie")
    check = system.checks.get(name)
    there = ruleset.in_scope(scope, found.reading)
    if not there.meets_assumptions:
        return TriedOut(scope, "", "not tried out: members that do not matter are missing for what is assumed of them")
    step = "" if found.kind == "initial" else _differs(there, check, found)
    return _search(there, scope, name, step)


def _differs(system: TransitionSystem, check: Check | None, found: Situation) -> str:
    """The reason why the situation is none of the scope's; empty where the interpreter takes the step, and breaks the
    property."""
    other = "no state of a scope: counts or piles differ"
    try:
        due = system.due(found.before)
        if found.kind == "action":
            instance = Instance(found.rule, found.args)
            judged = None if due is not None else system.candidate(found.before, instance)
            if judged is None or not judged.is_allowed:
                return f"{other} ({found.rule} is not allowed there)"
            outcome = system.substep(found.before, instance)
        elif (
            due is None
            or (found.kind == "settle") != isinstance(due, Round)
            or (not isinstance(due, Round) and due.name != found.rule)
        ):
            return f"{other} ({found.rule} is not due there)"
        else:
            outcome = system.substep(found.before, due)
    except (BranchEnds, LookupError, TypeError, ValueError, AssertionError) as error:
        return f"{other} ({error or type(error).__name__})"
    return (
        ""
        if check is None or _is_broken_by(system, check, found.before, outcome, found)
        else f"{other} (nothing breaks)"
    )


def _is_broken_by(system: TransitionSystem, check: Check, before: State, outcome: Outcome, found: Situation) -> bool:
    if check.kind == "step":
        answers, _ = system.step_answers(check, before, Instance(found.rule, found.args), outcome)
        return not answers <= {True}
    return outcome.state is not None and system.holds(check, outcome.state)[0] is not True


def _search(system: TransitionSystem, scope: Scope, name: str, step: str) -> TriedOut:
    """Whether the property is broken by a play with these members."""
    if not system.has_beginning():
        return TriedOut(scope, step, "no game begins with these alone")
    result = explore_scope(system, limits=Limits(states=TRIED_STATES, seconds=TRIED_SECONDS))
    verdict = next((v for v in result.verdicts if v.name == name), None)
    if verdict is not None and verdict.word == "VIOLATED":
        return TriedOut(scope, step, "reached by this play", verdict.trace)
    if result.complete:
        return TriedOut(scope, step, f"not reached: in all {result.states} states with these alone nothing breaks it")
    return TriedOut(scope, step, f"not reached within {result.states} states")


def play_lines(tried: TriedOut, system: System) -> list[str]:
    """The play as a person writes it."""
    if tried.trace is None:
        return []
    codec = Codec(system, tried.scope)
    return [codec.call(one) for one in (tried.trace.start.instance, *(s.instance for s in tried.trace.steps))]
