"""Rulings: a question's option answers alone, and of two clauses or answers that clash one is `over=` the other."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from ruleslawyer.checking.clashes import pairs
from ruleslawyer.checking.readings import nearest, options, valid_reading
from ruleslawyer.diagnostics import UsageError
from ruleslawyer.ir.system import System


def rulable(system: System) -> tuple[str, ...]:
    """What can be ruled: questions, and clashes of two clauses. Two values that a term is given clash over no right of
    way: there the text needs an exception of the one or the other."""
    keys = (pair.key for pair in pairs(system) if pair.kind not in ("values", "bounds"))
    return (*system.questions, *keys)


def sides(system: System, key: str) -> tuple[str, ...]:
    """What a ruling may say of a key."""
    return _differing(system).get(key) or options(system, key)


def _differing(system: System) -> dict[str, tuple[str, str]]:
    """The pairs of answers of each question, with what a ruling may say of them."""
    return {pair.key: (pair.first, pair.second) for pair in pairs(system) if pair.kind == "answers"}


def valid_rulings(system: System, rulings: Mapping[str, str]) -> dict[str, str]:
    """The same rulings, in a fixed order; what cannot be ruled, or not so, is a `UsageError`."""
    known = rulable(system)
    for key in rulings:
        if key not in known:
            raise UsageError(f"`{key}` is no question and no clash of two clauses", "ruling", nearest(key, known))
    differing = _differing(system)
    for key in rulings.keys() & differing.keys():
        if rulings[key] not in differing[key]:
            raise UsageError(f"`{key}` has no side `{rulings[key]}`", "ruling", nearest(rulings[key], differing[key]))
    others = valid_reading(system, {key: choice for key, choice in rulings.items() if key not in differing})
    return dict(sorted({**rulings, **others}.items()))


def mended(system: System, rulings: Mapping[str, str]) -> System:
    """The rules with a right of way for each clash that is ruled, as `over=` would give it; a circle is a mistake."""
    for key, choice in rulings.items():
        if key in system.questions:
            continue
        base, _, pair = key.partition(":")
        first, _, second = pair.partition("/")
        winner, loser = (first, second) if choice in ("permit", first) else (second, first)
        system = _with_way(system, base, winner, loser, key)
    return system


def _with_way(system: System, base: str, winner: str, loser: str, key: str) -> System:
    if base in system.questions:
        question = system.questions[base]
        _expect_no_circle({option.name: option.over for option in question.options}, winner, loser, key)
        answered = replace(question, options=_over(question.options, winner, loser))
        return replace(system, questions={**system.questions, base: answered})
    if base in system.deeds:
        deed = system.deeds[base]
        _expect_no_circle({**{c.name: c.over for c in deed.clauses}, base: deed.over}, winner, loser, key)
        mended = replace(deed, clauses=_over(deed.clauses, winner, loser))
        if winner == base:
            mended = replace(deed, over=(*deed.over, loser))
        return replace(system, deeds={**system.deeds, base: mended})
    action = next(a for a in system.actions.values() if base in (a.name, *(part.name for part in a.parts)))
    norms = action.norms if action.name == base else next(part.norms for part in action.parts if part.name == base)
    _expect_no_circle({norm.name: norm.over for norm in norms}, winner, loser, key)
    if action.name == base:
        changed = replace(action, norms=_over(norms, winner, loser))
    else:
        parts = (replace(p, norms=_over(p.norms, winner, loser)) if p.name == base else p for p in action.parts)
        changed = replace(action, parts=tuple(parts))
    return replace(system, actions={**system.actions, action.name: changed})


def _over(clauses: tuple[Any, ...], winner: str, loser: str) -> tuple[Any, ...]:
    return tuple(replace(c, over=(*c.over, loser)) if c.name == winner else c for c in clauses)


def _expect_no_circle(over: Mapping[str, tuple[str, ...]], winner: str, loser: str, key: str) -> None:
    """The loser must not come before the winner, by whatever way."""
    reached, waiting = {loser}, [loser]
    while waiting:
        for beaten in over.get(waiting.pop(), ()):
            if beaten not in reached:
                reached.add(beaten)
                waiting.append(beaten)
    if winner in reached:
        about = f"`{key}` cannot be ruled so: {loser} comes before {winner} already, and they would run in a circle"
        raise UsageError(about, "ruling", "rule it the other way round")
