"""An exploration by the lifted engine as a result: what its code logged, every event and play from the interpreter."""

from __future__ import annotations

import time
from collections.abc import Mapping
from functools import cached_property

from ruleslawyer.claims.limits import Limits, Progress
from ruleslawyer.claims.readings import options
from ruleslawyer.engines.native.lifted.explore import Lifted, explore_lifted
from ruleslawyer.engines.native.lifted.graph import LiftedGraph, edges
from ruleslawyer.engines.native.lifted.met import deciding as places
from ruleslawyer.engines.native.lifted.met import observed
from ruleslawyer.engines.native.lifted.rims import rims_reached
from ruleslawyer.exploration.native import Deciding, NativeExploration, Places
from ruleslawyer.semantics.transition import TransitionSystem


def explored_by_lifted(
    system: TransitionSystem,
    limits: Limits | None = None,
    progress: Progress | None = None,
    workers: int | None = None,
) -> LiftedExploration:
    """Explore with the code of the ruleset, which records what a report needs."""
    began = time.perf_counter()
    lifted = explore_lifted(system, limits, workers, progress)
    return LiftedExploration(lifted, began, limits.memory if limits else None)


class LiftedExploration(NativeExploration):
    """What was found, in the words of the reference explorer."""

    engine = "lifted"

    def __init__(self, lifted: Lifted, began: float, memory: int | None = None) -> None:
        met = observed(lifted)
        if lifted.system.scope.rims:
            met.hits.update({("rim", grid): [] for grid in rims_reached(lifted.layout, lifted.found)})
        super().__init__(lifted, met, began, memory)
        self.lifted = lifted

    @cached_property
    def passes(self) -> Mapping[int, int] | None:
        kept = self.lifted.passes
        return None if kept is None else kept.led(self.found, self.lifted.set_library)

    def _edges(self) -> LiftedGraph:
        return edges(self.lifted, self.memory)

    def _likely_material(self, deciding: Deciding) -> Places:
        return places(
            self.lifted, {key: (choice, options(self.system.system, choice)) for key, choice in deciding.items()}
        )
