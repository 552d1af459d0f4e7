"""What always holds of a ruleset and nobody wrote down."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from ruleslawyer.rulesets.loaded import LoadedRuleset

if TYPE_CHECKING:  # the solver is loaded only where something is proved
    from ruleslawyer.engines.smt.discover.discover import Discovery


def discover(
    ruleset: LoadedRuleset,
    scope: str,
    reading: Mapping[str, str] | None = None,
    rulings: Mapping[str, str] | None = None,
    *,
    timeout: float = 120.0,
    seed: int = 0,
    certificates: Path | None = None,
    progress: Callable[[str], None] | None = None,
) -> Discovery:
    """The facts of a scope; `timeout`: for the whole search. `certificates`: where those of the facts go."""
    from ruleslawyer.engines.smt.certify.issue import Certification
    from ruleslawyer.engines.smt.discover import discover as solver

    system, chosen, ruled = ruleset.under(reading, rulings)
    found = solver.discover(system, ruleset.scope(scope), chosen, ruled, timeout, seed, progress)
    if certificates is None or found.interrupted:
        return found
    certification = Certification(ruleset.name, scope, dict(reading or {}), dict(rulings or {}), certificates)
    return solver.certificates(found, certification, timeout, progress)
