"""Certificates written: a folder for each, with its questions and a manifest of what they are about."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from ruleslawyer.base.files.content import Json
from ruleslawyer.base.files.write import write_together
from ruleslawyer.engines.smt.certify.certificate import (
    SCHEMA,
    Claim,
    Relation,
    Script,
    invariant_json,
    model_digest,
    stated_json,
)
from ruleslawyer.engines.smt.certify.naming import MANIFEST
from ruleslawyer.engines.smt.statements.assumptions import assumptions_of_proof
from ruleslawyer.engines.smt.statements.words import Words


@dataclass(frozen=True, slots=True)
class Certification:
    """The subject of certificates: ruleset, scope and choices, and where they go; `second`: another solver is asked
    about each. `but`: the properties of which nothing is certified."""

    ruleset: str
    scope: str
    reading: Mapping[str, str]
    rulings: Mapping[str, str]
    directory: Path | None = None
    second: bool = True
    but: Collection[str] = ()


def write_certificate(
    folder: Path, relation: Relation, claim: Claim, made: Sequence[Script], found_by: str, certification: Certification
) -> None:
    """One folder with the questions and what they are about."""
    manifest = {"schema": SCHEMA, **manifest_of(relation, claim, made, certification), "found_by": found_by}
    write_questions(folder, made, {MANIFEST: json.dumps(manifest, ensure_ascii=False, indent=2) + "\n"})


def write_questions(folder: Path, made: Sequence[Script], beside: Mapping[str, str] = MappingProxyType({})) -> None:
    """The questions of a proof, and other files by their names; what an older proof left there goes."""
    folder.mkdir(parents=True, exist_ok=True)
    for old in (folder / MANIFEST, *folder.glob("*.smt2")):
        old.unlink(missing_ok=True)
    write_together({folder / name: text for name, text in ({s.name: s.text for s in made} | {**beside}).items()})


def manifest_of(relation: Relation, claim: Claim, made: Sequence[Script], certification: Certification) -> Json:
    """The manifest of a certificate: all of it follows from the project and the invariant."""
    words = Words(relation.scoped)
    goal = claim.goal
    stated = {"stated": stated_json(goal), "says": [words.say(node) for node in goal.stated]} if goal.stated else {}
    return {
        "ruleset": certification.ruleset,
        "scope": certification.scope,
        "reading": dict(sorted(certification.reading.items())),
        "rulings": dict(sorted(certification.rulings.items())),
        "property": goal.name,
        **stated,
        "model": model_digest(relation, claim.goal),
        "method": "induction" if claim.k == 1 else "k-induction",
        "k": claim.k,
        "invariant": invariant_json(claim),
        "words": [words.say(node) for node in claim.invariant],
        "assumptions": list(assumptions_of_proof(relation.scoped, claim.goal)),
        "files": [{"name": s.name, "sha256": s.digest, "questions": s.questions} for s in made],
    }
