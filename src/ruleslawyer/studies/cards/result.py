"""The result for a list of cards: of each card and pair, and the parts that no rule reads; as JSON and in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from ruleslawyer.base.files.content import Json
from ruleslawyer.exploration.study import StudyResult
from ruleslawyer.ir import nodes as n
from ruleslawyer.ir.nodes import Function
from ruleslawyer.ir.system import System
from ruleslawyer.ir.types import Bool, Enum, Map, Optional, Set, Type
from ruleslawyer.ir.walk import walk
from ruleslawyer.rulebook.claims.limits import Limits
from ruleslawyer.rulebook.claims.occurrence import Met
from ruleslawyer.studies.cards.seats import Card, CardSlots


@dataclass(frozen=True, slots=True)
class UncoveredValue:
    """A value that a card has and that no rule speaks of. value: the member of an enum; empty: of no value."""

    attribute: str
    value: str = ""

    def __str__(self) -> str:
        return (
            f"no rule names {self.value} of `{self.attribute}`" if self.value else f"no rule reads `{self.attribute}`"
        )


class Coverage:
    """The attributes and enum members of a sort that rules read: clauses, deeds, terms, questions and the helpers that
    these call, not properties.

    An attribute is read where some rule has it. A member of an enum is covered where some rule writes it out, or goes
    through the whole enum, or where no rule writes any member of that enum out (all are treated alike then).
    """

    def __init__(self, system: System, sort: str) -> None:
        self.system, self.types = system, {a.name: a.type for a in system.sorts[sort].attributes}
        self.read: set[str] = set()
        self.named: dict[str, set[int]] = {}
        self.whole: set[str] = set()
        for function in self._functions():
            for node in walk(function.body):
                match node:
                    case n.Attr(sort=of, name=name) if of == sort:
                        self.read.add(name)
                    case n.Const(type=Enum(enum) | Optional(Enum(enum)), value=int(value)):
                        self.named.setdefault(enum, set()).add(value)
                    case n.Domain(type=Set(Enum(enum))):
                        self.whole.add(enum)

    def _functions(self) -> Iterator[Function]:
        """The functions of all rules but properties, and the helpers that they call."""
        asked = {id(f) for check in self.system.checks.values() for rule in check.rules() for f in rule.functions}
        waiting = [f for rule in self.system.rules() for f in rule.functions if id(f) not in asked]
        seen = {id(f) for f in waiting}
        while waiting:
            function = waiting.pop()
            yield function
            for node in walk(function.body):
                if isinstance(node, n.Call) and node.kind == "helper":
                    helper = self.system.helpers[node.name]
                    if id(helper) not in seen:
                        seen.add(id(helper))
                        waiting.append(helper)

    @cached_property
    def _alike(self) -> frozenset[str]:
        """The enums of which no rule names a member, or through all of which some rule goes."""
        return frozenset(enum for enum in self.system.enums if enum in self.whole or not self.named.get(enum))

    def gaps(self, values: Mapping[str, object]) -> Iterator[UncoveredValue]:
        """The values of a card that no rule speaks of."""
        for name, value in values.items():
            if name not in self.read:
                yield UncoveredValue(name)
            else:
                for enum, member in _members(value, self.types[name]):
                    if enum not in self._alike and member not in self.named[enum]:
                        yield UncoveredValue(name, self.system.enums[enum].members[member])


def _members(value: Any, type_: Type) -> Iterator[tuple[str, int]]:
    """The members of enums that a value has: of a map of yes and no, those with yes; of others, those with a value."""
    match type_:
        case Enum(enum):
            yield enum, value
        case Optional(item) if value is not None:
            yield from _members(value, item)
        case Set(item):
            for one in value:
                yield from _members(one, item)
        case Map(key, item):
            for index, entry in enumerate(value):
                if isinstance(key, Enum) and (entry is True or entry not in (False, None, 0)):
                    yield key.name, index
                if not isinstance(item, Bool):
                    yield from _members(entry, item)


Key = tuple[Any, ...]
"""The key of an event, a deadlock or a violated property: no two of them share one."""


@dataclass(frozen=True, slots=True)
class CardExploration:
    """The result of exploring the scopes with none, one or two of the cards. keys: all that goes wrong there, empty for
    two cards; met: what of it is new. actions: for each card, by its number, the actions that name it. stopped: why not
    all of these scopes were explored."""

    keys: frozenset[Key]
    states: int
    stopped: str
    met: tuple[Met, ...]
    actions: Mapping[int, tuple[str, ...]]

    def json(self) -> Json:
        """The exploration of one card or of two as JSON."""
        return {"states": self.states, "stopped": self.stopped or None, "met": [_event_json(met) for met in self.met]}


def _event_json(met: Met) -> Json:
    return {
        **met.json(),
        "findings": list(met.findings),
        "seats": list(met.seats),
        "play": list(met.play) or None,
    }


@dataclass(frozen=True, slots=True)
class CardResult:
    """A card by itself. actions: those that name it somewhere, alone or with another."""

    card: Card
    uncovered: tuple[UncoveredValue, ...]
    actions: tuple[str, ...]
    looked: CardExploration


@dataclass(frozen=True, slots=True)
class CardPair:
    """Two cards, each way round: what no scope of one of them meets."""

    first: str
    second: str
    looked: CardExploration


@dataclass
class CardsResult(StudyResult):
    """A list of cards, looked at. listed, asked: cards and pairs that there are."""

    seats: CardSlots
    limits: Limits
    listed: int
    asked: int
    cards: list[CardResult] = field(default_factory=list)
    pairs: list[CardPair] = field(default_factory=list)

    @property
    def looks(self) -> list[CardExploration]:
        return [*(card.looked for card in self.cards), *(pair.looked for pair in self.pairs)]

    @property
    def complete(self) -> bool:
        """Whether every scope of every card and pair was explored whole."""
        return not self.stopped and not any(looked.stopped for looked in self.looks)


def document(ruleset: str, file: str, found: CardsResult) -> Json:
    """All of it, as `--json` prints it."""
    return {
        "ruleset": ruleset,
        "file": file,
        "scope": found.seats.scope.name,
        "sort": found.seats.sort,
        "seats": list(found.seats.names),
        "complete": found.complete,
        "stopped": found.stopped or None,
        "limits": {"states": found.limits.states, "seconds": found.limits.seconds},
        "asked": {"cards": found.listed, "pairs": found.asked},
        "cards": [_card(card) for card in found.cards],
        "pairs": [{"first": pair.first, "second": pair.second, **pair.looked.json()} for pair in found.pairs],
        "seconds": round(found.seconds, 3),
    }


def _card(found: CardResult) -> Json:
    return {
        "name": found.card.name,
        "line": found.card.line,
        "uncovered": [{"attribute": u.attribute, "value": u.value or None} for u in found.uncovered],
        "actions": list(found.actions),
        **found.looked.json(),
    }


def pairs_by_event(found: CardsResult) -> Iterator[tuple[Met, list[str]]]:
    """Events that pairs of cards meet, each once, with the pairs that meet it; what no finding names comes first, then
    by how many pairs meet it."""
    first: dict[tuple[str, str], Met] = {}
    pairs: dict[tuple[str, str], list[str]] = {}
    for pair in found.pairs:
        for met in pair.looked.met:
            key = met.kind, met.title
            first.setdefault(key, met)
            pairs.setdefault(key, []).append(f"{pair.first} with {pair.second}")
    for key in sorted(first, key=lambda k: (bool(first[k].findings), -len(pairs[k]), k)):
        yield first[key], list(dict.fromkeys(pairs[key]))
