"""A term that returns out of a loop over a pile cannot be said for any number of cards."""


class Card(Sort):
    """A card."""


@state
class State:
    deck: Pile[Card]
    hit: Card | None


@book.action("2")
def put(s: State, who: Player, card: Card) -> None:
    """One comes to the top."""
    with effect("2"):
        s.deck = s.deck.with_top(card)


@put.permit("2")
def may_put(s: State, who: Player, card: Card) -> bool:
    return card not in s.deck


@book.term("2")
def first(s: State) -> Card | None:
    """The first that is not at the bottom."""
    for card in s.deck:
        if card != s.deck.bottom:
            return card
    return None


@book.action("4")
def read(s: State, who: Player) -> None:
    """It is noted."""
    with effect("4"):
        s.hit = first(s)


@read.permit("4")
def may_read(s: State, who: Player) -> bool:
    return True


@checks.always("3")
def wrong(s: State) -> bool:
    return s.hit is None


@checks.always("3")
def wrong_in_a_pile(s: State) -> bool:
    return s.hit is None or s.deck.top == s.hit
