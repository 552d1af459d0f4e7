"""Explorations side by side, each in a process of its own: one Python process makes use of one core."""

from __future__ import annotations

import multiprocessing
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from ruleslawyer.checking.limits import Limits
from ruleslawyer.checking.result import ScopeResult
from ruleslawyer.cores import cores

if TYPE_CHECKING:
    from ruleslawyer.api import Ruleset

Choices = tuple[tuple[str, str], ...]
Wanted = tuple[str, Choices, Choices]
"""A scope, a reading, and rulings."""
FEW = 8
"""Explorations that are not worth the start of other processes."""


def worthwhile(wanted: Sequence[object]) -> bool:
    """Whether these are done sooner in several processes."""
    return len(wanted) >= FEW and cores() > 1


def explored_beside(
    ruleset: Ruleset, wanted: Sequence[tuple[Wanted, int | None]], views: Sequence[tuple[str, ...]] | None = None
) -> Iterator[tuple[Wanted, ScopeResult]]:
    """Each of these with its result, as they are done; each with the states at which to stop. Traces are replayed
    through the direct run, but for those of a ruling, which are not shown; `views` are looked at by default alone."""
    pool = ProcessPoolExecutor(
        min(cores(), len(wanted)), mp_context=multiprocessing.get_context("spawn")
    )  # a fork would copy locks that threads of this process hold
    try:
        running = {pool.submit(_explore, ruleset.root, ruleset.name, one, most, views): one for one, most in wanted}
        for done in as_completed(running):
            yield running[done], done.result()
    finally:
        pool.shutdown(cancel_futures=True)


def _explore(
    root: Path, name: str, wanted: Wanted, most: int | None, views: Sequence[tuple[str, ...]] | None
) -> ScopeResult:
    scope, reading, rulings = wanted
    limits = Limits(most) if most else None
    seen = None if reading or rulings else views
    return _ruleset(root, name).explore(
        scope, dict(reading), dict(rulings), direct=not rulings, limits=limits, views=seen
    )


@lru_cache(maxsize=1)
def _ruleset(root: Path, name: str) -> Ruleset:
    from ruleslawyer.api import Project  # it needs this part

    return Project.load(root).ruleset(name)
