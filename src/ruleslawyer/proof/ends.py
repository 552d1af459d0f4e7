"""Whether the turns and games of a ruleset end: which scopes are looked through for it, and where it is proved."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from ruleslawyer.claims.limits import Limits
from ruleslawyer.ir.scope import OPEN
from ruleslawyer.rulesets.loaded import LoadedRuleset

if TYPE_CHECKING:  # it makes code, and loads the solver
    from ruleslawyer.proof.cycles import Cycles
    from ruleslawyer.proof.termination import EndingResult


def ends(
    ruleset: LoadedRuleset,
    scope: str | None = None,
    reading: Mapping[str, str] | None = None,
    rulings: Mapping[str, str] | None = None,
    *,
    explore: Sequence[str] | None = None,
    timeout: float = 120.0,
    limits: Limits | None = None,
    seed: int = 0,
    certificates: Path | None = None,
    progress: Callable[[str], None] | None = None,
    rounds: Cycles | None = None,
) -> tuple[EndingResult, ...]:
    """What is known of each ending; what can be wanted is said at `api.Ruleset.terminates`."""
    from ruleslawyer.engines.smt.certify.issue import Certification
    from ruleslawyer.proof.termination import terminates

    name = proved_in(ruleset, scope)
    found = ruleset.scope(name)
    system, chosen, ruled = ruleset.under(reading, rulings)
    names = explore if explore is not None else to_explore(ruleset, name)
    systems = [ruleset.transition_system(other, reading, rulings) for other in names]
    certification = Certification(ruleset.name, name, dict(reading or {}), dict(rulings or {}), certificates)
    return tuple(
        terminates(
            found, systems, system, chosen, ruled,
            timeout=timeout, limits=limits or Limits(), seed=seed, certification=certification,
            progress=progress, rounds=rounds,
        )
    )  # fmt: skip


def proved_in(ruleset: LoadedRuleset, scope: str | None) -> str:
    """The scope of the proofs, where none is asked for."""
    return scope or (OPEN if OPEN in ruleset.scopes() else "tiny")


def to_explore(ruleset: LoadedRuleset, name: str) -> list[str]:
    """What is looked through for a scope: itself, or all small enough for `check` that leave nothing open and switch
    nothing off."""
    if not ruleset.scope(name).is_open:
        return [name]
    scopes = [ruleset.scope(other) for other in ruleset.scopes()]
    return [s.name for s in scopes if not (s.is_open or s.campaign or s.off)]
