"""The smallest sets of clarifications after which the clauses of one subject clash no more, each tried out."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from ruleslawyer.checking.clashes import Pair
from ruleslawyer.checking.result import ScopeResult
from ruleslawyer.diagnostics import UsageError
from ruleslawyer.engines.smt.hitting import hitting_sets

MOST = 8
"""So many smallest sets are shown of one subject."""
MOST_RUNS = 60
"""So many sets are tried out for one subject, each by exploring again."""
MOST_SETS = 2000
"""So many are looked at where the clashes were met."""


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


Settles = Callable[[Sequence[Clarification]], bool]
"""Whether with some clarifications nothing of the subject clashes where it was met; a `UsageError` where they run in a
circle."""
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


def smallest(subject: str, pairs: Sequence[Pair], settles: Settles, rerun: Rerun, known: Iterable[Pair]) -> Smallest:
    """The smallest sets that settle some pairs, by trying one after the other, those of one clarification first.

    A set that leaves a clash where it was met is not explored. Of known, which are all pairs of the ruleset, those that
    a clarification brings up may be settled too.
    """
    named = {(pair.subject, pair.first, pair.second): pair for pair in known}
    within = list(pairs)
    tried: set[tuple[Clarification, ...]] = set()
    found: list[Correction] = []
    runs, size = 0, 1
    while not found and size <= len(within):
        grown = 0
        while grown < len(within):  # a clash that came up gives more sets of the same size
            grown = len(within)
            for chosen in _sets(within, size, pairs):
                if chosen in tried:
                    continue
                if runs == MOST_RUNS or len(found) == MOST or len(tried) == MOST_SETS:
                    return Smallest(_in_order(found, within), complete=False)
                tried.add(chosen)
                if not _made(settles, chosen):
                    continue
                runs += 1
                left = _left(subject, chosen, rerun)
                if left is not None and not left:
                    found.append(Correction(chosen, ()))
                within += [named[key] for key in left or () if key in named and named[key] not in within]
        size += 1
    return Smallest(_in_order(found, within), complete=bool(found))


def _sets(within: Sequence[Pair], size: int, pairs: Sequence[Pair]) -> Iterator[tuple[Clarification, ...]]:
    """The sets of so many clarifications, at most one of each pair, by which a clause of each of `pairs` gives way."""
    every = [way for pair in within for way in ways(pair)]
    groups = [[i for i, way in enumerate(every) if way.loser in (pair.first, pair.second)] for pair in pairs]
    apart = [(2 * i, 2 * i + 1) for i in range(len(within))]
    for chosen in hitting_sets(len(every), groups, apart, size):
        yield tuple(every[i] for i in chosen)


def _in_order(found: Iterable[Correction], within: Sequence[Pair]) -> tuple[Correction, ...]:
    """Sets in the order of the pairs and their ways."""
    every = [way for pair in within for way in ways(pair)]
    return tuple(sorted(found, key=lambda correction: [every.index(c) for c in correction.clarifications]))


def _made(settles: Settles, chosen: Sequence[Clarification]) -> bool:
    """Whether these can be made together, without a circle of precedence, and settle what was met where it was."""
    try:
        return settles(chosen)
    except UsageError:
        return False


def _left(subject: str, chosen: Sequence[Clarification], rerun: Rerun) -> Collection[tuple[str, ...]] | None:
    """The clashes of the subject that are met with these clarifications; None where the exploration comes to no end, so
    that nothing is shown."""
    results = list(rerun(chosen))
    if not all(result.complete for result in results):
        return None
    events = (e.event for result in results for e in result.events)
    return {(e.subject, *e.pair): None for e in events if e.kind == "contradiction" and e.subject == subject}
