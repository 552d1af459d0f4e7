"""Random plays by several workers: each plays some in a row, and what they met is put together in their order.

Every play is the same whoever plays it, and so is all that is known of them, for any number of workers.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from functools import partial
from itertools import pairwise

from ruleslawyer.engines.native.player import PlayBatch, PlaySimulator

FEW = 4
"""Plays that are worth a worker, at least."""


class PlayPool:
    """Workers with the same code. `make`: another one's games; the first one's are there at once."""

    def __init__(self, make: Callable[[], PlaySimulator], workers: int) -> None:
        self.make, self.workers = make, max(1, workers)
        self.games = [make()]
        self._pool = ThreadPoolExecutor(self.workers)

    def play(self, first: int, stop: int, left: int | None, hashes: int, times: int) -> list[PlayBatch]:
        """The plays from `first` on, before `stop`, as many as there is room for; none where already the first of
        them needs what generated code has no room for. `left`: actions that they may take, None: any number."""
        workers = 1 if left is not None else max(1, min(self.workers, (stop - first) // FEW))
        while len(self.games) < workers:
            self.games.append(self.make())
        bounds = [first + (stop - first) * k // workers for k in range(workers + 1)]
        runs = list(zip(self.games[:workers], pairwise(bounds), strict=True))
        given = UNLIMITED if left is None else left
        found = self._all([partial(g.play, begin, end, given, hashes, times) for g, (begin, end) in runs])
        for number, (played, (_, (begin, end))) in enumerate(zip(found, runs, strict=True)):
            if played.beyond is not None or len(played.how) < end - begin:
                for games, _ in runs[number + 1 :]:
                    games.context.forget()  # these plays are played again
                whole = found[: number + (played.beyond is None)]
                if whole or played.beyond is None or played.beyond == first:
                    return whole
                return self.play(first, played.beyond, left, hashes, times)
        return found

    def make_all(self) -> Sequence[PlaySimulator]:
        """The games of all workers."""
        while len(self.games) < self.workers:
            self.games.append(self.make())
        return self.games

    def live(self) -> set[str]:
        """The rules that were live, and what else is marked."""
        return set[str]().union(*(games.live() for games in self.games))

    def _all(self, tasks: Sequence[Callable[[], PlayBatch]]) -> list[PlayBatch]:
        if len(tasks) == 1:
            return [tasks[0]()]
        waiting: list[Future[PlayBatch]] = [self._pool.submit(task) for task in tasks]
        try:
            return [future.result() for future in waiting]
        finally:  # nobody else may be at these games while they play
            wait(waiting)


UNLIMITED = 1 << 40
"""Actions that no run of plays takes."""
