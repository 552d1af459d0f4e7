"""Checking a ruleset: its scopes explored, its properties proved, its findings asked again; what falls short."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, TypeVar

from ruleslawyer.base.processes.executor import Executor
from ruleslawyer.base.processes.pool import Workers
from ruleslawyer.check.answers import KnownAnswer, known_answers
from ruleslawyer.check.askings import Tried
from ruleslawyer.check.engines import Agreement, Compare, agreement, compared_scope
from ruleslawyer.check.evidence.finding import findings_of
from ruleslawyer.check.evidence.known_limits import AskedSentence, limits_of
from ruleslawyer.check.evidence.verify import FindingResult, explain, verify
from ruleslawyer.check.explorations import Explorations, Interrupted, Watch, no_watch
from ruleslawyer.check.failed import Failed
from ruleslawyer.check.kept import KeptChecks
from ruleslawyer.check.limits import are_asked, ask_limits, of_limits
from ruleslawyer.check.never_live import never_live, of_never_live, of_stale
from ruleslawyer.check.options import MOST_STATES, QUESTION, AskOptions, is_held, load_declarations, undeclared_effects
from ruleslawyer.check.promises import AskScenarios, Promise, judge
from ruleslawyer.check.result import RulesetResult, Shortfall
from ruleslawyer.check.scope import of_scope
from ruleslawyer.check.shortfalls import (
    list_unproved,
    merge,
    of_agreement,
    of_answers,
    of_findings,
    of_lapses,
    of_promises,
    of_proofs,
    of_refutations,
    of_together,
)
from ruleslawyer.check.stories import Stories, of_stories
from ruleslawyer.check.together import Answers as Answering
from ruleslawyer.check.together import Together
from ruleslawyer.check.unasked import load_parts, of_parts
from ruleslawyer.exploration.quotient import Views
from ruleslawyer.proof.any_number import ReproofResult
from ruleslawyer.proof.ends import Terminates
from ruleslawyer.proof.in_scope import note_missing_situations
from ruleslawyer.proof.kept_proofs import BUDGET, TIMEOUT, ProofJob, check_reproof_job
from ruleslawyer.proof.lemmas import load_lemmas
from ruleslawyer.proof.result import ProofResult
from ruleslawyer.rulebook.answers.idle import idle
from ruleslawyer.rulebook.answers.lending import Lending
from ruleslawyer.rulebook.answers.memo import Matters
from ruleslawyer.rulebook.answers.store import Answers
from ruleslawyer.rulebook.claims.limits import Limits
from ruleslawyer.rulebook.claims.occurrence import Found
from ruleslawyer.rulebook.claims.result import ScopeResult
from ruleslawyer.rulebook.register.coverage import coverage
from ruleslawyer.rulebook.register.sites import Site
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset

if TYPE_CHECKING:  # the solver is loaded only where something is proved
    from ruleslawyer.engines.smt.lifted.lemmas import LapsedLemma
    from ruleslawyer.exploration.variants.choices import Options
    from ruleslawyer.proof.termination import EndingResult

T = TypeVar("T")


def check_rulesets(
    rulesets: Sequence[LoadedRuleset],
    scopes: Sequence[str] | None = None,
    *,
    prove: bool = True,
    timeout: float = TIMEOUT,
    budget: float = BUDGET,
    ends: float = 0.0,
    watch: Watch = no_watch,
    views: Views | None = None,
    answers: Answers | None = None,
    only: Mapping[str, Failed] | None = None,
    executor: AbstractContextManager[Executor] | None = None,
    hear: Callable[[str, ScopeResult], None] | None = None,
) -> Iterator[RulesetResult]:
    """Check rulesets, side by side where there is much to do; the results come in the order of the rulesets.

    A proof may take `timeout` seconds, all of a ruleset together `budget`. `ends`: seconds for what ends of each
    ruleset; none where there are none. Ctrl-C keeps what is finished; then
    rulesets of which nothing is have no result. `views`: quotients of the scopes' graphs to make besides the usual
    ones; None: none. `answers`: what is known from earlier checks; where nothing that a ruleset's check reads has
    changed, its result is one of them. `only`: by the names of the rulesets what alone is asked. `executor`: who does
    what takes long; processes of this machine unless another is given. `hear` is told each scope of a ruleset as it is
    known.
    """
    kept = KeptChecks(answers or Answers(), (scopes, prove, timeout, budget, ends, views, only))
    with Lending(rulesets) as lender, executor or Workers(lender=lender) as workers:
        known = {ruleset.name: found for ruleset in rulesets if (found := kept.read(ruleset)) is not None}
        checks = {
            ruleset.name: _Check(ruleset, watch, budget, workers, views, kept.answers, hear)
            for ruleset in rulesets
            if ruleset.name not in known
        }
        for check in checks.values():
            check.want(scopes, timeout if prove else 0, ends, only[check.ruleset.name] if only else None)
        workers.start()
        interrupted = False
        for ruleset in rulesets:
            if ruleset.name in known:
                yield known[ruleset.name]
            elif not interrupted or checks[ruleset.name].has_begun:
                result = kept.write(ruleset, checks[ruleset.name].result(interrupted=interrupted))
                interrupted = result.interrupted
                yield result


class _Check:
    """The parts of one check, with what was finished so far."""

    def __init__(
        self, ruleset: LoadedRuleset, watch: Watch, budget: float, workers: Executor, views: Views | None,
        answers: Answers, hear: Callable[[str, ScopeResult], None] | None,
    ) -> None:  # fmt: skip
        self.ruleset, self.watch, self.budget, self.workers, self.hear = ruleset, watch, budget, workers, hear
        self.explorations = Explorations(ruleset, watch, workers, views, answers)
        self.written = self.explorations
        if ruleset.config.settled:
            self.written = Explorations(ruleset.by_the_book, watch, workers, answers=answers)
        self.results: dict[str, ScopeResult] = {}
        self.as_written: dict[str, ScopeResult] = {}
        self.together: Together | None = None
        self.unexplained: dict[str, tuple[Found, ...]] = {}
        self.proofs: tuple[ProofResult, ...] = ()
        self.proved: ReproofResult | None = None
        self.lapsed: tuple[LapsedLemma, ...] = ()
        self.findings: tuple[FindingResult, ...] = ()
        self.short: list[Shortfall] = []
        self.passed_over: tuple[str, ...] = ()
        self.unproved: tuple[str, ...] = ()
        self.replays: tuple[Site, ...] = ()
        self.endings: tuple[EndingResult, ...] = ()
        self.agreement: Agreement | None = None
        self.promised: AskScenarios | None = None
        self.in_plays: Tried | None = None
        self.promises: tuple[Promise, ...] = ()
        self.limits: tuple[AskedSentence, ...] = ()
        self.answers: tuple[KnownAnswer, ...] = ()
        self.asking: dict[str, AskOptions] = {}
        self.shown: dict[str, Options | None] = {}
        self.left_out: tuple[str, ...] = ()

    def want(self, scopes: Sequence[str] | None, timeout: float, ends: float, only: Failed | None) -> None:
        """Read everything that is declared, and ask for what takes long; nothing is proved where no time is given."""
        ruleset, self.ends, self.only = self.ruleset, ends, only
        self.expected = ruleset.expectations()
        self.silent = ruleset.never_live()
        self.declared = findings_of(ruleset)
        self.stories = Stories(self.written)  # now, as it notes what the files say
        self.known_limits = limits_of(ruleset)  # a mistake in them is said before anything takes long
        self.held = is_held(ruleset.root, ruleset.name)
        self.options = load_declarations(ruleset.root, ruleset.name, ruleset.by_the_book.system)
        if not scopes:
            self.passed_over = tuple(s for s in self._explorable() if ruleset.scope(s).campaign)
        self.wanted = list(scopes or (s for s in self._explorable() if s not in self.passed_over))
        asked = self.declared
        if only is not None:
            self.left_out = only.left_out(
                self.wanted,
                len(asked),
                proofs=bool(timeout),
                options=self.held,
                engines=bool(self.wanted),
                limits=are_asked(self.known_limits),
            )
            self.known_limits = self.known_limits if only.limits else ()
            self.wanted = [scope for scope in self.wanted if scope in only.scopes]
            asked = tuple(finding for finding in asked if finding.id in only.findings)
            timeout = timeout if only.proofs else 0
        self.asked = asked
        lemmas = load_lemmas(ruleset.root, ruleset.name)
        answers = self.explorations.answers
        self.proving = check_reproof_job(ruleset, timeout, self.budget, answers, lemmas)
        if self._proves:
            self.proved = self.proving.recall(ruleset) if lemmas else ReproofResult()
            if self.proved is None:
                self.workers.want(self.proving)
        self.written.scenarios.want(self.known_limits)
        self.written.want(asked, self.wanted)
        if ruleset.config.settled:
            self.explorations.want((), self.wanted)
        scope = compared_scope(ruleset, self.wanted) if only is None or only.engines else None
        self.comparing = Compare(ruleset.root, ruleset.name, scope) if scope else None
        if self.comparing:
            self.agreement = self.explorations.memo(self.comparing.scope).read(Agreement, "agreement")
            if self.agreement is None:
                self.workers.want(self.comparing)

    @property
    def _proves(self) -> bool:
        return bool(self.proving.timeout) and self.proving.lemmas is not None

    @property
    def _is_whole(self) -> bool:
        """Whether no scope is left out but those of the campaign."""
        return {*self.wanted, *self.passed_over} >= set(self._explorable())

    @property
    def has_begun(self) -> bool:
        """Whether some scope is finished."""
        return any(self.explorations.is_finished(scope) for scope in self.wanted)

    def result(self, *, interrupted: bool) -> RulesetResult:
        """Everything, or (`interrupted`) what is finished."""
        began = time.perf_counter()
        try:
            if interrupted:
                raise KeyboardInterrupt
            self._everything()
            if self.ends:
                self._look_for_ends(self.ends)
        except KeyboardInterrupt as stop:
            interrupted = True
            for scope in filter(self.explorations.is_finished, self.wanted):
                self._explore_scope(scope)
            if isinstance(stop, Interrupted):
                self.results.setdefault(stop.partial.scope.name, stop.partial)
            about = "interrupted: what is missing here was not run"
            self.short.append(Shortfall("incomplete", "", self.ruleset.name, about))
        ruleset, register, results = self.ruleset, self.ruleset.register, tuple(self.results.values())
        return RulesetResult(
            name=ruleset.name,
            title=ruleset.title,
            digest=ruleset.system.digest,
            scopes=results,
            proofs=self.proofs,
            lapsed=self.lapsed,
            findings=self.findings,
            coverage=coverage(register, ruleset.by_the_book.system, results, replays=self.replays)
            if register
            else None,
            falls_short=tuple(merge(self.short)),
            seconds=time.perf_counter() - began,
            interrupted=interrupted,
            passed_over=self.passed_over if self.only is None else (),
            left_out=self.left_out,
            budget=self.budget,
            unproved=self.unproved,
            replays=self.replays,
            scenarios=self.written.scenarios.outcomes(),
            others=self.written.under_readings(),
            endings=self.endings,
            agreement=self.agreement,
            never_live=never_live(ruleset.system, results),
            promises=self.promises,
            limits=self.limits,
            answers=self.answers,
            together=self.together,
        )

    def _everything(self) -> None:
        """Ask everything. Declarations are about the book: what falls short of them is asked of that, and answers that
        are settled are tried beside it."""
        ruleset = self.ruleset
        self.replays = self.written.scenarios.replays()  # first, as a mistake in a scenario file ends the check
        for scope in self.wanted:
            self._explore_scope(scope)
        written = self.as_written
        met = {v.name for r in written.values() for v in r.verdicts if v.word not in ("VACUOUS", "UNKNOWN")}
        if not self._is_whole:
            # What a choice of scopes never meets, the others may; what fell short they did not.
            met |= self.ruleset.system.properties.keys() - (self.only.properties if self.only else frozenset())
        asking = (self.held or ruleset.by_the_book.system.promises) and (self.only is None or self.only.options)
        if asking:
            self._want_options()
        for scope, result in written.items():
            self.short += of_scope(ruleset.name, result, self.unexplained[scope], self.expected, met)
        if self._proves:
            self._prove()
            self.short += () if ruleset.config.settled else of_proofs(self.proofs, self.expected)
            self.short += of_lapses(ruleset.name, self.lapsed)
            self.short += of_refutations(ruleset, self.proofs, self.results.values())
        asked = self.written
        self.findings = verify(
            self.asked,
            asked.result,
            ruleset.register,
            asked.scenarios.run,
            ruleset.by_the_book.system,
            asked.endings,
            asked.recall_answer,
        )
        self.short += of_findings(ruleset.name, self.findings)
        self.short += of_stories(ruleset.by_the_book.system, self.findings)
        if len(self.asked) == len(self.declared):
            self.stories.keep(self.findings)
        self.limits = ask_limits(
            self.known_limits,
            ruleset.by_the_book.system,
            asked.scenarios.run,
            written.values(),
            self.proofs,
            whole=self._is_whole,
        )
        self.short += of_limits(ruleset.name, self.limits)
        self.short += of_parts(ruleset.name, ruleset.system.digest, load_parts(ruleset.root, ruleset.name) or {})
        self.short += self._silent_rules()
        if asking:
            self._ask_options()
        if ruleset.config.settled:
            given = ruleset.answers()
            self.together = Answering(self.written, self.declared, self.wanted).together(given)
            self.short += of_together(ruleset.name, self.together)
        if self.comparing:
            self.agreement = self.agreement or self._compare(self.comparing)
            self.short += of_agreement(self.agreement)

    def _silent_rules(self) -> Iterator[Shortfall]:
        """Shortfalls of what is never live: only where every scope that is not for the campaign was explored, each to
        its end, since what was not come to may have it live. By default answers, as the findings' readings are not
        all asked each time. A declaration is wrong wherever the rule is live."""
        name, system, explored = self.ruleset.name, self.ruleset.by_the_book.system, tuple(self.as_written.values())
        yield from of_stale(name, explored, self.silent)
        left = [scope for scope in self._explorable() if scope not in self.as_written]
        if all(self.ruleset.scope(scope).campaign for scope in left) and all(found.complete for found in explored):
            yield from of_never_live(name, system, explored, self.silent, self.declared, left)

    def _compare(self, job: Compare) -> Agreement:
        with self.watch(f"{self.ruleset.name}, scope {job.scope} by both explorers") as tell:
            begun = self.workers.has_begun(job)
            found = self.workers.result(job, tell) if begun else agreement(self.ruleset, job.scope)
        if not found.differences and not found.unfinished:
            unused = idle(self.ruleset.system, self.results[job.scope])
            self.explorations.memo(job.scope).write(found, "agreement", reads=(Matters(unused),))
        return found

    def _want_options(self) -> None:
        """Every option of every question in the small scopes, which are known now: by others, while findings are asked
        again here."""
        answers = self.explorations.answers
        if self.ruleset.by_the_book.system.promises:
            self.promised = AskScenarios(self.ruleset.root, self.ruleset.name, answers.folder, answers.fresh)
            self.in_plays = self.promised.recall(self.ruleset.by_the_book)
            if self.in_plays is None:
                self.workers.want(self.promised)
        for name, found in self.as_written.items():
            if not found.complete or found.states > MOST_STATES:
                continue
            met = tuple(sorted({o.event.choice for o in found.events if o.event.choice}))
            job = AskOptions(
                self.ruleset.root, self.ruleset.name, name, answers.folder, answers.fresh, found.states, met
            )
            self.asking[name], known = job, self.written.memo(name).read(tuple, *QUESTION)
            if known is not None:
                self.shown[name] = known[0]
            else:
                self.workers.want(job)
        self.workers.start()

    def _ask_options(self) -> None:
        with self.watch(f"{self.ruleset.name}, every option") as tell:
            asked = [self._options_of(name, tell) for name in self.asking]
        found = [one for one in asked if one is not None]
        self._judge_promises(found)
        for shown in undeclared_effects(found, self.options) if self.held else ():
            scopes = ", ".join(one.scope for one in shown)
            about = f"under another option, and not by default: {shown[0]}"
            mend = f"correct the model, or declare it in checks/{self.ruleset.name}/options.toml"
            self.short.append(Shortfall("option", scopes, str(shown[0]), about, mend))

    def _judge_promises(self, found: Sequence[Options]) -> None:
        """Judges the promises by small scopes and scenarios. Where some scopes were chosen, the others may meet what is
        not met there."""
        job, ruleset = self.promised, self.ruleset
        if job is None:
            return
        if self.in_plays is None:
            with self.watch(f"{ruleset.name}, promises") as tell:
                begun = self.workers.has_begun(job)
                self.in_plays = self.workers.result(job, tell) if begun else job.of(ruleset.by_the_book, tell)
        self.promises = tuple(
            judge(ruleset.by_the_book.system, (*(p for one in found for p in one.promised), *self.in_plays.promised))
        )
        self.answers = known_answers(self.promises, self.in_plays.options)
        whole = self._is_whole
        self.short += of_promises(ruleset.name, self.promises, whole=whole)
        if whole:
            self.short += of_answers(ruleset.name, self.declared, self.answers)

    def _options_of(self, scope: str, tell: Callable[[str], None] | None) -> Options | None:
        if scope not in self.shown:
            job = self.asking[scope]
            begun = self.workers.has_begun(job)
            self.shown[scope] = self.workers.result(job, tell) if begun else job.of(self.ruleset.by_the_book)
        return self.shown[scope]

    def _explore_scope(self, scope: str) -> None:
        result = self.explorations.result(scope, {})
        self.results[scope], self.unexplained[scope] = explain(result, self.declared)
        self.as_written[scope] = self.results[scope]
        if self.written is not self.explorations:
            self.as_written[scope], self.unexplained[scope] = explain(self.written.result(scope, {}), self.declared)
        if self.hear is not None:
            self.hear(self.ruleset.name, result)

    def _prove(self) -> None:
        with self.watch(f"{self.ruleset.name}, proofs") as tell:
            again = self.proved or self._proof_result(self.proving, tell)
        self.lapsed = again.lapsed
        self.proofs = tuple(note_missing_situations(again.proofs, self.results.values(), self.ruleset.system))
        self.unproved = tuple(list_unproved(self.ruleset.system, self.proofs, self.results.values()))

    def _proof_result(self, job: ProofJob[T], tell: Callable[[str], None] | None) -> T:
        return self.workers.result(job, tell) if self.workers.has_begun(job) else job.of(self.ruleset, tell)

    def _look_for_ends(self, seconds: float) -> None:
        """Asks what ends; nothing of it falls short."""
        with self.watch(f"{self.ruleset.name}, ends") as tell:
            limits = Limits(seconds=seconds)
            self.endings = Terminates(timeout=seconds, limits=limits, progress=tell)(self.ruleset)

    def _explorable(self) -> list[str]:
        """The scopes that leave nothing open."""
        return [s for s in self.ruleset.scopes() if not self.ruleset.scope(s).is_open]
