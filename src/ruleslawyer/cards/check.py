"""Cards explored alone and two by two: what can never be played, which pairs meet what neither card meets alone."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ruleslawyer.cards.coverage import Coverage
from ruleslawyer.cards.done import Looked, digest, noted
from ruleslawyer.cards.result import CardPair, CardResult, CardsResult, Key
from ruleslawyer.cards.seats import Card, Seats
from ruleslawyer.claims.limits import BY_CTRL_C, Limits
from ruleslawyer.claims.met import VIOLATED, Met, met_of
from ruleslawyer.claims.result import DeadlockResult, EventResult
from ruleslawyer.claims.verdict import Verdict
from ruleslawyer.evidence.finding import Finding
from ruleslawyer.evidence.naming import describe, named_by
from ruleslawyer.ir.scope import Scope
from ruleslawyer.ir.types import Map, Optional, Set, Sort, Type
from ruleslawyer.semantics.codec import Codec
from ruleslawyer.semantics.transition import TransitionSystem
from ruleslawyer.study.study import Study, Tell

if TYPE_CHECKING:
    from ruleslawyer.exploration.native import NativeExploration

MOST_STATES = 1_000
"""States at which a scope of two cards is given up unless told otherwise: there are as many scopes as pairs, twice."""
SECONDS = 300.0
"""For everything together, unless told otherwise."""
Make = Callable[[Scope], TransitionSystem]


@dataclass
class _Look:
    """What was found in one scope."""

    found: NativeExploration
    keys: frozenset[Key]
    states: int
    stopped: str
    actions: Mapping[int, set[str]]


def check_cards(
    seats: Seats,
    cards: Sequence[Card],
    make: Make,
    findings: Sequence[Finding],
    limits: Limits,
    tell: Tell | None = None,
    pairs: bool = True,
    done: Path | None = None,
) -> CardsResult:
    """Look at each card and each pair. `limits`: states of each scope, seconds of all. Ctrl-C keeps what is done.
    `done`: a file that has what was looked at already, and gets what is looked at now."""
    standing = tuple(f for f in findings if not f.withdrawn)
    check = _Check(seats, cards, make, standing, limits, tell, done)
    check.result.asked = len(cards) * (len(cards) - 1) // 2 if pairs else 0
    with check.running.stopping():
        check.run()
    check.conclude()
    return check.result


class _Check:
    def __init__(
        self,
        seats: Seats,
        cards: Sequence[Card],
        make: Make,
        findings: tuple[Finding, ...],
        limits: Limits,
        tell: Tell | None,
        done: Path | None,
    ) -> None:
        self.seats, self.cards, self.make, self.findings, self.limits = seats, cards, make, findings, limits
        self.running = Study(limits.seconds, limits.too_long(math.inf), tell)
        self.result = CardsResult(seats, limits, len(cards), 0)
        self.coverage = Coverage(seats.system, seats.sort)
        self.alone: dict[int, frozenset[Key]] = {}
        self.told: dict[Key, Met] = {}
        """Each thing where it was met first; elsewhere its play is not looked for again."""
        self.actions: dict[int, set[str]] = {number: set() for number in range(len(cards))}

        system = make(seats.scope)
        self.done = noted(done, {
            "rules": seats.system.digest,
            "scope": digest((seats.scope, seats.sort, seats.places)),
            "cards": digest(cards),
            "under": [sorted(system.reading.items()), sorted(system.rulings)],
            "max_states": limits.states,
        })  # fmt: skip

    def run(self) -> None:
        known = self._at({}, frozenset()).keys
        for number, card in enumerate(self.cards):
            self.running.tell(f"card {number + 1} of {len(self.cards)}")
            looked = self._at({number: card}, known)
            self.alone[number] = looked.keys
            uncovered = tuple(self.coverage.uncovered(card.values))
            self.result.cards.append(CardResult(card, uncovered, (), looked.states, looked.stopped, looked.met))
        for done, (one, other) in enumerate(combinations(range(len(self.cards)), 2) if self.result.asked else ()):
            self.running.tell(f"pair {done + 1} of {self.result.asked}")
            first, second = self.cards[one], self.cards[other]
            looked = self._at({one: first, other: second}, known | self.alone[one] | self.alone[other])
            self.result.pairs.append(CardPair(first.name, second.name, looked.states, looked.stopped, looked.met))

    def _at(self, cards: Mapping[int, Card], known: frozenset[Key]) -> Looked:
        """What no scope, or one card, or two of them meet, either way round; looked at now, or already."""
        found = self.done.ask(tuple(cards), partial(self._look_at, cards, known))
        for met in found.met:
            self.told.setdefault(met.key, met)
        for number, actions in found.actions.items():
            self.actions[number] |= set(actions)
        return found

    def _look_at(self, cards: Mapping[int, Card], known: frozenset[Key]) -> Looked:
        match list(cards.items()):
            case []:
                seatings: list[dict[int, tuple[int, Card]]] = [{}]
            case [one]:
                seatings = [{seat: one} for seat in (0, 1)]
            case both:
                seatings = [dict(enumerate(both)), dict(enumerate(reversed(both)))]
        looks = [self._look(seating) for seating in seatings]
        keys = frozenset[Key]().union(*(look.keys for look in looks))
        met = tuple(self._met(zip(seatings, looks, strict=True), known)) if cards else ()
        actions = {n: tuple(sorted(set[str]().union(*(look.actions.get(n, ()) for look in looks)))) for n in cards}
        states, stopped = _summed(looks)
        return Looked(keys, states, stopped, met, actions)

    def conclude(self) -> None:
        """What is known of each card once pairs were looked at as well."""
        self.result.cards = [
            replace(card, actions=tuple(sorted(self.actions[number]))) for number, card in enumerate(self.result.cards)
        ]
        self.result.stopped, self.result.seconds = self.running.stopped, self.running.seconds

    def _look(self, seated: Mapping[int, tuple[int, Card]]) -> _Look:
        self.running.expect_time()
        from ruleslawyer.exploration.native import explore_natively

        limits = self.limits.since(self.running.began)
        found = explore_natively(self.make(self.seats.with_cards(seated)), limits, None, 1)
        stopped = found.found.stopped
        if stopped == BY_CTRL_C:
            raise KeyboardInterrupt
        self.running.expect_time()  # what it found is of no whole scope
        actions = {n: _naming(found, self.seats, self.seats.places[seat]) for seat, (n, _) in seated.items()}
        return _Look(found, frozenset(_keys(found)), found.found.size, stopped, actions)

    def _met(
        self, looks: Iterator[tuple[Mapping[int, tuple[int, Card]], _Look]], known: frozenset[Key]
    ) -> Iterator[Met]:
        """What these scopes meet and what is not known, each once."""
        said = set(known)
        for seated, look in looks:
            new = look.keys - said
            said |= look.keys
            names = tuple(seated[i][1].name if i in seated else name for i, name in enumerate(self.seats.names))
            if new:
                yield from self._told(look.found, new, (names[0], names[1]))

    def _told(self, found: NativeExploration, new: frozenset[Key], names: tuple[str, str]) -> Iterator[Met]:
        codec = Codec(found.system.system, found.system.scope)

        def first(key: Key, wrong: EventResult | DeadlockResult | Verdict, title: str = "") -> Met:
            made = met_of(wrong, codec)
            ids = named_by(self.findings, wrong)
            self.told[key] = replace(made, key=key, title=title or made.title, findings=ids, seats=names)
            return self.told[key]

        for kind, key in sorted(new, key=str):
            if (kind, key) in self.told:
                yield replace(self.told[kind, key], seats=names, play=())
            elif kind == "event":
                at = found.occurrence(key)
                if at is not None and at.material:
                    yield first((kind, key), EventResult(at.event, True, at.depth, found.event_trace(at)))
            elif kind == "deadlock":
                places, (unspoken, forbidden) = found.deadlocks[key], key
                dead = DeadlockResult(found.trace(places[0]), unspoken, forbidden, len(places))
                yield first((kind, key), dead, describe(dead))
        violated = {key for kind, key in new if kind == VIOLATED and (kind, key) not in self.told}
        for verdict in found.verdicts() if violated else ():
            if verdict.name in violated and verdict.word == "VIOLATED" and verdict.trace is not None:
                yield first((VIOLATED, verdict.name), verdict)


def _keys(found: NativeExploration) -> Iterator[Key]:
    """What goes wrong in a scope, by what tells one from another."""
    yield from (("event", key) for key, _ in found.observed.events() if key[0] != "cap")
    yield from (("deadlock", key) for key in found.deadlocks)
    yield from ((VIOLATED, name) for name in found.observed.names(VIOLATED))


def _naming(found: NativeExploration, seats: Seats, member: int) -> set[str]:
    """The actions that are allowed somewhere with a member among their arguments."""
    from ruleslawyer.engines.native.graph import Graph
    from ruleslawyer.engines.native.searched_graph import arguments

    graph, system, layout = found.graph, seats.system, found.by_code.layout
    if not isinstance(graph, Graph):
        return set()
    naming = set()
    for label in sorted(set(graph.choices.tolist())):
        name = layout.action_of(label)
        action = system.actions[name]
        types = [p.type for p in action.chosen]
        values = arguments(layout, name, label - layout.firsts[name])
        if any(_has(value, type_, seats.sort, member) for value, type_ in zip(values, types, strict=True)):
            naming.add(name)
    return naming


def _has(value: Any, type_: Type, sort: str, member: int) -> bool:
    match type_:
        case Sort(name):
            return bool(name == sort and value == member)
        case Optional(item):
            return value is not None and _has(value, item, sort, member)
        case Set(item):
            return any(_has(one, item, sort, member) for one in value)
        case Map(_, item):
            return any(_has(one, item, sort, member) for one in value)
    return False


def _summed(looks: Sequence[_Look]) -> tuple[int, str]:
    """The states of several scopes, and why one of them was not explored whole."""
    return sum(look.states for look in looks), next((look.stopped for look in looks if look.stopped), "")
