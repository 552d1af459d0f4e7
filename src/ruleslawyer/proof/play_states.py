"""States that random plays in the scopes of a ruleset reach."""

from __future__ import annotations

from itertools import islice
from random import Random
from time import thread_time

from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset
from ruleslawyer.semantics.events import BranchEnds
from ruleslawyer.semantics.state import State

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
