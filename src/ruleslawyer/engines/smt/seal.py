"""What a prover does with its proofs: certificates of them are written, and a second solver is asked about each."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any

from ruleslawyer.engines.smt import second
from ruleslawyer.engines.smt.assumptions import given
from ruleslawyer.engines.smt.certificate import (
    MANIFEST,
    SCHEMA,
    Claim,
    Relation,
    Script,
    file_name,
    invariant_json,
    model_digest,
    scripts,
    settled,
    stated_json,
)
from ruleslawyer.engines.smt.smtlib import Late
from ruleslawyer.engines.smt.words import Words
from ruleslawyer.files import write_together
from ruleslawyer.ground.instances import Ground

if TYPE_CHECKING:
    from ruleslawyer.engines.smt.result import ProofResult


@dataclass(frozen=True, slots=True)
class Sealing:
    """Of what ruleset and scope certificates are, under which choices, and where they go; `second`: another solver is
    asked about each."""

    ruleset: str
    scope: str
    reading: Mapping[str, str]
    rulings: Mapping[str, str]
    directory: Path | None = None
    second: bool = True


def sealed(
    ground: Ground,
    found: Sequence[ProofResult],
    sealing: Sealing,
    timeout: float,
    progress: Callable[[str], None] | None,
) -> list[ProofResult]:
    """The results, each proof with the solvers that agree on it. Ctrl-C leaves the rest to the first one."""
    proved = [r for r in found if r.verdict == "PROVED"]
    if not proved or (sealing.directory is None and not (sealing.second and second.available())):
        return list(found)
    relation = Relation(ground)
    results: dict[str, ProofResult] = {}
    try:
        for i, result in enumerate(proved, 1):
            if progress:
                progress(f"certificate {i} of {len(proved)}: {result.property}")
            results[result.property] = _sealed(relation, result, sealing, timeout)
    except KeyboardInterrupt:
        results |= {r.property: replace(r, interrupted=True) for r in proved if r.property not in results}
    return [results.get(r.property, r) for r in found]


def _sealed(relation: Relation, result: ProofResult, sealing: Sealing, timeout: float) -> ProofResult:
    if result.claim is None:
        return replace(result, reason=f"{result.reason}; no certificate: the invariant cannot be written down")
    deadline = monotonic() + max(timeout, 10.0)
    claim = settled(relation, result.claim)
    try:
        made = scripts(relation, claim, deadline)
    except Late:
        return replace(result, reason=f"{result.reason}; no certificate: its questions were not made in time")
    if sealing.directory is not None:
        write_certificate(sealing.directory / file_name(result.property), relation, claim, made, result.method, sealing)
    if not (sealing.second and second.available()):
        return result
    for script in made:
        answers = second.ask(script.text, script.questions, deadline)
        if answers.refuted:
            wrong = f"z3 proves it, and cvc5 does not: {script.name}, {answers.wrong} (please report it)"
            return replace(result, verdict="UNKNOWN", reason=wrong)
        if answers.wrong:
            return replace(result, reason=f"{result.reason}; not by cvc5: {script.name}, {answers.wrong}")
    return replace(result, solvers=(*result.solvers, "cvc5"), reason=f"{result.reason}, and cvc5 on its certificate")


def write_certificate(
    folder: Path, relation: Relation, claim: Claim, made: Sequence[Script], found_by: str, sealing: Sealing
) -> None:
    """One folder with the questions and what they are about; what an older certificate left there goes."""
    folder.mkdir(parents=True, exist_ok=True)
    for old in (folder / MANIFEST, *folder.glob("*.smt2")):
        old.unlink(missing_ok=True)
    manifest = {"schema": SCHEMA, **manifest_of(relation, claim, made, sealing), "found_by": found_by}
    texts = {folder / s.name: s.text for s in made}
    write_together({**texts, folder / MANIFEST: json.dumps(manifest, ensure_ascii=False, indent=2) + "\n"})


def manifest_of(relation: Relation, claim: Claim, made: Sequence[Script], sealing: Sealing) -> dict[str, Any]:
    """What a certificate says of itself: all of it follows from the project and the invariant."""
    words = Words(relation.ground)
    goal = claim.goal
    stated = {"stated": stated_json(goal), "says": [words.say(node) for node in goal.stated]} if goal.stated else {}
    return {
        "ruleset": sealing.ruleset,
        "scope": sealing.scope,
        "reading": dict(sorted(sealing.reading.items())),
        "rulings": dict(sorted(sealing.rulings.items())),
        "property": goal.name,
        **stated,
        "model": model_digest(relation, claim.goal),
        "method": "induction" if claim.k == 1 else "k-induction",
        "k": claim.k,
        "invariant": invariant_json(claim),
        "words": [words.say(node) for node in claim.invariant],
        "assumptions": list(given(relation.ground, claim.goal)),
        "files": [{"name": s.name, "sha256": s.digest, "questions": s.questions} for s in made],
    }
