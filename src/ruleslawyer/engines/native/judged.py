"""Sayings of clauses about the candidates of some states, asked of generated code again: where they are the same."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ruleslawyer.engines.native.arrays import PARTITIONS
from ruleslawyer.engines.native.explore import ByCode
from ruleslawyer.engines.native.names import PLAY

Said = tuple[tuple[int, int], ...]
"""Answers in the order in which they come up first: what was asked, and its bits."""


def said_of_candidates(by_code: ByCode, states: Iterable[int]) -> Iterator[Said | None]:
    """For each state, by its id, which norms hold of its candidates, and which actions nobody speaks about. None where
    that does not say what each candidate was judged to be: a check fails, or the verdict on a candidate is that on
    several parts, which nothing logs in a closed world."""
    system, names = by_code.system.system, by_code.book.low.names
    if system.closed_world is not None and any(action.parts for action in system.actions.values()):
        yield from (None for _ in states)
        return
    wanted = {names.failure, *(number for what, number in names.told.items() if what[0] in ("norms", "unspoken"))}
    crew = by_code.crew(1)
    context = by_code.context(by_code.system, 1)
    context.given_to(crew, 0)
    for identity in states:
        index, partition = divmod(identity, PARTITIONS)
        crew.expand(by_code.found.set, (partition, index, index + 1))
        crew.lengths.fill(0)
        rows = context.take_log()
        context.forget(rows)
        play = rows[rows[:, 1] == PLAY][:, [0, 2]].tolist()
        said = tuple(dict.fromkeys((what, answer) for what, answer in play if what in wanted))
        yield None if any(what == names.failure for what, _ in said) else said
