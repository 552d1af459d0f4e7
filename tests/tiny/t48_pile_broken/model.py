"""Putting a card on a pile twice, and the top of an empty pile: broken checks."""


class Card(Sort):
    """A card."""


@state
class State:
    deck: Pile[Card]


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
