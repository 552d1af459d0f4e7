"""Two cards that are alike: all ways to deal them are dealt, or each two values together."""

from __future__ import annotations

from typing import Annotated

from ruleslawyer.lang import Checks, Map, Range, Ruleset, Sort, effect, state

book = Ruleset("decks")
book.closed_world(assumed="what no clause permits is not allowed")
checks = Checks(book)


class Player(Sort):
    """Who plays."""


class Card(Sort):
    """A card."""

    cost: Annotated[int, Range(0)]
    heavy: bool


@state
class State:
    laid: frozenset[Card]
    marked: Map[Card, bool]
    turned: Map[Card, bool]
    score: Annotated[int, Range(0, 9)]


@book.initial("1")
def begin(s: State) -> None:
    with effect("1"):
        s.score = 0


@book.awaits
def awaited(s: State) -> frozenset[Player]:
    return frozenset(Player)


@book.ended("9")
def ended(s: State) -> bool:
    return all(s.marked[c] for c in Card)


@book.winners("9")
def won(s: State) -> frozenset[Player]:
    return frozenset()


@book.action("2")
def mark(s: State, who: Player, card: Card) -> None:
    with effect("2"):
        s.marked[card] = True
        s.score += card.cost


@mark.permit("2")
def may_mark(s: State, who: Player, card: Card) -> bool:
    return not s.marked[card]


@mark.forbid("3")
def heavy_for_nothing(s: State, who: Player, card: Card) -> bool:
    return card.heavy and card.cost == 0


@book.action("4")
def turn(s: State, who: Player, card: Card) -> None:
    with effect("4"):
        s.turned[card] = True


@turn.permit("4")
def may_turn(s: State, who: Player, card: Card) -> bool:
    return card.heavy and card.cost == 2 and not s.turned[card]


@checks.always("2")
def three_at_most(s: State) -> bool:
    return s.score <= 3
