"""Whoever has the turn, and does not decide: what is said beside his name."""

from __future__ import annotations

from ruleslawyer.semantics.events import BranchEnds
from ruleslawyer.semantics.state import State
from ruleslawyer.semantics.transition import TransitionSystem

HAS_TURN = "has the turn"
"""The word beside whoever has the turn where the decision is nobody's, or somebody else's."""


def waits_for_others(system: TransitionSystem, state: State, name: str) -> bool:
    """Whether the decision is not of the player of this name; not where a check fails as that is asked."""
    try:
        awaited = system.awaits(state)
    except BranchEnds:
        return False
    names = system.scope.names[system.system.players]
    return name not in {names[who] for who in awaited if who >= 0}
