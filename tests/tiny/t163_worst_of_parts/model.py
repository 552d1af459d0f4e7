"""Of two parts the worse counts: a contradiction before what no clause speaks of."""


class Card(Sort):
    """A card."""

    torn: bool


@state
class State:
    taken: frozenset[Card]


@book.action("2")
def take(s: State, who: Player, cards: frozenset[Card]) -> None:
    """All of them."""
    with effect("2"):
        s.taken = cards


@take.domain
def both(s: State, who: Player, cards: frozenset[Card]) -> bool:
    return cards == frozenset(Card)


@take.permit("2")
def may(s: State, who: Player, cards: frozenset[Card]) -> bool:
    return True


@take.member(of="cards")
def card_taken(s: State, who: Player, each: Card) -> None:
    """One of them."""


@card_taken.permit("3")
def whole_or_not(s: State, who: Player, each: Card) -> bool:
    return each.torn


@card_taken.forbid("4")
def not_torn(s: State, who: Player, each: Card) -> bool:
    """Of the other card nothing is said."""
    return each.torn
