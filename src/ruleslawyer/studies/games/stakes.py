"""The swing of a result: how far two distributions of results lie apart, measured from plays that begin in one state.

Plays under each of two answers go on from a state with the same throws. Of two plays under one answer, and of two
under different ones, it is counted how often they end alike; pairs of the same throw are left out, as they agree more
often than chance. That gives half the squared distance of the distributions without bias (a U-statistic, Hoeffding
1948): 0 on average where there is no difference. With two results it is the squared difference of one's share.

A game is played under each answer with the same throws. Where states first differ, courses part: there is a fork. From
the last common state plays go on under each answer, and the distributions of their results are compared (`swing.py`).
A game that is stuck, breaks off or is given up is a result as well.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from math import inf, sqrt
from statistics import NormalDist, fmean, stdev

import numpy as np

from ruleslawyer.base.arrays import Bytes
from ruleslawyer.base.diagnostics import Tell, UsageError
from ruleslawyer.base.files.content import Json
from ruleslawyer.check.evidence.finding import UNANSWERED, Finding, findings_of, known_id
from ruleslawyer.engines.native.player import PlaySimulator
from ruleslawyer.engines.native.playing import ENDS
from ruleslawyer.exploration.study import Study, StudyResult
from ruleslawyer.ir.system import System
from ruleslawyer.play.parallel_plays import UNLIMITED
from ruleslawyer.play.random_play import starts_of
from ruleslawyer.rulebook.claims.limits import Limits
from ruleslawyer.rulebook.claims.readings import options, question_of
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset
from ruleslawyer.semantics.events import BranchEnds
from ruleslawyer.semantics.transition import TransitionSystem
from ruleslawyer.studies.games.intervals import CONFIDENCE
from ruleslawyer.studies.games.table import WAYS, PlayTable
from ruleslawyer.studies.games.whole_games import ENDED, games_of, set_move_policy

NOISE = 1.39
"""The half-width of the interval of the squared swing where there is none: this by K√F, of F forks with K plays."""


@dataclass(frozen=True, slots=True)
class Swing:
    """The root of the mean squared distance over forks, from 0 to 1, and the interval in which it lies."""

    forks: int
    plays: int
    value: float
    low: float
    high: float

    @property
    def half_width(self) -> float:
        return (self.high - self.low) / 2


def squared_distance(one: Sequence[Hashable], other: Sequence[Hashable]) -> float:
    """Half the squared distance of the distributions of two rows of results, of which those at one place come from the
    same throws: an unbiased estimate, which may be less than 0. Both have the same length, at least 2."""
    many = len(one)
    pairs = many * (many - 1)
    first, second = Counter(one), Counter(other)
    within = sum(times * (times - 1) for counted in (first, second) for times in counted.values())
    alike = sum(times * second[result] for result, times in first.items())
    same_throw = sum(a == b for a, b in zip(one, other, strict=True))
    return 0.5 * within / pairs - (alike - same_throw) / pairs


def swing(squared: Sequence[float], plays: int, compared: int = 1) -> Swing:
    """The swing of forks by their squared distances, each of so many plays. compared: pairs of answers of which this is
    the one furthest apart, so that its interval is wider (Bonferroni)."""
    forks = len(squared)
    if not forks or plays < 2:
        return Swing(forks, plays, 0.0, 0.0, 1.0)
    mean = fmean(squared)
    normal = NormalDist().inv_cdf(1 - (1 - CONFIDENCE) / 2 / compared)
    spread = normal * stdev(squared) / sqrt(forks) if forks > 1 else 1.0
    half = max(spread, NOISE / (plays * sqrt(forks)) * normal / NormalDist().inv_cdf((1 + CONFIDENCE) / 2))
    low, value, high = (sqrt(min(1.0, max(0.0, at))) for at in (mean - half, mean, mean + half))
    return Swing(forks, plays, value, low, high)


GAMES, FORKS, PLAYS = 1000, 100, 40
"""Games that are played of a finding, forks that are followed, and plays from a fork under each answer, at most."""
LEAST_FORKS = 20
"""Forks below which the spread between them says little."""
ROUND = 20
"""Games of one turn of a finding, before the next one has its turn."""
NARROW = 0.1
"""The half-width of the interval of a swing at which a finding is measured well enough, unless told otherwise."""
LONGEST = 2_000
"""Actions after which a play is given up."""
_BEHIND = 1 << 40
"""Numbers of plays that go on from a fork are higher than those of whole games."""

Result = str | tuple[int, ...]
"""How a play went that did not end by the rules, or who won."""


@dataclass
class Stakes:
    """The stakes of a finding, as players of one kind meet it. games: played under each answer; parted: those in which
    courses parted; squared: by pair of answers and fork (`swing.squared_distance`); stuck: by answer and fork the share
    of plays that cannot go on; lengths: their mean lengths."""

    finding: Finding
    answers: Sequence[Mapping[str, str]]
    way: str
    games: int = 0
    parted: int = 0
    squared: dict[tuple[int, int], list[float]] = field(default_factory=dict)
    stuck: list[list[float]] = field(default_factory=list)
    lengths: list[list[float]] = field(default_factory=list)

    @property
    def furthest(self) -> tuple[int, int]:
        """The two answers whose results lie furthest apart."""
        return max(self.squared, key=lambda pair: sum(self.squared[pair]), default=(0, 1))

    @property
    def swing(self) -> Swing:
        return swing(self.squared.get(self.furthest, ()), PLAYS, len(self.squared) or 1)

    def is_measured(self, narrow: float) -> bool:
        """Whether nothing is left to play for an interval of this half-width."""
        forks = self.swing.forks
        return forks >= FORKS or self.games >= GAMES or (forks >= LEAST_FORKS and self.swing.half_width <= narrow)

    def difference(self, rows: Sequence[Sequence[float]]) -> tuple[float, float]:
        """The second of these two answers less the first, on average over forks; and the half-width of its interval."""
        one, other = self.furthest
        each = [b - a for a, b in zip(rows[one], rows[other], strict=True)] if rows else []
        if len(each) < 2:
            return fmean(each) if each else 0.0, inf
        return fmean(each), NormalDist().inv_cdf((1 + CONFIDENCE) / 2) * stdev(each) / sqrt(len(each))

    def json(self) -> Json:
        """The figures, as they are kept and printed; half: of an interval, null where it is not known."""
        swing = self.swing
        return {
            "games": self.games, "parted": self.parted, "forks": swing.forks, "plays": swing.plays,
            "pair": list(self.furthest), "swing": round(swing.value, 4), "low": round(swing.low, 4),
            "high": round(swing.high, 4),
            "length": _difference_json(*self.difference(self.lengths)),
            "stuck": _difference_json(*self.difference(self.stuck)),
        }  # fmt: skip


@dataclass
class Measured(StudyResult):
    """The stakes of some findings in one scope. without: by the id of a finding, why it cannot be measured."""

    ruleset: str
    system: TransitionSystem
    seed: int
    narrow: float
    stakes: list[Stakes] = field(default_factory=list)
    without: dict[str, str] = field(default_factory=dict)

    def rows(self) -> dict[str, Json]:
        """By the id of a finding its answers, and by the kind of players what was measured."""
        found: dict[str, Json] = {}
        for one in self.stakes:
            if one.games:
                answers = [dict(answer) for answer in one.answers]
                found.setdefault(one.finding.id, {"answers": answers, "play": {}})["play"][one.way] = one.json()
        return found


def chosen_findings(ruleset: LoadedRuleset, ids: Sequence[str] | None) -> list[Finding]:
    """The findings of these ids, or all that nobody has answered; an id of none is a `UsageError`."""
    all_ = {finding.id: finding for finding in findings_of(ruleset)}
    if not ids:
        return [finding for finding in all_.values() if finding.state in UNANSWERED]
    named = [all_[known_id(ruleset.name, id_, all_)] for id_ in dict.fromkeys(ids)]
    for one in named:
        if one.withdrawn:
            raise UsageError(f"finding {one.id} is withdrawn: {one.because}", ruleset.name, "name one that stands")
    return named


def _difference_json(mean: float, half: float) -> Json:
    return {"mean": round(mean, 4), "half": None if half == inf else round(half, 4)}


def stakes_json(found: Measured) -> Json:
    """The result as `--json` prints it and `games.json` keeps it. rules: the rules that were played."""
    return {
        "ruleset": found.ruleset, "scope": found.system.scope.name, "rules": found.system.system.rules_digest,
        "seed": found.seed, "within": found.narrow, "longest": LONGEST, "stopped": found.stopped or None,
        "confidence": CONFIDENCE, "findings": found.rows(), "not_measured": found.without,
    }  # fmt: skip


def answers_of(finding: Finding, system: System) -> list[dict[str, str]]:
    """The answers that the model has to a finding, as rulings: those that it offers; else the options of its question;
    else the two sides of its clash. Fewer than two where the model has one answer."""
    offered = [dict(answer.ruling) for answer in finding.story.answers if answer.ruling]
    if len(offered) > 1:
        return offered
    proposed = [key for proposal in finding.proposals for key in proposal.rulings]
    asked = [question_of(key) for key in (*(key for one in offered for key in one), *finding.questions, *proposed)]
    for question in asked:
        if question in system.questions:
            return [{question: option} for option in options(system, question)]
    if finding.clash is None:
        return []
    action, pair = finding.clash
    key = f"{action}:{'/'.join(pair)}"
    return [{key: side} for side in options(system, key)]


def measure_stakes(
    ruleset: LoadedRuleset, system: TransitionSystem, tabled: PlayTable, findings: Sequence[Finding], *,
    ways: Sequence[str] = WAYS[::-1], narrow: float = NARROW, seed: int = 0, limits: Limits | None = None,
    tell: Tell | None = None,
) -> Measured:  # fmt: skip
    """Measure, those of which least is known first; Ctrl-C and limits keep what was measured."""
    found = Measured(ruleset.name, system, seed, narrow)
    limits = limits or Limits()
    study = Study(limits.seconds, limits.too_long(inf), tell)

    def vary() -> None:
        for finding in findings:
            answers = answers_of(finding, system.system)
            if len(answers) < 2:
                found.without[finding.id] = finding.story.one_answer or "the model has one answer"
                continue
            found.stakes += [Stakes(finding, answers, way) for way in ways]
        expect = study.expect_time
        tables = {way: _Table(ruleset, system, tabled, way, seed, expect) for way in ways if found.stakes}
        while left := [one for one in found.stakes if not one.is_measured(narrow)]:
            one = max(left, key=_ignorance)
            tables[one.way].play(one, narrow)
            study.tell(f"{one.finding.id}, {one.way} play: {one.games} games; {len(left)} to measure")

    return study.run(found, vary)


def _ignorance(one: Stakes) -> tuple[float, float]:
    """How much is not known: of those that nobody met the least played."""
    return (2.0 if not one.games else one.swing.half_width), -float(one.games)


class _Table:
    """Games of players of one kind, under any answers. expect_time: raises where there is none for one play more."""

    def __init__(
        self, ruleset: LoadedRuleset, system: TransitionSystem, tabled: PlayTable, way: str, seed: int,
        expect_time: Callable[[], None],
    ) -> None:  # fmt: skip
        self._ruleset, self._scope, self._tabled, self._way, self._seed = ruleset, system.scope.name, tabled, way, seed
        self._expect_time = expect_time
        self._games: dict[int, PlaySimulator] = {}
        """By the rules that are played: a ruling on two clauses makes rules of its own."""
        self._answers: dict[tuple[tuple[str, str], ...], _Answer] = {}

    def play(self, one: Stakes, narrow: float) -> None:
        """Some more games of a finding, and what follows from where they part."""
        answers = [self._answer(ruling) for ruling in one.answers]
        for number in range(one.games + 1, one.games + ROUND + 1):
            traces = [answer.trace(number) for answer in answers]
            if any(trace is None for trace in traces):
                continue
            one.games += 1
            whole = [trace for trace in traces if trace is not None]
            along = _parting(whole)
            if along is None:
                continue
            one.parted += 1
            if len(one.squared.get((0, 1), ())) < FORKS:
                _follow(one, answers, whole[0][along - 1].copy() if along else None, number)
                if one.is_measured(narrow):
                    return

    def _answer(self, ruling: Mapping[str, str]) -> _Answer:
        key = tuple(sorted(ruling.items()))
        if key not in self._answers:
            system = self._ruleset.transition_system(self._scope, None, ruling)
            rules = id(system.system)
            if rules not in self._games:
                self._games[rules] = games_of(system, self._seed, LONGEST)
                set_move_policy(self._games[rules], self._tabled, self._way)
            self._answers[key] = _Answer(system, self._games[rules], self._expect_time)
        return self._answers[key]


class _Answer:
    """The games under one answer."""

    def __init__(self, system: TransitionSystem, games: PlaySimulator, expect_time: Callable[[], None]) -> None:
        self._system, self._games, self._expect_time = system, games, expect_time
        begun = (outcome.state for _, outcome in starts_of(system))
        self._starts = [None if state is None else games.layout.to_bytes(state) for state in begun]

    def trace(self, number: int) -> Bytes | None:
        """The rest states of a whole game, a row each; None where generated code has no room for it."""
        played = self._play(self._starts, number)
        return None if played is None else self._games.states(played[1])

    def result(self, fork: Bytes | None, number: int) -> tuple[Result, int] | None:
        """The result of a play from a state on (None: from the beginning), and its length."""
        played = self._play(self._starts if fork is None else [fork], number)
        if played is None or played[0] != ENDED:
            return played
        try:
            return tuple(sorted(self._system.winners(self._games.state(played[1])))), played[1]
        except BranchEnds:
            return (), played[1]

    def _play(self, starts: Sequence[Bytes | None], number: int) -> tuple[str, int] | None:
        """How a play goes, and its length."""
        self._expect_time()
        self._games.start_at(starts)
        self._games.under(self._system)
        self._games.forget()
        played = self._games.play(number, number + 1, UNLIMITED, 0)
        if played.beyond is not None or not len(played.how):
            return None
        return ENDS[int(played.how[0])], int(played.lengths[0])


def _parting(traces: Sequence[Bytes]) -> int | None:
    """The number of the first state in which games differ, 0 of their beginnings; None where they are the same."""
    shortest = min(len(trace) for trace in traces)
    alike = np.ones(shortest, dtype=bool)
    for trace in traces[1:]:
        alike &= (trace[:shortest] == traces[0][:shortest]).all(axis=1)
    if not alike.all():
        return int(np.argmin(alike))
    return None if all(len(trace) == shortest for trace in traces) else shortest


def _follow(one: Stakes, answers: Sequence[_Answer], fork: Bytes | None, number: int) -> None:
    """Plays on from a fork under each answer."""
    first = _BEHIND + number * PLAYS
    rows = [[answer.result(fork, first + n) for n in range(PLAYS)] for answer in answers]
    if any(result is None for row in rows for result in row):
        return
    ended = [[result[0] for result in row if result is not None] for row in rows]
    for pair in combinations(range(len(answers)), 2):
        one.squared.setdefault(pair, []).append(squared_distance(*(ended[at] for at in pair)))
    one.stuck = one.stuck or [[] for _ in answers]
    one.lengths = one.lengths or [[] for _ in answers]
    for at, row in enumerate(rows):
        one.stuck[at].append(fmean(isinstance(result, str) for result in ended[at]))
        one.lengths[at].append(fmean(result[1] for result in row if result is not None))
