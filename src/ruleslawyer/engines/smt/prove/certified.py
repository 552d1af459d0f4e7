"""What is proved, certified: each proof written down as a certificate, and a second solver asked about it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from time import monotonic

from ruleslawyer.engines.smt.certify import second
from ruleslawyer.engines.smt.certify.certificate import Relation, reread, scripts
from ruleslawyer.engines.smt.certify.issue import Certification, write_certificate
from ruleslawyer.engines.smt.certify.naming import file_name
from ruleslawyer.engines.smt.encoding.smtlib import Late
from ruleslawyer.engines.smt.prove.result import ProofResult
from ruleslawyer.ground.instances import Ground


def issue_certificates(
    ground: Ground,
    found: Sequence[ProofResult],
    certification: Certification,
    timeout: float,
    progress: Callable[[str], None] | None,
) -> list[ProofResult]:
    """The results, each proof with the solvers that agree on it. Ctrl-C leaves the rest to the first one."""
    proved = [r for r in found if r.verdict == "PROVED"]
    if not proved or (certification.directory is None and not (certification.second and second.available())):
        return list(found)
    relation = Relation(ground)
    results: dict[str, ProofResult] = {}
    try:
        for i, result in enumerate(proved, 1):
            if progress:
                progress(f"certificate {i} of {len(proved)}: {result.property}")
            results[result.property] = _certified(relation, result, certification, timeout)
    except KeyboardInterrupt:
        results |= {r.property: replace(r, interrupted=True) for r in proved if r.property not in results}
    return [results.get(r.property, r) for r in found]


def _certified(relation: Relation, result: ProofResult, certification: Certification, timeout: float) -> ProofResult:
    if result.claim is None:
        return replace(result, reason=f"{result.reason}; no certificate: the invariant cannot be written down")
    deadline = monotonic() + max(timeout, 10.0)
    claim = reread(relation, result.claim)
    try:
        made = scripts(relation, claim, deadline)
    except Late:
        return replace(result, reason=f"{result.reason}; no certificate: its questions were not made in time")
    if certification.directory is not None:
        write_certificate(
            certification.directory / file_name(result.property), relation, claim, made, result.method, certification
        )
    if not (certification.second and second.available()):
        return result
    for script in made:
        answers = second.ask(script.text, script.questions, deadline)
        if answers.refuted:
            wrong = f"z3 proves it, and cvc5 does not: {script.name}, {answers.wrong} (please report it)"
            return replace(result, verdict="UNKNOWN", reason=wrong)
        if answers.wrong:
            return replace(result, reason=f"{result.reason}; not by cvc5: {script.name}, {answers.wrong}")
    return replace(result, solvers=(*result.solvers, "cvc5"), reason=f"{result.reason}, and cvc5 on its certificate")
