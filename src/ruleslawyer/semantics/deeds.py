"""A deed that an effect demands: judged like an instance whose one permit is the demand, then done, or another is."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any, TypeAlias

from ruleslawyer.ir.system import Deed, Instead, Norm
from ruleslawyer.semantics.evaluate import Evaluation, unbeaten
from ruleslawyer.semantics.events import Event
from ruleslawyer.semantics.judge import holding, verdict_of, weigh
from ruleslawyer.semantics.judgement import Verdict
from ruleslawyer.semantics.state import Store

Answer: TypeAlias = tuple[Verdict, frozenset[str]]
"""What the clauses say: the verdict on the demand and, where it is not simply illegal, the deeds that replace it."""


def demand(evaluation: Evaluation, name: str, args: tuple[Any, ...]) -> None:
    """Judge a deed in the state as it is now (`args` begin with the store), and do it, or what replaces it."""
    deed = evaluation.machine.system.deeds[name]
    evaluation.fired[name] = None
    held: list[Norm | Instead] = [deed.permit, *holding(evaluation, deed.clauses, args)]
    live = unbeaten({c.name: c.over for c in held})
    judgement = weigh(evaluation, name, held)
    insteads = [c for c in held if isinstance(c, Instead) and c.name in live]
    evaluation.fired.update(dict.fromkeys(c.name for c in insteads))
    _mark_decisive(evaluation, held)
    if not judgement.allowed:
        return
    if insteads:
        demand(evaluation, _replacement(evaluation, deed, insteads), args)
    else:
        _act(evaluation, deed, args)


def _act(evaluation: Evaluation, deed: Deed, args: tuple[Any, ...]) -> None:
    store: Store = args[0]
    outer, store.rule = store.rule, deed.name
    evaluation.call(deed.function, args)
    store.rule = outer


def _replacement(evaluation: Evaluation, deed: Deed, insteads: Sequence[Instead]) -> str:
    """The deed that live insteads name; where they name different ones, the reading decides each pair."""
    losers = set()
    for a, b in combinations(insteads, 2):
        if a.by != b.by:
            key, cites = f"{deed.name}:{a.name}/{b.name}", a.origin.cites + b.origin.cites
            evaluation.note(Event("contradiction", deed.name, (a.name, b.name), key, (a.name, b.name), cites))
            losers.add(a.name if evaluation.reading.get(key, a.name) == b.name else b.name)
    return next((c.by for c in insteads if c.name not in losers), insteads[0].by)


def _mark_decisive(evaluation: Evaluation, held: Sequence[Norm | Instead]) -> None:
    """The clauses without which the answer would be another; the demand itself is none."""
    answer = _answer(held)
    for clause in held[1:]:
        if _answer([c for c in held if c is not clause]) != answer:
            evaluation.decisive[clause.name] = None


def _answer(held: Sequence[Norm | Instead]) -> Answer:
    live = unbeaten({c.name: c.over for c in held})
    permits, forbids = ([c for c in held if c.kind == kind and c.name in live] for kind in ("permit", "forbid"))
    by = frozenset(c.by for c in held if isinstance(c, Instead) and c.name in live) if permits else frozenset()
    return verdict_of(permits, forbids), by
