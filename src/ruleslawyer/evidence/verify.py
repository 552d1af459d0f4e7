"""Recomputing the evidence of findings, and which findings explain what an exploration met."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace

from ruleslawyer.checking.result import DeadlockResult, EventResult, ScopeResult
from ruleslawyer.checking.verdict import Verdict
from ruleslawyer.evidence.finding import Evidence, Finding
from ruleslawyer.register.clause import Register
from ruleslawyer.register.lint import exists
from ruleslawyer.semantics.events import Event
from ruleslawyer.semantics.trace import Trace

Explore = Callable[[str, Mapping[str, str]], ScopeResult]
"""The exploration of a scope under a reading; results may be shared."""


@dataclass(frozen=True, slots=True)
class EvidenceResult:
    """The answer to one query. instead: what was there, where the named thing was not; empty where it reproduced."""

    evidence: Evidence
    instead: str
    trace: Trace | None = None

    @property
    def reproduced(self) -> bool:
        return not self.instead

    @property
    def actions(self) -> int | None:
        """The length of the shortest play, where the answer has one."""
        return None if self.trace is None else len(self.trace)


@dataclass(frozen=True, slots=True)
class FindingResult:
    """A finding with what each of its queries gave."""

    finding: Finding
    evidence: tuple[EvidenceResult, ...]

    @property
    def reproduced(self) -> bool:
        return all(e.reproduced for e in self.evidence)


@dataclass(frozen=True, slots=True)
class Unexplained:
    """What an exploration met and no finding names: material events, deadlocks, violated properties."""

    events: tuple[EventResult, ...]
    deadlocks: tuple[DeadlockResult, ...]
    violated: tuple[Verdict, ...]

    def __bool__(self) -> bool:
        return bool(self.events or self.deadlocks or self.violated)


def verify(
    findings: Iterable[Finding], explore: Explore, register: Register | None = None
) -> tuple[FindingResult, ...]:
    """Ask every query of every finding again."""
    return tuple(FindingResult(f, tuple(_answer(f, e, explore, register) for e in f.evidence)) for f in findings)


def explain(result: ScopeResult, findings: Iterable[Finding]) -> tuple[ScopeResult, Unexplained]:
    """The same result with the ids of the findings that name each material event and deadlock; and what none names."""
    findings = tuple(findings)
    events = tuple(replace(e, findings=_ids(findings, "event", e)) if e.material else e for e in result.events)
    deadlocks = tuple(replace(d, findings=_ids(findings, "deadlock", d)) for d in result.deadlocks)
    violated = tuple(v for v in result.verdicts if v.word == "VIOLATED" and not _ids(findings, "verdict", v))
    unexplained = Unexplained(
        tuple(e for e in events if e.material and not e.findings),
        tuple(d for d in deadlocks if not d.findings),
        violated,
    )
    return replace(result, events=events, deadlocks=deadlocks), unexplained


def _ids(findings: tuple[Finding, ...], ask: str, met: EventResult | DeadlockResult | Verdict) -> tuple[str, ...]:
    return tuple(f.id for f in findings if any(e.ask == ask and _names(f, e, met) for e in f.evidence))


def _names(finding: Finding, evidence: Evidence, met: EventResult | DeadlockResult | Verdict) -> bool:
    match met:
        case EventResult(event=event):
            return _same(evidence, event) and not _unnamed(finding, event)
        case DeadlockResult():
            return _inside(evidence, met)
        case Verdict(name=name, word=word):
            return bool(evidence.about["property"] == name and evidence.expect.get("word", "VIOLATED") == word)


def _same(evidence: Evidence, event: Event) -> bool:
    about = evidence.about
    pair = about.get("pair")
    kind, subject = about["kind"] == event.kind, about["subject"] == event.subject
    return bool(kind and subject and (pair is None or set(pair) == set(event.pair)))


def _unnamed(finding: Finding, event: Event) -> str:
    """What of an event a finding fails to name: its question, or its clauses (both, where two clash); else empty."""
    question = "" if ":" in event.choice else event.choice
    if question and question not in finding.questions:
        return f"it is about the question {question}, which the finding does not name"
    cited = set(event.cites)
    if len(cited & set(finding.clauses)) < min(len(cited), 2 if event.pair else 1):
        return f"it cites {', '.join(sorted(cited))}, and the finding names {', '.join(finding.clauses)}"
    return ""


def _inside(evidence: Evidence, deadlock: DeadlockResult) -> bool:
    """Whether a deadlock has everything that the query names; a query that names nothing means one that has nothing."""
    unspoken, forbidden = set(evidence.about.get("unspoken", ())), set(evidence.about.get("forbidden", ()))
    norms = {norm for _, norm in deadlock.forbidden}
    if not unspoken and not forbidden:
        return not deadlock.unspoken and not norms
    return unspoken <= set(deadlock.unspoken) and forbidden <= norms


# --- answers -----------------------------------------------------------------------------------------------------


def _answer(finding: Finding, evidence: Evidence, explore: Explore, register: Register | None) -> EvidenceResult:
    if evidence.ask == "text":
        return EvidenceResult(evidence, _text(evidence, register))
    result = explore(evidence.scope, evidence.reading)
    match evidence.ask:
        case "event":
            return _event(finding, evidence, result)
        case "deadlock":
            return _deadlock(evidence, result)
        case "verdict":
            return _verdict(evidence, result)
    return EvidenceResult(evidence, _dead(evidence, result))


def _event(finding: Finding, evidence: Evidence, result: ScopeResult) -> EvidenceResult:
    same = [e for e in result.events if _same(evidence, e.event)]
    if not same:
        near = [e for e in result.events if e.event.subject == evidence.about["subject"]] or list(result.events)
        return _absent(evidence, result, [f"{e.event.kind} of {e.event.title}" for e in near])
    # Several pairs of one question may clash: the finding is about the nearest that matters.
    found = min(same, key=lambda e: (not e.material, e.depth))
    wanted = evidence.expect.get("material", True)
    problems = [_unnamed(finding, found.event)]
    if found.material != wanted:
        problems.append("it is material" if found.material else "it is not material: no option changes what happens")
    return _measured(evidence, found.trace, problems)


def _deadlock(evidence: Evidence, result: ScopeResult) -> EvidenceResult:
    same = [d for d in result.deadlocks if _inside(evidence, d)]
    if not same:
        return _absent(evidence, result, [_described(d) for d in result.deadlocks])
    return _measured(evidence, min(same, key=lambda d: len(d.trace)).trace, [])


def _described(deadlock: DeadlockResult) -> str:
    unspoken = [f"{action} unspoken" for action in deadlock.unspoken]
    forbidden = [f"{action} forbidden by {norm}" for action, norm in deadlock.forbidden]
    return "deadlock: " + (", ".join(unspoken + forbidden) or "nothing could be done at all")


def _verdict(evidence: Evidence, result: ScopeResult) -> EvidenceResult:
    name, wanted = evidence.about["property"], evidence.expect.get("word", "VIOLATED")
    verdict = next((v for v in result.verdicts if v.name == name), None)
    if verdict is None:
        return _absent(evidence, result, [f"verdict on {v.name}" for v in result.verdicts])
    if verdict.word != wanted:
        return EvidenceResult(evidence, f"{name} is {verdict.word}: {verdict.reason}", verdict.trace)
    return _measured(evidence, verdict.trace, [])


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


def _measured(evidence: Evidence, trace: Trace | None, problems: list[str]) -> EvidenceResult:
    wanted = evidence.expect.get("actions")
    length = None if trace is None else len(trace)
    if wanted is not None and wanted != length:
        problems.append(f"the shortest play has {length} actions" if length is not None else "it has no play")
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
    gone = [c for c in about["clauses"] if c not in register.clauses]
    if gone:
        return f"the book has no {', '.join(gone)} any more"
    wanted = evidence.expect.get("digests", [])
    pairs = zip(about["clauses"], wanted, strict=False)
    changed = [c for c, digest in pairs if register.digests.get(register.clauses[c].line) != digest]
    return f"the text of {', '.join(changed)} is another one now" if changed else ""
