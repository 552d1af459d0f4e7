"""The clauses that hang on one base, and the ruleset with others in their place."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from itertools import product, takewhile
from typing import Any, TypeVar

from ruleslawyer.ir.rules import Check
from ruleslawyer.ir.system import Action, Clause, Deed, Layer, Question, System

T = TypeVar("T")


def unbeaten(
    holds: Mapping[str, T],
    over: Mapping[str, Iterable[str]],
    without: Callable[[T, list[T]], T],
    beats: Callable[[str, T, str, T], T] | None = None,
) -> dict[str, T]:
    """The conditions under which each clause is live: it holds and no live one beats it (`over` has no cycles).
    without: what is left of a condition where none of some others may hold. beats: when a clause beats another, of
    their names, when the first is live and the second holds; wherever it is live if None."""
    beaters: dict[str, list[str]] = {name: [] for name in holds}
    for name in holds:
        for target in over[name]:
            if target in beaters:
                beaters[target].append(name)
    alive: dict[str, T] = {}

    def live(name: str) -> T:
        if name not in alive:
            wins = [(other, live(other)) for other in beaters[name]]
            alive[name] = without(
                holds[name], [beats(other, one, name, holds[name]) if beats else one for other, one in wins]
            )
        return alive[name]

    return {name: live(name) for name in holds}


def against(clauses: Sequence[Clause]) -> Iterator[tuple[Clause, Clause]]:
    """Each permit with each forbid, of which both may be live."""
    permits, forbids = ([clause for clause in clauses if clause.role == role] for role in ("permit", "forbid"))
    return product(permits, forbids)


def clash_key(base: str, one: str, other: str) -> str:
    """The name under which a reading decides a clash of two clauses: of norms the permit comes first."""
    return f"{base}:{one}/{other}"


def ways(system: System, clash: str) -> tuple[str, str]:
    """The answers that a reading may give to two clauses that clash, by key: that the first prevails, as by default, or
    the second. Of a permit and a forbid the forbid is the default."""
    base, _, names = clash.partition(":")
    one, _, other = names.partition("/")
    of_values = base in system.terms or (base in system.deeds and one != base)
    return (one, other) if of_values else ("forbid", "permit")


def clauses_of(system: System, base: str) -> tuple[Clause, ...]:
    """The clauses of a term, question, deed, action, seat or member, without those that lift them."""
    if base in system.terms:
        return system.terms[base].layers
    if base in system.questions:
        return system.questions[base].options
    return system.deeds[base].clauses if base in system.deeds else system.norms[base]


def with_clauses(system: System, base: str, clauses: tuple[Any, ...]) -> System:
    """The ruleset in which these hang on a base, and nothing else."""
    if base in system.terms:
        term = system.terms[base]
        exceptions = tuple(c for c in clauses if isinstance(c, Layer))
        numeric = tuple(c for c in clauses if not isinstance(c, Layer))
        return replace(system, terms={**system.terms, base: replace(term, exceptions=exceptions, numeric=numeric)})
    if base in system.questions:
        question = replace(system.questions[base], options=clauses)
        return replace(system, questions={**system.questions, base: question})
    if base in system.deeds:
        return replace(system, deeds={**system.deeds, base: replace(system.deeds[base], clauses=clauses)})
    action = next(a for a in system.actions.values() if base in (a.name, *(part.name for part in a.parts)))
    parts = tuple(replace(part, norms=clauses) if part.name == base else part for part in action.parts)
    changed = replace(action, norms=clauses if action.name == base else action.norms, parts=parts)
    return replace(system, actions={**system.actions, action.name: changed})


@dataclass(frozen=True, slots=True)
class OtherWays:
    """How rules differ from others: in parts of theirs that have another right of way, or speak in another gap, and in
    `checks`: those of both, from the first that is not at the same place."""

    actions: tuple[Action, ...] = ()
    questions: tuple[Question, ...] = ()
    deeds: tuple[Deed, ...] = ()
    checks: tuple[Check, ...] = ()


def other_ways(one: System, other: System) -> OtherWays | None:
    """How the other ruleset differs from this one, where a ruling makes it of it; None where anything else differs."""
    found: dict[str, tuple[Any, ...]] = {}
    for part in fields(System):
        mine, its = getattr(one, part.name), getattr(other, part.name)
        if mine is its:
            continue
        if part.name == "checks":
            before, after = tuple(mine.values()), tuple(its.values())
            same = sum(1 for _ in takewhile(lambda pair: pair[0] is pair[1], zip(before, after, strict=False)))
            found["checks"] = *before[same:], *after[same:]
            continue
        if part.name not in ("actions", "questions", "deeds") or list(mine) != list(its):
            return None
        changed = [(mine[name], its[name]) for name in mine if mine[name] is not its[name]]
        if any(_without_ways(before) != _without_ways(after) for before, after in changed):
            return None
        found[part.name] = tuple(after for _, after in changed)
    return OtherWays(**found)


def _without_ways(of: Action | Question | Deed) -> Action | Question | Deed:
    def none(clauses: Iterable[Any]) -> tuple[Any, ...]:
        return tuple(replace(clause, over=()) for clause in clauses)

    if isinstance(of, Action):
        return replace(of, norms=none(of.norms), parts=tuple(replace(p, norms=none(p.norms)) for p in of.parts))
    if isinstance(of, Question):
        return replace(of, at_gap=None, options=none(of.options))
    return replace(of, over=(), clauses=none(of.clauses))
