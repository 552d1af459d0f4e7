"""Explanations of accepted proofs, from the certificate alone: nothing is proved for them again."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ruleslawyer.base.files.content import Json
from ruleslawyer.ir.system import System
from ruleslawyer.proof.result import ProofResult

if TYPE_CHECKING:  # a proof is explained without a solver
    from ruleslawyer.engines.smt.certify.accepted import Part


@dataclass(frozen=True, slots=True)
class UsedBy:
    """A rule that keeps something, the clauses that it is made of, and which other conditions its question uses."""

    rule: str
    clauses: tuple[str, ...]
    uses: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Shown:
    """A condition that is shown: the property itself, or a lemma. says: in words; rules: those that were asked whether
    they break it."""

    name: str
    says: str
    rules: tuple[UsedBy, ...]

    @property
    def uses(self) -> tuple[str, ...]:
        """The lemmas on which it rests directly."""
        return tuple(dict.fromkeys(name for rule in self.rules for name in rule.uses))


@dataclass(frozen=True, slots=True)
class Explanation:
    """The premises of a proof, and what is shown for it and how that hangs together, the property itself first."""

    assumes: tuple[str, ...]
    shown: tuple[Shown, ...]

    def json(self) -> Json:
        """For scripts."""
        return {
            "assumes": list(self.assumes),
            "shown": [
                {
                    "name": one.name, "says": one.says, "uses": list(one.uses),
                    "rules": [
                        {"rule": rule.rule, "clauses": list(rule.clauses), "uses": list(rule.uses)}
                        for rule in one.rules
                    ],
                }
                for one in self.shown
            ],
        }  # fmt: skip


def explain(system: System, proof: ProofResult) -> Explanation:
    """The explanation of a proof; of what is not proved nothing is shown."""
    argument = () if proof.accepted is None else proof.accepted.argument
    return Explanation(proof.assumptions, tuple(_show_parts(system, argument)))


def _show_parts(system: System, argument: tuple[Part, ...]) -> Iterator[Shown]:
    from ruleslawyer.engines.smt.lifted.lemmas import AFTER
    from ruleslawyer.engines.smt.lifted.verdict import item_in_words

    clauses: dict[str, dict[str, None]] = {}
    for row in system.rules():
        base = "settles" if row.role == "settle" else row.base
        clauses.setdefault(base, {}).update(dict.fromkeys(row.origin.cites))

    def cites(rule: str) -> tuple[str, ...]:
        bases = (part.removeprefix("duty ").removeprefix("settle ") for part in rule.split(AFTER))
        return tuple(dict.fromkeys(clause for base in bases for clause in clauses.get(base.partition(" ")[0], ())))

    for part in argument:
        rules = tuple(UsedBy(rule, cites(rule), uses) for rule, uses in part.rules)
        yield Shown(part.item, item_in_words(system, part.item), rules)
