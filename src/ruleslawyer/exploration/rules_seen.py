"""Clauses in an explored graph: which were never live, never decisive, never enough."""

from __future__ import annotations

import numpy as np

from ruleslawyer.engines.native.graph import Graph
from ruleslawyer.engines.native.met import Occurrences
from ruleslawyer.engines.native.occurrence_log import CUT
from ruleslawyer.ir.rules import SPEAKING
from ruleslawyer.semantics.events import LOOP


def rule_activity(graph: Graph, observed: Occurrences) -> dict[str, tuple[str, ...]]:
    """Clauses never live; norms that are live and never decisive; permits that hold and are never enough."""
    system = graph.system.system
    live, decisive = observed.names("live"), observed.names("decisive")
    clauses = dict.fromkeys(rule.name for rule in system.rules() if rule.role in SPEAKING)  # of several bases once
    # A permit is live where a forbid beats the action all the same: it then makes a contradiction, or is beaten.
    # Nor is an action forbidden whose branches all end early: it was taken, or it is not known whether it may be.
    ended = observed.names(CUT) | observed.names(LOOP)
    allowed = ended.union(graph.action(int(label)) for label in np.unique(graph.choices))
    return {
        "never live": tuple(name for name in clauses if name not in live),
        "never decisive": tuple(name for name in clauses if name in live and name not in decisive),
        "always forbidden": tuple(
            norm.name
            for action in system.actions.values()
            for norm in action.every_norm
            if norm.kind == "permit" and norm.name in live and action.name not in allowed
        ),
    }
