"""Every pair of keywords in one scope: do two of them, put on its members, change what comes out, and with what play?

For each pair and each place four variants are explored that differ in nothing but the two keywords: neither, the first,
the second, both. Their outcomes (see `Template`) are compared by `compared`.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from itertools import combinations, combinations_with_replacement
from typing import Any, Literal

from ruleslawyer.base.diagnostics import Tell, UsageError
from ruleslawyer.base.processes.processors import processors
from ruleslawyer.exploration.study.study import Studied, Study, asking
from ruleslawyer.ir.scope import Scope
from ruleslawyer.play.replay import why_not
from ruleslawyer.rulebook.claims.limits import Limits
from ruleslawyer.rulebook.claims.met import Met
from ruleslawyer.semantics.trace import Trace, play
from ruleslawyer.studies.pairs.template import MOST_STATES, Bearing, Template
from ruleslawyer.studies.pairs.variant import (
    Explored,
    Exploring,
    KeptVariants,
    Key,
    Outcome,
    Task,
    Way,
    explore_task,
    explore_variant,
    prepare,
    system_of,
)

Result = Literal["changes", "unknown", "add up", "alone", "never", "cannot meet"]
RESULTS: Mapping[Result, str] = {
    "changes": "the two together do what neither does alone, or one matters only with or only without the other",
    "unknown": "not everything was explored, for the reason given",
    "add up": "each changes the outcomes, with the other too, and neither changes what the other does",
    "alone": "one of the two decides the outcomes, and the other changes nothing",
    "never": "the outcomes are the same with both, with one and with neither, in all states of this template",
    "cannot meet": "for the reason given",
}
"""The words for a pair, and what they mean; of several places, a pair gets the first of these words."""
How = Literal[
    "new", "lost", "second only with first", "second only without first", "first only with second",
    "first only without second",
]  # fmt: skip
HOW: Mapping[How, str] = {
    "new": "an outcome that neither alone has",
    "lost": "an outcome that both alone have is lost",
    "second only with first": "{second} matters only with {first}",
    "second only without first": "{second} matters only without {first}",
    "first only with second": "{first} matters only with {second}",
    "first only without second": "{first} matters only without {second}",
}
"""In what a change shows, and how it is said."""
Seen = Literal["neither", "first", "second", "both"]
"""The variants of a pair at one place."""
SEEN: tuple[Seen, ...] = ("neither", "first", "second", "both")
EACH = 50
"""Variants that are worth a process of their own."""


@dataclass(frozen=True, slots=True)
class Witness:
    """A shortest play that shows a change: the variant in which it stands, those that lack its outcome, and that."""

    variant: Seen
    lacking: tuple[Seen, ...]
    outcome: Outcome
    trace: Trace


@dataclass(frozen=True, slots=True)
class PlaceResult:
    """A pair at one place. how: in what a change shows. fields: those whose values alone already show it (none: only
    their combination does). decides: the keyword that alone decides, if so."""

    members: tuple[str, str]
    result: Result
    reason: str = ""
    decides: str = ""
    how: tuple[How, ...] = ()
    fields: tuple[str, ...] = ()
    states: Mapping[Seen, int] = field(default_factory=dict)
    outcomes: Mapping[Seen, int] = field(default_factory=dict)
    witness: Witness | None = None
    events: tuple[Met, ...] = ()


@dataclass(frozen=True, slots=True)
class PairResult:
    """A pair at all its places. states: of all variants that were looked at for it."""

    first: str
    second: str
    result: Result
    reason: str = ""
    places: tuple[PlaceResult, ...] = ()

    @property
    def states(self) -> int:
        return sum(sum(place.states.values()) for place in self.places)

    @property
    def decides(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(p.decides for p in self.places if p.decides))

    @property
    def fields(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(name for p in self.places for name in p.fields))

    @property
    def events(self) -> tuple[Met, ...]:
        return tuple(event for p in self.places for event in p.events)


@dataclass
class PairsResult(Studied):
    """A template, explored. variants: how many were; asked: the pairs that were to be looked at."""

    template: Template
    asked: int
    variants: int = 0
    pairs: list[PairResult] = field(default_factory=list)
    unreplayed: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _Seating:
    """A pair at one place, with the scope of each variant."""

    pair: tuple[int, int]
    members: tuple[str, str]
    scopes: Mapping[Seen, Scope]


def explore_pairs(
    template: Template,
    only: Sequence[str] = (),
    limits: Limits | None = None,
    workers: int | None = None,
    tell: Tell | None = None,
    elsewhere: Exploring | None = None,
    kept: KeptVariants | None = None,
) -> PairsResult:
    """Look at all pairs; `only`: those with one keyword, or those among several. Ctrl-C keeps the finished ones.
    `elsewhere`: who explores variants, if not processes of our own. `kept`: who knows those of earlier runs."""
    limits = limits or Limits(MOST_STATES)
    pairs = _wanted_pairs(template, only)
    found = PairsResult(template, len(pairs))
    study = Study(tell=tell)

    def vary() -> None:
        _expect_outcomes(template, limits, kept)
        _explore_pairs(found, pairs, limits, workers, study.tell, elsewhere, kept)

    return study.run(found, vary)


def _wanted_pairs(template: Template, only: Sequence[str]) -> list[tuple[int, int]]:
    """The pairs by index, the earlier keyword first, as far as the template speaks of them."""
    for name in only:
        if name not in template.keywords:
            raise UsageError(f"there is no `{name}`", "--only", f"there is: {', '.join(template.keywords)}")
    indices = sorted(template.keywords.index(name) for name in only)
    if len(indices) > 1:
        every = list(dict.fromkeys(combinations(indices, 2)))
    else:
        both = combinations_with_replacement(range(len(template.keywords)), 2)
        every = [pair for pair in both if not indices or indices[0] in pair]
    return [pair for pair in every if not template.only or not {*template.only}.isdisjoint(pair)]


def _expect_outcomes(template: Template, limits: Limits, kept: KeptVariants | None) -> None:
    """A template without any outcome would call every pair harmless."""
    task = template.scope, frozenset[Key]()
    bare = kept.read(task) if kept is not None else None
    if bare is None:
        bare = explore_variant(template, task[0], limits, task[1])
    if not bare.outcomes and not bare.stopped:
        where = f"among {bare.states} states of the template, none is ended, and none is as `at` says"
        raise UsageError(f"there is no outcome: {where}", template.file, "correct `at` under [pairs]")


def _explore_pairs(
    found: PairsResult, pairs: Sequence[tuple[int, int]], limits: Limits, workers: int | None, tell: Tell,
    elsewhere: Exploring | None, kept: KeptVariants | None,
) -> None:  # fmt: skip
    template = found.template
    ready: dict[tuple[int, int], list[_Seating | PlaceResult]] = {pair: list(_seats(template, pair)) for pair in pairs}
    seatings = [seat for seats in ready.values() for seat in seats if isinstance(seat, _Seating)]
    fewer: dict[Hashable, Scope] = {}
    for seating in seatings:
        fewer |= {_key(scope): scope for seen, scope in seating.scopes.items() if seen != "both"}
    total = len(fewer) + len(seatings)
    count = workers if workers is not None else min(processors(), 1 + total // EACH)
    with asking(elsewhere, count, explore_task, prepare, template, limits) as anew:
        explore = kept.exploring(anew) if kept is not None else anew

        def explore_all(tasks: Iterable[Task]) -> Iterator[Explored]:
            for one in explore(tasks):
                found.variants += 1
                tell(f"{found.variants} of {total} variants")
                yield one

        known = dict(zip(fewer, explore_all((scope, frozenset()) for scope in fewer.values()), strict=True))

        def without(seating: _Seating) -> dict[Seen, Explored]:
            return {seen: known[_key(scope)] for seen, scope in seating.scopes.items() if seen != "both"}

        both = explore_all(
            (s.scopes["both"], frozenset[Key]().union(*(e.raised for e in without(s).values()))) for s in seatings
        )
        for pair, seats in ready.items():
            places = []
            for seat in seats:
                if isinstance(seat, _Seating):
                    places.append(_place(found, seat, {**without(seat), "both": next(both)}))
                else:
                    places.append(seat)
            found.pairs.append(_pair_result(template, pair, places))


def _seats(template: Template, pair: tuple[int, int]) -> Iterator[_Seating | PlaceResult]:
    """The places of a pair, each way round; nothing where it cannot meet at all."""
    if template.reason_apart(*pair):
        return
    one, other = pair
    ways = dict.fromkeys(way for p, q in template.places for way in ((p, q), (q, p)))
    for p, q in ways:
        if one == other and q <= p:  # the same the other way round; and a card bears a keyword once
            continue
        first, second = Bearing(one, p), Bearing(other, q)
        members = template.members[p], template.members[q]
        background = template.background((first, second))
        if isinstance(background, str):
            yield PlaceResult(members, "cannot meet", background)
            continue
        scopes: dict[Seen, Scope] = {
            "neither": template.variant(background, ((first, False), (second, False))),
            "first": template.variant(background, ((first, True), (second, False))),
            "second": template.variant(background, ((first, False), (second, True))),
            "both": template.variant(background, ((first, True), (second, True))),
        }
        yield _Seating(pair, members, scopes)


def _key(scope: Scope) -> Hashable:
    """A key that tells the variants of a template apart."""
    return tuple(scope.attributes.items()), scope.initial


def _pair_result(template: Template, pair: tuple[int, int], places: Sequence[PlaceResult]) -> PairResult:
    first, second = (template.keywords[k] for k in pair)
    reason = template.reason_apart(*pair)
    if not places:
        once = f"a {template.sort} bears it once, and no place has two of them"
        return PairResult(first, second, "cannot meet", reason or once)
    words = {place.result for place in places}
    result = next(word for word in RESULTS if word in words)
    reasons = dict.fromkeys(p.reason for p in places if p.result == result and p.reason)
    return PairResult(first, second, result, "; ".join(reasons), tuple(places))


def _place(found: PairsResult, seating: _Seating, seen: Mapping[Seen, Explored]) -> PlaceResult:
    template, names = found.template, [found.template.keywords[k] for k in seating.pair]
    states = {name: explored.states for name, explored in seen.items()}
    outcomes = {name: len(explored.outcomes) for name, explored in seen.items()}
    stopped = next((e.stopped for e in seen.values() if e.stopped), "")
    # What a variant that was not explored to its end would have raised is not known.
    events = () if any(e.stopped for n, e in seen.items() if n != "both") else _check(found, seating, seen["both"])
    if stopped:
        return PlaceResult(seating.members, "unknown", stopped, states=states, outcomes=outcomes, events=events)
    result, how = compare(*({*seen[name].outcomes} for name in SEEN))
    fields = []
    for i, name in enumerate(template.outcome):
        by_itself = ({outcome[i] for outcome in seen[variant].outcomes} for variant in SEEN)
        if result == "changes" and compare(*by_itself)[0] == "changes":
            fields.append(name)
    decides = ""
    if result == "alone":
        decides = names[0] if {*seen["first"].outcomes} != {*seen["neither"].outcomes} else names[1]
    witness = _witness(found, seating, seen, how[0]) if how else None
    return PlaceResult(seating.members, result, "", decides, how, tuple(fields), states, outcomes, witness, events)


def compare(
    neither: Set[object], first: Set[object], second: Set[object], both: Set[object]
) -> tuple[Result, tuple[How, ...]]:
    """The interaction of two keywords, from the outcomes with neither, one and both; and how it shows."""
    shows: dict[How, bool] = {
        "new": bool(both - first - second),
        "lost": bool((first & second) - both),
        "second only with first": second == neither and both != first,
        "second only without first": second != neither and both == first,
        "first only with second": first == neither and both != second,
        "first only without second": first != neither and both == second,
    }
    one, other = first != neither, second != neither
    how = tuple(way for way, shown in shows.items() if shown)
    if how:
        return "changes", how
    if one and other:
        return "add up", ()
    return ("alone", ()) if one or other else ("never", ())


def _witness(found: PairsResult, seating: _Seating, seen: Mapping[Seen, Explored], how: How) -> Witness:
    """The shortest play to an outcome that shows a change, in the variant that has it."""
    more, less = {
        "new": (("both",), ("first", "second")),
        "lost": (("first",), ("both",)),
        "second only with first": (("both",), ("first",)),
        "second only without first": (("second",), ("neither",)),
        "first only with second": (("both",), ("second",)),
        "first only without second": (("first",), ("neither",)),
    }[how]
    candidates = list(_only(seen, more, less)) or list(_only(seen, less, more))
    if how == "lost":
        candidates = [(v, o, w) for v, o, w in candidates if o in seen["second"].outcomes]
    variant, outcome, way = min(candidates, key=lambda candidate: len(candidate[2]))
    system = system_of(found.template, seating.scopes[variant])
    trace = play(system, way[0], way[1:])
    problem = why_not(system, trace)
    if problem:
        found.unreplayed.append(f"{_bearers_text(found, seating)}: {problem}")
    lacking = tuple(name for name, explored in seen.items() if outcome not in explored.outcomes)
    return Witness(variant, lacking, outcome, trace)


def _only(
    seen: Mapping[Seen, Explored], more: Iterable[Any], less: Iterable[Any]
) -> Iterator[tuple[Seen, Outcome, Way]]:
    """The outcomes of some variants that none of the others has."""
    others = {outcome for variant in less for outcome in seen[variant].outcomes}
    for variant in more:
        yield from ((variant, o, way) for o, way in seen[variant].outcomes.items() if o not in others)


def _check(found: PairsResult, seating: _Seating, both: Explored) -> tuple[Met, ...]:
    """The events that only both raise; their plays replay."""
    system = system_of(found.template, seating.scopes["both"])
    for raised in both.events:
        problem = why_not(system, raised.states, raised.event)
        if problem:
            found.unreplayed.append(f"{_bearers_text(found, seating)}, {raised.title}: {problem}")
    return both.events


def _bearers_text(found: PairsResult, seating: _Seating) -> str:
    bearers = zip((found.template.keywords[k] for k in seating.pair), seating.members, strict=True)
    return " and ".join(f"{keyword} on {member}" for keyword, member in bearers)
