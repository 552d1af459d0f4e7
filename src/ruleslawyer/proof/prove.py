"""The properties of a ruleset proved; explorations answer what the solver leaves undecided, where that is wanted."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from ruleslawyer.base.diagnostics import Tell
from ruleslawyer.exploration.explore import Explore
from ruleslawyer.ir.scope import Scope
from ruleslawyer.proof import in_scope
from ruleslawyer.proof.witness import with_numbers
from ruleslawyer.rulebook.claims.expected import broken_in
from ruleslawyer.rulebook.claims.limits import BY_CTRL_C, Limits
from ruleslawyer.rulebook.claims.result import ScopeResult
from ruleslawyer.rulebook.declared import TIMEOUT, Option, Reading, Ruling, Told, certificates_of
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset

if TYPE_CHECKING:  # the solver is loaded only where something is proved
    from ruleslawyer.engines.smt.prove.explain import Explanation
    from ruleslawyer.engines.smt.prove.result import ProofResult


@dataclass(frozen=True)
class Prove(Told["tuple[ProofResult, ...]"]):
    """Prove properties with z3, under all readings unless one is chosen. The project's code is never executed.

    First for any number of cards: what lemmas.json keeps is proved again (`check` has
    done so already). What is left is asked of the scopes' plays, then of the solver in
    a scope that leaves something open, within one time for all. With --scope,
    --inductive, --explain, -o or --certificates one scope alone is asked.

    PROVED says of what, and names the solvers that agree: the questions of each proof
    are made anew and asked again, of cvc5 too where it is installed. What was found
    and is not accepted so is UNCHECKED.

    Where no method answers, each says why, a state is shown that induction cannot get
    beyond, and the scopes that leave nothing open are explored: what every play there
    keeps HOLDS IN SCOPE. Exit code 1 when a property neither holds nor has its verdict
    declared in expected.toml. Ctrl-C prints what was proved so far. The same input and
    --seed give the same verdict, unless a time limit comes first.

    Examples:

      ruleslawyer prove megacorp

      ruleslawyer prove megacorp money_is_never_negative --timeout 120 -o build/proofs --json

      ruleslawyer prove megacorp --certificates build/certificates

      ruleslawyer prove memesis source_is_never_negative --explain
      ruleslawyer prove megacorp money_is_never_negative --solver-timeout 5 --seed 7

      ruleslawyer prove megacorp money_is_never_negative --inductive

      ruleslawyer prove daemons --any-number --default-reading

      ruleslawyer prove daemons --any-number --total 600 --keep

      ruleslawyer prove daemons --any-number --certificates build/certificates
    """

    properties: Annotated[
        Sequence[str] | None,
        Option("Only these; else all.", argument=True, metavar="PROPERTY", completes="properties"),
    ] = None
    scope: str = ""
    """None named: the one that leaves something open, else the usual one."""
    reading: Reading = None
    rulings: Ruling = None
    _: KW_ONLY
    timeout: Annotated[float, TIMEOUT] = 30.0
    solver_timeout: float = math.inf
    seed: Annotated[int, Option("The seed of the solver's choices.", min=0, max=2**31 - 1)] = 0
    inductive: Annotated[
        bool, Option("Only ask whether the properties are inductive, with no lemma but them.", "--inductive")
    ] = False
    total: float = math.inf
    directory: Annotated[
        Path | None,
        Option(
            "Write the questions of each proof here, as SMT-LIB.", "-o", "--output", metavar="DIR",
            writes="property/begin.smt2",
        ),
    ] = None  # fmt: skip
    certificates: Annotated[Path | None, certificates_of("proof", "property")] = None
    witnesses: bool = True
    second: bool = True
    """cvc5 is asked about each proof, where it is installed."""
    conditions: bool = False
    """Of each violation, under which readings it is one."""
    explore: bool = False
    """What is left is answered by explorations, as far as their scopes go."""
    but: Collection[str] = ()
    """None of these properties."""
    known: Collection[str] = ()
    """Of these there is a proof, so that none is certified."""
    broken_in: Mapping[str, Collection[str]] | None = None
    """Of a property, the scopes that are declared to break it, and are asked before it is said to be proved; None: as
    `expected.toml` says."""

    def __call__(self, ruleset: LoadedRuleset, /) -> tuple[ProofResult, ...]:
        from ruleslawyer.engines.smt.certify.issue import Certification
        from ruleslawyer.engines.smt.prove import prove as solver

        of = self.scope or ruleset.proof_scope
        reading, rulings, timeout, progress = self.reading, self.rulings, self.timeout, self.progress
        scope = ruleset.scope(of)
        if not scope.is_open:
            ruleset.transition_system(of, reading, rulings)  # no state is none to prove anything of
        system, chosen, ruled = ruleset.under(reading, rulings)
        under = dict(reading or {}), dict(rulings or {})
        certification = Certification(ruleset.name, of, *under, self.certificates, self.second, self.known)
        found = solver.prove(
            system, scope, self.properties, chosen, ruled,
            timeout=timeout, directory=self.directory, progress=progress, witnesses=self.witnesses,
            certification=certification if self.second or self.certificates else None, query=self.solver_timeout,
            seed=self.seed, inductive=self.inductive, conditions=self.conditions, total=self.total, but=self.but,
        )  # fmt: skip
        found = [with_numbers(proof, scope, system) for proof in found]
        broken = declared_to_break(ruleset) if self.broken_in is None else self.broken_in
        found = _beyond(ruleset, found, broken, of, reading, rulings, timeout, progress)
        left = in_scope.open_proofs(found)
        if self.explore and (left or in_scope.situational(found, system)):
            scopes = quickest_first(ruleset, left, broken) if scope.is_open else [of] * (not scope.campaign)
            found = explore_remaining(ruleset, found, scopes, reading, rulings, timeout * max(len(left), 1), progress)
        return tuple(found)

    def of(self, ruleset: LoadedRuleset) -> list[Scope]:
        return [ruleset.scope(self.scope or ruleset.proof_scope)]


def declared_to_break(ruleset: LoadedRuleset) -> Mapping[str, Collection[str]]:
    """For each property, the scopes in which `expected.toml` says that a play breaks it."""
    return broken_in(ruleset.expectations(), ruleset.open_scope)


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
        results.append(Explore(name, reading, rulings, limits=Limits(seconds=seconds))(ruleset))
        if results[-1].stopped == BY_CTRL_C:
            break
    found = in_scope.answer_beyond(proofs, results, others, ruleset.system)
    return in_scope.mark_interruption(found, results)


def quickest_first(
    ruleset: LoadedRuleset, proofs: Sequence[ProofResult], broken_in: Mapping[str, Collection[str]]
) -> list[str]:  # fmt: skip
    """The scopes that leave nothing open: first those that are declared to break something of what is left, then the
    quick ones that leave out least."""
    scopes = [ruleset.scope(name) for name in ruleset.explored_scopes()]
    breaks = {name for proof in in_scope.open_proofs(proofs) for name in broken_in.get(proof.property, ())}
    scopes.sort(key=lambda scope: (scope.name not in breaks, scope.large, len(scope.off)))
    return [scope.name for scope in scopes]


def explore_remaining(
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
    """The properties that the solver left, answered by explorations of these scopes, one after the other. They say too
    whether what a proof speaks of comes up. further: what one scope keeps is asked of the others too, as long as there
    is time."""

    def one(name: str, within: float) -> ScopeResult:
        if progress is not None:
            progress(f"exploring {name} for what the solver left")
        return Explore(name, reading, rulings, limits=Limits(seconds=within))(ruleset)

    results = in_scope.explore_for_answers(proofs, scopes, one, seconds, ruleset.system, further=further)
    found = in_scope.add_plays(in_scope.answer(proofs, results), results, ruleset.system)
    return in_scope.mark_interruption(in_scope.note_missing_situations(found, results, ruleset.system), results)


def explain(
    ruleset: LoadedRuleset,
    proofs: Sequence[ProofResult],
    scope: str,
    reading: Mapping[str, str] | None,
    rulings: Mapping[str, str] | None,
    timeout: float,
) -> tuple[Explanation, ...]:
    """The reasons why what is proved is so."""
    from ruleslawyer.engines.smt.prove import explain as solver

    system, chosen, ruled = ruleset.under(reading, rulings)
    claims = [p.claim for p in proofs if p.verdict == "PROVED" and p.claim is not None]
    return tuple(solver.explain(system, ruleset.scope(scope), chosen, ruled, claims, timeout))
