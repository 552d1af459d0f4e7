"""Recomputing the evidence of findings, and which findings explain what an exploration met."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from ruleslawyer.base.files.content import Json
from ruleslawyer.check.evidence.claim import Claim
from ruleslawyer.check.evidence.finding import Finding
from ruleslawyer.check.evidence.naming import asks, describe, named_by, why_no_match
from ruleslawyer.check.evidence.query import Evidence
from ruleslawyer.check.evidence.settle import Explore, Settled, settlement
from ruleslawyer.ir.schema import Scope
from ruleslawyer.ir.system import System
from ruleslawyer.rulebook.claims.occurrence import Found, wrong_in
from ruleslawyer.rulebook.claims.result import Premises, ScopeResult
from ruleslawyer.rulebook.claims.verdict import Verdict, count_actions
from ruleslawyer.rulebook.register.clause import Register
from ruleslawyer.rulebook.register.lint import exists
from ruleslawyer.semantics.trace import Trace

if TYPE_CHECKING:
    from ruleslawyer.check.scenario.suite import Told
    from ruleslawyer.proof.termination import EndingResult

Ends = Callable[[str, Mapping[str, str]], "Sequence[EndingResult]"]
"""Whether turns and games end in a scope under a reading."""
Play = Callable[[str, str], "Told"]
"""The run of a scenario, by its file and its name; an unknown one is a `UsageError`."""
Keep = Callable[[Evidence, "Callable[[], EvidenceResult]"], "EvidenceResult"]
"""The answer to a query as it is known, or else as it is made."""
SEARCHED = ("terminates",)
"""Queries that are answered by a search of their own."""
LONG = (*SEARCHED, "core")
"""Those that take long, and that are worth keeping."""


@dataclass(frozen=True, slots=True)
class EvidenceResult:
    """The answer to one query. instead: what was there, where the named thing was not; empty where it reproduced.

    moves: the actions of a scenario, as a person would write them. premises: under what it was asked. scope: that of
    the play, with the rulings that a scenario is played under.
    """

    evidence: Evidence
    instead: str
    trace: Trace | None = None
    moves: tuple[str, ...] = ()
    premises: Premises | None = None
    scope: Scope | None = None
    rulings: Mapping[str, str] = field(default_factory=dict)

    @property
    def reproduced(self) -> bool:
        return not self.instead

    @property
    def actions(self) -> int | None:
        """The length of the shortest play, where the answer has one; of the scenario, where it is one."""
        if self.evidence.ask == "scenario":
            return len(self.moves)
        return None if self.trace is None else self.trace.length


@dataclass(frozen=True, slots=True)
class FindingResult:
    """A finding with what each of its queries gave, what backs its claims, and the re-run of what would settle it."""

    finding: Finding
    evidence: tuple[EvidenceResult, ...]
    settled: tuple[Settled, ...] = ()
    claims: tuple[EvidenceResult, ...] = ()

    @property
    def reproduced(self) -> bool:
        return all(e.reproduced for e in (*self.evidence, *self.claims))

    @property
    def first_with_play(self) -> EvidenceResult | None:
        """The first of its evidence that has a play to show."""
        return next((e for e in self.evidence if e.trace is not None and e.scope is not None), None)

    @property
    def claims_with_answers(self) -> tuple[tuple[Claim, EvidenceResult], ...]:
        """Each claim with the answer that backs it, or does not."""
        return tuple(zip(self.finding.claims, self.claims, strict=True))

    def json(self, ruleset: str) -> Json:
        """The result as JSON, for scripts."""
        return {
            "ruleset": ruleset,
            "id": self.finding.id,
            "basis": self.finding.basis,
            "reproduced": self.reproduced,
            "evidence": [
                {"asked": str(e.evidence), "scope": e.evidence.scope, "reproduced": e.reproduced,
                 "instead": e.instead or None, "actions": e.actions,
                 "under": e.premises.text() if e.premises is not None else ""}
                for e in self.evidence
            ],
            "claims": [
                {"says": claim.says, "asked": str(claim.by), "scope": claim.by.scope, "reproduced": answer.reproduced,
                 "instead": answer.instead or None}
                for claim, answer in self.claims_with_answers
            ],
            "settled": [run.json() for run in self.settled],
        }  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Sources:
    """Whom the queries are asked; what is None is not asked for."""

    explore: Callable[[str, Mapping[str, str]], ScopeResult]
    register: Register | None
    play: Play | None
    system: System | None
    ends: Ends | None
    keep: Keep | None


def verify(
    findings: Iterable[Finding],
    explore: Explore,
    register: Register | None = None,
    play: Play | None = None,
    system: System | None = None,
    ends: Ends | None = None,
    keep: Keep | None = None,
) -> tuple[FindingResult, ...]:
    """Ask every query of every finding again, and try out what would settle it.

    system: the rules, for cores. ends: how turns and games end. keep: who knows answers that take long.
    """
    sources = _Sources(explore, register, play, system, ends, keep)
    return tuple(
        FindingResult(
            f,
            tuple(_answer(f, e, sources) for e in f.evidence),
            settlement(f, explore),
            tuple(_answer(None, claim.by, sources) for claim in f.claims),
        )
        for f in findings
    )


def explain(result: ScopeResult, findings: Iterable[Finding]) -> tuple[ScopeResult, tuple[Found, ...]]:
    """The same result with the ids of the findings that name each material event and deadlock; and what none names."""
    findings = tuple(findings)
    events = tuple(replace(e, findings=named_by(findings, e)) if e.material else e for e in result.events)
    deadlocks = tuple(replace(d, findings=named_by(findings, d)) for d in result.deadlocks)
    shown = replace(result, events=events, deadlocks=deadlocks)
    return shown, tuple(
        one for one in wrong_in(shown) if not (named_by(findings, one) if isinstance(one, Verdict) else one.findings)
    )


# --- answers -----------------------------------------------------------------------------------------------------


def _answer(finding: Finding | None, evidence: Evidence, sources: _Sources) -> EvidenceResult:
    """The answer to a query; evidence has to be about what its finding names (None: it backs a claim)."""
    if sources.keep is not None and evidence.ask in LONG:
        return sources.keep(evidence, lambda: _ask(finding, evidence, sources))
    return _ask(finding, evidence, sources)


def _ask(finding: Finding | None, evidence: Evidence, sources: _Sources) -> EvidenceResult:
    if evidence.ask == "text":
        return EvidenceResult(evidence, _text(evidence, sources.register))
    if evidence.ask == "scenario":
        assert sources.play is not None, "somebody has to play scenarios"
        return _scenario(finding, evidence, sources.play(evidence.about["file"], evidence.about["name"]))
    if evidence.ask == "terminates":
        assert sources.ends is not None, "somebody has to look for ends"
        ended = sources.ends(evidence.scope, evidence.reading)
        return replace(
            _ending(evidence, ended),
            premises=next((e.premises for e in ended if e.ending == evidence.about["ending"]), None),
        )
    result = sources.explore(evidence.scope, evidence.reading)
    return replace(_look_in(finding, evidence, result, sources), premises=result.premises, scope=result.scope)


def answer_of_scope(finding: Finding | None, evidence: Evidence, result: ScopeResult, system: System) -> EvidenceResult:
    """The answer of one exploration to a query that is asked of it."""
    return _look_in(finding, evidence, result, _Sources(lambda *_: result, None, None, system, None, None))


def _look_in(finding: Finding | None, evidence: Evidence, result: ScopeResult, sources: _Sources) -> EvidenceResult:
    match evidence.ask:
        case "event":
            return _event(finding, evidence, result)
        case "deadlock":
            return _deadlock(evidence, result)
        case "verdict":
            return _verdict(evidence, result)
        case "core":
            assert sources.system is not None, "somebody has to know the rules"
            return _core(evidence, result, sources.system)
    return EvidenceResult(evidence, _dead(evidence, result))


def _event(finding: Finding | None, evidence: Evidence, result: ScopeResult) -> EvidenceResult:
    same = [e for e in result.events if asks(evidence, e)]
    if not same:
        near = [e for e in result.events if e.event.subject == evidence.about["subject"]] or list(result.events)
        return _absent(evidence, result, [f"{e.event.kind} of {e.event.title}" for e in near])
    # Several pairs of one question may clash: the finding is about the nearest that matters.
    found = min(same, key=lambda e: (not e.material, e.depth))
    wanted = evidence.expect.get("material", True)
    problems = [why_no_match(finding, found.event)] if finding else []
    if found.material != wanted:
        problems.append("it is material" if found.material else "it is not material: no option changes what happens")
    return _measure(evidence, found.trace, problems)


def _deadlock(evidence: Evidence, result: ScopeResult) -> EvidenceResult:
    same = [d for d in result.deadlocks if asks(evidence, d)]
    if not same:
        return _absent(evidence, result, [describe(d) for d in result.deadlocks])
    return _measure(evidence, min(same, key=lambda d: d.trace.length).trace, [])


def _verdict(evidence: Evidence, result: ScopeResult) -> EvidenceResult:
    name, wanted = evidence.about["property"], evidence.word
    verdict = next((v for v in result.verdicts if v.name == name), None)
    if verdict is None:
        return _absent(evidence, result, [f"verdict on {v.name}" for v in result.verdicts])
    if verdict.word != wanted:
        return EvidenceResult(evidence, f"{name} is {verdict.word}: {verdict.reason}", verdict.trace)
    return _measure(evidence, verdict.trace, [p for p in result.unreplayed if p.startswith(f"{name}, ")])


def _core(evidence: Evidence, result: ScopeResult, system: System) -> EvidenceResult:
    """The core where it is nearest: of a clash over a subject, or of a deadlock."""
    from ruleslawyer.proof.cores import clashes, deadlocks, nearest_clashes  # it loads the solver

    wanted, subject = set(evidence.about["clauses"]), evidence.about.get("subject")
    there: list[tuple[tuple[str, ...], Trace]] = []
    if subject is None:
        there = [(core, d.deadlock.trace) for d in deadlocks(system, [result]) for core in d.subsets.cores]
    else:
        nearest = nearest_clashes([result])
        for clash in clashes(system, [result]):
            if clash.subject == subject:
                there += [(core, nearest[subject, *core][1].trace) for core in clash.subsets.cores]
    same = [trace for core, trace in there if set(core) == wanted]
    if not same:
        return _absent(evidence, result, [", ".join(core) for core, _ in there])
    return _measure(evidence, min(same, key=lambda trace: trace.length), [])


def _ending(evidence: Evidence, results: Sequence[EndingResult]) -> EvidenceResult:
    """The verdict on a turn's or a game's end; the play of a lasso, once round included."""
    found = next(one for one in results if one.ending == evidence.about["ending"])
    trace = None if found.lasso is None else found.lasso.trace
    if found.word != evidence.word:
        said = f"{found.ending}: {found.word}, {found.reason}"
        return EvidenceResult(evidence, said, trace, premises=found.premises)
    return replace(_measure(evidence, trace, []), premises=found.premises)


def _scenario(finding: Finding | None, evidence: Evidence, found: Told) -> EvidenceResult:
    """The play of a scenario; as evidence it must be about some clause that the finding names."""
    if finding and not set(found.clauses) & set(finding.clauses):
        about = "the scenario is about none of the clauses of the finding"
        return EvidenceResult(evidence, about, moves=found.moves)
    return EvidenceResult(
        evidence, found.instead, found.trace, found.moves, scope=found.scope, rulings=found.rulings
    )  # fmt: skip


def _dead(evidence: Evidence, result: ScopeResult) -> str:
    rule = evidence.about["rule"]
    if rule in result.never_live:
        return "" if result.complete else f"{rule} was not live, but the exploration is incomplete: {result.stopped}"
    return f"{rule} is live somewhere in {result.scope.name}" if rule in result.live else f"there is no rule {rule}"


def _absent(evidence: Evidence, result: ScopeResult, there: list[str]) -> EvidenceResult:
    """Not there: say what was, and how far anybody looked."""
    seen = f"{result.states} states of {result.scope.name}" + ("" if result.complete else f", {result.stopped}")
    listed = "; ".join(there[:5]) + ("; …" if len(there) > 5 else "")
    return EvidenceResult(evidence, f"not met in {seen}; there was instead: {listed or 'nothing of the kind'}")


def _measure(evidence: Evidence, trace: Trace | None, problems: list[str]) -> EvidenceResult:
    wanted = evidence.expect.get("actions")
    length = None if trace is None else trace.length
    if wanted is not None and wanted != length:
        problems.append(f"the shortest play has {count_actions(length)}" if length is not None else "it has no play")
    return EvidenceResult(evidence, "; ".join(p for p in problems if p), trace)


def _text(evidence: Evidence, register: Register | None) -> str:
    if register is None:
        return "the ruleset has no register"
    about = evidence.about
    if "term" in about:
        term = next((t for t in register.terms if t.name == about["term"]), None)
        if term is None:
            return f"book.toml lists no term `{about['term']}`"
        if "defined" in about:
            missing = [c for c in about["defined"] if c not in term.defined]
            return f"{', '.join(missing)} {'do' if len(missing) > 1 else 'does'} not define it" if missing else ""
        if term.defined:
            return f"it is defined in {', '.join(term.defined)}"
        return "" if term.used else "nothing uses it"
    if "reference" in about:
        clause, to = about["reference"]["clause"], about["reference"]["to"]
        if not any(r.clause == clause and r.to == to for r in register.references):
            return f"book.toml lists no reference from {clause} to {to}"
        return f"{to} exists" if exists(register, to) else ""
    gone = [c for c in about["clauses"] if c not in register.citable_clauses]
    if gone:
        return f"the book has no {', '.join(gone)} any more"
    wanted = evidence.expect.get("digests", [])
    pairs = zip(about["clauses"], wanted, strict=False)
    changed = [
        c for c, digest in pairs if c in register.clauses and register.digests.get(register.clauses[c].line) != digest
    ]
    return f"the text of {', '.join(changed)} is another one now" if changed else ""
