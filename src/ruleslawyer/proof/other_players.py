"""Proofs for so many players beside plays of more and fewer: a scope has them, and the proof says nothing of it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from ruleslawyer.base.diagnostics import Tell
from ruleslawyer.proof.any_number import scope_difference
from ruleslawyer.proof.in_scope import explore_remaining, quickest_first
from ruleslawyer.proof.result import ProofResult, no_answer
from ruleslawyer.rulebook.answers.store import Answers
from ruleslawyer.rulebook.claims.verdict import PLAYERS
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset


def ask_other_players(
    ruleset: LoadedRuleset, proved: Sequence[ProofResult], broken: Mapping[str, Collection[str]], scope: str,
    reading: Mapping[str, str] | None, rulings: Mapping[str, str] | None, seconds: float, progress: Tell | None,
    answers: Answers,
) -> list[ProofResult]:  # fmt: skip
    """The proofs; those for so many players are asked of scopes with more or fewer too, and what a play breaks there is
    VIOLATED by it. broken: of a property, the scopes that are declared to break it, which come first. scope: this one
    alone; empty: all."""
    who = ruleset.system.players
    asked = [no_answer(ruleset.system, proof.property) for proof in proved if dict(proof.sizes).get(who)]
    scopes = [
        name for name in quickest_first(ruleset, asked, broken)
        if not scope_difference(ruleset.system, ruleset.scope(name), None)
        and ruleset.scope(name).size(who) != PLAYERS and scope in ("", name)
    ]  # fmt: skip
    if not asked or not scopes or seconds <= 0:
        return [*proved]
    found = explore_remaining(
        ruleset, asked, scopes, reading, rulings, seconds, progress, further=True, answers=answers
    )
    told = {proof.property: proof for proof in found}
    return [_beside_others(proof, told.get(proof.property)) for proof in proved]


def _beside_others(proof: ProofResult, found: ProofResult | None) -> ProofResult:
    """A proof for so many players, with what plays of more or fewer say: one that breaks it, or where all keep it."""
    if found is not None and found.verdict == "VIOLATED":
        return replace(found, tried=(*found.tried, f"{proof.verdict_text()}, and not for more or fewer"))
    if found is not None and found.verdict == "HOLDS IN SCOPE":
        kept = found.reason.partition("; ")[0]
        return replace(proof, reason="; ".join(filter(None, (proof.reason, f"of other numbers of players {kept}"))))
    return proof
