"""Whoever has the turn, and does not decide: what is said beside his name."""

from __future__ import annotations

from ruleslawyer.base.files.content import Json
from ruleslawyer.semantics.events import BranchEnds
from ruleslawyer.semantics.state import State
from ruleslawyer.semantics.transition import TransitionSystem

HAS_TURN = "has the turn"
"""The word beside whoever has the turn where the decision is nobody's, or somebody else's."""


def say_who_waits(drawing: Json, system: TransitionSystem, state: State) -> None:
    """Says beside whoever has the turn in a drawing that he has it, where the decision is not his; nothing where a
    check fails as that is asked."""
    try:
        awaited = system.awaits(state)
    except BranchEnds:
        return
    for seat in drawing["seats"]:
        if seat["turn"] and seat["number"] not in awaited:
            seat["word"] = HAS_TURN
