"""A scope that takes more than memory: searched on disk, and reported like any other."""

from __future__ import annotations

import time
from functools import cached_property
from pathlib import Path

from ruleslawyer.claims.limits import Limits, Progress
from ruleslawyer.claims.result import ScopeResult
from ruleslawyer.engines.native.disk.search import explore_on_disk
from ruleslawyer.engines.native.graph import Graph
from ruleslawyer.exploration.explore import native_summary
from ruleslawyer.exploration.native import NativeExploration
from ruleslawyer.semantics.transition import TransitionSystem


class DiskExploration(NativeExploration):
    """What was found on disk."""

    @cached_property
    def graph(self) -> Graph | str:
        """Edges are more than states, and are not kept."""
        return "the graph of a search on disk is not kept"


def explore_beyond(
    system: TransitionSystem,
    folder: Path,
    question: str,
    limits: Limits,
    progress: Progress | None = None,
    workers: int = 1,
) -> ScopeResult:
    """Every state, in a folder where a search of the same `question` goes on."""
    began = time.perf_counter()
    return native_summary(DiskExploration(explore_on_disk(system, folder, question, limits, workers, progress), began))
