"""The first and the last of many cards: their entries mean nothing by their own, by one another's, at the day's end.

Each of the two is away, came today or, as by night, earlier; where both are there, the one that came first is tied. By
day these are 11 states, 6 with both; by night 5, 2 with both. Steps by day: 22 play or recall one, 8 light one that
came today, and 8 tend it; by night 6 recall one; 16 turn. What would be kept of a card that is away is another state.
"""

from __future__ import annotations

from enum import Enum
from typing import Annotated

from ruleslawyer.lang import Map, Ruleset, Sort, effect, state, until

book = Ruleset("entries")
book.closed_world(assumed="what no clause permits is not allowed")


class Player(Sort):
    """Who plays."""


class Phase(Enum):
    DAY = "day"
    NIGHT = "night"


class Card(Sort):
    """A card."""

    outer: bool


@state
class State:
    phase: Phase
    played: Map[Card, bool]
    lit: Map[Card, bool]
    tied: Map[Card, bool]
    fresh: Annotated[Map[Card, bool], until("5", phase=Phase.NIGHT)]
    hot: Map[Card, bool]


def are_partners(card: Card, other: Card) -> bool:
    """Whether two cards are the first and the last."""
    return card.outer and other.outer and card != other


def lie_together(s: State, card: Card, other: Card) -> bool:
    """Whether both are in play."""
    return s.played[card] and s.played[other] and are_partners(card, other)


@book.matters("fresh")
def in_play(s: State, card: Card) -> bool:
    return s.played[card]


@book.matters("tied")
def in_play_with_it(s: State, card: Card) -> bool:
    return any(lie_together(s, other, card) for other in Card)


@book.matters("hot")
def came_today(s: State, card: Card) -> bool:
    return is_new(s, card)


def is_new(s: State, card: Card) -> bool:
    """Whether a card came today."""
    return s.fresh[card]


@book.initial("1")
def begin(s: State) -> None:
    """How it starts."""
    with effect("1"):
        s.phase = Phase.DAY


@book.awaits
def awaited(s: State) -> frozenset[Player]:
    return frozenset(Player)


@book.ended("9")
def ended(s: State) -> bool:
    return False


@book.winners("9")
def won(s: State) -> frozenset[Player]:
    return frozenset()


@book.action("2")
def play(s: State, who: Player, card: Card) -> None:
    """Play a card: it is hot, and ties its partner."""
    with effect("2"):
        s.played[card] = True
        s.fresh[card] = True
        s.hot[card] = True
        for other in Card:
            if are_partners(card, other):
                s.tied[other] = True


@play.permit("2")
def by_day(s: State, who: Player, card: Card) -> bool:
    return s.phase == Phase.DAY and card.outer and not s.played[card]


@book.action("3")
def recall(s: State, who: Player, card: Card) -> None:
    """Take it back."""
    with effect("3"):
        s.played[card] = False


@recall.permit("3")
def from_play(s: State, who: Player, card: Card) -> bool:
    return s.played[card]


@book.action("4")
def light(s: State, who: Player, card: Card) -> None:
    """Light a hot card."""
    with effect("4"):
        s.lit[card] = True


@light.permit("4")
def is_played(s: State, who: Player, card: Card) -> bool:
    return s.played[card]


@book.action("6")
def tend(s: State, who: Player, card: Card) -> None:
    """Tend a hot card."""
    with effect("6"):
        s.lit[card] = False


@tend.permit("6")
def is_there(s: State, who: Player, card: Card) -> bool:
    return s.played[card]


@light.cannot("4", also=tend)
def is_cold(s: State, card: Card) -> bool:
    return not is_new(s, card)


@book.settle("4")
def burn(s: State, card: Card) -> None:
    """A card that is hot and lit burns, and is gone."""
    with effect("4"):
        s.played[card] = False
        s.lit[card] = False


@burn.when
def hot_and_lit(s: State, card: Card) -> bool:
    return s.hot[card] and s.lit[card]


@book.action("5")
def turn(s: State, who: Player) -> None:
    """Day becomes night, and night day."""
    with effect("5"):
        s.phase = Phase.NIGHT if s.phase == Phase.DAY else Phase.DAY


@turn.permit("5")
def always(s: State, who: Player) -> bool:
    return True
