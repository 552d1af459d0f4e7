"""Every rest state of a scope with all that an implementer can see of it, and with what each look and step shows.

The look at a state is whose decision it is, what is legal, and how the game has ended; a step is the state after it.
Both are places, of which vectors are made; for each place it is known which rules ran there.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field, replace
from time import perf_counter
from typing import Literal, NamedTuple

from ruleslawyer.ir.rules import CLAUSES, Rule
from ruleslawyer.ir.system import Norm
from ruleslawyer.rulebook.claims.limits import Limits, Progress
from ruleslawyer.semantics.events import BranchEnds, Event
from ruleslawyer.semantics.interpret import Interpreter
from ruleslawyer.semantics.state import State
from ruleslawyer.semantics.told import judgement_of
from ruleslawyer.semantics.transition import Instance, Judged, TransitionSystem

Way = Literal["speaks", "is silent", "would decide", "decides when true", "decides when false"]


class Target(NamedTuple):
    """A rule one way: it speaks (it decides a verdict, gives a value, runs), or is silent where it could speak.

    A norm that is silent `would decide` where its condition alone keeps the verdict from being another: with one that
    speaks this is what MC/DC asks of a norm. A condition inside a rule decides when true, and when false (`decisions`).
    """

    rule: str
    way: Way


class Place(NamedTuple):
    """A place of a walk: the look at a state by its number, or with an instance the step from there.

    A beginning is the step of an `initial` instance to the state of that number."""

    state: int
    instance: Instance | None = None


@dataclass(frozen=True, slots=True)
class Look:
    """Everything that can be seen of a rest state. legal: the allowed instances, in order; None where that cannot be
    told. payoffs: of a game that is over, where a rule says them."""

    ended: bool
    winners: frozenset[int]
    awaits: frozenset[int]
    legal: tuple[Instance, ...] | None
    payoffs: tuple[int, ...] = ()


def look_at(system: TransitionSystem, state: State) -> tuple[Look, tuple[Judged, ...]]:
    """The look at a state, and every candidate there."""
    if system.is_over(state):
        return Look(True, system.winners(state), frozenset(), (), system.payoffs(state)), ()
    try:
        judged = tuple(system.candidates(state))
        awaits = system.awaits(state)
    except BranchEnds:
        return Look(False, frozenset(), frozenset(), None), ()
    return Look(False, frozenset(), awaits, tuple(j.instance for j in judged if j.is_allowed)), judged


@dataclass
class Walk:
    """The states and places that were found, in breadth-first order, so that the first way to a place is a shortest
    one.

    after: the number of the state that each step leads to; None where the branch ends. parents: how each state was
    first reached; a beginning has None for the state before it. ran: for each function of the author the places where
    it ran. shows: what each place shows of the rules. choices: for each choice of the reading that was met its options,
    and the places. stopped: why not everything was visited.
    """

    system: TransitionSystem
    states: list[State] = field(default_factory=list)
    looks: list[Look] = field(default_factory=list)
    after: dict[Place, int | None] = field(default_factory=dict)
    parents: list[tuple[int | None, Instance]] = field(default_factory=list)
    ran: dict[int, list[Place]] = field(default_factory=dict)
    shows: dict[Place, frozenset[Target]] = field(default_factory=dict)
    choices: dict[str, tuple[tuple[str, ...], list[Place]]] = field(default_factory=dict)
    stopped: str = ""
    numbers: dict[State, int] = field(default_factory=dict)

    def way(self, place: Place) -> tuple[Instance, ...]:
        """The shortest play through a place: the initial choice, then the instances."""
        found = [] if place.instance is None or place.instance.action == "initial" else [place.instance]
        number: int | None = place.state
        while number is not None:
            number, instance = self.parents[number]
            found.append(instance)
        return tuple(reversed(found))

    def path_to(self, place: Place) -> Iterator[Place]:
        """The places on the way to a place, itself included."""
        number: int | None = place.state
        yield place
        while number is not None:
            yield Place(number)
            before, instance = self.parents[number]
            yield Place(number if before is None else before, instance)
            number = before
        if place.instance is not None and place in self.after and place.instance.action != "initial":
            reached = self.after[place]
            if reached is not None:
                yield Place(reached)

    @property
    def places(self) -> Iterator[Place]:
        """All places, in the order in which they were found."""
        return iter(self.shows)

    def arrive(self, state: State, parent: tuple[int | None, Instance]) -> tuple[int, bool]:
        """The number of a state, and whether it is new."""
        number = self.numbers.setdefault(state, len(self.states))
        new = number == len(self.states)
        if new:
            self.states.append(state)
            self.parents.append(parent)
        return number, new


def walk_scope(system: TransitionSystem, limits: Limits, progress: Progress | None = None) -> Walk:
    """Visit every reachable rest state of the interpreter, or as many as the limits allow. Ctrl-C is not caught."""
    found, entered = Walk(system), set[int]()
    watched = Interpreter(system.system, system.scope, entered=entered)
    _ScopeWalker(found, TransitionSystem(watched, system.reading, system.rulings), entered, limits, progress).run()
    return found


class _ScopeWalker:
    def __init__(
        self,
        found: Walk,
        system: TransitionSystem,
        entered: set[int],
        limits: Limits,
        progress: Progress | None,
    ) -> None:
        self.system, self.entered, self.limits, self.progress = system, entered, limits, progress
        self.found = found
        table = system.system.rules()
        self.groups = _groups(table)
        self.forced = frozenset(r.name for r in table if r.role in ("duty", "settle")).difference(system.scope.off)
        self.norms = system.system.norms
        lifting = [r for r in table if r.role == "exception" and r.base in self.norms]
        self.lifts = {base: frozenset(r.name for r in lifting if r.base == base) for base in self.norms}
        self.silent: dict[tuple[str, tuple[str, ...]], frozenset[Target]] = {}
        self.judging = frozenset(r.name for r in table if r.base in self.norms and r.role in CLAUSES)

    def run(self) -> None:
        found, began = self.found, perf_counter()
        waiting: deque[int] = deque()
        for instance, outcome in self.system.initial():
            if outcome.state is not None:
                number, new = found.arrive(outcome.state, (None, instance))
                if new:
                    waiting.append(number)
                    found.after[Place(number, instance)] = number
                    self._note(Place(number, instance), outcome.fired, set(), outcome.events)
            self.entered.clear()
        visited = 0
        while waiting:
            found.stopped = self.limits.too_many(visited) or self.limits.too_long(perf_counter() - began)
            if not found.stopped and visited % 64 == 0:
                found.stopped = self.limits.too_large()
                if self.progress:
                    self.progress(visited, len(waiting), len(found.after))
            if found.stopped:
                break
            self._visit(waiting.popleft(), waiting)
            visited += 1
        for number in waiting:  # what a limit left unvisited is looked at, as an end of vectors
            self._look(number)

    def _visit(self, number: int, waiting: deque[int]) -> None:
        found, state = self.found, self.found.states[number]
        look = self._look(number)
        for instance in look.legal or ():
            outcome = self.system.take(state, instance)
            place = Place(number, instance)
            idle = {Target(rule, "is silent") for rule in self.forced.difference(outcome.fired)}
            self._note(place, outcome.fired, idle, outcome.events)
            found.after[place] = None
            if outcome.state is not None:
                found.after[place], new = found.arrive(outcome.state, (number, instance))
                if new:
                    waiting.append(len(found.states) - 1)

    def _look(self, number: int) -> Look:
        # A copy: what was read of the state itself when a step led there would not run again.
        look, judged = look_at(self.system, State(*self.found.states[number]))
        self.found.looks.append(look)
        shown: set[Target] = set()
        fired: dict[str, None] = {}
        events: list[Event] = []
        for candidate in judged:
            shown |= self._of(candidate)
            fired |= dict.fromkeys(candidate.fired)
            events += candidate.events
        self._note(Place(number), [name for name in fired if name not in self.judging], shown, events)
        return look

    def _of(self, candidate: Judged) -> set[Target]:
        """The targets that one candidate shows of the norms of its action: who decides, and whose condition does not
        hold."""
        judgement, fired = candidate.judgement, set(candidate.fired)
        shown: set[Target] = set()
        if judgement is None:
            return shown
        for one in (judgement, *(part for _, part in judgement.parts)):
            shown |= {Target(name, "speaks") for name in one.decisive}
            shown |= self._silent(one.base, one.holds)
            shown |= {Target(name, "speaks" if name in fired else "is silent") for name in self.lifts.get(one.base, ())}
        return shown

    def _silent(self, base: str, holding: tuple[str, ...]) -> frozenset[Target]:
        """The targets shown by norms whose condition does not hold, where these others' do: the same few again and
        again."""
        if (base, holding) not in self.silent:
            norms, found = self.norms.get(base, ()), set[Target]()
            verdict = _verdict(norms, holding)
            for name in (n.name for n in norms if n.name not in holding):
                found.add(Target(name, "is silent"))
                if _verdict(norms, (*holding, name)) != verdict:
                    found.add(Target(name, "would decide"))
            self.silent[base, holding] = frozenset(found)
        return self.silent[base, holding]

    def _note(self, place: Place, fired: Collection[str], shown: set[Target], events: Iterable[Event]) -> None:
        """Notes the functions that ran at a place, what it shows, and which choices of the reading it meets."""
        found, names = self.found, set(fired)
        shown = shown | {Target(name, "speaks") for name in names}
        for name in names & self.groups.keys():  # of a term, or a question, that was asked
            shown |= {Target(other, "is silent") for other in self.groups[name] if other not in names}
        found.shows[place] = frozenset(shown)
        for function in self.entered:
            found.ran.setdefault(function, []).append(place)
        self.entered.clear()
        for event in events:
            if event.choice:
                _, places = found.choices.setdefault(event.choice, (event.options, []))
                if not places or places[-1] != place:
                    places.append(place)


def _verdict(norms: tuple[Norm, ...], holding: Collection[str]) -> str:
    return judgement_of("", [norm for norm in norms if norm.name in holding]).verdict


def place_result(system: TransitionSystem, walk: Walk, place: Place) -> Look | State | None:
    """The look of a system at a place, or the state after the step."""
    number, instance = place
    if instance is None:
        return look_at(system, walk.states[number])[0]
    if instance.action == "initial":
        begun = system.begin(instance)
        return None if begun is None else begun.state
    return system.take(walk.states[number], instance).state


def differs_from_walk(system: TransitionSystem, walk: Walk, place: Place) -> bool:
    """Whether a system gives at a place something else than the walk has. Of a system that has only some of the
    actions, no others are compared."""
    number, instance = place
    if instance is None:
        look, legal = walk.looks[number], walk.looks[number].legal
        if legal is not None and len(system.system.actions) < len(walk.system.system.actions):
            look = replace(look, legal=tuple(i for i in legal if i.action in system.system.actions))
        return place_result(system, walk, place) != look
    reached = number if instance.action == "initial" else walk.after[place]
    return place_result(system, walk, place) != (None if reached is None else walk.states[reached])


def _groups(rules: Iterable[Rule]) -> dict[str, tuple[str, ...]]:
    """For each rule that gives a term or a question its value, all that could; for each deed, its clauses."""
    rules = tuple(rules)
    clauses: dict[str, list[str]] = {}
    for rule in rules:
        if rule.role in CLAUSES:
            clauses.setdefault(rule.base, []).append(rule.name)
    valued = {rule.name for rule in rules if rule.role in ("term", "question")}
    met = (rule for rule in rules if rule.base in valued or rule.role == "deed")
    return {rule.name: tuple(clauses.get(rule.base, ())) for rule in met}
