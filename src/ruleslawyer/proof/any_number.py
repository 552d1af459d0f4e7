"""The properties of a ruleset proved for any number of cards; no scope is asked for."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import islice
from random import Random
from time import monotonic
from typing import TYPE_CHECKING

from ruleslawyer.claims.as_json import Json
from ruleslawyer.claims.readings import valid_reading
from ruleslawyer.claims.rulings import mend, valid_rulings
from ruleslawyer.diagnostics import UsageError, nearest
from ruleslawyer.rulesets.loaded import LoadedRuleset
from ruleslawyer.semantics.events import BranchEnds
from ruleslawyer.semantics.state import State

PLAYED = 10.0
"""Seconds for random plays, at most: they throw out candidates for lemmas."""
BEGINNINGS, LENGTH = 20, 60
"""Beginnings that are chosen from, and the most sub-steps of a play."""

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
        mend(ruleset.system, ruled), players, properties, {**chosen, **ruled}, timeout, total, progress,
        _played(ruleset, players, min(PLAYED, total / 10)),
    )  # fmt: skip
    return tuple(found)


def _played(ruleset: LoadedRuleset, players: int, seconds: float) -> list[State]:
    """States that random plays in the scopes reach, those between the steps of a move among them."""
    dice, found, end = Random(0), dict[State, None](), monotonic() + seconds
    scopes = [ruleset.scope(name) for name in ruleset.scopes()]
    systems = [
        ruleset.in_scope(scope) for scope in scopes
        if not scope.is_open and not scope.campaign and not scope.initial
        and scope.size(ruleset.system.players) == players
    ]  # fmt: skip
    while systems and monotonic() < end:
        system = dice.choice(systems)
        begun = [outcome.state for _, outcome in islice(system.initial(), BEGINNINGS) if outcome.state is not None]
        if not begun:
            systems.remove(system)
            continue
        state: State | None = dice.choice(begun)
        for _ in range(LENGTH):
            if state is None or monotonic() > end:
                break
            found[state] = None
            try:
                due = system.due(state)
                if due is None:
                    left = [] if system.ended(state) else [j for j in system.candidates(state) if j.allowed]
                    if not left:
                        break
                    state = system.substep(state, dice.choice(left).instance).state
                else:
                    state = system.substep(state, due).state
            except BranchEnds:
                break
    return list(found)


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
        "conditions_found": found.found,
        "rule": found.rule,
        "reason": found.reason,
        "seconds": round(found.seconds, 3),
    }
