"""Properties in a document: verdicts in scopes and under other readings, what answers change, and proofs."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from ruleslawyer.base.files.content import Json
from ruleslawyer.check.result import RulesetResult
from ruleslawyer.exploration.variants.impact import Impact, ScopeImpact
from ruleslawyer.ir.system import System
from ruleslawyer.proof.explained import explain
from ruleslawyer.proof.result import ProofResult
from ruleslawyer.report.rules import Plays, Rules
from ruleslawyer.rulebook.claims.result import ScopeResult, under, with_premises
from ruleslawyer.rulebook.claims.verdict import Verdict

if TYPE_CHECKING:
    from ruleslawyer.proof.termination import EndingResult


class Verdicts:
    """The verdicts on one checked ruleset. asked: what each answer changes, where that was asked."""

    def __init__(
        self, result: RulesetResult, system: System, rules: Rules, plays: Plays, asked: Impact | None
    ) -> None:  # fmt: skip
        self.result, self.system, self.rules, self.plays, self.asked = result, system, rules, plays, asked
        self.by_default = {(s.scope.name, v.name): v.word for s in result.scopes for v in s.verdicts}

    def checks(self) -> list[Json]:
        """The properties, each once: they have a verdict in each of many scopes."""
        found = {v.name: v for s in self.result.scopes for v in s.verdicts}
        return [
            {
                "property": v.name,
                "kind": v.kind,
                "says": self.rules.rule(v.name)["says"],
                "clauses": self.rules.clauses(v.cites),
                "fair": list(v.fair),
                "strongly_fair": list(v.strongly_fair),
            }
            for v in found.values()
        ]

    def property(self, scope: ScopeResult, verdict: Verdict) -> Json:
        return {
            "property": verdict.name,
            "verdict": verdict.word,
            "reason": with_premises(verdict.reason, scope.premises),
            "under": under(scope.premises),
            "assumed": list(verdict.assumed),
            "states": verdict.states,
            "scope": scope.scope.name,
            "reading": dict(scope.reading),
            "rulings": list(scope.rulings),
            "play": self.plays.play(scope.scope, verdict.trace),
        }

    def other(self, scope: ScopeResult) -> Json:
        """The verdicts on the properties under another reading than the default."""
        return {
            "scope": scope.scope.name,
            "reading": dict(scope.reading),
            "states": scope.states,
            "complete": scope.complete,
            "verdicts": [
                {
                    "property": v.name,
                    "verdict": v.word,
                    "reason": with_premises(v.reason, scope.premises),
                    "play": self.plays.play(scope.scope, v.trace) if self._telling(scope, v) else None,
                }
                for v in scope.verdicts
            ],
        }

    def _telling(self, scope: ScopeResult, verdict: Verdict) -> bool:
        """Whether the play of another reading's verdict shows something that the default's does not."""
        own = self.by_default.get((scope.scope.name, verdict.name), verdict.word)
        return verdict.word == "VIOLATED" or verdict.word != own

    def others(self) -> Iterable[ScopeResult]:
        """The explorations under other readings, for the evidence of findings and for the impact of answers."""
        found = {(s.scope.name, s.reading): s for s in self.result.others}
        for scope in self.asked.explored_scopes() if self.asked else ():
            found.setdefault((scope.scope.name, scope.reading), scope)
        return found.values()

    def impact(self, found: Impact) -> Json:
        return {
            "budget": found.budget,
            "scopes": [self._of_answers(one) for one in found.asked],
            "left_out": [{"scope": scope, "why": why} for scope, why in found.left_out],
        }

    @staticmethod
    def _of_answers(asked: ScopeImpact) -> Json:
        return {
            "scope": asked.scope,
            "choices": {choice: list(options) for choice, options in asked.choices.items()},
            "changes": [
                {
                    "choice": c.choice,
                    "option": c.option,
                    "verdicts": {name: {"before": a, "after": b} for name, (a, b) in c.verdicts.items()},
                    "explored": c.explored is not None,
                }
                for c in asked.changes
            ],
            "stopped": asked.stopped,
        }

    def proof(self, proof: ProofResult) -> Json:
        return {
            "property": proof.property,
            "says": self.rules.rule(proof.property)["says"],
            "verdict": proof.verdict_text(),
            "any_number_of": list(proof.any_number),
            "any_value_of": list(proof.numbers),
            "assumes": list(proof.assumes),
            "method": proof.method,
            "reason": with_premises(proof.reason, proof.premises),
            "under": under(proof.premises),
            "clauses": self.rules.clauses(proof.clauses),
            "assumptions": list(proof.assumptions),
            "assumed": list(proof.assumed),
            "obligations": proof.obligations,
            "invariant": list(proof.invariant),
            "argument": [one.of_graph() for one in explain(self.system, proof).shown],
        }

    def ending(self, found: EndingResult) -> Json:
        """A turn's or a game's end; times are left out, as everywhere in the document."""
        return {key: value for key, value in found.json().items() if key != "seconds"}
