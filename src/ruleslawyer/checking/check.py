"""Checking a ruleset: its scopes explored, its properties proved, its findings asked again; what falls short."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext, suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from ruleslawyer.checking.beside import Wanted, explored_beside, worthwhile
from ruleslawyer.checking.expected import OPEN, Expectations, expectation_of, falls_short, load_expected
from ruleslawyer.checking.limits import BY_CTRL_C, Limits
from ruleslawyer.checking.readings import nearest
from ruleslawyer.checking.result import RulesetResult, ScopeResult, Shortfall
from ruleslawyer.checking.run import SMALL, counting
from ruleslawyer.checking.verdict import Verdict
from ruleslawyer.checking.witness import witness_problem
from ruleslawyer.diagnostics import UsageError
from ruleslawyer.evidence.finding import Finding
from ruleslawyer.evidence.settle import NO_RULING
from ruleslawyer.evidence.verify import FindingResult, Unexplained, explain, verify
from ruleslawyer.ground.world import Unsupported
from ruleslawyer.ir.system import UNBROKEN
from ruleslawyer.register.coverage import coverage
from ruleslawyer.register.sites import Site
from ruleslawyer.semantics.direct import Direct
from ruleslawyer.semantics.events import ENDS
from ruleslawyer.semantics.interpret import Interpreter
from ruleslawyer.semantics.trace import Trace

if TYPE_CHECKING:  # the solver is loaded only where something is proved
    from ruleslawyer.api import Ruleset
    from ruleslawyer.checking.termination import EndingResult
    from ruleslawyer.engines.smt.discover import Discovery
    from ruleslawyer.engines.smt.prove import ProofResult
    from ruleslawyer.scenario.suite import ScenarioResult, Suite

TIMES = 10
"""How many times as many states as without a ruling are looked at with it: a ruling may make a game without end."""

RANKING = 120.0
"""Seconds for the ranking functions of a scope that a finding asks about."""

Watch = Callable[[str], AbstractContextManager[Callable[[str], None] | None]]
"""Gives somebody to tell how far the work with this title is, if anybody listens."""


def check_ruleset(
    ruleset: Ruleset,
    scopes: Sequence[str] | None = None,
    *,
    prove: bool = True,
    timeout: float = 30.0,
    facts: float = 0.0,
    directory: Path | None = None,
    watch: Watch = lambda title: nullcontext(),
) -> RulesetResult:
    """Check one ruleset; a proof may take `timeout` seconds, its obligations are written below `directory`. `facts`:
    seconds for facts that nobody wrote down, and as many for what ends; none where there are none.

    Ctrl-C keeps what is finished.
    """
    run = _Check(ruleset, watch)
    began = time.perf_counter()
    interrupted = False
    try:
        run.everything(scopes, directory, timeout if prove else 0)
        if facts:
            run.find_facts(facts)
    except KeyboardInterrupt as stop:
        interrupted = True
        if isinstance(stop, Interrupted):
            run.results.setdefault(stop.partial.scope.name, stop.partial)
        run.short.append(Shortfall("incomplete", "", ruleset.name, "interrupted: what is missing here was not run"))
    results = tuple(run.results.values())
    return RulesetResult(
        name=ruleset.name,
        title=ruleset.title,
        digest=ruleset.system.digest,
        scopes=results,
        proofs=run.proofs,
        findings=run.findings,
        coverage=coverage(ruleset.register, ruleset.system, results, replays=run.replays) if ruleset.register else None,
        falls_short=tuple(_merged(run.short)),
        seconds=time.perf_counter() - began,
        interrupted=interrupted,
        passed_over=run.passed_over,
        discovery=run.discovery,
        endings=run.endings,
    )


class Explorations:
    """Explorations of one ruleset, every trace replayed through the direct run too, but for those of a ruling, which
    nobody is shown; each reading is explored once. Scenarios are played here as well."""

    def __init__(self, ruleset: Ruleset, watch: Watch) -> None:
        self.ruleset, self.watch = ruleset, watch
        self._known: dict[Wanted, ScopeResult] = {}
        self._files: dict[str, Suite] = {}
        self._ends: dict[tuple[Wanted, bool], tuple[EndingResult, ...]] = {}

    def explored(
        self, scope: str, reading: Mapping[str, str], rulings: Mapping[str, str] = NO_RULING, /
    ) -> ScopeResult:
        """The result for one scope, reading and rulings; Ctrl-C ends the whole check."""
        key = _key(scope, reading, rulings)
        if key not in self._known:
            chosen = [f"{k}={v}" for k, v in (*key[1], *key[2])]
            under = f" under {', '.join(chosen)}" if chosen else ""
            most = self._most(key)
            with self.watch(f"{self.ruleset.name}, scope {scope}{under}") as tell:
                limits = Limits(most) if most else None
                found = self.ruleset.explore(
                    scope, reading, rulings, direct=not rulings, limits=limits, progress=counting(tell)
                )
            self._known[key] = found
            if found.stopped == BY_CTRL_C:
                raise Interrupted(found)
        return self._known[key]

    def prepare(self, findings: Iterable[Finding], scopes: Iterable[str] = ()) -> None:
        """Explore side by side what these scopes and the evidence of these findings will ask for, if it is much."""
        findings = tuple(findings)
        proposals = [p for f in findings for p in f.proposals]
        without: list[tuple[str, Mapping[str, str]]] = [(scope, {}) for scope in scopes]
        without += [(e.scope, e.reading) for f in findings for e in f.evidence if e.scope and e.ask != "terminates"]
        without += [(p.scope, p.reading) for p in proposals]
        self._beside([_key(scope, reading, {}) for scope, reading in without])
        self._beside([_key(p.scope, p.reading, p.rulings) for p in proposals])

    def _beside(self, keys: Iterable[Wanted]) -> None:
        missing = [key for key in dict.fromkeys(keys) if key not in self._known]
        if not worthwhile(missing):
            return
        with self.watch(f"{self.ruleset.name}, {len(missing)} explorations") as tell:
            wanted = [(key, self._most(key)) for key in missing]
            for number, (key, found) in enumerate(explored_beside(self.ruleset, wanted), 1):
                if found.stopped == BY_CTRL_C:
                    raise KeyboardInterrupt
                self._known[key] = found
                if tell:
                    tell(f"{number} done")

    def _most(self, key: Wanted) -> int | None:
        """The states at which an exploration stops: with a ruling, many times as many as there are without it."""
        scope, reading, rulings = key
        return max(SMALL, TIMES * self.explored(scope, dict(reading)).states) if rulings else None

    def ended(self, scope: str, reading: Mapping[str, str], prove: bool, /) -> tuple[EndingResult, ...]:
        """Whether turns and games end in one scope under a reading, and if `prove`, by what; each is asked once."""
        key = (_key(scope, reading, NO_RULING), prove)
        if key not in self._ends:
            with self.watch(f"{self.ruleset.name}, ends in {scope}") as tell:
                seconds = RANKING if prove else 0.0
                self._ends[key] = self.ruleset.terminates(scope, reading, timeout=seconds, progress=tell)
        return self._ends[key]

    def played(self, file: str, name: str) -> ScenarioResult:
        """The run of one of the ruleset's scenarios; each file is read once."""
        if file not in self._files:
            self._files[file] = self.ruleset.suite(self.ruleset.scenario_folder / file)
        suite = self._files[file]
        found = next((s for _, s in suite.scenarios if s.name == name), None)
        if found is None:
            mend = nearest(name, [s.name for _, s in suite.scenarios])
            raise UsageError(f"{file} has no scenario `{name}`", "findings", mend)
        return suite.run(self.ruleset, found)


def _key(scope: str, reading: Mapping[str, str], rulings: Mapping[str, str]) -> Wanted:
    return scope, tuple(sorted(reading.items())), tuple(sorted(rulings.items()))


class Interrupted(KeyboardInterrupt):
    """Ctrl-C during an exploration, with what it had found."""

    def __init__(self, partial: ScopeResult) -> None:
        super().__init__()
        self.partial = partial


class _Check:
    """The parts of one check, with what was finished so far."""

    def __init__(self, ruleset: Ruleset, watch: Watch) -> None:
        self.ruleset, self.watch = ruleset, watch
        self.explorations = Explorations(ruleset, watch)
        self.results: dict[str, ScopeResult] = {}
        self.proofs: tuple[ProofResult, ...] = ()
        self.findings: tuple[FindingResult, ...] = ()
        self.short: list[Shortfall] = []
        self.passed_over: tuple[str, ...] = ()
        self.replays: tuple[Site, ...] = ()
        self.discovery: Discovery | None = None
        self.endings: tuple[EndingResult, ...] = ()

    def everything(self, scopes: Sequence[str] | None, directory: Path | None, timeout: float) -> None:
        """All parts; nothing is proved where no time is given for it."""
        ruleset = self.ruleset
        expected = load_expected(ruleset.root, ruleset.name, ruleset.system.checks)
        findings = ruleset.findings()
        unexplained: dict[str, Unexplained] = {}
        self.replays = ruleset.replays()  # first, as a mistake in a scenario file ends the check
        if not scopes:
            self.passed_over = tuple(s for s in self._explorable() if ruleset.scope(s).campaign)
        wanted = scopes or [s for s in self._explorable() if s not in self.passed_over]
        self.explorations.prepare(findings, wanted)
        for scope in wanted:
            self.results[scope], unexplained[scope] = explain(self.explorations.explored(scope, {}), findings)
        met = {v.name for r in self.results.values() for v in r.verdicts if v.word not in ("VACUOUS", "UNKNOWN")}
        ends = [o.event.kind for r in self.results.values() for o in r.events]
        if all(r.complete for r in self.results.values()) and "broken" not in ends:
            met.add(UNBROKEN)
        for scope, result in self.results.items():
            self.short += _of_scope(result, unexplained[scope], expected, met)
        if timeout and OPEN in ruleset.scopes():
            with self.watch(f"{ruleset.name}, proofs") as tell:
                asked = ruleset.scope(OPEN).prove or None
                self.proofs = ruleset.prove(
                    asked, timeout=timeout, directory=directory, progress=tell, witnesses=False, second=False
                )
            if any(proof.interrupted for proof in self.proofs):
                raise KeyboardInterrupt
            self.short += _of_proofs(self.proofs, expected, met)
            self.short += _of_witnesses(ruleset, self.proofs)
        self.findings = verify(
            findings, self.explorations.explored, ruleset.register, self.explorations.played, self.explorations.ended
        )
        self.short += _of_findings(self.findings)

    def find_facts(self, seconds: float) -> None:
        """Facts in the scope `open`, where there is one, and what ends there; nothing of it falls short."""
        if OPEN in self.ruleset.scopes():
            # Where the solver has no relation, the proofs say so.
            with self.watch(f"{self.ruleset.name}, facts") as tell, suppress(Unsupported):
                self.discovery = self.ruleset.discover(OPEN, timeout=seconds, progress=tell)
        with self.watch(f"{self.ruleset.name}, ends") as tell:
            limits = Limits(seconds=seconds)
            self.endings = self.ruleset.terminates(timeout=seconds, limits=limits, progress=tell)

    def _explorable(self) -> list[str]:
        """The scopes that leave nothing open."""
        return [s for s in self.ruleset.scopes() if not self.ruleset.scope(s).is_open]


def _merged(short: Sequence[Shortfall]) -> Iterator[Shortfall]:
    """What several scopes have in common is said once, with the message of the first of them."""
    alike: dict[tuple[str, str], list[Shortfall]] = {}
    for shortfall in short:
        alike.setdefault((shortfall.kind, shortfall.subject), []).append(shortfall)
    for group in alike.values():
        yield replace(group[0], scope=", ".join(dict.fromkeys(s.scope for s in group)))


def _of_scope(
    result: ScopeResult, unexplained: Unexplained, expected: Expectations, met: Collection[str]
) -> Iterator[Shortfall]:
    """What falls short in a scope. A situation that one scope does not reach may be met in another (`met`)."""
    scope = result.scope.name
    if not result.complete:
        yield Shortfall("incomplete", scope, scope, f"the exploration is incomplete: {result.stopped}")
    mend = "write a finding (`ruleslawyer findings new`), or correct the model"
    for event in unexplained.events:
        about = f"{event.event.kind}: {event.event.title}, {_after(event.trace)}, and no finding explains it"
        yield Shortfall("event", scope, event.event.title, about, mend)
    for deadlock in unexplained.deadlocks:
        subjects = ", ".join((*deadlock.unspoken, *(norm for _, norm in deadlock.forbidden)))
        why = subjects or "nothing could be chosen"
        about = f"deadlock {_after(deadlock.trace)}, and no finding explains it ({why})"
        yield Shortfall("deadlock", scope, subjects, about, mend)
    violated = {v.name for v in unexplained.violated}
    capped = _capped_by_a_finding(result, unexplained)
    for verdict in result.verdicts:
        expectation = expectation_of(expected, scope, verdict.name)
        explained = verdict.word == "VIOLATED" and verdict.name not in violated
        silent = verdict.word == "VACUOUS" or _left_out(verdict) or (verdict.word == "UNKNOWN" and capped)
        unmet = silent and verdict.name in met
        excused = expectation is None and (explained or unmet)
        if falls_short(verdict.word, expectation) and not excused:
            wanted = f" (expected {expectation.verdict})" if expectation else ""
            about = f"{verdict.name} is {verdict.word}{wanted}: {verdict.reason}"
            yield Shortfall("property", scope, verdict.name, about, _DECLARE)
    for problem in result.unreplayed:
        about = f"internal error: a play does not replay: {problem}"
        yield Shortfall("trace", scope, problem, about, "please report it")


def _capped_by_a_finding(result: ScopeResult, unexplained: Unexplained) -> bool:
    """Whether plays end early at caps alone, each of which a finding explains: such a scope is there to show a pump."""
    ends = [event for event in result.events if event.event.kind in ENDS]
    return bool(ends) and all(e.event.kind == "cap" and e not in unexplained.events for e in ends)


def _left_out(verdict: Verdict) -> bool:
    """Whether nothing is said only because the scope leaves out a rule that the property rests on."""
    return verdict.word == "UNKNOWN" and bool(verdict.off)


def _after(trace: Trace) -> str:
    return f"after {len(trace)} action{'' if len(trace) == 1 else 's'}"


_DECLARE = "correct the model or the property, or declare the verdict in checks/<ruleset>/expected.toml"


def _of_proofs(proofs: Sequence[ProofResult], expected: Expectations, met: Collection[str]) -> Iterator[Shortfall]:
    """What the solver leaves short. Where it gives up on what an exploration settled, the exploration's word stands."""
    for scope, name in expected:
        if scope == OPEN and name not in {p.property for p in proofs}:
            about = f"expected.toml speaks of {OPEN}.{name}, and nothing of that name was proved or refuted"
            yield Shortfall("proof", OPEN, name, about, "correct the name")
    for proof in proofs:
        expectation = expectation_of(expected, OPEN, proof.property)
        gave_up = (
            proof.verdict in ("BOUNDED", "UNKNOWN") and proof.property in met and (OPEN, proof.property) not in expected
        )
        if falls_short(proof.verdict, expectation) and not gave_up:
            wanted = f" (expected {expectation.verdict})" if expectation else ""
            about = f"{proof.property} is {proof.verdict}{wanted}: {proof.reason}"
            yield Shortfall("proof", OPEN, proof.property, about, _DECLARE)


def _of_witnesses(ruleset: Ruleset, proofs: Sequence[ProofResult]) -> Iterator[Shortfall]:
    """The solver's plays, each through the interpreter and the project's own code."""
    for proof in proofs:
        if proof.witness is not None:
            system, scope = ruleset.system, proof.witness.scope
            machines = (Interpreter(system, scope), Direct(system, scope, ruleset.root))
            for problem in filter(None, (witness_problem(machine, proof) for machine in machines)):
                about = f"internal error: the solver's play for {proof.property} does not replay: {problem}"
                yield Shortfall("trace", OPEN, proof.property, about, "please report it")


def _of_findings(findings: Sequence[FindingResult]) -> Iterator[Shortfall]:
    for result in findings:
        for evidence in result.evidence:
            if not evidence.reproduced:
                finding = result.finding
                about = f"finding {finding.id} no longer reproduces: {evidence.evidence}: {evidence.instead}"
                yield Shortfall("finding", evidence.evidence.scope, finding.id, about, f"correct {finding.file}")
        for settled in result.settled:
            if not settled.shown:
                about = f"finding {result.finding.id} is not settled by {settled.proposal}: {settled.problem}"
                mend = f"correct {result.finding.file}"
                yield Shortfall("finding", settled.proposal.scope, result.finding.id, about, mend)
