"""Every option of every question by itself: what is violated, or cannot go on, under it, and is not by default."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import combinations, islice, product

from ruleslawyer.engines.native.family import MOST_READINGS, Family, FamilySearchResult, Reading
from ruleslawyer.engines.native.verdicts import endings, verdicts
from ruleslawyer.exploration.study import Study, expect_no_ctrl_c
from ruleslawyer.exploration.variants.choices import (
    DEADLOCK,
    NO_PLAY,
    STOPS,
    Choices,
    IncompleteReading,
    Options,
    PromiseResult,
    ReadingEffect,
    alternative_options,
)
from ruleslawyer.exploration.variants.family import EachOption
from ruleslawyer.ir.uses import Functions
from ruleslawyer.rulebook.claims.limits import Limits
from ruleslawyer.rulebook.claims.readings import option_of
from ruleslawyer.semantics.interpret import Interpreter
from ruleslawyer.semantics.transition import TransitionSystem

TIMES, AT_LEAST = 10, 2_000
"""Under an option so many times as many states are followed as by default, or so many."""


class _OptionSearch:
    """One scope, with the readings that were asked so far."""

    def __init__(self, system: TransitionSystem, limits: Limits, states: int) -> None:
        """`states`: how many there are by default, where that is known."""
        self.system, self.limits = system, limits
        self.study = Study(limits.seconds)
        self.shown: list[ReadingEffect] = []
        self.incomplete: list[IncompleteReading] = []
        self.asked, self.states, self.stopped = 0, states, ""
        self.live, self.failed = set[str](), False
        self.promised: dict[str, dict[str, bool]] = {}
        """By promise and option of its question, whether it is broken under it."""
        functions, off, every = Functions(system.system), frozenset(system.scope.off), system.system.promises
        self.followed = {n: one for n, one in every.items() if not off & functions.uses([one.function]).calls}
        """The promises that do not ask whether something may be done which the scope leaves out."""

    def search(self, readings: tuple[Reading, ...]) -> tuple[Family, FamilySearchResult]:
        """The family of some readings, the default first."""
        family = Family(self.system, readings)
        found = family.search(self.study.within(Limits()), most=self.most)
        expect_no_ctrl_c(found.stopped)
        if not self.states:
            self.states = found.states[0]
        self.live |= found.live
        self.stopped = self.stopped or found.stopped or ("" if not found.left & 1 else "too many states")
        return family, found

    @property
    def most(self) -> int | None:
        """States of a reading that has more are not followed; the first search finds how many there are by default."""
        return max(AT_LEAST, TIMES * self.states) if self.states else self.limits.states

    def compare(self, family: Family, found: FamilySearchResult, readings: Collection[tuple[int, Reading]]) -> None:
        """Note what some readings show, by their places, and the default, which is the first, does not."""
        words, dead = verdicts(family, found), found.deadlock_counts
        stops, bounds = self._ends(family, found)
        promises = {name: row for name, row in words.items() if name in self.followed}
        for place, reading in readings:
            self.asked += 1
            self._note_promises(promises, place, reading)
            for name, row in words.items():
                if name not in self.system.system.promises and row[place] == "VIOLATED" and row[0] != "VIOLATED":
                    self._note(reading, name)
            if dead[place] and not dead[0]:
                self._note(reading, DEADLOCK)
            if found.transitions[0] and not found.transitions[place]:
                self._note(reading, NO_PLAY)
            if stops >> place & 1 and not stops & 1:
                self._note(reading, STOPS)
        for bound, mask in bounds.items():
            met = [{}] if mask & 1 else [reading for place, reading in readings if mask >> place & 1]
            self.incomplete += [one for r in met if (one := IncompleteReading(r, bound)) not in self.incomplete]

    def _note_promises(self, words: Mapping[str, Sequence[str]], place: int, reading: Reading) -> None:
        """Note which promises of a question its options break, the default's among them."""
        for name, row in words.items():
            of = self.followed[name].question
            if of in reading:
                options = self.promised.setdefault(name, {})
                for option, at in ((option_of(self.system, of), 0), (reading[of], place)):
                    options[option] = options.get(option, False) or row[at] == "VIOLATED"

    def _ends(self, family: Family, found: FamilySearchResult) -> tuple[int, dict[str, int]]:
        """The readings under which a play ends in a failed check; and those that meet a bound of the scope or of the
        search, for each bound."""
        stops, bounds = 0, dict[str, int]()
        ends = endings(family, found)
        self.failed = self.failed or bool(ends)
        for (kind, subject), mask in ends.items():
            if kind == "cap":
                bounds[f"{subject} is followed up to {self.system.scope.caps[subject]}"] = mask
            else:
                stops |= mask
        if found.left:
            bounds[f"up to {self.most} states are followed"] = found.left
        return stops, bounds

    def _note(self, reading: Reading, shows: str) -> None:
        shown = ReadingEffect(reading, shows, self.system.scope.name)
        if all(one.key != shown.key for one in self.shown):
            self.shown.append(shown)


def ask_options(
    system: TransitionSystem, limits: Limits, *, pairs: bool = False, tell: Callable[[str], None] | None = None,
    states: int = 0, met: Collection[str] = (),
) -> Options | None:  # fmt: skip
    """Each option of the questions that plays of a scope ask, one at a time; with `pairs`, any two of questions of one
    chapter too. `limits.states`: of a scope that has more by default nothing is asked (None). states, met: where all
    plays by default were followed, how many states they come to, and the choices of which an event speaks: these need
    no search that finds out what is asked."""
    rules = system.system.promising()
    if rules is not system.system:
        system = TransitionSystem(Interpreter(rules, system.scope, brief=True), system.reading, system.rulings)
    asking = _OptionSearch(system, limits, states)
    every = EachOption(system, met if states else ())
    for batch in every:
        if tell is not None:
            tell(f"{system.scope.name}, {asking.asked} options")
        family, found = asking.search(batch.readings)
        if asking.stopped and not asking.asked and not batch.places:
            return None
        asked = [(place, dict([choice])) for choice, place in batch.places.items() if place]
        asking.compare(family, found, asked)
        every.consult(found.consulted)
    if pairs:
        _pairs(asking, every.choices)
    shown, incomplete = tuple(asking.shown), tuple(asking.incomplete)
    live = None if asking.failed or asking.stopped else frozenset(asking.live)
    promised = tuple(
        PromiseResult(name, system.scope.name, tuple(options), tuple(o for o, broken in options.items() if broken))
        for name, options in asking.promised.items()
    )
    return Options(system.scope.name, asking.states, asking.asked, shown, asking.stopped, incomplete, live, promised)


def _pairs(asking: _OptionSearch, choices: Choices) -> None:
    """Any two options of questions of one chapter; what one of them shows alone is no news."""
    alone = {(choice, option, one.shows) for one in asking.shown for choice, option in one.reading.items()}
    bounded = {(choice, option, one.bound) for one in asking.incomplete for choice, option in one.reading.items()}
    single = len(asking.incomplete)
    readings = _two_by_two(asking.system, choices)
    while batch := list(islice(readings, MOST_READINGS - 1)):
        own = {choice: option_of(asking.system, choice) for reading in batch for choice in reading}
        family, found = asking.search(({**own}, *({**own, **reading} for reading in batch)))
        asking.compare(family, found, list(enumerate(batch, 1)))
    news = [one for one in asking.shown if not any((*pair, one.shows) in alone for pair in one.reading.items())]
    asking.shown = [one for one in asking.shown if len(one.reading) == 1 or one in news]
    asking.incomplete[single:] = [
        one
        for one in asking.incomplete[single:]
        if not any((*pair, one.bound) in bounded for pair in one.reading.items())
    ]


def _two_by_two(system: TransitionSystem, choices: Choices) -> Iterator[dict[str, str]]:
    chapters: dict[str, list[str]] = {}
    for choice in choices:
        question = system.system.questions.get(choice)
        if question is not None:
            chapters.setdefault(question.origin.span.path, []).append(choice)
    for questions in chapters.values():
        for one, other in combinations(questions, 2):
            both = product(alternative_options(system, (one,)), alternative_options(system, (other,)))
            yield from (dict(pair) for pair in both)
