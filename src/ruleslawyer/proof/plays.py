"""Plays of the scopes beside proofs for any number: states that random ones reach, and properties that are broken as a
game begins: a play of no action is one, whatever induction says of what follows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from itertools import islice
from random import Random
from time import monotonic, thread_time
from typing import TYPE_CHECKING

from ruleslawyer.exploration.explore import explore_scope
from ruleslawyer.rulebook.claims.limits import Limits
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset
from ruleslawyer.semantics.events import BranchEnds
from ruleslawyer.semantics.state import State

if TYPE_CHECKING:  # the solver is loaded only where something is proved
    from ruleslawyer.engines.smt.lifted.verdict import AnyNumber


PLAYED = 10.0
"""Seconds of the processor for random plays, at most: they throw out candidates for lemmas."""
BEGINNINGS, LENGTH, IN_VAIN = 20, 60, 100
"""Beginnings that are chosen from, the most sub-steps of a play, and the plays without a new state after which there
are no more."""


def play_states(ruleset: LoadedRuleset, players: int | None, seconds: float) -> list[State]:
    """States that random plays in the scopes reach, those between the steps of a move among them."""
    dice, found, end = Random(0), dict[State, None](), thread_time() + seconds
    scopes = [ruleset.scope(name) for name in ruleset.scopes()]
    systems = [
        ruleset.in_scope(scope) for scope in scopes
        if not scope.is_open and players in (None, scope.size(ruleset.system.players))
    ]  # fmt: skip
    in_vain = 0
    while systems and thread_time() < end and in_vain < IN_VAIN:
        system, known = dice.choice(systems), len(found)
        begun = [outcome.state for _, outcome in islice(system.beginnings(), BEGINNINGS) if outcome.state is not None]
        if not begun:
            systems.remove(system)
            continue
        state: State | None = dice.choice(begun)
        for _ in range(LENGTH):
            if state is None or thread_time() > end:
                break
            found[state] = None
            try:
                due = system.due(state)
                if due is None:
                    left = [] if system.is_over(state) else [j for j in system.candidates(state) if j.is_allowed]
                    if not left:
                        break
                    state = system.substep(state, dice.choice(left).instance).state
                else:
                    state = system.substep(state, due).state
            except BranchEnds:
                break
        in_vain = in_vain + 1 if len(found) == known else 0
    return list(found)


def look_at_beginnings(
    ruleset: LoadedRuleset, found: Iterable[AnyNumber], reading: Mapping[str, str] | None,
    rulings: Mapping[str, str] | None, scopes: Iterable[str], seconds: float,
) -> list[AnyNumber]:  # fmt: skip
    """The verdicts; a property of states that is not proved and that a beginning in one of the scopes breaks is
    VIOLATED there. seconds: of the clock, for all scopes."""
    every = {one.property: one for one in found}
    left = {one.property for one in every.values() if one.kind == "always" and one.verdict in ("UNKNOWN", "VACUOUS")}
    end = monotonic() + seconds
    for name in scopes:
        if not left or monotonic() > end:
            break
        system = ruleset.in_scope(ruleset.scope(name), reading, rulings)
        if not system.has_beginning():
            continue
        limits = Limits(states=1, seconds=max(0.1, end - monotonic()))
        for verdict in explore_scope(system, limits=limits, engine="networkx").verdicts:
            trace = verdict.trace
            if verdict.name in left and verdict.word == "VIOLATED" and trace is not None and not trace.length:
                one = every[verdict.name]
                every[verdict.name] = replace(
                    one, first=(name, trace), vacuous=False, situation=None, late=False, rule="", never=(),
                    reason=f"in {name}, after 0 actions",
                )  # fmt: skip
                left.remove(verdict.name)
    return list(every.values())
