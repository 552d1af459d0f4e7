"""The smallest sets of clarifications after which the clauses of one subject clash no more, each tried out."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from ruleslawyer.checking.clashes import Pair
from ruleslawyer.checking.result import ScopeResult
from ruleslawyer.diagnostics import UsageError

MOST = 8
"""So many smallest sets are shown of one subject."""
MOST_RUNS = 60
"""So many sets are tried out for one subject, each by exploring again."""


@dataclass(frozen=True, slots=True, order=True)
class Clarification:
    """A ruling (`key` = `choice`), or that the text takes a clause back, here or altogether (`without`).

    loser: the clause that gives way.
    """

    key: str
    choice: str
    loser: str
    without: str = ""

    def __str__(self) -> str:
        return f"without {self.without}" if self.without else f"{self.key} = {self.choice}"

    def json(self) -> dict[str, Any]:
        return {"without": self.without} if self.without else {"ruling": self.key, "choice": self.choice}


def rulings_of(chosen: Iterable[Clarification]) -> dict[str, str]:
    """The rulings among some clarifications."""
    return {c.key: c.choice for c in chosen if not c.without}


def dropped(chosen: Iterable[Clarification]) -> tuple[str, ...]:
    """The clauses that some clarifications take back."""
    return tuple(c.without for c in chosen if c.without)


@dataclass(frozen=True, slots=True)
class Correction:
    """One set of clarifications, and its re-run: `left` is what is met of the subject all the same."""

    clarifications: tuple[Clarification, ...]
    left: tuple[str, ...]

    @property
    def settled(self) -> bool:
        return not self.left

    def json(self) -> dict[str, Any]:
        return {
            "clarifications": [c.json() for c in self.clarifications],
            "settled": self.settled,
            "left": list(self.left),
        }


@dataclass(frozen=True, slots=True)
class Smallest:
    """The smallest corrections of one subject; complete: there are no others of their size, and none smaller."""

    corrections: tuple[Correction, ...]
    complete: bool


Rerun = Callable[[Sequence[Clarification]], Iterable[ScopeResult]]
"""The explorations of the scopes in question, with some clarifications made."""


def ways(pair: Pair) -> tuple[Clarification, Clarification]:
    """The two ways to settle a pair: the first clause prevails, or the second."""
    if pair.kind in ("values", "bounds"):  # two values have no right of way: the text takes one of them back
        return (
            Clarification(pair.key, "", pair.second, pair.second),
            Clarification(pair.key, "", pair.first, pair.first),
        )
    choices = (pair.first, pair.second) if pair.kind in ("insteads", "answers") else ("permit", "forbid")
    return (Clarification(pair.key, choices[0], pair.second), Clarification(pair.key, choices[1], pair.first))


def smallest(subject: str, pairs: Sequence[Pair], rerun: Rerun, known: Iterable[Pair]) -> Smallest:
    """The smallest sets that settle some pairs, by trying one after the other, those of one clarification first.

    A set is not tried in which neither clause of some pair gives way: where that pair was met, both stay live. Of
    known, which are all pairs of the ruleset, those that a clarification brings up may be settled too.
    """
    named = {(pair.subject, pair.first, pair.second): pair for pair in known}
    within = list(pairs)
    tried: set[frozenset[Clarification]] = set()
    found: list[Correction] = []
    size = 1
    while not found and size <= len(within):
        while chosen := next((c for c in _sets(within, size, pairs) if frozenset(c) not in tried), ()):
            if len(tried) == MOST_RUNS or len(found) == MOST:
                return Smallest(tuple(found), complete=False)
            tried.add(frozenset(chosen))
            left = _left(subject, chosen, rerun)
            if left is not None and not left:
                found.append(Correction(chosen, ()))
            within += [named[key] for key in left or () if key in named and named[key] not in within]
        size += 1
    return Smallest(tuple(found), complete=bool(found))


def _sets(within: Sequence[Pair], size: int, pairs: Sequence[Pair]) -> Iterator[tuple[Clarification, ...]]:
    """The sets of so many clarifications, at most one of each pair, by which a clause of each of `pairs` gives way."""
    for keys in combinations(within, size):
        for chosen in _chosen(keys):
            losers = {c.loser for c in chosen}
            if all(pair.first in losers or pair.second in losers for pair in pairs):
                yield chosen


def _chosen(pairs: Sequence[Pair]) -> Iterator[tuple[Clarification, ...]]:
    if not pairs:
        yield ()
        return
    for way in ways(pairs[0]):
        yield from ((way, *rest) for rest in _chosen(pairs[1:]))


def _left(subject: str, chosen: Sequence[Clarification], rerun: Rerun) -> Collection[tuple[str, ...]] | None:
    """The clashes of the subject that are met with these clarifications; None where they cannot be made together, or
    where the exploration comes to no end, so that nothing is shown."""
    try:
        results = list(rerun(chosen))
    except UsageError:  # a circle of precedence
        return None
    if not all(result.complete for result in results):
        return None
    events = (e.event for result in results for e in result.events)
    return {(e.subject, *e.pair): None for e in events if e.kind == "contradiction" and e.subject == subject}
