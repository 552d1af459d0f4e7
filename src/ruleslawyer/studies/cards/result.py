"""The result for a list of cards: of each card, of each pair, and what stopped it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ruleslawyer.base.files.content import Json
from ruleslawyer.exploration.study.study import Studied
from ruleslawyer.rulebook.claims.limits import Limits
from ruleslawyer.rulebook.claims.met import Met
from ruleslawyer.studies.cards.coverage import Uncovered
from ruleslawyer.studies.cards.seats import Card, Seats

Key = tuple[Any, ...]
"""The key of an event, a deadlock or a violated property: no two of them share one."""


@dataclass(frozen=True, slots=True)
class Looked:
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
    uncovered: tuple[Uncovered, ...]
    actions: tuple[str, ...]
    looked: Looked


@dataclass(frozen=True, slots=True)
class CardPair:
    """Two cards, each way round: what no scope of one of them meets."""

    first: str
    second: str
    looked: Looked


@dataclass
class CardsResult(Studied):
    """A list of cards, looked at. listed, asked: cards and pairs that there are."""

    seats: Seats
    limits: Limits
    listed: int
    asked: int
    cards: list[CardResult] = field(default_factory=list)
    pairs: list[CardPair] = field(default_factory=list)

    @property
    def looks(self) -> list[Looked]:
        return [*(card.looked for card in self.cards), *(pair.looked for pair in self.pairs)]

    @property
    def complete(self) -> bool:
        """Whether every scope of every card and pair was explored whole."""
        return not self.stopped and not any(looked.stopped for looked in self.looks)
