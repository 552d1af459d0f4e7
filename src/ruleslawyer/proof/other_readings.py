"""Plays under other readings than the default. What is proved is proved of every reading: so what is not proved is
asked under each other option that a play of a small scope hangs on, one option at a time.

Where none is found nothing is concluded: two options together may break what neither breaks alone.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from time import monotonic

from ruleslawyer.base.diagnostics import Tell
from ruleslawyer.exploration.explore import explore_scope
from ruleslawyer.exploration.variants.choices import Noted, noting, others
from ruleslawyer.proof.in_scope import answer
from ruleslawyer.proof.result import ProofResult
from ruleslawyer.rulebook.claims.limits import Limits
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset

STATES, SECONDS = 3_000, 5.0
"""How far a play is looked for under one option."""


def break_under_readings(
    ruleset: LoadedRuleset, proofs: Sequence[ProofResult], scopes: Sequence[str], reading: Mapping[str, str] | None,
    rulings: Mapping[str, str] | None, seconds: float, progress: Tell | None,
) -> list[ProofResult]:  # fmt: skip
    """The properties; one that a play under another option breaks is VIOLATED, by that play. What `reading` or
    `rulings` choose stays so. seconds: of the clock, for all scopes."""
    found, end = {proof.property: proof for proof in proofs}, monotonic() + seconds
    left: Collection[str] = list(found)
    for scope in scopes:
        asked = 0
        for choice, option in _options(ruleset, scope, reading, rulings, end):
            if not left or monotonic() > end:
                break
            if progress is not None:
                progress(f"exploring {scope} with {choice}={option}")
            under = ruleset.in_scope(ruleset.scope(scope), {**(reading or {}), choice: option}, rulings)
            result = explore_scope(under, limits=_within(end), engine="networkx")
            asked += 1
            asked_anew = [
                replace(found[name], verdict="UNKNOWN", tried=()) for name in left
            ]  # as if nothing were known
            for one in answer(asked_anew, [result], ruleset.system):
                if one.verdict == "VIOLATED":
                    found[one.property] = _beside_default(one, found[one.property])
            left = [name for name in left if found[name].verdict != "VIOLATED"]
        if asked:
            options = "option" if asked == 1 else "options, one at a time"
            found |= {
                name: _say(found[name], f"in {scope} no play breaks it under {asked} other {options}") for name in left
            }
    return list(found.values())


def _within(end: float) -> Limits:
    return Limits(states=STATES, seconds=min(SECONDS, max(0.1, end - monotonic())))


def _options(
    ruleset: LoadedRuleset, scope: str, reading: Mapping[str, str] | None, rulings: Mapping[str, str] | None, end: float
) -> list[tuple[str, str]]:  # fmt: skip
    """The other options of what plays of the scope hang on, but of what is chosen."""
    if monotonic() > end:
        return []
    system = noting(ruleset.in_scope(ruleset.scope(scope), reading, rulings))
    if system.has_beginning():
        explore_scope(system, limits=_within(end), engine="networkx")
    assert isinstance(system.reading, Noted)
    return [*others(system, system.reading.asked.difference(reading or {}))]


def _say(proof: ProofResult, more: str) -> ProofResult:
    """The property, with what was asked besides where somebody reads it."""
    if proof.verdict == "UNKNOWN":
        return replace(proof, tried=(*proof.tried, more))
    return replace(proof, reason=f"{proof.reason}; {more}")


def _beside_default(broken: ProofResult, before: ProofResult) -> ProofResult:
    """The play, and what was known by default."""
    known = "" if before.verdict == "UNKNOWN" else f"; by default {before.verdict}"
    return replace(broken, tried=before.tried, reason=f"{broken.reason}{known}")
