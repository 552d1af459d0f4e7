"""The summary of a check in a few sentences, and its limits."""

from __future__ import annotations

from collections.abc import Iterator

from ruleslawyer.check.result import RulesetResult
from ruleslawyer.ir.rules import UNBROKEN
from ruleslawyer.report import says_check as check
from ruleslawyer.rulebook.claims.verdict import FOR_ANY
from ruleslawyer.rulebook.register.coverage import APPROXIMATION


def summary(result: RulesetResult) -> list[str]:
    """The verdict in a few sentences."""
    head = check.falls_short.text(result) or (
        "Everything is as expected: every material event has a finding, and every finding reproduces."
    )
    explored = check.events.text(result) or "No scope was explored."
    counted = check.properties.text(result)
    return [head, check.open_findings.text(result), explored, *([counted] if counted else [])]


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
        yield from filter(None, (check.replay_failures.text(scope),))
    rims: dict[str, list[str]] = {}
    for scope in result.scopes:
        for note in scope.rims:
            rims.setdefault(note, []).append(scope.scope.name)
    yield from (check.rim.text(note, names) for note, names in rims.items())
    counted = (check.idle, check.missing_clauses, check.missing_lines)
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
