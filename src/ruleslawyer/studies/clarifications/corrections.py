"""The smallest sets of clarifications after which the clauses of one subject clash no more, each tried out."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.base.files.content import Json
from ruleslawyer.engines.smt.subsets import hitting_sets
from ruleslawyer.exploration.study import Study
from ruleslawyer.rulebook.claims.clashes import Pair

MOST = 8
"""So many smallest sets are shown of one subject."""
MOST_RUNS = 60
"""So many sets are tried out for one subject, each by exploring again."""
MOST_SETS = 2000
"""So many are looked at where the clashes were met."""
OUT_OF_TIME = "the time for clarifications is over"
"""How the search says that it stopped for want of time."""


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

    def json(self) -> Json:
        return {"without": self.without} if self.without else {"ruling": self.key, "choice": self.choice}


def rulings_of(chosen: Iterable[Clarification]) -> dict[str, str]:
    """The rulings among some clarifications."""
    return {c.key: c.choice for c in chosen if not c.without}


def dropped_clauses(chosen: Iterable[Clarification]) -> tuple[str, ...]:
    """The clauses that some clarifications take back."""
    return tuple(c.without for c in chosen if c.without)


@dataclass(frozen=True, slots=True)
class Correction:
    """One set of clarifications, and its re-run: `left` is what is met of the subject all the same; stopped: why the
    re-run came to no end, so that more may be."""

    clarifications: tuple[Clarification, ...]
    left: tuple[str, ...]
    stopped: str = ""

    @property
    def is_settled(self) -> bool:
        return not self.left and not self.stopped

    def json(self) -> Json:
        return {
            "clarifications": [c.json() for c in self.clarifications],
            "settled": self.is_settled,
            "left": list(self.left),
            "stopped": self.stopped or None,
        }


@dataclass(frozen=True, slots=True)
class MinimalCorrections:
    """The smallest corrections of one subject; complete: there are no others of their size, and none smaller.

    tried: how many sets were; of `unfinished` of them the exploration came to no end. untried: so many of the last size
    at least (counted up to `MOST_RUNS`) were not when the search was stopped, and why it was.
    """

    corrections: tuple[Correction, ...]
    complete: bool
    tried: int = 0
    untried: int = 0
    unfinished: int = 0
    stopped: str = ""


Clashing = Collection[tuple[str, ...]]
"""Clashes of one subject: it, and the two clauses."""
Settles = Callable[[Sequence[Clarification]], bool]
"""Whether with some clarifications nothing of the subject clashes where it was met; a `UsageError` where they run in a
circle."""
Rerun = Callable[[Sequence[Clarification]], Clashing | None]
"""The clashes of the subject that are met with some clarifications made; None where that came to no end."""


def precedence_options(pair: Pair) -> tuple[Clarification, Clarification]:
    """The two ways to settle a pair: the first clause prevails, or the second."""
    if pair.kind in ("values", "bounds"):  # two values have no right of way: the text takes one of them back
        return (
            Clarification(pair.key, "", pair.second, pair.second),
            Clarification(pair.key, "", pair.first, pair.first),
        )
    choices = (pair.first, pair.second) if pair.kind in ("insteads", "answers") else ("permit", "forbid")
    return (Clarification(pair.key, choices[0], pair.second), Clarification(pair.key, choices[1], pair.first))


def minimal_corrections(
    subject: str,
    pairs: Sequence[Pair],
    settles: Settles,
    rerun: Rerun,
    known: Iterable[Pair],
    study: Study | None = None,
) -> MinimalCorrections:
    """The smallest sets that settle some pairs, by trying one after the other, those of one clarification first.

    A set that leaves a clash where it was met is not explored. Of known, which are all pairs of the ruleset, those that
    a clarification brings up may be settled too. study: whose time it takes.
    """
    of_subject: dict[tuple[str, ...], Pair] = {
        (pair.subject, pair.first, pair.second): pair for pair in known if pair.subject == subject
    }
    search = _Search(pairs, settles, rerun, of_subject, study or Study())
    with search.study.stopping():
        search.run()
    return search.result()


@dataclass
class _Search:
    pairs: Sequence[Pair]
    settles: Settles
    rerun: Rerun
    named: Mapping[tuple[str, ...], Pair]
    study: Study

    def __post_init__(self) -> None:
        self.within = list(self.pairs)
        self.tried: set[tuple[Clarification, ...]] = set()
        self.found: list[Correction] = []
        self.runs, self.size, self.unfinished = 0, 1, 0
        self.full = False

    def run(self) -> None:
        while not (self.found or self.full) and self.size <= len(self.within):
            grown = 0
            while grown < len(self.within) and not self.full:
                grown = len(self.within)  # a clash that came up gives more sets of the same size
                self._all_of_this_size()
            self.size += not (self.found or self.full)

    def _all_of_this_size(self) -> None:
        for chosen in _sets(self.within, self.size, self.pairs):
            if chosen in self.tried:
                continue
            self.full = self.runs == MOST_RUNS or len(self.found) == MOST or len(self.tried) == MOST_SETS
            if self.full:
                return
            self.study.expect_time()
            if _works_together(self.settles, chosen):
                left = self.rerun(chosen)
                if left is None:
                    self.study.expect_time()
                self._note_exploration(chosen, left)
            self.tried.add(chosen)

    def _note_exploration(self, chosen: tuple[Clarification, ...], left: Clashing | None) -> None:
        self.runs += 1
        if left is None:
            self.unfinished += 1
        elif left:
            known = [self.named[key] for key in left if key in self.named]
            self.within += [pair for pair in known if pair not in self.within]
        else:
            self.found.append(Correction(chosen, ()))

    def result(self) -> MinimalCorrections:
        stopped, untried = self.study.stopped, 0
        complete = bool(self.found) and not (self.full or stopped or self.unfinished)
        if stopped:
            rest = (chosen for chosen in _sets(self.within, self.size, self.pairs) if chosen not in self.tried)
            untried = sum(1 for _ in islice(rest, MOST_RUNS))
        in_order = _in_order(self.found, self.within)
        return MinimalCorrections(in_order, complete, len(self.tried), untried, self.unfinished, stopped)


def _sets(within: Sequence[Pair], size: int, pairs: Sequence[Pair]) -> Iterator[tuple[Clarification, ...]]:
    """The sets of so many clarifications, at most one of each pair, by which a clause of each of `pairs` gives way."""
    every = [way for pair in within for way in precedence_options(pair)]
    groups = [[i for i, way in enumerate(every) if way.loser in (pair.first, pair.second)] for pair in pairs]
    apart = [(2 * i, 2 * i + 1) for i in range(len(within))]
    for chosen in hitting_sets(len(every), groups, apart, size):
        yield tuple(every[i] for i in chosen)


def _in_order(found: Iterable[Correction], within: Sequence[Pair]) -> tuple[Correction, ...]:
    """Sets in the order of the pairs and their ways."""
    every = [way for pair in within for way in precedence_options(pair)]
    return tuple(sorted(found, key=lambda correction: [every.index(c) for c in correction.clarifications]))


def _works_together(settles: Settles, chosen: Sequence[Clarification]) -> bool:
    """Whether these can be made together, without a circle of precedence, and settle what was met where it was."""
    try:
        return settles(chosen)
    except UsageError:
        return False
