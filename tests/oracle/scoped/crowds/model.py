"""The first, the one behind a word of bits, and the last of many cards come and go, and none of the others does.

Loops about who lies where look at whoever lies anywhere, which is listed once in each state of a search with so many
cards. A step that lays a card makes that list wrong for the state that it leads to; one that turns a card does not.
"""

from __future__ import annotations

from enum import Enum

from ruleslawyer.lang import Checks, Map, Ruleset, Sort, effect, state

book = Ruleset("crowds")
book.closed_world(assumed="what no clause permits is not allowed")
checks = Checks(book)


class Player(Sort):
    """Who plays."""


class Spot(Enum):
    LEFT = "left"
    RIGHT = "right"


class Card(Sort):
    """A card."""

    own: bool


@state
class State:
    spot: Map[Card, Spot | None]
    turned: Map[Card, bool]


def number_at(s: State, spot: Spot) -> int:
    """Cards that lie in a spot."""
    return sum(1 for card in Card if s.spot[card] == spot)


def lies_with_another(s: State, card: Card) -> bool:
    """Whether another card lies where it does."""
    return any(other != card and s.spot[other] is not None and s.spot[other] == s.spot[card] for other in Card)


@book.initial("1")
def begin(s: State) -> None:
    """No card lies anywhere."""


@book.awaits
def awaited(s: State) -> frozenset[Player]:
    return frozenset(Player)


@book.ended("9")
def ended(s: State) -> bool:
    return all(s.spot[card] == Spot.RIGHT for card in Card if card.own)


@book.winners("9")
def won(s: State) -> frozenset[Player]:
    return frozenset()


@book.action("2")
def lay(s: State, who: Player, card: Card, spot: Spot) -> None:
    """Lay a card into a spot."""
    with effect("2"):
        s.spot[card] = spot


@lay.domain
def lies_nowhere(s: State, who: Player, card: Card, spot: Spot) -> bool:
    return card.own and s.spot[card] is None


@lay.permit("2")
def is_no_third(s: State, who: Player, card: Card, spot: Spot) -> bool:
    return spot == Spot.RIGHT or number_at(s, spot) < 2


@book.action("3")
def turn(s: State, who: Player, card: Card) -> None:
    """Turn a card over."""
    with effect("3"):
        s.turned[card] = True


@turn.permit("3")
def lies_beside_one(s: State, who: Player, card: Card) -> bool:
    return card.own and not s.turned[card] and lies_with_another(s, card)


@book.settle("4")
def clear(s: State) -> None:
    """Two cards on the left of which one is turned leave."""
    with effect("4"):
        for card in Card:
            if s.spot[card] == Spot.LEFT:
                s.spot[card] = None


@clear.when
def two_on_the_left(s: State) -> bool:
    return number_at(s, Spot.LEFT) == 2 and any(s.spot[c] == Spot.LEFT and s.turned[c] for c in Card)


@checks.always("4")
def no_turned_one_lies_beside_another_on_the_left(s: State) -> bool:
    return not any(s.turned[c] and s.spot[c] == Spot.LEFT and lies_with_another(s, c) for c in Card)
