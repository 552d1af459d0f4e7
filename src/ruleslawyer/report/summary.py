"""What a check says in a few sentences, and what it does not say."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from ruleslawyer.check.result import RulesetResult
from ruleslawyer.claims.verdict import FOR_ANY
from ruleslawyer.register.coverage import APPROXIMATION


def _count(number: int, noun: str, plural: str = "") -> str:
    return f"{number:,} {noun if number == 1 else plural or noun + 's'}"


def summary(result: RulesetResult) -> list[str]:
    """The verdict in a few sentences."""
    open_ = [f for f in result.findings if f.finding.state in ("open", "asked")]
    high = sum(f.finding.severity == "high" for f in open_)
    head = "Everything is as expected: every material event has a finding, and every finding reproduces."
    if not result.as_expected:
        number = len(result.falls_short)
        head = f"{_count(number, 'thing')} {'falls' if number == 1 else 'fall'} short of what is expected."
    defects = f"The text has {_count(len(open_), 'open finding')}, {high} of them of high severity."
    material = {e.event.key for s in result.scopes for e in s.events if e.material}
    seen = " and ".join(
        f"{s.scope.name} ({_count(s.states, 'state')}{'' if s.complete else ', incomplete'})" for s in result.scopes
    )
    if len(result.scopes) > _FEW:
        whole = all(s.complete for s in result.scopes)
        states = _count(sum(s.states for s in result.scopes), "state")
        seen = f"{len(result.scopes)} scopes ({states}{'' if whole else ', some incomplete'})"
    one = "contradiction, gap or the like that matters was"
    met = _count(len(material), one, "contradictions, gaps and the like that matter were")
    explored = f"{met} met in {seen}." if seen else "No scope was explored."
    known: dict[str, set[str]] = {}
    for name, word in [(v.name, v.word) for s in result.scopes for v in s.verdicts] + [
        (p.property, p.said()) for p in result.proofs
    ]:
        known.setdefault(name, set()).add(word)
    words = [strongest(said) for said in known.values()]
    counted = ", ".join(f"{words.count(w)} {w}" for w in STRONGEST if w in words)
    return [head, defects, explored, *([f"Properties: {counted}."] if counted else [])]


_FEW = 5
"""Scopes that are named in the summary; more are counted."""
STRONGEST = ("VIOLATED", FOR_ANY, "PROVED", "HOLDS IN SCOPE", "BOUNDED", "VACUOUS", "UNKNOWN")
"""What is said of a property in one word, where scopes and proofs say several things."""


def strongest(verdicts: Collection[str]) -> str:
    """The word that says most, of all the verdicts on one property."""
    return next((word for word in STRONGEST if any(v.startswith(word) for v in verdicts)), STRONGEST[-1])


def limits(result: RulesetResult, trust: str = "") -> Iterator[str]:
    """What this report does not say. `trust`: how far its verdicts may be trusted, where that was measured."""
    yield "HOLDS IN SCOPE speaks of the stated scope and reading alone: other sizes, cards or readings may differ."
    if trust:
        yield trust
    for scope in result.scopes:
        if not scope.complete:
            yield f"{scope.scope.name} was not explored completely: {scope.stopped}."
        if scope.scope.off:
            yield f"{scope.scope.name} switches off: {', '.join(scope.scope.off)}."
        if scope.unreplayed:
            yield f"{_count(len(scope.unreplayed), 'play')} of {scope.scope.name} did not replay: a defect of the tool."
    rims: dict[str, list[str]] = {}
    for scope in result.scopes:
        for note in scope.rims:
            rims.setdefault(note, []).append(scope.scope.name)
    for note, names in rims.items():
        more = [_count(len(names) - _FEW, "more scope")] if len(names) > _FEW else []
        yield f"In {' and '.join([', '.join(names[:_FEW]), *more])}, {note}."
    idle = set.intersection(*(set(s.never_live) for s in result.scopes)) if result.scopes else set()
    if idle:
        where = "in any scope" if len(result.scopes) > 1 else f"in {result.scopes[0].scope.name}"
        yield f"{_count(len(idle), 'rule')} {'was' if len(idle) == 1 else 'were'} never live {where}."
    if result.coverage:
        total = result.coverage.total
        if total.not_yet_modelled:
            left = _count(total.not_yet_modelled, "clause")
            yield f"{left} of {total.clauses:,} not modelled yet: nothing is claimed there."
        if result.coverage.unaccounted:
            yield f"{_count(len(result.coverage.unaccounted), 'line')} of the source not accounted for."
        yield f"Coverage: {APPROXIMATION}"
    if any(p.verdict == "PROVED" and not p.any_number for p in result.proofs):
        yield "PROVED means proved by z3, with obligations solved again by a fresh z3; both could share a mistake."
    if any(p.any_number for p in result.proofs):
        yield (
            f"{FOR_ANY} of cards rests on rules that are said once for all sizes, which the tests hold against plays; "
            "that no check of the model fails is assumed."
        )
    if any(one.property for one in result.lapsed):
        gone = ", ".join(one.name for one in result.lapsed if one.property)
        yield f"Proved for any number of cards once, and not in this check: {gone}."
