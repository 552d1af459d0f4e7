"""The properties of a ruleset proved for any number of cards; no scope is asked for."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from ruleslawyer.claims.as_json import Json
from ruleslawyer.claims.readings import valid_reading
from ruleslawyer.claims.rulings import mend, valid_rulings
from ruleslawyer.diagnostics import UsageError, nearest
from ruleslawyer.rulesets.loaded import LoadedRuleset

if TYPE_CHECKING:  # the solver is loaded only where something is proved
    from ruleslawyer.engines.smt.lifted.prove import AnyNumber, LiftedRules


def prove_for_any(
    ruleset: LoadedRuleset,
    properties: Sequence[str] | None,
    reading: Mapping[str, str] | None,
    rulings: Mapping[str, str] | None,
    *,
    players: int = 2,
    timeout: float = 5.0,
    total: float = 120.0,
    progress: Callable[[str], None] | None = None,
) -> tuple[AnyNumber, ...]:
    """The verdicts; what can be wanted is said at `api.Ruleset.prove_for_any`."""
    from ruleslawyer.engines.smt.lifted import prove as solver

    ruled = valid_rulings(ruleset.system, rulings or {})
    chosen = valid_reading(ruleset.system, dict(reading or {}))
    known = solver.provable(ruleset.system)
    for name in properties or ():
        if name not in known:
            check = ruleset.system.checks.get(name)
            if check is None:
                raise UsageError(f"no property `{name}`", None, nearest(name, known))
            raise UsageError(
                f"`{name}` asks for a play; for any number of cards what every state and every step keeps is proved",
                None, f"`ruleslawyer explore {ruleset.name}` answers it in a scope",
            )  # fmt: skip
    found = solver.prove_for_any(
        mend(ruleset.system, ruled), players, properties, {**chosen, **ruled}, timeout, total, progress
    )
    return tuple(found)


def lifted_rules(ruleset: LoadedRuleset, players: int = 2) -> LiftedRules:
    """What became of the rules: which cannot be said for any number of cards, and why."""
    from ruleslawyer.engines.smt.lifted import prove as solver

    return solver.lifted_rules(ruleset.system, players)


def any_number_json(found: AnyNumber) -> Json:
    """A verdict for scripts."""
    return {
        "property": found.property,
        "verdict": found.said(),
        "any_number_of": list(found.sorts),
        "fixed": dict(found.fixed),
        "method": found.method,
        "lemmas": list(found.lemmas),
        "rule": found.rule,
        "reason": found.reason,
        "seconds": round(found.seconds, 3),
    }
