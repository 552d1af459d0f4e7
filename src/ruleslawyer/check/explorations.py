"""Explorations of one ruleset, each made once, where it is asked for or beside; and its scenarios, as evidence."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, overload

from ruleslawyer.base.processes.executor import Executor, Question, processors
from ruleslawyer.check.evidence.finding import Finding
from ruleslawyer.check.evidence.query import Evidence
from ruleslawyer.check.evidence.settle import NO_RULING
from ruleslawyer.check.evidence.verify import SEARCHED, EvidenceResult, FindingResult, verify
from ruleslawyer.check.scenarios import Scenarios
from ruleslawyer.exploration.explore import explore_graph, native_counterpart, replay_with_code, result_of, ruled_result
from ruleslawyer.exploration.explored import ExploredGraph
from ruleslawyer.exploration.quotient import Views
from ruleslawyer.exploration.refresh import OF_A_CHECK, refresh_result
from ruleslawyer.exploration.variants.side_effects import MOST, side_effects
from ruleslawyer.proof.ends import Terminates
from ruleslawyer.rulebook.answers.idle import idle
from ruleslawyer.rulebook.answers.memo import Matters, Memo
from ruleslawyer.rulebook.answers.store import Answers
from ruleslawyer.rulebook.claims.limits import BY_CTRL_C, Limits, at_states, counting
from ruleslawyer.rulebook.claims.result import Result, Ruled, ScopeResult, events_of
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset, loaded_ruleset

if TYPE_CHECKING:
    from ruleslawyer.proof.termination import EndingResult

TIMES, AT_LEAST = 10, 5_000
"""How many times as many states as without a ruling are looked at with it, and at least how many: a ruling may make a
game without end."""
MOST_SECONDS = 300.0
"""How long `check` explores a scope that is not for the campaign: each of them should take seconds."""

Watch = Callable[[str], AbstractContextManager[Callable[[str], None] | None]]
"""Gives somebody to tell how far the work with this title is, if anybody listens."""


def no_watch(title: str) -> nullcontext[None]:
    """Nobody listens."""
    return nullcontext()


Choices = tuple[tuple[str, str], ...]
Key = tuple[str, Choices, Choices]
"""A scope, a reading and rulings."""


class Interrupted(KeyboardInterrupt):
    """Ctrl-C during an exploration, with what it had found."""

    def __init__(self, partial: ScopeResult) -> None:
        super().__init__()
        self.partial = partial


class Explorations:
    """Explorations of one ruleset, every trace replayed through the direct run too, but for those of a ruling, which
    nobody is shown; each reading is explored once, by `workers` if there are any. Its scenarios are beside them."""

    def __init__(
        self, ruleset: LoadedRuleset, watch: Watch, workers: Executor | None = None, views: Views | None = None,
        answers: Answers | None = None, *, direct: bool = True,
    ) -> None:  # fmt: skip
        """`direct`: whether the project's code is here, to replay traces with."""
        self.direct = direct
        self.ruleset, self.watch, self.workers, self.views = ruleset, watch, workers, views
        self.answers = answers or Answers()
        self._known: dict[Key, Result] = {}
        self._memos: dict[str, Memo] = {}
        self._last: tuple[tuple[str, Choices], ExploredGraph] | None = None
        self._jobs: dict[tuple[str, Choices], Group] = {}
        self.scenarios = Scenarios(ruleset, self.answers, workers)
        self._ends: dict[tuple[str, Choices], tuple[EndingResult, ...]] = {}

    def want(self, findings: Iterable[Finding], scopes: Iterable[str] = ()) -> None:
        """Have the workers explore what these scopes and the evidence of these findings will ask for."""
        findings = tuple(findings)
        self.scenarios.want(findings)
        if self.workers is not None:
            for played in self.scenarios.jobs():
                self.workers.want(played, len(played.names))
        proposals = [p for f in findings for p in f.proposals]
        groups: dict[tuple[str, Choices], dict[Choices, None]] = {(scope, ()): {} for scope in scopes}
        for evidence in (e for f in findings for e in f.queries if e.scope and e.ask not in SEARCHED):
            groups.setdefault((evidence.scope, _choices(evidence.reading)), {})
        for proposal in proposals:
            rulings = groups.setdefault((proposal.scope, _choices(proposal.reading)), {})
            rulings[_choices(proposal.rulings)] = None
        self._want(groups)

    def want_rulings(self, wanted: Mapping[str, Iterable[Mapping[str, str]]]) -> None:
        """Have the workers explore scopes under rulings, beginning now."""
        self._want({(scope, ()): dict.fromkeys(map(_choices, each)) for scope, each in wanted.items()})
        if self.workers is not None:
            self.workers.start()

    def _want(self, groups: Mapping[tuple[str, Choices], Mapping[Choices, None]]) -> None:
        for (scope, reading), ruled in groups.items():
            job = Group(
                self.ruleset.root, self.ruleset.name, scope, reading, tuple(ruled), self.views,
                self.answers.folder, self.answers.fresh, settled=self.ruleset.config.settled,
            )  # fmt: skip
            self._jobs[scope, reading] = job
            keys = [(scope, reading, each) for each in job.each]
            missing = [key for key in keys if key not in self._known and not self._recall(key)]
            if self.workers is not None and missing:
                self.workers.want(job, len(missing))

    @overload
    def result(self, scope: str, reading: Mapping[str, str], /) -> ScopeResult: ...

    @overload
    def result(self, scope: str, reading: Mapping[str, str], rulings: Mapping[str, str], /) -> Ruled: ...

    def result(self, scope: str, reading: Mapping[str, str], rulings: Mapping[str, str] = NO_RULING, /) -> Result:
        """The result for one scope, reading and rulings; Ctrl-C ends the whole check."""
        key = scope, _choices(reading), _choices(rulings)
        if key not in self._known:
            self._await(scope, key[1])
        if key not in self._known and not self._recall(key):
            self._known[key] = found = self._try(scope, reading, rulings) if rulings else self._explore(scope, reading)
            if found.stopped == BY_CTRL_C:
                raise Interrupted(found) if isinstance(found, ScopeResult) else KeyboardInterrupt
            self._keep(found, key)
        return self._known[key]

    def verify(self, finding: Finding) -> FindingResult:
        """A finding with its evidence asked again, and with what would settle it tried out."""
        rules = self.ruleset.system if self.ruleset.config.modules else None  # a book has findings before a model
        (result,) = verify(
            [finding], self.result, self.ruleset.register, self.scenarios.run, rules, self.endings, self.recall_answer,
        )  # fmt: skip
        return result

    def _keep(self, found: Result, key: Key) -> None:
        """Keep what another run would not better. With a ruling it was compared with what is without, so that idle is
        what is so in both."""
        if found.complete or at_states(found.stopped):
            scope, reading, rulings = key
            unused = idle(self.ruleset.system, found)
            if rulings:
                without = self._known.get((scope, reading, ()))
                unused = unused & idle(self.ruleset.system, without) if without else frozenset()
            kept, views, read = self.memo(scope), self._views(key), (Matters(unused),)
            if isinstance(found, ScopeResult):
                if views is not None:
                    kept.write(found.quotients, "quotients", key, views, reads=read)
                found = replace(found, quotients=())
            kept.write(found, OF_A_CHECK, key, reads=read)

    def _recall(self, key: Key) -> bool:
        """Whether the answer is kept; it is known then."""
        kept, views = self.memo(key[0]), self._views(key)
        found: Result | None
        found = kept.read(Ruled, OF_A_CHECK, key) if key[2] else kept.read(ScopeResult, OF_A_CHECK, key)
        if found is None:
            return False
        if isinstance(found, ScopeResult):
            quotients = kept.read(tuple, "quotients", key, views) if views is not None else ()
            if quotients is None:
                return False
            found = refresh_result(self.ruleset, replace(found, quotients=quotients))
        self._known[key] = found
        return True

    def memo(self, scope: str) -> Memo:
        """The answers about a scope."""
        if scope not in self._memos:
            self._memos[scope] = Memo(self.answers, self.ruleset, self.ruleset.scope(scope))
        return self._memos[scope]

    def _views(self, key: Key) -> Views | None:
        """The views to fill: those of the default reading alone, without a ruling."""
        return None if key[1] or key[2] else self.views

    def under_readings(self) -> tuple[ScopeResult, ...]:
        """The explorations made so far under another reading than the default, without a ruling."""
        known = (found for (_, reading, _), found in sorted(self._known.items()) if reading)
        return tuple(found for found in known if isinstance(found, ScopeResult))

    def is_finished(self, scope: str) -> bool:
        """Whether the result for a scope under the default reading is there."""
        job = self._jobs.get((scope, ()))
        beside = job is not None and self.workers is not None and self.workers.is_done(job)
        return beside or (scope, (), ()) in self._known

    def _await(self, scope: str, reading: Choices) -> None:
        """Waits for the workers' result, if they explore this."""
        job = self._jobs.get((scope, reading))
        if job is None or self.workers is None or not self.workers.has_begun(job):
            return
        with self.watch(f"{self.ruleset.name}, scope {scope}, beside others") as tell:
            found = self.workers.result(job, tell)
        for rulings, result in zip(job.each, found, strict=True):
            self._known[scope, reading, rulings] = result

    def _try(self, scope: str, reading: Mapping[str, str], rulings: Mapping[str, str]) -> Ruled:
        """Explore under a ruling, to at most many times as many states as there are without it, and compare the two."""
        without = self.result(scope, reading)
        before = self._graph(scope, reading, whoever=True) if without.states <= MOST else None
        limits = Limits(max(AT_LEAST, TIMES * without.states))
        after = self._explore_anew(scope, reading, limits, rulings, large=without.engine != "networkx", whoever=True)
        met = events_of(without)
        found = ruled_result(after, self.ruleset.system, met)
        return replace(found, altered=side_effects(before, after, rulings, met) if before else None)

    def _explore(self, scope: str, reading: Mapping[str, str]) -> ScopeResult:
        found = self._graph(scope, reading)
        direct = self.ruleset.transition_system(scope, reading, direct=True) if self.direct else None
        left = Limits(seconds=self._seconds(scope), spent=found.counts.seconds)
        return result_of(found, direct, self._views((scope, _choices(reading), ())), left)

    def take(self, scope: str, reading: Choices, rulings: Choices, found: Result) -> Result:
        """Takes over a result from where no code is: its traces are replayed by the code here, and it is kept."""
        if isinstance(found, ScopeResult):
            system, direct = (self.ruleset.transition_system(scope, dict(reading), direct=d) for d in (False, True))
            found = replay_with_code(found, system, direct)
        key = scope, reading, rulings
        self._known[key] = found
        self._keep(found, key)
        return found

    def _graph(self, scope: str, reading: Mapping[str, str], *, whoever: bool = False) -> ExploredGraph:
        """The exploration without a ruling; `whoever`: by generated code where that is there, as rulings are then that
        are compared with it. The last is kept: rulings are tried out directly after it."""
        key = scope, _choices(reading)
        last = self._last[1] if self._last is not None and self._last[0] == key else None
        if last is not None and whoever:
            last = native_counterpart(last)
        if last is None:
            self._last = None  # two graphs take more memory than one
            last = self._explore_anew(scope, reading, self._limits(scope, reading), whoever=whoever)
            self._last = key, last
        if (*key, ()) in self._known and last.counts.stopped == BY_CTRL_C:  # it was known, and is only made again
            raise KeyboardInterrupt
        return last

    def _seconds(self, scope: str) -> float | None:
        """How long to look in a scope; None: as long as it takes, in one for the campaign."""
        return None if self.ruleset.scope(scope).campaign else MOST_SECONDS

    def _limits(self, scope: str, reading: Mapping[str, str]) -> Limits:
        """How long to look; and how far, where answers are settled, which may make a game without end as rulings
        may."""
        seconds = self._seconds(scope)
        if not self.ruleset.config.settled:
            return Limits(seconds=seconds)
        written = Explorations(self.ruleset.by_the_book, self.watch, answers=self.answers, direct=self.direct)
        return Limits(max(AT_LEAST, TIMES * written.result(scope, reading).states), seconds)

    def _explore_anew(
        self, scope: str, reading: Mapping[str, str], limits: Limits, rulings: Mapping[str, str] = NO_RULING, *,
        large: bool = False, whoever: bool = False,
    ) -> ExploredGraph:  # fmt: skip
        chosen = [f"{k}={v}" for k, v in (*_choices(reading), *_choices(rulings))]
        under = f" under {', '.join(chosen)}" if chosen else ""
        system = self.ruleset.transition_system(scope, reading, rulings, brief=True)
        most = f", for at most {limits.seconds:g} s" if system.scope.large and limits.seconds else ""
        with self.watch(f"{self.ruleset.name}, scope {scope}{under}{most}") as tell:
            workers = processors(at_length=True) if system.scope.campaign else None
            return explore_graph(system, limits, counting(tell), workers=workers, large=large, whoever=whoever)

    def recall_answer(self, evidence: Evidence, ask: Callable[[], EvidenceResult], /) -> EvidenceResult:
        """The answer to a query that takes long, kept where it is the one that is expected."""
        return self.memo(evidence.scope).ask(EvidenceResult, ask, lambda found: found.reproduced, "evidence", evidence)

    def endings(self, scope: str, reading: Mapping[str, str], /) -> tuple[EndingResult, ...]:
        """Whether turns and games end in one scope under a reading; each is asked once."""
        key = scope, _choices(reading)
        if key not in self._ends:
            with self.watch(f"{self.ruleset.name}, ends in {scope}") as tell:
                self._ends[key] = Terminates(scope, reading, progress=tell)(self.ruleset)
        return self._ends[key]


def _choices(chosen: Mapping[str, str]) -> Choices:
    return tuple(sorted(chosen.items()))


@dataclass(frozen=True, slots=True)
class Group(Question[tuple[Result, ...]]):
    """A job: a scope under one reading, without a ruling, which says how far to look, and then with each of some."""

    root: Path
    ruleset: str
    scope: str
    reading: Choices
    rulings: tuple[Choices, ...]
    views: Views | None
    answers: Path | None = None
    fresh: bool = False
    direct: bool = True
    settled: Choices = ()

    @property
    def each(self) -> tuple[Choices, ...]:
        """The rulings of each result."""
        return ((), *self.rulings)

    def __call__(self) -> tuple[Result, ...]:
        explorations, reading = self.explorations(), dict(self.reading)
        tried = (explorations.result(self.scope, reading, dict(ruling)) for ruling in self.rulings)
        return (explorations.result(self.scope, reading), *tried)

    def there(self) -> Group:
        return replace(self, answers=None, direct=False)

    def back(self, found: tuple[Result, ...]) -> tuple[Result, ...]:
        explorations, each = self.explorations(), zip(self.each, found, strict=True)
        return tuple(explorations.take(self.scope, self.reading, rulings, result) for rulings, result in each)

    def explorations(self) -> Explorations:
        """The explorations by which each of the group is made, or known."""
        return Explorations(
            loaded_ruleset(self.root, self.ruleset, self.settled), no_watch, views=self.views,
            answers=Answers(self.answers, fresh=self.fresh), direct=self.direct,
        )  # fmt: skip
