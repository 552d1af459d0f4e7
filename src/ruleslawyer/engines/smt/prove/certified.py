"""Certificates for all that is proved: each proof written down, and a second solver asked about it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from time import monotonic

from ruleslawyer.engines.smt.certify import second
from ruleslawyer.engines.smt.certify.accepted import CVC5, Judge, Refused
from ruleslawyer.engines.smt.certify.door import Door
from ruleslawyer.engines.smt.certify.issue import Certification, write_certificate
from ruleslawyer.engines.smt.certify.naming import file_name
from ruleslawyer.engines.smt.encoding.smtlib import Late
from ruleslawyer.engines.smt.prove.record import ALL_OVER
from ruleslawyer.engines.smt.prove.result import ProofResult
from ruleslawyer.lifted.scoped.instances import Scoped


def issue_certificates(
    scoped: Scoped,
    found: Sequence[ProofResult],
    certification: Certification,
    timeout: float,
    end: float,
    progress: Callable[[str], None] | None,
) -> list[ProofResult]:
    """The results, each proof with the solvers that agree on it. Ctrl-C leaves the rest to the first one, and so does
    `end`, by the monotonic clock, where nothing is to be written."""
    proved = [r for r in found if r.verdict == "PROVED" and r.property not in certification.but]
    if not proved or (certification.directory is None and not (certification.second and second.available())):
        return list(found)
    door = Door(scoped, Judge(max(timeout, 10.0), (CVC5,)))
    results: dict[str, ProofResult] = {}
    try:
        for i, result in enumerate(proved, 1):
            if certification.directory is None and monotonic() >= end:
                late = f"{result.reason}; {ALL_OVER} before its certificate was asked of cvc5"
                results[result.property] = replace(result, reason=late)
                continue
            if progress:
                progress(f"certificate {i} of {len(proved)}: {result.property}")
            results[result.property] = _certify(door, result, certification, timeout)
    except KeyboardInterrupt:
        results |= {r.property: replace(r, interrupted=True) for r in proved if r.property not in results}
    return [results.get(r.property, r) for r in found]


def _certify(door: Door, result: ProofResult, certification: Certification, timeout: float) -> ProofResult:
    assert result.claim is not None, "nothing is proved whose invariant cannot be written down"
    try:
        claim, made = door.read_again(result.claim, monotonic() + max(timeout, 10.0))
    except Late:
        return replace(result, reason=f"{result.reason}; no certificate: its questions were not made in time")
    if certification.directory is not None:
        write_certificate(
            certification.directory / file_name(result.property), door.relation, claim, made, result.method,
            certification,
        )  # fmt: skip
    if not (certification.second and second.available()):
        return result
    wrong = next((answer for script in made if isinstance(answer := door.judge.answer(script), Refused)), None)
    if wrong is None:
        reason = f"{result.reason}, and cvc5 on its certificate"
        return replace(result, solvers=(*result.solvers, CVC5), reason=reason)
    if wrong.refuted:
        reason = f"z3 proves it, and cvc5 does not: {wrong.wrong} (please report it)"
        return replace(result, verdict="UNKNOWN", accepted=None, reason=reason)
    return replace(result, reason=f"{result.reason}; not by cvc5: {wrong.wrong}")
