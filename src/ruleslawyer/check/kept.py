"""Whole checks that are kept: where nothing that a check reads has changed, its result is known."""

from __future__ import annotations

import time
from collections.abc import Collection
from dataclasses import replace
from typing import TYPE_CHECKING

from ruleslawyer.check.result import RulesetResult, Shortfall
from ruleslawyer.proof.in_scope import UNDECIDED
from ruleslawyer.rulebook.answers.memo import Files, Memo
from ruleslawyer.rulebook.answers.store import Answers
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset

if TYPE_CHECKING:  # the solver is loaded only where something is proved
    from ruleslawyer.engines.smt.prove.result import ProofResult


class KeptChecks:
    """asked: what the checks were asked to do."""

    def __init__(self, answers: Answers, asked: object) -> None:
        self.answers, self._question = answers, ("check", asked)
        self._memos: dict[str, Memo] = {}

    def read(self, ruleset: LoadedRuleset) -> RulesetResult | None:
        """The check of an earlier run, where it would be the same."""
        began, memo = time.perf_counter(), Memo(self.answers, ruleset, None, Files())
        self._memos[ruleset.name] = memo
        found = memo.read(RulesetResult, *self._question)
        return found and replace(found, kept=True, inputs=self._inputs(memo), seconds=time.perf_counter() - began)

    def write(self, ruleset: LoadedRuleset, found: RulesetResult) -> RulesetResult:
        """Keep a check that another run would not better; it knows its inputs then."""
        memo = self._memos[ruleset.name]
        if found.interrupted or any(is_late(s, found.proofs) for s in found.falls_short):
            return found
        return replace(found, inputs=self._inputs(memo)) if memo.write(found, *self._question) else found

    def _inputs(self, memo: Memo) -> str:
        return memo.key(*self._question).hex()


def is_late(short: Shortfall, proofs: Collection[ProofResult]) -> bool:
    """Whether this is something that another run, with more time, may decide."""
    undecided = {proof.property for proof in proofs if proof.verdict in UNDECIDED}
    return short.kind == "incomplete" or (short.kind == "proof" and short.subject in undecided)
