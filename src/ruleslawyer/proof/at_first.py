"""Properties that are broken as a game begins: a play of no action is one, whatever induction says of what follows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from time import monotonic
from typing import TYPE_CHECKING

from ruleslawyer.exploration.explore import explore_scope
from ruleslawyer.rulebook.claims.limits import Limits
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset

if TYPE_CHECKING:  # a verdict is read without a solver too
    from ruleslawyer.engines.smt.lifted.verdict import AnyNumber


def look_at_beginnings(
    ruleset: LoadedRuleset, found: Iterable[AnyNumber], reading: Mapping[str, str] | None,
    rulings: Mapping[str, str] | None, scopes: Iterable[str], seconds: float,
) -> list[AnyNumber]:  # fmt: skip
    """The verdicts; a property of states that is not proved and that a beginning in one of the scopes breaks is
    VIOLATED there. seconds: of the clock, for all scopes."""
    every = {one.property: one for one in found}
    left = {one.property for one in every.values() if one.kind == "always" and one.verdict in ("UNKNOWN", "VACUOUS")}
    end = monotonic() + seconds
    for name in scopes:
        if not left or monotonic() > end:
            break
        system = ruleset.in_scope(ruleset.scope(name), reading, rulings)
        if not system.has_beginning():
            continue
        limits = Limits(states=1, seconds=max(0.1, end - monotonic()))
        for verdict in explore_scope(system, limits=limits, engine="networkx").verdicts:
            trace = verdict.trace
            if verdict.name in left and verdict.word == "VIOLATED" and trace is not None and not trace.length:
                one = every[verdict.name]
                every[verdict.name] = replace(
                    one, first=(name, trace), vacuous=False, situation=None, late=False, rule="", never=(),
                    reason=f"in {name}, after 0 actions",
                )  # fmt: skip
                left.remove(verdict.name)
    return list(every.values())
