"""Whole checks that are kept: where nothing that a check reads has changed, its result is known."""

from __future__ import annotations

import time
from collections.abc import Collection
from dataclasses import replace
from typing import TYPE_CHECKING

from ruleslawyer.answers.inputs import inputs
from ruleslawyer.answers.store import Answers, key_of
from ruleslawyer.check.result import RulesetResult, Shortfall
from ruleslawyer.proof.in_scope import UNDECIDED
from ruleslawyer.rulesets.loaded import LoadedRuleset

if TYPE_CHECKING:  # the solver is loaded only where something is proved
    from ruleslawyer.engines.smt.prove.result import ProofResult


class KeptChecks:
    """asked: what the checks were asked to do."""

    def __init__(self, answers: Answers, asked: object) -> None:
        self.answers, self._asked = answers, asked
        self._keys: dict[str, bytes] = {}

    def read(self, ruleset: LoadedRuleset) -> RulesetResult | None:
        """The check of an earlier run, where it would be the same."""
        if self.answers.folder is None:
            return None
        began, key = time.perf_counter(), self._key(ruleset)
        found = self.answers.read(key)
        if not isinstance(found, RulesetResult):
            return None
        return replace(found, kept=True, inputs=key.hex(), seconds=time.perf_counter() - began)

    def write(self, ruleset: LoadedRuleset, found: RulesetResult) -> RulesetResult:
        """Keep a check that another run would not better; it knows its inputs then."""
        if self.answers.folder is None or found.interrupted or any(is_late(s, found.proofs) for s in found.falls_short):
            return found
        key = self._key(ruleset)
        if key != self._read_anew(ruleset):
            return found  # something was edited while it ran
        self.answers.write(key, found)
        return replace(found, inputs=key.hex())

    def _key(self, ruleset: LoadedRuleset) -> bytes:
        if ruleset.name not in self._keys:
            self._keys[ruleset.name] = self._read_anew(ruleset)
        return self._keys[ruleset.name]

    def _read_anew(self, ruleset: LoadedRuleset) -> bytes:
        return key_of("check", inputs(ruleset.root, ruleset.config), ruleset.name, self._asked)


def is_late(short: Shortfall, proofs: Collection[ProofResult]) -> bool:
    """Whether this is something that another run, with more time, may decide."""
    undecided = {proof.property for proof in proofs if proof.verdict in UNDECIDED}
    return short.kind == "incomplete" or (short.kind == "proof" and short.subject in undecided)
