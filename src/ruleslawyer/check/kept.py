"""Whole checks that are kept: where nothing that a check reads has changed, its result is known."""

from __future__ import annotations

import time
from dataclasses import replace

from ruleslawyer.check.result import RulesetResult
from ruleslawyer.rulebook.answers.memo import Files, Memo
from ruleslawyer.rulebook.answers.store import Answers
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset


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
        if found.interrupted or any(short.kind == "incomplete" for short in found.falls_short):
            return found
        return replace(found, inputs=self._inputs(memo)) if memo.write(found, *self._question) else found

    def _inputs(self, memo: Memo) -> str:
        return memo.key(*self._question).hex()
