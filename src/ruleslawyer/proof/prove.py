"""The properties of a ruleset proved; explorations answer what the solver leaves undecided, where that is wanted."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

from ruleslawyer.claims.limits import BY_CTRL_C, Limits
from ruleslawyer.claims.result import ScopeResult
from ruleslawyer.diagnostics import Tell
from ruleslawyer.exploration.explore import explore_ruleset
from ruleslawyer.proof import in_scope
from ruleslawyer.rulesets.loaded import LoadedRuleset

if TYPE_CHECKING:  # the solver is loaded only where something is proved
    from ruleslawyer.engines.smt.prove.explain import Explanation
    from ruleslawyer.engines.smt.prove.result import ProofResult


def prove(
    ruleset: LoadedRuleset,
    properties: Sequence[str] | None,
    scope: str,
    reading: Mapping[str, str] | None,
    rulings: Mapping[str, str] | None,
    *,
    timeout: float = 30.0,
    directory: Path | None = None,
    progress: Tell | None = None,
    witnesses: bool = True,
    certificates: Path | None = None,
    second: bool = True,
    solver_timeout: float = math.inf,
    seed: int = 0,
    inductive: bool = False,
    conditions: bool = False,
    explore: bool = False,
    total: float = math.inf,
    but: Collection[str] = (),
    known: Collection[str] = (),
    broken_in: Mapping[str, Collection[str]] = MappingProxyType({}),
) -> tuple[ProofResult, ...]:
    """The verdicts on the properties (all, or those named; none of `but`); what can be wanted is said at
    `api.Ruleset.prove`. known: of these there is a proof, so that none is certified. broken_in: of a property, the
    scopes that are declared to break it, which are asked before it is said to be proved."""
    from ruleslawyer.engines.smt.certify.issue import Certification
    from ruleslawyer.engines.smt.prove import prove as solver

    if not ruleset.scope(scope).is_open:
        ruleset.transition_system(scope, reading, rulings)  # no state is none to prove anything of
    system, chosen, ruled = ruleset.under(reading, rulings)
    certification = Certification(
        ruleset.name, scope, dict(reading or {}), dict(rulings or {}), certificates, second, known
    )
    found = solver.prove(
        system, ruleset.scope(scope), properties, chosen, ruled,
        timeout=timeout, directory=directory, progress=progress, witnesses=witnesses,
        certification=certification if second or certificates else None,
        query=solver_timeout, seed=seed, inductive=inductive, conditions=conditions, total=total, but=but,
    )  # fmt: skip
    found = _beyond(ruleset, found, broken_in, scope, reading, rulings, timeout, progress)
    left = in_scope.undecided(found)
    if explore and (left or in_scope.situational(found, system)):
        of = ruleset.scope(scope)
        scopes = quickest_first(ruleset, left, broken_in) if of.is_open else [scope] * (not of.campaign)
        found = explored(ruleset, found, scopes, reading, rulings, timeout * max(len(left), 1), progress)
    return tuple(found)


def _beyond(
    ruleset: LoadedRuleset,
    proofs: list[ProofResult],
    broken_in: Mapping[str, Collection[str]],
    scope: str,
    reading: Mapping[str, str] | None,
    rulings: Mapping[str, str] | None,
    seconds: float,
    progress: Tell | None,
) -> list[ProofResult]:
    """The proofs; what they prove of a scope is asked of the others that are declared to break it."""
    proved = [p.property for p in proofs if p.verdict == "PROVED" and not p.any_number]
    others = {name: [s for s in broken_in.get(name, ()) if s != scope] for name in proved}
    results: list[ScopeResult] = []
    for name in dict.fromkeys(s for scopes in others.values() for s in scopes):
        if progress is not None:
            progress(f"exploring {name}, which is declared to break what is proved of {scope}")
        results.append(explore_ruleset(ruleset, name, reading, rulings, limits=Limits(seconds=seconds)))
        if results[-1].stopped == BY_CTRL_C:
            break
    found = in_scope.answer_beyond(proofs, results, others, ruleset.system)
    return in_scope.mark_interrupted(found, results)


def quickest_first(
    ruleset: LoadedRuleset, proofs: Sequence[ProofResult], broken_in: Mapping[str, Collection[str]]
) -> list[str]:  # fmt: skip
    """The scopes that leave nothing open: first those that are declared to break something of what is left, then the
    quick ones that leave out least."""
    scopes = [scope for scope in map(ruleset.scope, ruleset.scopes()) if not scope.is_open and not scope.campaign]
    breaks = {name for proof in in_scope.undecided(proofs) for name in broken_in.get(proof.property, ())}
    scopes.sort(key=lambda scope: (scope.name not in breaks, scope.large, len(scope.off)))
    return [scope.name for scope in scopes]


def explored(
    ruleset: LoadedRuleset,
    proofs: Sequence[ProofResult],
    scopes: Sequence[str],
    reading: Mapping[str, str] | None,
    rulings: Mapping[str, str] | None,
    seconds: float,
    progress: Tell | None,
    *,
    further: bool = False,
) -> list[ProofResult]:
    """What the solver left, answered by explorations of these scopes, one after the other. They say too whether what a
    proof speaks of comes up. further: what one scope keeps is asked of the others too, as long as there is time."""

    def one(name: str, within: float) -> ScopeResult:
        if progress is not None:
            progress(f"exploring {name} for what the solver left")
        return explore_ruleset(ruleset, name, reading, rulings, limits=Limits(seconds=within))

    results = in_scope.explore_until_answered(proofs, scopes, one, seconds, ruleset.system, further=further)
    found = in_scope.add_plays(in_scope.answer(proofs, results), results, ruleset.system)
    return in_scope.mark_interrupted(in_scope.note_unmet(found, results, ruleset.system), results)


def explain(
    ruleset: LoadedRuleset,
    proofs: Sequence[ProofResult],
    scope: str,
    reading: Mapping[str, str] | None,
    rulings: Mapping[str, str] | None,
    timeout: float,
) -> tuple[Explanation, ...]:
    """Why what is proved is so."""
    from ruleslawyer.engines.smt.prove import explain as solver

    system, chosen, ruled = ruleset.under(reading, rulings)
    claims = [p.claim for p in proofs if p.verdict == "PROVED" and p.claim is not None]
    return tuple(solver.explain(system, ruleset.scope(scope), chosen, ruled, claims, timeout))
