"""The file of proofs for any number of cards, `checks/RULESET/lemmas.json`: names alone, of what a whole run of `prove
--any-number --keep` proved and with which conditions. A check proves it again, and believes nothing of it."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path

from ruleslawyer.base.files.content import Json
from ruleslawyer.base.files.read import read_kept_json
from ruleslawyer.base.files.write import write_whole
from ruleslawyer.engines.smt.certify.argument import STATE, STEP, parse_key
from ruleslawyer.engines.smt.lifted.lemmas import OPTIONAL, Lemmas
from ruleslawyer.proof.result import ProofResult
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset

FILE = "lemmas.json"


def place_of(ruleset: str) -> str:
    return f"checks/{ruleset}/{FILE}"


def again(ruleset: str) -> str:
    """The command that makes the file."""
    return f"ruleslawyer prove {ruleset} --any-number --keep"


def load_lemmas(root: Path, ruleset: str) -> Lemmas | None:
    """The lemmas kept for a ruleset; None where there are none. A file of another form is a `UsageError`."""
    mend = f"take it away, or write it again: {again(ruleset)}"
    return read_kept_json(root, place_of(ruleset), "kept proofs", mend, _lemmas)


def accepted_lemmas(ruleset: LoadedRuleset, proofs: Iterable[ProofResult]) -> Lemmas:
    """The names of accepted proofs, and of all on which they rest."""
    kept = load_lemmas(ruleset.root, ruleset.name) or Lemmas()
    found: dict[str, dict[str, None]] = {key: {} for key in ("states", "chains", "alone", "steps", "conditions")}

    def of_states(key: str, *, declared: bool) -> None:
        found["chains" if key in kept.chains else "states" if declared else "conditions"][key] = None

    for proof in proofs:
        if proof.accepted is None:
            continue
        item, rests_on = proof.accepted.argument[0].item, proof.accepted.rests_on
        if proof.kind == "always" and not item.startswith(STATE):
            of_states(item, declared=True)
        else:
            found["steps" if rests_on else "alone"][item.removeprefix(STEP).removeprefix(STATE)] = None
        for key in rests_on:
            of_states(key, declared=parse_key(key)[0] in ruleset.system.checks)
    return Lemmas(**{key: tuple(names) for key, names in found.items()})


def _lemmas(found: Json) -> Lemmas:
    names = {key: tuple(found[key]) for key in asdict(Lemmas()) if key in found or key not in OPTIONAL}
    if not all(isinstance(name, str) for listed in names.values() for name in listed):
        raise TypeError
    return Lemmas(**names)


def keep_lemmas(root: Path, ruleset: str, lemmas: Lemmas) -> None:
    names = {key: sorted(listed) for key, listed in asdict(lemmas).items() if listed or key not in OPTIONAL}
    write_whole(root / place_of(ruleset), json.dumps(names, indent=1) + "\n")
