"""Progress of a check of cards, a line of JSON for each card and each pair, so that it goes on later."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from functools import partial
from hashlib import sha256
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from ruleslawyer.base.diagnostics import Tell, UsageError
from ruleslawyer.base.files.journal import Journal, Line
from ruleslawyer.check.evidence.finding import Finding
from ruleslawyer.check.evidence.naming import describe, named_by
from ruleslawyer.exploration.study import Study, expect_no_ctrl_c
from ruleslawyer.ir.schema import Scope
from ruleslawyer.ir.types import Map, Optional, Set, Sort, Type
from ruleslawyer.rulebook.claims.limits import Limits
from ruleslawyer.rulebook.claims.occurrence import VIOLATED, Met, met_of
from ruleslawyer.rulebook.claims.result import DeadlockResult, EventResult
from ruleslawyer.rulebook.claims.verdict import Verdict
from ruleslawyer.semantics.codec import Codec
from ruleslawyer.semantics.transition import TransitionSystem
from ruleslawyer.studies.cards.result import CardExploration, CardPair, CardResult, CardsResult, Coverage, Key
from ruleslawyer.studies.cards.seats import Card, CardSlots

if TYPE_CHECKING:
    from ruleslawyer.exploration.native import NativeExploration


Done: TypeAlias = Journal[tuple[int, ...], CardExploration]
"""The journal of a run: what it found of each card and of each pair, by their numbers in the list."""


def open_journal(file: Path | None, header: Mapping[str, object]) -> Done:
    return Journal(file, "cards", header, _read, _line)


def _line(cards: tuple[int, ...], looked: CardExploration) -> Line:
    return {
        "of": cards,
        "keys": sorted(looked.keys, key=str) if len(cards) < 2 else [],
        "states": looked.states,
        "stopped": looked.stopped,
        "met": [[m.kind, m.title, m.cites, m.findings, m.seats, m.play, m.key] for m in looked.met],
        "actions": [[number, names] for number, names in looked.actions.items()],
    }


def _read(line: Line) -> tuple[tuple[int, ...], CardExploration]:
    return tuple(line["of"]), CardExploration(
        frozenset(_tuples(key) for key in line["keys"]),
        int(line["states"]),
        str(line["stopped"]),
        tuple(_event_from(kind, title, *map(_tuples, rest)) for kind, title, *rest in line["met"]),
        {number: tuple(names) for number, names in line["actions"]},
    )


def _event_from(kind: str, title: str, cites: Any, findings: Any, seats: Any, play: Any, key: Any) -> Met:
    return Met(kind, key, title, cites, play, findings=findings, seats=seats)


def digest(of: object) -> str:
    """A digest that tells one list, or scope, from another."""
    return sha256(repr(_in_order(of)).encode()).hexdigest()


def _in_order(value: object) -> Any:
    """The same in an order that does not hang on hashes."""
    if isinstance(value, Mapping):
        return sorted(((_in_order(key), _in_order(one)) for key, one in value.items()), key=repr)
    if isinstance(value, (set, frozenset)):
        return sorted(map(_in_order, value), key=repr)
    if isinstance(value, (list, tuple)):
        return [_in_order(one) for one in value]
    if is_dataclass(value):
        return [type(value).__name__, *(_in_order(getattr(value, field.name)) for field in fields(value))]
    return value


def _tuples(value: object) -> Any:
    return tuple(map(_tuples, value)) if isinstance(value, list) else value


Make = Callable[[Scope], TransitionSystem]
Seated: TypeAlias = Mapping[int, tuple[int, Card]]
"""Cards with their numbers in the list, by the seat."""


OTHER_SCOPE = "leave the card out of the list, or name a scope with members beside which it may lie"


class CardsRun:
    """One run; `result` gives what it found, also after Ctrl-C or at the end of its time."""

    def __init__(
        self,
        seats: CardSlots,
        cards: Sequence[Card],
        make: Make,
        findings: Sequence[Finding],
        limits: Limits,
        tell: Tell | None = None,
        pairs: bool = True,
        done: Path | None = None,
    ) -> None:
        """`limits`: states of each scope, seconds of all. `pairs`: whether every two cards are looked at too. `done`: a
        file that has what was looked at already, and gets what is looked at now."""
        self.seats, self.cards, self.make, self.limits = seats, cards, make, limits
        self.findings = tuple(f for f in findings if not f.withdrawn)
        self.running = Study(limits.seconds, limits.too_long(math.inf), tell)
        self.found = CardsResult(seats, limits, len(cards), len(cards) * (len(cards) - 1) // 2 if pairs else 0)
        self.coverage = Coverage(seats.system, seats.sort)
        self.alone: dict[int, frozenset[Key]] = {}
        self.told: dict[Key, Met] = {}
        """Each thing where it was met first; elsewhere its play is not looked for again."""
        self.actions: dict[int, set[str]] = {number: set() for number in range(len(cards))}

        system = make(seats.scope)
        self.done = open_journal(done, {
            "rules": seats.system.digest,
            "scope": digest((seats.scope, seats.sort, seats.places)),
            "cards": digest(cards),
            "under": [sorted(system.reading.items()), sorted(system.rulings)],
            "max_states": limits.states,
        })  # fmt: skip

    def result(self) -> CardsResult:
        return self.running.run(self.found, self._vary, self._conclude)

    def _conclude(self) -> None:
        """Put the actions that name each card, in pairs too, into its result."""
        self.found.cards = [replace(c, actions=tuple(sorted(self.actions[n]))) for n, c in enumerate(self.found.cards)]

    def _vary(self) -> None:
        known = self._at({}, frozenset()).keys
        for number, card in enumerate(self.cards):
            self.running.tell(f"card {number + 1} of {len(self.cards)}")
            looked = self._at({number: card}, known)
            self.alone[number] = looked.keys
            uncovered = tuple(self.coverage.gaps(card.values))
            self.found.cards.append(CardResult(card, uncovered, (), looked))
        for done, (one, other) in enumerate(combinations(range(len(self.cards)), 2) if self.found.asked else ()):
            self.running.tell(f"pair {done + 1} of {self.found.asked}")
            first, second = self.cards[one], self.cards[other]
            looked = self._at({one: first, other: second}, known | self.alone[one] | self.alone[other])
            self.found.pairs.append(CardPair(first.name, second.name, looked))

    def _at(self, cards: Mapping[int, Card], known: frozenset[Key]) -> CardExploration:
        """Explores a scope with no card, one card, or two of them, either way round; or recalls that it was done."""
        found = self.done.ask(tuple(cards), partial(self._look_at, cards, known))
        for met in found.met:
            self.told.setdefault(met.key, met)
        for number, actions in found.actions.items():
            self.actions[number] |= set(actions)
        return found

    def _look_at(self, cards: Mapping[int, Card], known: frozenset[Key]) -> CardExploration:
        match list(cards.items()):
            case []:
                seatings: list[Seated] = [{}]
            case [card]:
                seatings = [{seat: card} for seat in (0, 1)]
            case both:
                seatings = [dict(enumerate(both)), dict(enumerate(reversed(both)))]
        looks = [(seated, self._look(seated)) for seated in seatings]
        keys = frozenset(key for _, exploration in looks for key in _keys(exploration))
        met = tuple(self._new_events(looks, known)) if cards else ()
        actions: dict[int, set[str]] = {number: set() for number in cards}
        for seated, exploration in looks:
            for seat, (number, _) in seated.items():
                actions[number] |= _naming(exploration, self.seats, self.seats.places[seat])
        states = sum(exploration.found.size for _, exploration in looks)
        stopped = next((exploration.found.stopped for _, exploration in looks if exploration.found.stopped), "")
        return CardExploration(
            keys, states, stopped, met, {number: tuple(sorted(names)) for number, names in actions.items()}
        )

    def _look(self, seated: Seated) -> NativeExploration:
        self.running.expect_time()
        from ruleslawyer.exploration.native import explore_natively

        limits = self.limits.since(self.running.began)
        system = self.make(self.seats.with_cards(seated))
        if not system.meets_assumptions:
            named = " and ".join(card.name for _, card in seated.values())
            raise UsageError(f"with {named} the scope does not meet what is assumed of members", None, OTHER_SCOPE)
        found = explore_natively(system, limits, None, 1)
        expect_no_ctrl_c(found.found.stopped)
        self.running.expect_time()  # what it found is of no whole scope
        return found

    def _new_events(self, looks: Iterable[tuple[Seated, NativeExploration]], known: frozenset[Key]) -> Iterator[Met]:
        """The events that these scopes meet and that are not known, each once."""
        said = set(known)
        for seated, found in looks:
            new = frozenset(_keys(found)) - said
            said |= new
            names = tuple(seated[i][1].name if i in seated else name for i, name in enumerate(self.seats.names))
            if new:
                yield from self._report_events(found, new, (names[0], names[1]))

    def _report_events(self, found: NativeExploration, new: frozenset[Key], names: tuple[str, str]) -> Iterator[Met]:
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
    """The keys of all that goes wrong in a scope, by which one is told from another."""
    yield from (("event", key) for key, _ in found.observation.events() if key[0] != "cap")
    yield from (("deadlock", key) for key in found.deadlocks)
    yield from ((VIOLATED, name) for name in found.observation.names(VIOLATED))


def _naming(found: NativeExploration, seats: CardSlots, member: int) -> set[str]:
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
        types = [p.type for p in action.chosen_parameters]
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
