"""An exploration by the lifted engine as a result: what its code logged, every event and play from the interpreter."""

from __future__ import annotations

import time

from ruleslawyer.claims.limits import Limits, Progress
from ruleslawyer.claims.readings import options
from ruleslawyer.engines.native.lifted.explore import Lifted, explore_lifted
from ruleslawyer.engines.native.lifted.graph import LiftedGraph, edges
from ruleslawyer.engines.native.lifted.met import deciding as places
from ruleslawyer.engines.native.lifted.met import observed
from ruleslawyer.exploration.native import NativeExploration
from ruleslawyer.semantics.rims import rims_held
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
    native: Lifted  # type: ignore[assignment]

    def __init__(self, lifted: Lifted, began: float, memory: int | None = None) -> None:
        met = observed(lifted)
        if lifted.system.scope.rims:
            states = {lifted.state(int(i)) for _, _, ids in lifted.rest_states() for i in ids}
            met.hits.update({("rim", grid): [] for grid in rims_held(lifted.system.schema, states)})
        super().__init__(lifted, met, began, memory)  # type: ignore[arg-type]

    def _edges(self) -> LiftedGraph:
        return edges(self.native, self.memory)

    def _likely_material(self, deciding: dict[tuple[str, ...], str]) -> dict[tuple[str, ...], list[tuple[int, int]]]:
        return places(
            self.native, {key: (choice, options(self.system.system, choice)) for key, choice in deciding.items()}
        )
