"""The properties of a ruleset, asked of whatever answers soonest: for any number of cards first, then explorations of
its scopes, then the solver in the scope that leaves cards and numbers open."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from time import monotonic
from typing import TYPE_CHECKING

from ruleslawyer.answers.store import Answers, users_answers
from ruleslawyer.claims.limits import BY_CTRL_C
from ruleslawyer.diagnostics import Tell
from ruleslawyer.files.content import Json
from ruleslawyer.ir.scope import OPEN
from ruleslawyer.ir.system import System
from ruleslawyer.proof import in_scope
from ruleslawyer.proof.again import proved_again
from ruleslawyer.proof.any_number import as_proof, prove_for_any
from ruleslawyer.proof.lemmas import load_lemmas
from ruleslawyer.proof.prove import explored, prove, quickest_first
from ruleslawyer.proof.unproved import REASONS, load_unproved
from ruleslawyer.rulesets.loaded import LoadedRuleset

if TYPE_CHECKING:  # the solver is loaded only where something is proved
    from ruleslawyer.engines.smt.prove.result import ProofResult

TOTAL = 30.0
"""Seconds for what is looked for, where nobody says how many."""
AGAIN = 150.0
"""The most seconds in which kept proofs are made again, where nobody says how many: as many as in a check."""
AT_ONCE = 5.0
"""The most seconds for one question about any number of cards."""
HALF = 0.5
"""The share of the time for any number of cards; of what is left then for plays that are kept; and of what is left
then for explorations."""


def prove_in_time(
    ruleset: LoadedRuleset,
    properties: Sequence[str] | None,
    reading: Mapping[str, str] | None,
    rulings: Mapping[str, str] | None,
    *,
    timeout: float,
    total: float | None,
    broken_in: Mapping[str, Collection[str]],
    solver_timeout: float,
    seed: int = 0,
    fresh: bool = False,
    progress: Tell | None = None,
) -> tuple[ProofResult, ...]:
    """A verdict on each property (all, or those named). timeout: seconds of the solver for each, total: for all that is
    asked; else 30, or `timeout` for each that is named, and what proofs that are kept need besides. fresh: what was
    found before is not believed."""
    from ruleslawyer.engines.smt.prove.prove import askable

    start, system = monotonic(), ruleset.system
    asked, rows = askable(system, properties), load_unproved(ruleset.root, ruleset.name)
    for_any, interrupted = _again(
        ruleset, asked, rulings, AGAIN if total is None else HALF * total, users_answers(fresh=fresh), progress
    )
    if total is None:
        start, total = monotonic(), max(TOTAL, timeout * len(properties or ()))
    end = start + total
    if not interrupted:
        known = {proof.property for proof in for_any}
        more, interrupted = _more(
            ruleset, [name for name in asked if name not in known], rows, reading, rulings,
            min(timeout, solver_timeout, AT_ONCE), start + HALF * total - monotonic(), progress,
        )  # fmt: skip
        for_any += more
    found = {proof.property: proof for proof in for_any}
    left = [_left(system, name, rows) for name in asked if name not in found]
    if interrupted:
        stopped = {proof.property: replace(proof, interrupted=True, reason=BY_CTRL_C) for proof in left}
        return tuple({**found, **stopped}[name] for name in asked)
    if not rulings:
        middle = monotonic() + HALF * (end - monotonic())
        left = [_broken(ruleset, proof, rows.get(proof.property, {}), reading, middle, progress) for proof in left]
    scopes = quickest_first(ruleset, left, broken_in)
    left = explored(ruleset, left, scopes, reading, rulings, HALF * (end - monotonic()), progress, further=True)
    found |= {proof.property: proof for proof in left}
    is_there = OPEN in ruleset.scopes()
    if is_there and OPEN in ruleset.scope(OPEN).constants.values():  # a proof is of the numbers of the book alone
        left = [*left, *for_any]
    wanted = [proof.property for proof in left if in_scope.may_be_proved(proof) or proof.verdict == "PROVED"]
    if wanted and is_there and monotonic() < end and not any(proof.interrupted for proof in left):
        solved = prove(
            ruleset, wanted, OPEN, reading, rulings,
            timeout=timeout, total=end - monotonic(), progress=progress, solver_timeout=solver_timeout, seed=seed,
            conditions=True, broken_in=broken_in, known={proof.property for proof in for_any},
        )  # fmt: skip
        found |= {proof.property: in_scope.stronger(found[proof.property], proof) for proof in solved}
    return tuple(found[name] for name in asked)


def goes_on(ruleset: LoadedRuleset, proofs: Sequence[ProofResult], timeout: float) -> dict[str, str]:
    """For each property of which a proof would say more, the command by which the solver is asked for longer."""
    scopes = quickest_first(ruleset, (), {})
    more = "" if OPEN in ruleset.scopes() or not scopes else f" --scope {scopes[0]}"
    return {
        proof.property: f"ruleslawyer prove {ruleset.name} {proof.property}{more} --timeout {4 * timeout:g}"
        for proof in proofs if in_scope.may_be_proved(proof)
    }  # fmt: skip


def _again(
    ruleset: LoadedRuleset, asked: Sequence[str], rulings: Mapping[str, str] | None, seconds: float, answers: Answers,
    progress: Tell | None,
) -> tuple[list[ProofResult], bool]:  # fmt: skip
    """What is kept as proved for any number of cards, proved again, of every reading; and whether Ctrl-C came."""
    lemmas = None if rulings else load_lemmas(ruleset.root, ruleset.name)
    if lemmas is None or {*asked}.isdisjoint(lemmas.properties):
        return [], False
    try:
        return [*proved_again(ruleset, lemmas, asked, seconds, answers, progress)], False
    except KeyboardInterrupt:
        return [], True


def _more(
    ruleset: LoadedRuleset, asked: Sequence[str], rows: Mapping[str, Json], reading: Mapping[str, str] | None,
    rulings: Mapping[str, str] | None, timeout: float, total: float, progress: Tell | None,
) -> tuple[list[ProofResult], bool]:  # fmt: skip
    """What else is proved for any number of cards, and whether Ctrl-C came. Nothing is looked for where it is kept why
    there is no proof, and nothing is chosen that could change that."""
    from ruleslawyer.engines.smt.lifted.prove import provable

    def is_told(name: str) -> bool:
        row = rows.get(name)
        return row is not None and not rulings and not (reading and row.get("default"))

    new = [name for name in provable(ruleset.system) if name in asked and not is_told(name)]
    if not new or total <= 0:
        return [], False
    found = prove_for_any(ruleset, new, reading, rulings, timeout=timeout, total=total, progress=progress)
    proofs = [as_proof(ruleset.system, one, reading or {}) for one in found if one.verdict == "PROVED"]
    return proofs, any(one.interrupted for one in found)


def _broken(
    ruleset: LoadedRuleset, proof: ProofResult, row: Json, reading: Mapping[str, str] | None, end: float,
    progress: Tell | None,
) -> ProofResult:  # fmt: skip
    """What is kept as broken by a play, with that play: it is found again in its scope, under its reading."""
    chosen, under = reading or {}, row.get("reading", {})
    if row.get("why") != "false" or row.get("scope") not in ruleset.scopes() or monotonic() >= end:
        return proof
    if any(chosen.get(question, option) != option for question, option in under.items()):
        return proof
    (found,) = explored(ruleset, [proof], [row["scope"]], {**chosen, **under}, None, end - monotonic(), progress)
    return found if found.verdict == "VIOLATED" or found.interrupted else proof


def _left(system: System, name: str, rows: Mapping[str, Json]) -> ProofResult:
    """A property that is not proved for any number of cards, and why."""
    from ruleslawyer.engines.smt.prove.prove import unanswered

    check, row = system.checks.get(name), rows.get(name)
    why = "it is not shown in its time" if row is None else REASONS[row["why"]]
    if check is not None and check.kind == "sometimes":
        why = "it asks for a play"
    elif row is not None and row["rule"]:
        why = f"{why} ({row['rule']})"
    return unanswered(system, name, f"any number of cards: {why}")
