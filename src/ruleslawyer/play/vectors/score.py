"""The mutation score of vectors: models with one mistake each, and whether some place of a vector tells them apart.

A place tells a mistake apart when the model with the mistake gives another look at the state, or another state after
the step. A mistake that no place of the walks tells apart leaves the whole game of these scopes as it is: all moves
from every reachable state are the same, and so are the states that they lead to. Where a changed function says the same
at all its calls nothing is compared (`infection`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from heapq import nsmallest
from operator import itemgetter
from pathlib import Path
from typing import Literal
from zlib import crc32

from ruleslawyer.ir.nodes import Call, Function
from ruleslawyer.ir.rules import CLAUSES, CONDITIONS, JUDGED
from ruleslawyer.ir.system import Action, System
from ruleslawyer.ir.uses import of_call
from ruleslawyer.ir.walk import walk as inside
from ruleslawyer.play.vectors.distinguish import Answer, Distinction, play_looks
from ruleslawyer.play.vectors.mcdc import Changed, Infection, changed_form
from ruleslawyer.play.vectors.mutants import Kind, Mutant, mutants
from ruleslawyer.play.vectors.walk import Place, Walk, differs_from_walk, place_result
from ruleslawyer.semantics.interpret import Interpreter
from ruleslawyer.semantics.transition import Instance, TransitionSystem

MOST = 20_000
"""Places at which one mistake is looked for."""

Fate = Literal["caught", "never runs", "no difference", "undecided"]
At = tuple[int, Place]
"""A place, with the number of its walk."""
Infected = Callable[[Mutant, At], bool]

_FEWER = ("drop a norm", "drop a clause")
"""The operators that leave out one of the clauses of an action, a seat, a member or a deed."""


@dataclass(frozen=True, slots=True)
class ReadingKills:
    """The mistakes that say something else on each play about readings."""

    asked: frozenset[str]
    infected: tuple[frozenset[str], ...]


@dataclass(frozen=True, slots=True)
class MutantFate:
    """The fate of a mistake. added: the place that a vector was missing; at: where it was told apart.

    `at` is None where a play about readings tells it apart. `never runs`: the changed rule runs nowhere in these
    scopes. `no difference`: it runs in so many `places`, and all that can be seen is the same. `undecided`: there are
    more places than were looked at, or a walk was not finished.
    """

    mutant: Mutant
    fate: Fate
    places: int
    at: At | None = None
    added: At | None = None


@dataclass
class Mutation:
    """The mistakes that were tried on some walks; `of`: how many there are, where only some were."""

    walks: Sequence[Walk]
    readings: Sequence[Distinction]
    mutants: Sequence[Mutant]
    of: int
    found: list[MutantFate] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._machines = [Interpreter(w.system.system, w.system.scope, apart=True) for w in self.walks]
        self._original = self.walks[0].system.system if self.walks else None
        self._everywhere = _asked_once(self._original) if self._original else frozenset()
        self._built_in = foreign_functions(self._original) if self._original else frozenset()
        self._rules = self._original.rules() if self._original else ()
        actions = self._original.actions.values() if self._original else ()
        judging = [(id(f), a.name) for a in actions for f in _judging(a)]
        several = Counter(f for f, _ in dict.fromkeys(judging))  # a clause may be one of several actions
        self._judges = {f: name for f, name in judging if several[f] == 1}
        self._bases = {rule.name: rule.base for rule in self._rules if rule.role in JUDGED}
        self._known = frozenset(id(f) for f in self._original.functions()) if self._original else frozenset()
        self._clauses = frozenset(id(f) for r in self._rules if r.role in CONDITIONS for f in r.functions)
        self._plays = list(self._play_all())
        self.complete = not any(w.stopped for w in self.walks)

    def count(self, *fates: Fate, kind: Kind | None = None) -> int:
        return sum(c.fate in fates and kind in (None, c.mutant.kind) for c in self.found)

    @property
    def share(self) -> float | None:
        """The part of the mistakes that can be told apart in these scopes, or may be, that vectors catch."""
        wanted = self.count("caught", "undecided")
        return self.count("caught") / wanted if wanted else None

    @property
    def told_apart_by_readings(self) -> int:
        """How many of the caught mistakes only the vectors catch that tell readings apart."""
        return sum(c.fate == "caught" and c.at is None for c in self.found)

    def run(self, places: Collection[At], tell: Callable[[str], None]) -> Iterator[MutantFate]:
        """Try each mistake, on `places` first: those of the vectors, which may grow in between."""
        order = {mutant.name: number for number, mutant in enumerate(self.mutants)}
        missed: list[Mutant] = []
        infected = self._infections(self.mutants, lambda at: at in places, tell)
        for number, mutant in enumerate(self.mutants):
            if number % 20 == 0:
                tell(f"{number} of {len(self.mutants)} mistakes tried on the vectors")
            apart = self._telling(mutant)
            every = self._places(mutant)
            at = next((at for at in every if at in places and infected(mutant, at) and apart(at)), None)
            if at is None:
                missed.append(mutant)
            else:
                self.found.append(MutantFate(mutant, "caught", len(every), at))
                yield self.found[-1]
        passed = frozenset(places)
        infected = self._infections(missed, lambda at: at not in passed, tell)
        ill = self._ill_plays(missed)
        for number, mutant in enumerate(missed):
            if number % 20 == 0:
                tell(f"{number} of {len(missed)} mistakes tried elsewhere")
            self.found.append(self._try_places(mutant, places, passed, infected, ill))
            yield self.found[-1]
        self.found.sort(key=lambda caught: order[caught.mutant.name])

    def _try_places(
        self, mutant: Mutant, places: Collection[At], passed: Collection[At], infected: Infected, ill: ReadingKills
    ) -> MutantFate:
        """The fate of a mistake that the places of the first vectors, which were passed, miss."""
        every = self._places(mutant)
        if not every:
            fate: Fate = "never runs" if self.complete else "undecided"
            return MutantFate(mutant, "caught" if self._is_told_apart(mutant, ill) else fate, 0)
        telling = [at for at in every if at not in passed and infected(mutant, at)]
        tried = _spread(telling, MOST)
        apart = self._telling(mutant)
        at = next((at for at in tried if at in places and apart(at)), None)
        if at is not None:
            return MutantFate(mutant, "caught", len(every), at)
        added = next((at for at in tried if at not in places and apart(at)), None)
        if added is not None:
            return MutantFate(mutant, "caught", len(every), added, added)
        if self._is_told_apart(mutant, ill):
            return MutantFate(mutant, "caught", len(every))
        whole = self.complete and len(tried) == len(telling)
        return MutantFate(mutant, "no difference" if whole else "undecided", len(every))

    def _infections(
        self, mutants: Sequence[Mutant], wanted: Callable[[At], bool], tell: Callable[[str], None]
    ) -> Infected:
        """The mistakes that say something else at a place; a place that was not run, and a mistake that does more than
        say something, are taken to be."""
        changed = self._changes(mutants)
        names = _names(changed)
        ill: dict[At, set[str]] = {}
        for number, walk in enumerate(self.walks):
            machine = Infection(walk.system.system, walk.system.scope, changed)
            system = walk.system.on(machine)
            for place in dict.fromkeys(p for f in changed for p in walk.ran.get(f, ()) if wanted((number, p))):
                if len(ill) % 200 == 0:
                    tell(f"{walk.system.scope.name}: mistakes beside {len(ill)} places")
                machine.infected.clear()
                place_result(system, walk, place)
                ill[number, place] = set(machine.infected)
        return lambda mutant, at: mutant.name not in names or at not in ill or mutant.name in ill[at]

    def _changes(self, mutants: Iterable[Mutant]) -> Changed:
        """The changed forms of functions that say something, with the name of the mistake."""
        changed: dict[int, list[tuple[str, Function]]] = {}
        for mutant in mutants:
            form = changed_form(mutant, self._known, self._clauses)
            if form is not None and id(mutant.within) not in self._everywhere:
                changed.setdefault(id(mutant.within), []).append((mutant.name, form))
        return changed

    def _ill_plays(self, mutants: Iterable[Mutant]) -> ReadingKills:
        """The same as `_infected` of the plays about readings: what says nothing else on a play cannot show there."""
        changed = self._changes(mutants)
        found = []
        for _, under, way, _, ran in self._plays:
            machine = Infection(under.system, under.scope, {f: forms for f, forms in changed.items() if f in ran})
            play_looks(under.on(machine), way)
            found.append(frozenset(machine.infected))
        return ReadingKills(_names(changed), tuple(found))

    def _places(self, mutant: Mutant) -> list[At]:
        """The places where the changed rule ran; every place where that is not known of it."""
        return list(self._running(mutant))

    def _running(self, mutant: Mutant) -> Iterator[At]:
        functions = self._functions(mutant)
        for number, walk in enumerate(self.walks):
            if functions is None:  # a domain says who may choose what, and not what comes of it
                looks = mutant.operator == "drop the domain" or id(mutant.within) in self._everywhere
                every = (p for p in walk.places if not looks or p.instance is None or p.instance.action == "initial")
                yield from ((number, place) for place in every)
            else:
                ran = dict.fromkeys(place for f in functions for place in walk.ran.get(id(f), ()))
                yield from ((number, place) for place in ran)

    def _functions(self, mutant: Mutant) -> Sequence[Function] | None:
        """The author's functions without which a mistake makes no difference; None where it may make one anywhere."""
        assert self._original is not None
        if mutant.within is not None:
            return None if id(mutant.within) in self._everywhere else [mutant.within]
        rule, forgotten, _ = mutant.operator.partition(" is forgotten")
        if forgotten:
            forced = (r for r in self._rules if r.role in ("duty", "settle", "trigger"))
            return next(r.functions[:1] for r in forced if r.name == rule)
        if mutant.operator in _FEWER:  # each clause of an action is asked of each of its candidates, and so on
            return [f for r in self._rules if r.base == mutant.at and r.role in CLAUSES for f in r.functions]
        return None

    def _play_all(self) -> Iterator[tuple[int, TransitionSystem, tuple[Instance, ...], Answer, frozenset[int]]]:
        """Each play about readings, what it shows, and the functions that it runs."""
        entered = set[int]()
        machines: dict[int, Interpreter] = {}
        for told in self.readings:
            for number, under, way in told.ways(self.walks):
                if number not in machines:
                    machines[number] = Interpreter(under.system, under.scope, entered=entered)
                entered.clear()
                answer = play_looks(under.on(machines[number]), way)
                yield number, under, way, answer, frozenset(entered)

    def _is_told_apart(self, mutant: Mutant, ill: ReadingKills) -> bool:
        """Whether a play that tells readings apart tells a mistake apart too."""
        functions = self._functions(mutant)
        for play, (number, under, way, answer, ran) in enumerate(self._plays):
            if functions is not None and ran.isdisjoint(id(f) for f in functions):
                continue
            if mutant.name in ill.asked and mutant.name not in ill.infected[play]:
                continue
            system = self._system(mutant, number, whole=True)
            if play_looks(TransitionSystem(system.machine, under.reading, under.rulings), way) != answer:
                return True
        return False

    def _action_judged_by(self, mutant: Mutant) -> str | None:
        """The action whose judging is all that a mistake changes; None where it may change something else."""
        if mutant.within is not None:
            return self._judges.get(id(mutant.within))
        return self._bases.get(mutant.at) if mutant.operator in ("drop a norm", "drop the domain") else None

    def _telling(self, mutant: Mutant) -> Callable[[At], bool]:
        """Whether a place tells a mistake apart: by what the model says and does, a broken check included.

        Whatever else is raised is a defect of this tool, and ends the run.
        """
        systems: dict[int, TransitionSystem] = {}

        def apart(at: At) -> bool:
            number, place = at
            if number not in systems:
                systems[number] = self._system(mutant, number)
            return differs_from_walk(systems[number], self.walks[number], place)

        return apart

    def _system(self, mutant: Mutant, number: int, *, whole: bool = False) -> TransitionSystem:
        """The model with the mistake, or what of it decides; rules that are as they were are not compiled again."""
        walk, machine, rules = self.walks[number], self._machines[number], mutant.system
        judged = None if whole else self._action_judged_by(mutant)
        if judged is not None:  # nothing else than the legality of this one action can change
            rules = replace(rules, actions={judged: rules.actions[judged]})
        fewer = mutant.operator in _FEWER  # no function is another one
        if not fewer and (mutant.within is None or id(mutant.within) in self._built_in):
            machine = Interpreter(rules, walk.system.scope, apart=True)
        else:
            machine.system = rules
        if fewer or (mutant.within is not None and id(mutant.within) not in self._everywhere):
            return walk.system.on(machine)
        return TransitionSystem(machine, walk.system.reading, walk.system.rulings)


def sample_mutants(system: System, root: Path, most: int | None, seed: int) -> tuple[list[Mutant], int]:
    """The mistakes that a reader of a rulebook makes, or `most` of them, the same ones for the same seed; and how many
    there are."""
    wanted = (m for m in mutants(rules_without_properties(system), root) if m.kind != "other")
    number = 0

    def with_keys() -> Iterator[tuple[int, int, Mutant]]:
        nonlocal number
        for mutant in wanted:
            number += 1
            yield crc32(f"{seed} {mutant.name}".encode()), number, mutant

    kept = list(with_keys()) if most is None else nsmallest(most, with_keys(), key=itemgetter(0, 1))
    return [m for _, _, m in sorted(kept, key=itemgetter(1))], number


def _names(changed: Changed) -> frozenset[str]:
    return frozenset(name for forms in changed.values() for name, _ in forms)


def _spread(places: list[At], most: int) -> list[At]:
    """At most so many of some places: the first half, and some of the others at even distances."""
    if len(places) <= most:
        return places
    near, far = places[: most // 2], places[most // 2 :]
    return near + far[:: -(-len(far) // (most // 2))]


def rules_without_properties(system: System) -> System:
    """The rules without what says of them what should be true: properties, and helpers that only those call."""
    rules = replace(system, checks={}, helpers={})
    waiting, called = list(rules.functions()), dict[str, None]()
    while waiting:
        for node in inside(waiting.pop()):
            if isinstance(node, Call) and node.kind == "helper" and node.name not in called:
                called[node.name] = None
                waiting.append(system.helpers[node.name])
    return replace(rules, helpers={name: f for name, f in system.helpers.items() if name in called})


def _judging(action: Action) -> Iterator[Function]:
    """The functions of an action that say who may choose it, and nothing of what comes of it."""
    for rule in action.rules():
        if rule.role in CLAUSES:
            yield from rule.functions
        elif rule.guard is not None:
            yield rule.guard


def _asked_once(system: System) -> frozenset[int]:
    """Functions that are not run anew in every state: domains, whose answers are kept, and what they call."""
    waiting = [r.guard for r in system.rules() if r.guard is not None and (r.role == "initial" or r.role in JUDGED)]
    found: dict[int, None] = {}
    while waiting:
        function = waiting.pop()
        if id(function) not in found:
            found[id(function)] = None
            called = {(node.kind, node.name) for node in inside(function.body) if isinstance(node, Call)}
            waiting += [f for kind, name in called for f in of_call(system, kind, name)]
    return frozenset(found)


def foreign_functions(system: System) -> frozenset[int]:
    """Functions that are a part of others' code, or of the schema."""
    schema = [f for rule in system.rules() if rule.role in ("matters", "settle") for f in rule.functions]
    return frozenset(id(f) for f in (*system.helpers.values(), *schema))
