"""Where what may be an event was met in a search: in which states, beyond those that are logged, and where branches
end.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol

import numpy as np

from ruleslawyer.base.arrays import Integers
from ruleslawyer.engines.native.lowering import Lowering
from ruleslawyer.engines.native.memory import PARTITIONS, Reserved
from ruleslawyer.engines.native.names import OFTEN_ENTRIES, PLAY, Register
from ruleslawyer.engines.native.table import HASH_FACTORS
from ruleslawyer.rulebook.claims.conclusion import ANYTHING
from ruleslawyer.semantics.events import CUTS, LOOP
from ruleslawyer.semantics.transition import Outcome

TIMES = 64
"""How often what may be an event is logged: as many of its places are looked at."""
MOST = 1 << 22
"""Places that are kept, of eight bytes each."""
BLOCKS = 4
"""Blocks of states for which a lane has room."""


class LaneContext(Protocol):
    """A lane's context, as far as it is needed here: its cells."""

    @property
    def array(self) -> Integers: ...


class OccurrenceLog:
    """The places of a search, unless there are too many. limits: as far as each lane's memory may be filled before a
    block is expanded."""

    def __init__(self, contexts: Sequence[LaneContext]) -> None:
        self._lanes = [(each.array, Reserved(8 * OFTEN_ENTRIES * BLOCKS)) for each in contexts]
        self.limits = [memory.address + 8 * OFTEN_ENTRIES * (BLOCKS - 2) for _, memory in self._lanes]
        for array, memory in self._lanes:
            array[Register.OFTEN], array[Register.OFTENS] = memory.address, 0
        self._kept: list[Integers] = []
        self._count, self._whole = 0, True

    def take(self) -> None:
        """Takes the entries that the lanes have added since."""
        for array, memory in self._lanes:
            last = int(array[Register.OFTENS])
            count = (int(array[Register.OFTEN]) - memory.address) // 8 + last
            array[Register.OFTEN], array[Register.OFTENS] = memory.address, 0
            self._count += count
            self._whole = self._whole and last < OFTEN_ENTRIES and self._count <= MOST
            if count and self._whole:
                self._kept.append(memory.view(np.uint64)[:count].copy())
        if not self._whole:
            self.end()
            self._kept.clear()

    def end(self) -> None:
        """Nobody asks any more."""
        for array, _ in self._lanes:
            array[Register.OFTEN] = 0
        self._lanes.clear()

    def states(self, log: Integers, wanted: Sequence[tuple[int, int]]) -> list[Integers] | None:
        """The states in which one of some rows of the log of a search was met: for each partition the indices, in
        order. A few more may be among them, and none is missing; None where they are not known."""
        if not self._whole:
            return None
        hashes = _hashes_of(wanted)
        kept = np.concatenate([np.zeros(0, dtype=np.uint64), *self._kept])
        met = kept[np.isin(kept >> np.uint64(32), hashes)] & np.uint64(0xFFFFFFFF)
        return _by_partition(np.concatenate([met.astype(np.int64), _rows_of(log, wanted)[:, 3]]))


def _rows_of(log: Integers, wanted: Sequence[tuple[int, int]]) -> Integers:
    """The rows of a log of plays in which this was met."""
    rows = log[np.isin(log[:, 0], [what for what, _ in wanted])]
    return rows[np.isin(entries_of(rows), _hashes_of(wanted))]


def _hashes_of(wanted: Sequence[tuple[int, int]]) -> Integers:
    return entries_of(np.array([(what, PLAY, answer) for what, answer in wanted], dtype=np.int64).reshape(-1, 3))


def _by_partition(ids: Integers) -> list[Integers]:
    """For each partition the indices of its states, in order and each once."""
    every = np.unique(ids)
    return [every[every % PARTITIONS == partition] // PARTITIONS for partition in range(PARTITIONS)]


def entries_of(log: Integers) -> Integers:
    """The entries of a log, as `observe` hashes them: half of the bits of each."""
    what, recording, answer = (log[:, column].astype(np.uint64) for column in range(3))
    key = recording << np.uint64(32) | what + np.uint64(1)
    first, second = (np.uint64(factor & 0xFFFFFFFFFFFFFFFF) for factor in HASH_FACTORS)
    return (key * first + answer) * second >> np.uint64(32)


CUT = "cut"
"""The kind of log entry that names an action whose branch ended; the answer is 1 where forced steps go round, or 0."""
TOO_OFTEN = "in which states branches end early is not kept"
"""Why it is not known of every state whether a play may go on there in a way that is not known."""


class Code(Protocol):
    @property
    def low(self) -> Lowering: ...


class LoggedExploration(Protocol):
    """A finished exploration by code, as far as it is needed here (see `explore.ByCode`)."""

    @property
    def book(self) -> Code: ...

    @property
    def log(self) -> Integers: ...

    @property
    def often(self) -> OccurrenceLog | None: ...

    @property
    def begins(self) -> frozenset[str]: ...


def action_names(low: Lowering) -> dict[int, str]:
    """The actions of which it may be told that a branch ended, by the number under which it is."""
    return {number: what[1] for what, number in low.names.told.items() if what[0] == CUT}


def cut_actions(made: LoggedExploration) -> frozenset[str]:
    """The actions of which branches are cut off (see `may_matter`)."""
    begun = frozenset({ANYTHING} if made.begins & frozenset(CUTS) else ())
    return begun.union(_log_of_ends(made, loops=False).values())


def has_forced_cycle(made: LoggedExploration) -> bool:
    """Whether the forced steps of some play go round."""
    return LOOP in made.begins or bool(_log_of_ends(made, loops=True))


def _log_of_ends(made: LoggedExploration, *, loops: bool) -> dict[int, str]:
    """The actions of which a branch ended so, by the number under which that is logged."""
    numbers = set(np.unique(made.log[made.log[:, 2] == int(loops), 0]).tolist())
    return {number: action for number, action in action_names(made.book.low).items() if number in numbers}


def kinds_of_ends(outcomes: Iterable[Outcome]) -> frozenset[str]:
    """The kinds of the events at which some of these end."""
    return frozenset(event.kind for outcome in outcomes for event in outcome.events if event.ends)


def states_that_leave(made: LoggedExploration, besides: Iterable[str], *, loops: bool) -> Integers | None:
    """The ids of the states from which a branch is cut off, or leads to forced steps that go round; a few more may be
    among them, and none is missing. None: they are not known. `besides`: actions of which nobody asks."""
    left_out = set(besides)
    wanted = [(what, int(loops)) for what, action in _log_of_ends(made, loops=loops).items() if action not in left_out]
    if not wanted:
        return np.zeros(0, dtype=np.int64)
    found = _logged_states(made.log, wanted) if made.often is None else made.often.states(made.log, wanted)
    return None if found is None else np.concatenate(list(_ids(found)))


def _logged_states(log: Integers, wanted: Sequence[tuple[int, int]]) -> list[Integers] | None:
    """The states in which this was met, where nothing but the log is kept: what was logged less often than it may be
    was met nowhere else."""
    rows = _rows_of(log, wanted)
    times = np.unique(rows[:, :3], axis=0, return_counts=True)[1]
    return _by_partition(rows[:, 3]) if (times < TIMES).all() else None


def _ids(by_partition: Iterable[Integers]) -> Iterator[Integers]:
    for partition, indices in enumerate(by_partition):
        yield indices * PARTITIONS + partition
