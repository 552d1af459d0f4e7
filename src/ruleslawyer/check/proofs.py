"""The proofs of a check: those for any number of cards again, and what else the open scope asks."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from ruleslawyer.base.diagnostics import Tell
from ruleslawyer.ir.scope import Scope
from ruleslawyer.proof.any_number import Again
from ruleslawyer.proof.kept_proofs import Proofs, ProofsAgain
from ruleslawyer.proof.prove import Prove
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset

if TYPE_CHECKING:  # the solver is loaded only where something is proved
    from ruleslawyer.engines.smt.prove.result import ProofResult


@dataclass(frozen=True, slots=True)
class ProofsInOpen(Proofs[tuple["ProofResult", ...]]):
    """The question to the open scope about these properties, or about all where it names none."""

    kind: ClassVar[type[Any]] = tuple
    properties: tuple[str, ...] | None = None
    but: tuple[str, ...] = ()

    def _question(self, ruleset: LoadedRuleset) -> tuple[object, ...]:
        return "proofs", _open_scope(ruleset), self.timeout, self.budget, self.properties, self.but

    def _prove(self, ruleset: LoadedRuleset, tell: Tell | None) -> tuple[ProofResult, ...]:
        """The verdicts alone: nodes of a claim are the same only within one process, and nobody asks for
        certificates."""
        found = Prove(
            self.properties, timeout=self.timeout, total=self.budget, progress=tell, witnesses=False, second=False,
            but=self.but, broken_in={},
        ).about(ruleset)(ruleset)  # fmt: skip
        return tuple(replace(proof, claim=None) for proof in found)


def in_open(ruleset: LoadedRuleset, again: ProofsAgain) -> ProofsInOpen | None:
    """The question to the open scope beside that which is proved again; None where nothing is left."""
    scope = _open_scope(ruleset)
    if scope is None:
        return None
    known = {*(again.lemmas.properties if again.lemmas else ()), *scope.prove_in_campaign}
    asked = tuple(name for name in scope.prove if name not in known)
    if scope.prove and not asked:
        return None
    return ProofsInOpen(*_about(again), asked or None, () if asked else tuple(sorted(known)))


def lapsed_in_open(ruleset: LoadedRuleset, again: ProofsAgain, found: Again) -> ProofsInOpen | None:
    """The question to the open scope about proofs that lapsed; None where there are none."""
    from ruleslawyer.engines.smt.statements.goals import asked_of

    lapsed = {one.name for one in found.lapsed if one.property}
    scope = _open_scope(ruleset)
    if not lapsed or scope is None:
        return None
    listed = scope.prove or asked_of(ruleset.system, scope)
    asked = tuple(name for name in listed if name in lapsed and name not in scope.prove_in_campaign)
    return ProofsInOpen(*_about(again), asked) if asked else None


def _open_scope(ruleset: LoadedRuleset) -> Scope | None:
    """The scope in which the solver chooses what is left open."""
    return None if ruleset.open_scope is None else ruleset.scope(ruleset.open_scope)


def _about(job: ProofsAgain) -> tuple[Path, str, float, float, Path | None, bool]:
    return job.root, job.ruleset, job.timeout, job.budget, job.answers, job.fresh
