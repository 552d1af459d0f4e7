"""A deed that an effect demands, in the direct run: judged with the demand as its one permit, then done, or another."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any

from ruleslawyer.ir.system import Deed, Instead, Norm
from ruleslawyer.semantics.evaluate import loser_of, unbeaten
from ruleslawyer.semantics.judge import holding, weigh
from ruleslawyer.semantics.look import Look
from ruleslawyer.semantics.state import Store


def demand(look: Look, name: str, args: tuple[object, ...]) -> None:
    """Judge a deed in the state as it is now (`args` begin with the store), and do it, or what replaces it."""
    deed = look.machine.system.deeds[name]
    look.fired[name] = None
    happens = outcome_of_deed(look, deed, [deed.permit, *holding(look, deed.clauses, args)])
    if happens == name:
        _act(look, deed, args)
    elif happens is not None:
        demand(look, happens, args)


def outcome_of_deed(look: Look, deed: Deed, held: Sequence[Norm | Instead]) -> str | None:
    """The outcome where these clauses hold (the demand is the first of them): the deed, another in its place, or
    nothing; and what is met by saying it."""
    judgement, live = weigh(look, deed.name, held), unbeaten({clause.name: clause.over for clause in held})
    insteads = [c for c in held if isinstance(c, Instead) and c.name in live]
    look.fired.update(dict.fromkeys(c.name for c in insteads))
    look.decisive.update(dict.fromkeys(name for name in judgement.decisive if name != deed.name))
    if not judgement.allowed:
        return None
    return _replacement(look, deed, insteads) if insteads else deed.name


def _act(look: Look, deed: Deed, args: tuple[Any, ...]) -> None:
    store: Store = args[0]
    outer, store.rule = store.rule, deed.name
    look.call(deed.function, args)
    store.rule = outer


def _replacement(look: Look, deed: Deed, insteads: Sequence[Instead]) -> str:
    """The deed that live insteads name; where they name different ones, the reading decides each pair."""
    losers = {loser_of(look, deed.name, a, b) for a, b in combinations(insteads, 2) if a.by != b.by}
    return next((c.by for c in insteads if c.name not in losers), insteads[0].by)
