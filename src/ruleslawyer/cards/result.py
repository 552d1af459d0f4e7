"""What was found of a list of cards: of each card, of each pair, and what stopped it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from ruleslawyer.cards.coverage import Uncovered
from ruleslawyer.cards.seats import Card, Seats
from ruleslawyer.claims.limits import Limits
from ruleslawyer.claims.met import Met

Key = tuple[Any, ...]
"""What tells one event, deadlock or violated property from another."""


@dataclass(frozen=True, slots=True)
class CardResult:
    """A card. actions: those that name it somewhere. states: of its scopes, alone and with others. stopped: why not all
    of them were explored."""

    card: Card
    uncovered: tuple[Uncovered, ...]
    actions: tuple[str, ...]
    states: int
    stopped: str
    met: tuple[Met, ...]


@dataclass(frozen=True, slots=True)
class CardPair:
    """Two cards, each way round: what no scope of one of them meets."""

    first: str
    second: str
    states: int
    stopped: str
    met: tuple[Met, ...]


@dataclass
class CardsResult:
    """A list of cards, looked at. listed, asked: cards and pairs that there are; stopped: why some are missing."""

    seats: Seats
    limits: Limits
    listed: int
    asked: int
    cards: list[CardResult] = field(default_factory=list)
    pairs: list[CardPair] = field(default_factory=list)
    stopped: str = ""
    seconds: float = 0.0

    @property
    def complete(self) -> bool:
        """Whether every scope of every card and pair was explored whole."""
        return not self.stopped and not any(
            [*(card.stopped for card in self.cards), *(pair.stopped for pair in self.pairs)]
        )
