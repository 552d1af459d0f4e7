"""Conformance vectors: few short plays that show every reachable rule both ways, and catch a model with a mistake.

A vector is a play with the look at each of its states. What each place of a walk shows is known; plays are chosen from
the shortest ways to places until everything is shown that any place shows. The choice is greedy, and always the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from ruleslawyer.base.diagnostics import Tell
from ruleslawyer.ir.system import System
from ruleslawyer.play.vectors.distinguish import Distinction, distinguish
from ruleslawyer.play.vectors.mcdc import STUCK, show_conditions
from ruleslawyer.play.vectors.score import Mutation
from ruleslawyer.play.vectors.walk import Place, Target, Walk, Way, walk_scope
from ruleslawyer.rulebook.claims.expected import rules
from ruleslawyer.rulebook.claims.limits import BY_CTRL_C, Limits, Progress
from ruleslawyer.semantics.trace import Trace, play
from ruleslawyer.semantics.transition import Instance, TransitionSystem

NEAREST = 4
"""How many of the first places that show something are candidates for the end of a vector."""


@dataclass(frozen=True, slots=True)
class Vector:
    """A play of a walk, to a place. covers: what it is there to show; catches: the mistakes that it alone was added
    for."""

    walk: Walk
    place: Place
    covers: tuple[Target, ...] = ()
    catches: tuple[str, ...] = ()

    @property
    def scope(self) -> str:
        return self.walk.system.scope.name

    @property
    def length(self) -> int:
        """Actions, the initial choice not counted."""
        return len(self.walk.way(self.place)) - 1

    def trace(self, system: TransitionSystem) -> Trace:
        """The play, made by a system of the same scope."""
        start, *instances = self.walk.way(self.place)
        return play(system, start, tuple(instances))


@dataclass
class Suite:
    """The vectors of a ruleset.

    shown: for each rule that could speak, the ways in which it is shown. conditions: those of the decisions. mutation:
    how mistakes fare, None where none were tried. readings: how options are told apart. stopped: why something is
    missing.
    """

    rules: System
    walks: tuple[Walk, ...] = ()
    vectors: list[Vector] = field(default_factory=list)
    conditions: tuple[str, ...] = ()
    mutation: Mutation | None = None
    readings: list[Distinction] = field(default_factory=list)
    stopped: str = ""

    @property
    def shown_ways(self) -> dict[str, frozenset[Way]]:
        """Whatever any place of the walks shows is shown by some vector."""
        ways: dict[str, set[Way]] = {}
        for system in (walk.system for walk in self.walks):
            ways |= {name: set() for name in rules(self.rules, dict(system.reading), system.scope.off)}
        for rule, way in {target for walk in self.walks for place in walk.shows for target in walk.shows[place]}:
            if rule in ways:
                ways[rule].add(way)
        for told in self.readings:  # an option is silent where another is followed
            for option in (o for group in told.groups for o in group if len(told.groups) > 1):
                ways.get(option, set()).add("is silent")
        return {name: frozenset(found) for name, found in ways.items()}

    @property
    def mcdc_conditions(self) -> frozenset[str]:
        """The conditions that are shown true and shown false where they alone decide."""
        shown = {target for walk in self.walks for place in walk.shows for target in walk.shows[place]}
        return frozenset(c for c in self.conditions if all(Target(c, way) in shown for way in STUCK.values()))

    @property
    def norms(self) -> frozenset[str]:
        """The permits and forbids of actions, their seats and members."""
        return frozenset(norm.name for norms in self.rules.norms.values() for norm in norms)

    @property
    def telling(self) -> int:
        """How many vectors tell readings apart: they are there beside the others, and most follow other readings."""
        return sum(len(told.traces) for told in self.readings)

    @property
    def length(self) -> int:
        """Actions of all vectors together, those about readings included."""
        told = sum(trace.length for reading in self.readings for trace in reading.traces)
        return sum(v.length for v in self.vectors) + told


def make_suite(
    systems: Iterable[TransitionSystem],
    rules: System,
    limits: Limits,
    tell: Tell,
    mutants: Callable[[Sequence[Walk], Sequence[Distinction]], Mutation] | None,
) -> Suite:
    """Vectors from these scopes under one reading. `mutants`: tries mistakes, on walks. Ctrl-C keeps what there is."""
    suite = Suite(rules)
    try:
        try:
            for system in systems:
                suite.walks += (walk_scope(system, limits, _counting(system.scope.name, tell)),)
        finally:
            suite.vectors = choose_vectors(suite.walks)
        suite.conditions = show_conditions(suite.walks, _places_passed_by(suite), tell)
        suite.vectors = choose_vectors(suite.walks)
        for walk in suite.walks:
            tell(f"{walk.system.scope.name}: readings")
            known = {told.choice: told for told in suite.readings}
            for told in distinguish(walk, [choice for choice, told in known.items() if told.is_complete]):
                if told.choice not in known or len(told.groups) > len(known[told.choice].groups):
                    known[told.choice] = told
            suite.readings = list(known.values())
        if mutants is not None:
            tell("mistakes")
            suite.mutation = mutants(suite.walks, suite.readings)
            _extend(suite, suite.mutation, tell)
    except KeyboardInterrupt:
        suite.stopped = BY_CTRL_C
    return suite


def _counting(scope: str, tell: Tell) -> Progress:
    return lambda visited, waiting, steps: tell(f"{scope}: {visited} states visited, {waiting} waiting")


def choose_vectors(walks: Sequence[Walk]) -> list[Vector]:
    """Vectors that together show all that any place shows."""
    candidates: dict[tuple[int, Place], frozenset[Target]] = {}
    seen: dict[Target, int] = {}
    for number, walk in enumerate(walks):
        for place in walk.places:
            for target in walk.shows[place]:
                seen[target] = seen.get(target, 0) + 1
                if seen[target] <= NEAREST:
                    candidates[number, place] = frozenset()
    for number, place in candidates:
        walk = walks[number]
        candidates[number, place] = frozenset(t for p in walk.path_to(place) for t in walk.shows.get(p, ()))
    cost = {key: len(walks[key[0]].way(key[1])) for key in candidates}
    missing, taken = set(seen), list[tuple[int, Place]]()
    while missing:
        best = max(candidates, key=lambda k: (len(candidates[k] & missing) / cost[k], -cost[k]))
        missing -= candidates[best]
        taken.append(best)
    taken = _needs(taken, candidates)
    first: dict[Target, tuple[int, Place]] = {}
    for key in sorted(taken, key=list(candidates).index):
        for target in candidates[key]:
            first.setdefault(target, key)
    return [
        Vector(walks[n], place, tuple(sorted(t for t, key in first.items() if key == (n, place))))
        for n, place in sorted(taken, key=list(candidates).index)
    ]


def _needs(
    taken: list[tuple[int, Place]], shows: Mapping[tuple[int, Place], frozenset[Target]]
) -> list[tuple[int, Place]]:
    """The vectors that show something which no other does."""
    kept = list(taken)
    for key in taken:
        others = frozenset[Target]().union(*(shows[k] for k in kept if k != key))
        if shows[key] <= others:
            kept.remove(key)
    return kept


def _places_passed_by(suite: Suite) -> dict[tuple[int, Place], None]:
    """The places of the vectors, each with the number of its walk."""
    numbers = {id(walk): n for n, walk in enumerate(suite.walks)}
    return {(numbers[id(v.walk)], p): None for v in suite.vectors for p in v.walk.path_to(v.place)}


def _extend(suite: Suite, mutation: Mutation, tell: Tell) -> None:
    """One more vector for each mistake that the vectors miss and some place of the walks shows.

    In the end a vector that is no more than the beginning of another one goes."""
    places = set(_places_passed_by(suite))
    for caught in mutation.run(places, tell):
        if caught.added is not None:
            number, place = caught.added
            suite.vectors.append(Vector(suite.walks[number], place, (), (caught.mutant.name,)))
            places.update((number, p) for p in suite.walks[number].path_to(place))
    suite.vectors = list(_merge(suite.vectors))


def _merge(vectors: Sequence[Vector]) -> Iterator[Vector]:
    """The vectors that are more than the beginning of another one, which takes over the targets of such a one."""
    ways = [(id(v.walk), v.walk.way(v.place)) for v in vectors]

    def longest(walk: int, way: tuple[Instance, ...]) -> int:
        through = [j for j, (other, path) in enumerate(ways) if other == walk and path[: len(way)] == way]
        return max(through, key=lambda j: (len(ways[j][1]), -j))

    hosts = [longest(walk, way) for walk, way in ways]
    for i, vector in enumerate(vectors):
        if hosts[i] == i:
            guests = [v for v, host in zip(vectors, hosts, strict=True) if host == i]
            covers = tuple(sorted(t for v in guests for t in v.covers))
            yield replace(vector, covers=covers, catches=tuple(c for v in guests for c in v.catches))
