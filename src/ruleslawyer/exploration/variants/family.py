"""All readings of a scope at once: which questions matter, when players could tell, and what has to be answered."""

from __future__ import annotations

import time
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from math import prod

from ruleslawyer.base.diagnostics import NoCode, Tell, UsageError, nearest
from ruleslawyer.base.files.content import Json
from ruleslawyer.engines.native.explore import search_natively
from ruleslawyer.engines.native.family import MOST_READINGS, Family, FamilySearchResult
from ruleslawyer.engines.native.family_difference import Pair
from ruleslawyer.engines.native.graph import GraphTooLarge
from ruleslawyer.engines.native.searched_graph import edges, word_on_plays
from ruleslawyer.engines.native.verdicts import verdicts
from ruleslawyer.exploration.explore import explore_scope
from ruleslawyer.exploration.study import Study, expect_no_ctrl_c
from ruleslawyer.exploration.variants.answers import (
    AnswerSet,
    DistinguishingPlay,
    Reading,
    SufficientAnswers,
    add_parting_play,
    deciding_choices,
    parting_play,
    product_of,
    sufficient_answers,
)
from ruleslawyer.exploration.variants.choices import Choices, all_choices
from ruleslawyer.ir.rules import FOLLOWED, Check
from ruleslawyer.rulebook.claims.limits import BY_CTRL_C, Limits
from ruleslawyer.rulebook.claims.readings import option_of
from ruleslawyer.rulebook.claims.result import calls, premises
from ruleslawyer.rulebook.claims.verdict import Word
from ruleslawyer.semantics.codec import Codec
from ruleslawyer.semantics.transition import TransitionSystem

MOST_COMBINATIONS = 1024
"""Combinations of answers that are explored together; more has to be asked for question by question."""
TIMES, AT_LEAST = 10, 20_000
"""Under a reading so many times as many states are explored as under the scope's own, or so many: under some answer the
smallest scope may have no end."""
UNTOLD = "numbers of more than 64 bits are not compared"


@dataclass(frozen=True, slots=True)
class Row:
    """One combination of answers: what was found under it, and the verdict on each property."""

    reading: Reading
    states: int
    transitions: int
    depth: int
    deadlocks: int
    verdicts: Mapping[str, Word]


@dataclass
class FamilyResult:
    """The result for all readings of a scope.

    alone: for each choice and property, whether changing that choice alone changes the verdict. choices: those whose
    combinations `rows` has, the others keeping their defaults. impact: for each property the choices that decide it
    in some combination. follows: which answers are enough for which properties.
    """

    system: TransitionSystem
    all_choices: dict[str, tuple[str, ...]]
    choices: dict[str, tuple[str, ...]] = field(default_factory=dict)
    alone: dict[str, tuple[str, ...]] = field(default_factory=dict)
    rows: list[Row] = field(default_factory=list)
    impact: dict[str, tuple[str, ...]] = field(default_factory=dict)
    follows: SufficientAnswers = field(default_factory=SufficientAnswers)
    parted: list[DistinguishingPlay] = field(default_factory=list)
    stopped: str = ""

    @property
    def hopeless(self) -> tuple[str, ...]:
        """Properties that hold under no combination, and are violated under some."""
        return self.follows.hopeless

    @property
    def smallest(self) -> tuple[AnswerSet, ...]:
        """The shortest lists of answers that are enough for all properties that hold under some combination."""
        return self.follows.smallest

    @property
    def indistinguishable(self) -> tuple[str, ...]:
        """Choices of which no two options can be told apart in this scope by changing that choice alone."""
        apart = {p.choice for p in self.parted if p.ever or p.stopped}
        return tuple(c for c in self.all_choices if c not in apart)


def explore_family(
    system: TransitionSystem,
    questions: Sequence[str] = (),
    limits: Limits | None = None,
    workers: int | None = None,
    tell: Tell | None = None,
) -> FamilyResult:
    """Explore under every option. `questions`: those whose combinations are wanted; by default all of them where that
    is few enough, else those that decide some verdict on their own. A question
    that is no open choice of the scope is a `UsageError`."""
    result = FamilyResult(system, {})
    known = all_choices(system)
    unknown = [q for q in questions if q not in known]
    if unknown:
        mend = nearest(unknown[0], known) if known else "there are: none"
        raise UsageError(f"`{unknown[0]}` is no open choice of this scope", "--question", mend)
    study = Study(tell=tell)
    with study.stopping():
        _FamilySearch(result, known, limits, workers, study.tell).run(questions)
    result.stopped = study.stopped if study.stopped == BY_CTRL_C else result.stopped or study.stopped
    return result


class _FamilySearch:
    """One exploration under every option. Which choices there are is known by asking: those that some play asks for."""

    def __init__(
        self, found: FamilyResult, known: Choices, limits: Limits | None, workers: int | None, tell: Tell
    ) -> None:
        self.found, self.known, self.workers, self.tell = found, known, workers, tell
        self.limits, self.began = limits or Limits(), time.perf_counter()
        self.system = found.system
        self.most: int | None = None
        self.graphs: dict[frozenset[tuple[str, str]], dict[str, Word]] = {}
        """Of each reading what its graph says of the properties that need one."""
        self.endless: dict[str, set[str]] = {}
        """Options under which there are too many states."""

    def run(self, questions: Sequence[str]) -> None:
        found = self.found
        try:
            own = self._search([{}])[1]
        except UsageError:  # no room for a number of the rules
            return self._by_themselves(questions)
        if own.beyond:
            found.stopped = ""
            return self._by_themselves(questions)
        self.most = max(AT_LEAST, TIMES * own.set.size)
        self._one_by_one(set(questions) | own.consulted)
        while True:
            open_ = {choice: options for choice, options in found.all_choices.items() if choice not in self.endless}
            self._combine(list(questions) or _wanted_choices(open_, found.alone))
            more = self._together()
            if not more:
                return None
            self._one_by_one(more)

    def _combine(self, wanted: Sequence[str]) -> None:
        found = self.found
        found.choices = {choice: found.all_choices[choice] for choice in wanted}
        number = prod(map(len, found.choices.values()))
        if number > MOST_COMBINATIONS:
            mend = f"name fewer with --question; at most {MOST_COMBINATIONS} combinations are explored"
            raise UsageError(f"{len(wanted)} questions have {number} combinations", "--question", mend)

    def _by_themselves(self, questions: Sequence[str]) -> None:
        """An exploration for each reading."""
        found = self.found
        found.all_choices = self.known
        for choice, options in self.known.items():
            rows = [self._row({choice: option}) for option in options]
            checks = self.system.system.checks
            found.alone[choice] = tuple(n for n in checks if len({row.verdicts[n] for row in rows}) > 1)
            found.parted += [
                DistinguishingPlay(choice, pair, False, stopped=UNTOLD) for pair in combinations(options, 2)
            ]
        self._combine(list(questions) or _wanted_choices(found.all_choices, found.alone))
        readings = product_of(found.choices)
        found.rows = [self._row(reading) for reading in readings]
        _conclude(found, readings)

    def _row(self, reading: Reading) -> Row:
        system = TransitionSystem(self.system.machine, {**self.system.reading, **reading}, self.system.rulings)
        if not system.has_beginning():
            return Row(reading, 0, 0, 0, 0, dict.fromkeys(system.system.checks, "UNKNOWN"))
        alone = explore_scope(system, limits=self.limits, workers=self.workers)
        self.found.stopped = self.found.stopped or alone.stopped
        expect_no_ctrl_c(alone.stopped)
        words = {v.name: v.word for v in alone.verdicts}
        return Row(reading, alone.states, alone.transitions, alone.depth, alone.deadlocked, words)

    def _search(self, readings: Sequence[Reading], pairs: Iterable[Pair] = ()) -> tuple[Family, FamilySearchResult]:
        with self.limits.since(self.began).preparing():
            family = Family(self.system, readings)
        limits = self.limits.since(self.began)
        explored = family.search(limits, self.workers, pairs=pairs, most=self.most)
        self.found.stopped = self.found.stopped or explored.stopped
        expect_no_ctrl_c(self.found.stopped)
        return family, explored

    def _word_by_graph(self, system: TransitionSystem, check: Check) -> Word:
        """The verdict on what may follow under a reading, by a graph of its own."""
        key = frozenset(system.reading.items())
        if key not in self.graphs:
            self.graphs[key] = self._answers_of(system)
        return self.graphs[key].get(check.name, "UNKNOWN")

    def _answers_of(self, system: TransitionSystem) -> dict[str, Word]:
        words, stopped = words_on_plays(system, self.limits.since(self.began), self.workers)
        self.found.stopped = self.found.stopped or stopped
        return words

    def _one_by_one(self, asked: Iterable[str]) -> None:
        """Every option on its own, the other choices as the reading has them; then of the choices that come up so."""
        found, more = self.found, frozenset(asked)
        while new := {c: options for c, options in self.known.items() if c in more and c not in found.all_choices}:
            found.all_choices |= new
            found.all_choices = {c: options for c, options in self.known.items() if c in found.all_choices}
            for batch in single_changes(self.system, new):
                self.tell(f"one choice at a time: {len(batch.readings)} readings")
                more |= self._changes_alone(batch)
        found.alone = {choice: found.alone[choice] for choice in found.all_choices}
        order = list(found.all_choices)
        found.parted.sort(key=lambda parted: order.index(parted.choice))

    def _changes_alone(self, batch: SingleChanges) -> frozenset[str]:
        """The properties that each choice of a batch changes alone; the choices that were asked for meanwhile."""
        found, places = self.found, batch.places
        numbers = {
            (choice, one, other): (places[choice, one], places[choice, other])
            for choice, options in batch.choices.items()
            for one, other in combinations(options, 2)
        }
        family, explored = self._search(batch.readings, numbers.values())
        words = verdicts(family, explored, self._word_by_graph)
        for choice, options in batch.choices.items():
            self._leave(choice, [option for option in options if explored.left >> places[choice, option] & 1])
            mine = [places[choice, option] for option in options]
            known = [
                {row[k] for k in mine if not (explored.left >> k & 1 and row[k] == "UNKNOWN")} for row in words.values()
            ]
            changed = [name for name, told in zip(words, known, strict=True) if len(told) > 1]
            found.alone[choice] = tuple(changed)
        for (choice, one, other), pair in numbers.items():
            if pair in explored.parted:
                parting = family.parting(*pair, self.limits)
                found.parted.append(parting_play(self.system, choice, (one, other), parting))
            else:  # two that go the same way have equally many states
                left = f"not within {self.most} states" if explored.left >> pair[0] & 1 else ""
                found.parted.append(DistinguishingPlay(choice, (one, other), False, stopped=explored.untold or left))
        return explored.consulted

    def _leave(self, choice: str, options: Sequence[str]) -> None:
        """Notes options that are not followed to their end, and so are not combined."""
        if options:
            self.endless[choice] = set(options)
            named = ", ".join(f"{choice} = {option}" for option in options)
            stopped = f"stopped at {self.most} states under {named}"
            self.found.stopped = f"{self.found.stopped}; {stopped}" if self.found.stopped else stopped

    def _together(self) -> frozenset[str]:
        """Every combination of the wanted choices; the choices that were never asked for before, and are now."""
        result, consulted = self.found, frozenset[str]()
        result.rows = []
        readings = product_of(result.choices)
        for first in range(0, len(readings), MOST_READINGS):
            batch = readings[first : first + MOST_READINGS]
            self.tell(f"combinations: {first} of {len(readings)} explored")
            family, explored = self._search(batch)
            consulted |= explored.consulted
            if explored.left and not result.stopped:
                result.stopped = f"stopped at {self.most} states under some combinations"
            words = verdicts(family, explored, self._word_by_graph)
            states, deadlocks = explored.states, explored.deadlock_counts
            result.rows += [
                Row(
                    reading, states[k], explored.transitions[k], explored.depths[k], deadlocks[k],
                    {name: row[k] for name, row in words.items()},
                )
                for k, reading in enumerate(batch)
            ]  # fmt: skip
        _conclude(result, readings)
        return consulted - frozenset(result.all_choices)


def words_on_plays(
    system: TransitionSystem, limits: Limits, workers: int | None = None
) -> tuple[dict[str, Word], str]:  # fmt: skip
    """The verdicts on what may follow, by a graph of the system alone, as far as one can be made; and what stopped the
    search. Ctrl-C is raised."""
    alone = search_natively(system, limits, workers)
    expect_no_ctrl_c(alone.found.stopped)
    try:
        graph = None if alone.found.stopped else edges(alone, limits.memory)
    except (GraphTooLarge, NoCode):
        graph = None
    followed = [check for check in system.system.checks.values() if check.kind in FOLLOWED]
    return {check.name: word_on_plays(graph, check) for check in followed} if graph else {}, alone.found.stopped


def _conclude(found: FamilyResult, readings: Sequence[Reading]) -> None:
    """Adds the conclusions from the verdicts under every combination."""
    checks = found.system.system.checks
    for name in checks:
        told = [row.verdicts[name] for row in found.rows]
        found.impact[name] = deciding_choices(readings, told, found.choices, known_only=bool(found.stopped))
    words = [row.verdicts for row in found.rows]
    found.follows = sufficient_answers(readings, words, found.choices, complete=not found.stopped)


@dataclass(frozen=True, slots=True)
class SingleChanges:
    """Choices with the readings in which at most one of them is changed; the first is the system's own. places: the
    number of the reading that makes a choice and leaves the others as they are."""

    choices: Mapping[str, tuple[str, ...]]
    readings: tuple[Reading, ...]
    places: Mapping[tuple[str, str], int]


def single_changes(system: TransitionSystem, choices: Mapping[str, tuple[str, ...]]) -> Iterator[SingleChanges]:
    """Every option of some choices on its own, in groups that fit into one family each."""
    for batch in _batches(choices):
        own = {choice: option_of(system, choice) for choice in batch}
        readings: list[Reading] = [own]
        places: dict[tuple[str, str], int] = {}
        for choice, options in batch.items():
            for option in options:
                places[choice, option] = len(readings) if option != own[choice] else 0
                if option != own[choice]:
                    readings.append({**own, choice: option})
        yield SingleChanges(batch, tuple(readings), places)


class EachOption:
    """Every option of every choice by itself: first the system's own reading, then the choices that some play so far
    has asked for. Whoever explores a batch says what was consulted. `met`: choices that plays of the own reading are
    known to ask for, which begin at once."""

    def __init__(self, system: TransitionSystem, met: Collection[str] = ()) -> None:
        self.system, self.known, self.choices = system, all_choices(system), dict[str, tuple[str, ...]]()
        self._begun = {choice: options for choice, options in self.known.items() if choice in met}
        self._waiting = list(single_changes(system, self._begun)) or [SingleChanges({}, ({},), {})]

    def __iter__(self) -> Iterator[SingleChanges]:
        while self._waiting:
            yield self._waiting.pop(0)

    def consult(self, asked: frozenset[str]) -> None:
        more = {choice: options for choice, options in self.known.items() if choice in asked - self.choices.keys()}
        self.choices |= more
        self._waiting += single_changes(self.system, {c: more[c] for c in more if c not in self._begun})


def consulted_choices(system: TransitionSystem, limits: Limits | None = None) -> tuple[frozenset[str], str]:
    """The choices that plays ask for under the system's own reading; and why there may be more, empty where there are
    not."""
    found = Family(system, [{}]).search(limits)
    return found.consulted, found.stopped


def distinguish(
    system: TransitionSystem, readings: Sequence[Reading], limits: Limits | None = None
) -> Iterator[tuple[DistinguishingPlay, frozenset[str]]]:
    """The system's own reading and each of these others: a shortest play after which players could tell which of the
    two is followed, if there is one; and the choices that were asked for meanwhile. `choice` names what differs."""
    own = system.reading
    for first in range(0, len(readings), MOST_READINGS - 1):
        batch = [{**own, **reading} for reading in readings[first : first + MOST_READINGS - 1]]
        family = Family(system, [dict(own), *batch])
        for k, reading in enumerate(batch, 1):
            differing = [key for key, option in reading.items() if own.get(key) != option]
            other = TransitionSystem(system.machine, reading, system.rulings)
            names = tuple(", ".join(str(r.get(key)) for key in differing) for r in (own, reading))
            parting = family.parting(0, k, limits)
            yield (
                add_parting_play(system, other, ", ".join(differing), (names[0], names[1]), parting),
                parting.consulted,
            )


def _batches(choices: Mapping[str, tuple[str, ...]]) -> Iterator[dict[str, tuple[str, ...]]]:
    """Choices in groups whose single changes fit into one family."""
    batch: dict[str, tuple[str, ...]] = {}
    for choice, options in choices.items():
        if 1 + sum(len(o) - 1 for o in (*batch.values(), options)) > MOST_READINGS:
            yield batch
            batch = {}
        batch[choice] = options
    if batch:
        yield batch


def _wanted_choices(choices: Choices, alone: Mapping[str, Sequence[str]]) -> list[str]:
    """All choices where their combinations are few; else those that decide something alone, as far as they fit."""
    if prod(map(len, choices.values())) <= MOST_READINGS:
        return list(choices)
    wanted: list[str] = []
    for choice in sorted(choices, key=lambda c: -len(alone[c])):
        together = prod(len(choices[c]) for c in (*wanted, choice))
        if alone[choice] and together <= MOST_COMBINATIONS:
            wanted.append(choice)
    return [choice for choice in choices if choice in wanted]


def family_json(ruleset: str, result: FamilyResult) -> Json:
    """The result as JSON, for scripts."""
    codec = Codec(result.system.system, result.system.scope)
    return {
        "ruleset": ruleset,
        "scope": result.system.scope.name,
        "reading": dict(result.system.reading),
        "rulings": sorted(result.system.rulings),
        "premises": premises(result.system).json(),
        "choices": {name: list(options) for name, options in result.all_choices.items()},
        "combined": list(result.choices),
        "complete": not result.stopped,
        "stopped": result.stopped or None,
        "readings": [
            {
                "reading": dict(row.reading), "states": row.states, "transitions": row.transitions, "depth": row.depth,
                "deadlocks": row.deadlocks, "verdicts": dict(row.verdicts),
                "under": premises(result.system).under(row.reading.items()).text(),
            }
            for row in result.rows
        ],
        "alone": {choice: list(names) for choice, names in result.alone.items()},
        "impact": {name: list(choices) for name, choices in result.impact.items()},
        "never_distinguishable": list(result.indistinguishable),
        "partings": [
            {
                "choice": p.choice, "options": list(p.options), "ever": p.ever,
                "play": None if p.play is None else calls(p.play, codec)[1:],
                "actions": p.play.length if p.play else None, "stopped": p.stopped or None,
            }
            for p in result.parted
        ],
        "hold_under_no_answers": list(result.hopeless),
        "never_come_up": list(result.follows.vacuous),
        "not_known_to_hold": list(result.follows.unknown),
        "smallest": [dict(a.answers) for a in result.smallest],
        "none_smaller": result.follows.none_smaller,
    }  # fmt: skip
