"""Putting a card on a pile twice, and the top of an empty pile: broken checks."""

from ruleslawyer.lang import Pile, Ruleset, Sort, effect, state

book = Ruleset("t48_pile_broken")
book.closed_world(assumed="what no clause permits is not allowed")


class Player(Sort):
    """Who plays."""


class Card(Sort):
    """A card."""


@state
class State:
    deck: Pile[Card]


@book.initial("1")
def begin(s: State) -> None:
    """How it starts."""


@book.awaits
def awaited(s: State) -> frozenset[Player]:
    """Everybody, always."""
    return frozenset(Player)


@book.ended("9")
def over(s: State) -> bool:
    """When it ends."""
    return False


@book.winners("9")
def won(s: State) -> frozenset[Player]:
    """Nobody wins."""
    return frozenset()


@book.action("2")
def put(s: State, who: Player, card: Card) -> None:
    """Put a card on top."""
    with effect("2"):
        s.deck = s.deck.with_top(card)


@put.permit("2")
def may(s: State, who: Player, card: Card) -> bool:
    return True


@book.action("3")
def take(s: State, who: Player) -> None:
    """Take the top card."""
    with effect("3"):
        s.deck = s.deck.without(s.deck.top)


@take.permit("3")
def may_take(s: State, who: Player) -> bool:
    return True
