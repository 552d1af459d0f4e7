"""The summary of a check in a few sentences, and its limits: statements for terminal, document and pages."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ruleslawyer.base.files.content import Json
from ruleslawyer.check.evidence.finding import UNANSWERED
from ruleslawyer.check.result import RulesetResult
from ruleslawyer.ir.rules import UNBROKEN
from ruleslawyer.report.scopes import STRONGEST, strongest
from ruleslawyer.report.statement import Values, statements_about
from ruleslawyer.rulebook.claims.result import ScopeResult
from ruleslawyer.rulebook.claims.verdict import FOR_ANY
from ruleslawyer.rulebook.register.coverage import APPROXIMATION

statement = statements_about("check")

FEW = 5
"""Scopes that are named; more are counted."""


@statement("{n} {n:thing falls|things fall} short of what is expected.")
def falls_short(result: RulesetResult) -> Values | None:
    return None if result.as_expected else {"n": len(result.falls_short)}


@statement("The text has {open} open {open:finding|findings}, {high} of them of high severity.")
def open_findings(result: RulesetResult) -> Values:
    found = [f.finding for f in result.findings if f.finding.state in UNANSWERED]
    return {"open": len(found), "high": sum(f.severity == "high" for f in found)}


@statement(
    "{n} {n:contradiction, gap or the like that matters was|contradictions, gaps and the like that matter were} met in "
    "{seen}."
)
def events(result: RulesetResult) -> Values | None:
    if not result.scopes:
        return None
    material = {e.event.key for s in result.scopes for e in s.events if e.material}
    return {"n": len(material), "seen": _scope_list(result.scopes)}


def _scope_list(scopes: Sequence[ScopeResult]) -> str:
    if len(scopes) <= FEW:
        return " and ".join(
            f"{s.scope.name} ({_states(s.states)}{'' if s.complete else ', incomplete'})" for s in scopes
        )
    whole = "" if all(s.complete for s in scopes) else ", some incomplete"
    return f"{len(scopes)} scopes ({_states(sum(s.states for s in scopes))}{whole})"


def _states(number: int) -> str:
    return f"{number:,} {'state' if number == 1 else 'states'}"


@statement("Properties: {counts}.")
def properties(result: RulesetResult) -> Values | None:
    known: dict[str, set[str]] = {}
    told = [(v.name, str(v.word)) for s in result.scopes for v in s.verdicts]
    for name, word in told + [(p.property, p.verdict_text()) for p in result.proofs]:
        known.setdefault(name, set()).add(word)
    words = [strongest(said) for said in known.values()]
    counts = ", ".join(f"{words.count(w)} {w}" for w in STRONGEST if w in words)
    return {"counts": counts} if counts else None


@statement("findings: {n} of {of} reproduce")
def reproduce(result: RulesetResult) -> Values | None:
    found = [f.reproduced for f in result.findings]
    return {"n": sum(found), "of": len(found)} if found else None


@statement(
    "{clauses} clauses: {modelled} modelled ({decisive} decisive), {excluded} are register only, "
    "{left} not yet modelled"
)
def clauses(result: RulesetResult) -> Values | None:
    if result.coverage is None:
        return None
    c = result.coverage.total
    counts = {"clauses": c.clauses, "modelled": c.modelled, "decisive": c.decisive}
    return {**counts, "excluded": c.excluded, "left": c.not_yet_modelled}


# --- what it does not say ---------------------------------------------------------------------------------------------


@statement("{n} {n:play|plays} of {scope} did not replay: a defect of the tool.")
def replay_failures(scope: ScopeResult) -> Values | None:
    return {"n": len(scope.unreplayed), "scope": scope.scope.name} if scope.unreplayed else None


@statement("{n} {n:rule was|rules were} never live {where}.")
def idle(result: RulesetResult) -> Values | None:
    if not result.never_live:
        return None
    where = "in any scope" if len(result.scopes) > 1 else f"in {result.scopes[0].scope.name}"
    cut = "" if all(scope.complete for scope in result.scopes) else " so far: not everything was explored"
    return {"n": len(result.never_live), "where": where + cut}


@statement("{left} {left:clause|clauses} of {clauses} not modelled yet: nothing is claimed there.")
def missing_clauses(result: RulesetResult) -> Values | None:
    c = result.coverage
    return {"left": c.total.not_yet_modelled, "clauses": c.total.clauses} if c and c.total.not_yet_modelled else None


@statement("{n} {n:line|lines} of the source not accounted for.")
def missing_lines(result: RulesetResult) -> Values | None:
    c = result.coverage
    return {"n": len(c.unaccounted)} if c and c.unaccounted else None


@statement("In {scopes}, {note}.")
def rim(note: str, scopes: Sequence[str]) -> Values:
    left = len(scopes) - FEW
    more = [f"{left} more {'scope' if left == 1 else 'scopes'}"] if left > 0 else []
    return {"note": note, "scopes": " and ".join([", ".join(scopes[:FEW]), *more])}


# --- what nobody asked ------------------------------------------------------------------------------------------------


unasked = statements_about("unasked")


@unasked("{n} {n:question|questions} of which no finding speaks {n:was|were} met in play.")
def questions(r: Json) -> Values | None:
    found = (r.get("nobody_asked") or {}).get("questions")
    return {"n": len(found["open"]) + found["left"]} if found and found["open"] else None


@unasked("{n} {n:pair|pairs} of things that could meet {n:was|were} not met: of these nothing is known.")
def unmet_pairs(questions: Json) -> Values | None:
    return {"n": questions["not_met"]} if questions["not_met"] else None


@unasked("{n} more: <code>sweep --questions --all</code> prints them.")
def more(questions: Json) -> Values | None:
    return {"n": questions["left"]} if questions["left"] else None


@unasked("{n}")
def times(law: Json) -> Values:
    return {"n": law["met"], "about": law["name"]}


# --- the summary ------------------------------------------------------------------------------------------------------


def summary(result: RulesetResult) -> list[str]:
    """The verdict in a few sentences."""
    head = falls_short.text(result) or (
        "Everything is as expected: every material event has a finding, and every finding reproduces."
    )
    explored = events.text(result) or "No scope was explored."
    counted = properties.text(result)
    return [head, open_findings.text(result), explored, *([counted] if counted else [])]


def limits(result: RulesetResult, trust: str = "") -> Iterator[str]:
    """The limits of this report. `trust`: how far its verdicts may be trusted, where that was measured."""
    yield "HOLDS IN SCOPE speaks of the stated scope and reading alone: other sizes, cards or readings may differ."
    if trust:
        yield trust
    for scope in result.scopes:
        if not scope.complete:
            yield f"{scope.scope.name} was not explored completely: {scope.stopped}."
        if scope.scope.off:
            yield f"{scope.scope.name} switches off: {', '.join(scope.scope.off)}."
        yield from filter(None, (replay_failures.text(scope),))
    rims: dict[str, list[str]] = {}
    for scope in result.scopes:
        for note in scope.rims:
            rims.setdefault(note, []).append(scope.scope.name)
    yield from (rim.text(note, names) for note, names in rims.items())
    counted = (idle, missing_clauses, missing_lines)
    yield from filter(None, (statement.text(result) for statement in counted))
    if result.coverage:
        yield f"Coverage: {APPROXIMATION}"
    if result.proofs:
        shown = any(one.property == UNBROKEN and one.verdict == "PROVED" for one in result.proofs)
        assumed = "" if shown else "; that no check of the model fails is assumed"
        yield (
            f"{FOR_ANY} rests on rules that are said once for all sizes, which the tests hold against plays{assumed}."
        )
    if any(one.property for one in result.lapsed):
        gone = ", ".join(one.name for one in result.lapsed if one.property)
        yield f"Proved for any number once, and not in this check: {gone}."
