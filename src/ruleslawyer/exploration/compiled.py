"""Exploring with generated code: that of the ruleset, or of the scope where the other has no room for something."""

from __future__ import annotations

import time

from ruleslawyer.claims.limits import Limits, Progress
from ruleslawyer.diagnostics import UsageError
from ruleslawyer.exploration.lifted import explored_by_lifted
from ruleslawyer.exploration.native import NativeExploration, explore_natively
from ruleslawyer.semantics.transition import TransitionSystem


def explore_compiled(
    system: TransitionSystem,
    limits: Limits | None = None,
    progress: Progress | None = None,
    workers: int | None = None,
) -> NativeExploration:
    """Explore with the code of the ruleset; where that cannot be compiled, too many choose at once, or a number has
    more than 64 bits, with the code of the scope."""
    limits, began = limits or Limits(), time.perf_counter()
    try:
        found = explored_by_lifted(system, limits, progress, workers)
    except UsageError:
        return explore_natively(system, limits.since(began), progress, workers)
    return explore_natively(system, limits.since(began), progress, workers) if found.lifted.beyond else found
