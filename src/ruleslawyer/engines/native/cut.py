"""Where branches of an exploration by code end: which states they leave, and of which actions they are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Protocol

import numpy as np

from ruleslawyer.base.arrays import Integers
from ruleslawyer.engines.native.arrays import PARTITIONS
from ruleslawyer.engines.native.lowering import Lowering
from ruleslawyer.engines.native.occurrence_log import Often
from ruleslawyer.rulebook.claims.cut import ANYTHING
from ruleslawyer.semantics.events import CUTS, LOOP
from ruleslawyer.semantics.transition import Outcome

CUT = "cut"
"""The kind of log entry that names an action whose branch ended; the answer is 1 where forced steps go round, or 0."""
TOO_OFTEN = "in which states branches end early is not kept"
"""Why it is not known of every state whether a play may go on there in a way that is not known."""


class Code(Protocol):
    @property
    def low(self) -> Lowering: ...


class Logged(Protocol):
    """A finished exploration by code, as far as it is needed here (see `explore.ByCode`)."""

    @property
    def book(self) -> Code: ...

    @property
    def log(self) -> Integers: ...

    @property
    def often(self) -> Often | None: ...

    @property
    def begins(self) -> frozenset[str]: ...


def action_names(low: Lowering) -> dict[int, str]:
    """The actions of which it may be told that a branch ended, by the number under which it is."""
    return {number: what[1] for what, number in low.names.told.items() if what[0] == CUT}


def cut_actions(made: Logged) -> frozenset[str]:
    """The actions of which branches are cut off (see `may_matter`)."""
    begun = frozenset({ANYTHING} if made.begins & frozenset(CUTS) else ())
    return begun.union(_log_of_ends(made, loops=False).values())


def comes_round(made: Logged) -> bool:
    """Whether the forced steps of some play go round."""
    return LOOP in made.begins or bool(_log_of_ends(made, loops=True))


def _log_of_ends(made: Logged, *, loops: bool) -> dict[int, str]:
    """The actions of which a branch ended so, by the number under which that is logged."""
    numbers = set(np.unique(made.log[made.log[:, 2] == int(loops), 0]).tolist())
    return {number: action for number, action in action_names(made.book.low).items() if number in numbers}


def kinds_of_ends(outcomes: Iterable[Outcome]) -> frozenset[str]:
    """The kinds of the events at which some of these end."""
    return frozenset(event.kind for outcome in outcomes for event in outcome.events if event.ends)


def states_that_leave(made: Logged, besides: Iterable[str], *, loops: bool) -> Integers | None:
    """The ids of the states from which a branch is cut off, or leads to forced steps that go round; a few more may be
    among them, and none is missing. None: they are not known. `besides`: actions of which nobody asks."""
    left_out = set(besides)
    wanted = [(what, int(loops)) for what, action in _log_of_ends(made, loops=loops).items() if action not in left_out]
    if not wanted:
        return np.zeros(0, dtype=np.int64)
    found = None if made.often is None else made.often.states(made.log, wanted)
    return None if found is None else np.concatenate(list(_ids(found)))


def _ids(by_partition: Iterable[Integers]) -> Iterator[Integers]:
    for partition, indices in enumerate(by_partition):
        yield indices * PARTITIONS + partition
