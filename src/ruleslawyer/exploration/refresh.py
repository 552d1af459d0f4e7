"""An exploration that was kept, as the sources of today have it."""

from __future__ import annotations

from dataclasses import replace

from ruleslawyer.rulebook.claims.live import never_live
from ruleslawyer.rulebook.claims.result import ScopeResult
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset


def as_of_today(ruleset: LoadedRuleset, found: ScopeResult) -> ScopeResult:
    """The result with the rules as they are now: those that were not live, those among them that cannot matter in the
    scope, and which may have come since."""
    chosen = dict(found.reading)
    system, reading, _ = ruleset.under(chosen, {key: chosen[key] for key in found.rulings})
    return replace(found, never_live=never_live(system, reading, found.scope.off, found.live))
