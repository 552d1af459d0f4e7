"""Outcomes of scopes: what nobody knew of one before, as a line of JSON, and as an earlier sweep keeps it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias, cast

from ruleslawyer.base.files.content import Json
from ruleslawyer.base.files.journal import Journal, Line
from ruleslawyer.base.processes.executor import Question
from ruleslawyer.check.evidence.finding import Finding
from ruleslawyer.check.evidence.naming import asks
from ruleslawyer.check.evidence.query import Evidence
from ruleslawyer.check.known import CAP, known_events
from ruleslawyer.check.options import load_declarations
from ruleslawyer.exploration.co_occurrence import co_occurring_members
from ruleslawyer.exploration.explore import explore_graph, replay_failures
from ruleslawyer.exploration.explored import ExploredGraph
from ruleslawyer.exploration.study import expect_no_ctrl_c
from ruleslawyer.ir.schema import Scope
from ruleslawyer.rulebook.answers.memo import Matters, Memo, Read
from ruleslawyer.rulebook.answers.store import Answers, Digest, key_of
from ruleslawyer.rulebook.claims.limits import Limits, at_states
from ruleslawyer.rulebook.claims.occurrence import VIOLATED, Kind, Met, met_of
from ruleslawyer.rulebook.claims.result import DeadlockKind
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset, loaded_ruleset
from ruleslawyer.semantics.codec import Codec
from ruleslawyer.semantics.events import Event
from ruleslawyer.semantics.events import Kind as EventKind
from ruleslawyer.semantics.transition import TransitionSystem


@dataclass(frozen=True, slots=True)
class Outcome:
    """stopped: why not the whole scope was explored (""): it was. live: the rules that were. up: sets of members that
    had all come up in one state: something is said of them there that the beginning did not say. compared: steps that
    the interpreter took too.

    events, deadlocks: the keys and the kinds of all that were met, news or not. late: whether another run, with more
    time or memory, may say more. known: whether an earlier run found it."""

    states: int = 0
    stopped: str = ""
    met: tuple[Met, ...] = ()
    live: tuple[str, ...] = ()
    up: tuple[tuple[str, ...], ...] = ()
    compared: int = 0
    events: tuple[tuple[str, ...], ...] = ()
    deadlocks: tuple[Kind, ...] = ()
    late: bool = False
    known: bool = False

    def json(self) -> Json:
        return {
            "states": self.states,
            "stopped": self.stopped,
            "met": [[m.kind, list(m.key), m.title, list(m.cites), list(m.play)] for m in self.met],
            "live": list(self.live),
            "up": [list(members) for members in self.up],
            "compared": self.compared,
        }

    @staticmethod
    def read(found: Any) -> Outcome:
        met = tuple(Met(kind, tuple(key), title, tuple(c), tuple(p)) for kind, key, title, c, p in found["met"])
        up = tuple(tuple(members) for members in found["up"])
        return Outcome(found["states"], found["stopped"], met, tuple(found["live"]), up, found["compared"])


DEALT, BY_HAND = "scope", "by_hand"
Key: TypeAlias = tuple[str, str]
Done: TypeAlias = Journal[Key, Outcome]
"""The outcomes of scopes that were dealt, and the rules that those make live which were made by hand."""


def scope_key(members: tuple[str, ...], values: Mapping[str, object]) -> Key:
    """A scope by its cards and what is not as usual."""
    return DEALT, json.dumps([list(members), dict(sorted(values.items()))], ensure_ascii=False, sort_keys=True)


def open_journal(file: Path | None, header: Line) -> Done:
    """A journal; with a file, each outcome is written as it comes, and those that met nothing are read. `header`: what
    a sweep has to have in common with one that goes on: the rules, the base, and how each scope is explored."""
    return Journal(file, "sweep", header, _read, _line, "sweep")


def _line(key: Key, outcome: Outcome) -> Line:
    kind, name = key
    return {kind: name, "live": sorted(outcome.live)} if kind == BY_HAND else {kind: name, **outcome.json()}


def _read(line: Line) -> tuple[Key, Outcome] | None:
    if BY_HAND in line:
        return (BY_HAND, line[BY_HAND]), Outcome(live=tuple(line["live"]))
    key, outcome = (DEALT, line[DEALT]), Outcome.read(line)
    return None if outcome.met else (key, outcome)  # what was news is asked again: a finding may name it by now


IDLE = "idle"
"""Events of whole rounds of play: they are no one state's, so that an outcome does not list them."""


@dataclass(frozen=True, slots=True)
class News(Read):
    """How findings name each of these events and deadlocks, whether of the properties nobody asks that nobody asked,
    and which of those that are broken they are."""

    events: tuple[tuple[str, ...], ...]
    deadlocks: tuple[Kind, ...]
    unasked: frozenset[str]
    broken: frozenset[str]

    def now(self, memo: Memo) -> Digest:
        violated = known_events(memo.ruleset).violated
        named = [_naming_events(memo.ruleset, key) for key in ((IDLE,), *self.events)]
        deadlocks = [_naming_deadlocks(memo.ruleset, kind) for kind in self.deadlocks]
        return key_of("named", named, deadlocks, self.unasked <= violated, sorted(self.broken & violated))


@dataclass(frozen=True, slots=True)
class _StoredOutcome:
    """run: the sweep that made it."""

    outcome: Outcome
    run: str


class OutcomeStore:
    """The kept outcomes of one ruleset. What an end of time or memory stopped is not kept."""

    def __init__(self, answers: Answers, ruleset: LoadedRuleset) -> None:
        self._answers, self._ruleset = answers, ruleset

    def read(self, scope: Scope, sort: str, limits: Limits, *, readings: bool, run: str) -> Outcome | None:
        """The outcome, where it would be the same now; it is known, where an earlier run made it."""
        found = self._of(scope).read(_StoredOutcome, *self._question(sort, limits, readings))
        return None if found is None else replace(found.outcome, known=found.run != run)

    def write(
        self, found: Outcome, scope: Scope, sort: str, limits: Limits, *, readings: bool, run: str
    ) -> None:  # fmt: skip
        if self._answers.folder is not None and not found.late:
            broken = frozenset(met.title for met in found.met if met.kind == VIOLATED)
            news = News(found.events, found.deadlocks, known_events(self._ruleset).violated, broken)
            question = self._question(sort, limits, readings)
            self._of(scope).write(_StoredOutcome(found, run), *question, reads=(Matters(), news))

    def read_live(self, scope: Scope, limits: Limits) -> Outcome | None:
        return self._of(scope).read(Outcome, "live", limits.states)

    def write_live(self, found: Outcome, scope: Scope, limits: Limits) -> None:
        if not found.late:
            self._of(scope).write(found, "live", limits.states)

    def _of(self, scope: Scope) -> Memo:
        return Memo(self._answers, self._ruleset, scope)

    def _question(self, sort: str, limits: Limits, readings: bool) -> tuple[object, ...]:
        declared = load_declarations(self._ruleset.root, self._ruleset.name, self._ruleset.system) if readings else ()
        return "sweep", sort, limits.states, readings, tuple((one.reading, one.shows) for one in declared)


# --- what findings name ----------------------------------------------------------------------------------------------


@cache
def _naming_events(ruleset: LoadedRuleset, key: tuple[str, ...]) -> list[object]:
    """The clauses and questions of the findings that ask about events of this key, by which they name one; of a kind
    alone besides what they ask."""
    kind, rest = cast(EventKind, key[0]), key[1:]
    return [
        (finding.clauses, finding.questions, () if rest else one.about)
        for finding, one in _asking(ruleset, "event")
        if (asks(one, Event(kind, rest[0], rest[1:])) if rest else one.about["kind"] == kind)
    ]


@cache
def _naming_deadlocks(ruleset: LoadedRuleset, kind: Kind) -> bool:
    """Whether some finding asks about deadlocks of a kind."""
    return any(asks(one, DeadlockKind(*kind)) for _, one in _asking(ruleset, "deadlock"))


def _asking(ruleset: LoadedRuleset, ask: str) -> Iterator[tuple[Finding, Evidence]]:
    return ((finding, one) for finding in known_events(ruleset).findings for one in finding.evidence if one.ask == ask)


@cache
def kept_outcomes(ruleset: LoadedRuleset, folder: Path | None, fresh: bool) -> OutcomeStore:
    """The kept outcomes of a ruleset; opened once in a process, as thousands are asked for."""
    return OutcomeStore(Answers(folder, fresh=fresh), ruleset)


SAMPLED = 3
"""States of a scope whose steps the interpreter takes again."""
DIFFER = "engines differ"


@dataclass(frozen=True, slots=True)
class Task(Question[Outcome]):
    """A scope to explore, in any process. sort: of the cards. readings: whether each option is asked too. answers:
    where it may be known, and is kept. fresh: it is asked anew all the same. run: the sweep that it belongs to."""

    root: Path
    ruleset: str
    scope: Scope
    sort: str
    limits: Limits
    readings: bool
    answers: Path | None = None
    fresh: bool = False
    run: str = ""

    def __call__(self) -> Outcome:
        return self.recall() or self.back(explore_task(loaded_ruleset(self.root, self.ruleset), self))

    def recall(self) -> Outcome | None:
        return self._outcomes().read(self.scope, self.sort, self.limits, readings=self.readings, run=self.run)

    def there(self) -> Task:
        return replace(self, answers=None)

    def back(self, found: Outcome) -> Outcome:
        self._outcomes().write(found, self.scope, self.sort, self.limits, readings=self.readings, run=self.run)
        return found

    def _outcomes(self) -> OutcomeStore:
        return kept_outcomes(loaded_ruleset(self.root, self.ruleset), self.answers, self.fresh)


def explore_task(ruleset: LoadedRuleset, task: Task) -> Outcome:
    """Explore; Ctrl-C is raised. Plays are looked for only where something is met that may be news."""
    graph = _graph(ruleset.in_scope(task.scope, brief=True), task.limits)
    codec = Codec(ruleset.system, task.scope)
    taken = graph.sample(SAMPLED)
    found = [Met(DIFFER, (DIFFER, "steps"), said) for said in taken.differing[:1]]
    new = known_events(ruleset).news(graph)
    found += [*(met_of(one, codec) for one in new), *_differing(replay_failures(new, {"interpreter": graph.system}))]
    late = _is_late(graph)
    if task.readings:
        options, stopped = _options(ruleset, task)
        found += options
        late = late or (stopped and not at_states(graph.counts.stopped))
    up = tuple(sorted(co_occurring_members(graph, task.sort)))
    events, deadlocks = tuple(sorted(graph.event_keys)), tuple(sorted(graph.deadlock_kinds))
    states, compared = graph.counts.states, taken.steps
    return Outcome(states, _why_incomplete(graph), tuple(found), _live(graph), up, compared, events, deadlocks, late)


def _why_incomplete(graph: ExploredGraph) -> str:
    """The reason why not the whole scope was explored; empty where it was."""
    capped = sorted(key[1] for key in graph.event_keys if key[0] == CAP)
    return graph.counts.stopped or (f"plays end at the cap of {', '.join(capped)}" if capped else "")


def _is_late(graph: ExploredGraph) -> bool:
    """Whether more time or memory may show more."""
    stopped = graph.counts.stopped
    return bool(stopped) and not at_states(stopped)


def live_rules(ruleset: LoadedRuleset, scope: str, limits: Limits) -> Outcome:
    """The rules that are live in a scope of the ruleset; nothing else is asked of it."""
    graph = _graph(ruleset.transition_system(scope), limits)
    return Outcome(live=_live(graph), late=_is_late(graph))


def _graph(system: TransitionSystem, limits: Limits) -> ExploredGraph:
    """One thread: scopes are small, and workers have some each."""
    graph = explore_graph(system, limits, large=True, workers=1)
    expect_no_ctrl_c(graph.counts.stopped)
    return graph


def _live(graph: ExploredGraph) -> tuple[str, ...]:
    return tuple(sorted(name for name in graph.live if not name.startswith("§")))


def _differing(problems: Iterable[str]) -> Iterator[Met]:
    """Plays to what is new that the interpreter does not take, or that do not show it."""
    for problem in problems:
        yield Met(DIFFER, (DIFFER, problem.partition(":")[0]), problem)


def _options(ruleset: LoadedRuleset, task: Task) -> tuple[list[Met], bool]:
    """Effects that an option of a question shows, and the default does not, and options.toml does not declare; and
    whether something stopped the search."""
    from ruleslawyer.exploration.variants.options import ask_options  # it makes code

    declared = load_declarations(ruleset.root, ruleset.name, ruleset.system)
    found, new = ask_options(ruleset.in_scope(task.scope), task.limits), list[Met]()
    for shown in found.shown if found is not None else ():
        if not any(one.covers(shown) for one in declared):
            reading = ", ".join(f"{choice}={option}" for choice, option in sorted(shown.reading.items()))
            new.append(Met("reading", ("reading", reading, shown.shows), str(shown)))
    return new, found is None or bool(found.stopped)
