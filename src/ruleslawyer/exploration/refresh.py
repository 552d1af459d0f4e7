"""Explorations that are kept: those of a check and those of `explore`, as the sources of today have them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from ruleslawyer.rulebook.answers.memo import Memo
from ruleslawyer.rulebook.answers.store import Answers
from ruleslawyer.rulebook.claims.expected import never_live
from ruleslawyer.rulebook.claims.result import ScopeResult
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset

OF_A_CHECK, EXPLORED = "exploration", "explored"
"""The questions by which an exploration is kept: with every trace replayed through the project's code, and without."""


class ExplorationStore:
    """Explorations of a ruleset, each found again where it is kept. answers: where they are kept."""

    def __init__(self, ruleset: LoadedRuleset, answers: Answers) -> None:
        self.ruleset, self.answers = ruleset, answers

    def read(self, scope: str, reading: Mapping[str, str], rulings: Mapping[str, str]) -> ScopeResult | None:
        """The whole exploration of a scope; None where none is kept."""
        memo = self._memo(scope)
        checked = scope, tuple(sorted(reading.items())), tuple(sorted(rulings.items()))
        found = memo.read(ScopeResult, OF_A_CHECK, checked)
        return found or memo.read(ScopeResult, EXPLORED, {**reading}, {**rulings}, "auto")

    def write(self, scope: str, reading: Mapping[str, str], rulings: Mapping[str, str], found: ScopeResult) -> None:
        """Keeps an exploration, where it came to its end."""
        if found.complete:
            self._memo(scope).write(found, EXPLORED, {**reading}, {**rulings}, "auto")

    def _memo(self, scope: str) -> Memo:
        return Memo(self.answers, self.ruleset, self.ruleset.scope(scope))


def refresh_result(ruleset: LoadedRuleset, found: ScopeResult) -> ScopeResult:
    """The result with the rules as they are now: those that were not live, those among them that cannot matter in the
    scope, and which may have come since; and with the answers that are settled now, which cannot matter either."""
    chosen = dict(found.reading)
    system, reading, _ = ruleset.under(chosen, {key: chosen[key] for key in found.rulings})
    told = found.premises and replace(found.premises, settled=ruleset.system.settled)
    return replace(found, premises=told, never_live=never_live(system, reading, found.scope.off, found.live))
