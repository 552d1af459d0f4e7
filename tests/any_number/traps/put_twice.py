"""A put of what is there already fails a check, in a block or in a loop whose order may matter; what was written before
that is written all the same."""


class Card(Sort):
    """A card."""


@state
class State:
    decks: Map[Card, Pile[Card]]
    last: Card
    coins: Annotated[int, Range(0, 5)]
    gems: Annotated[int, Range(0, 5)]


@book.initial("1")
def begin(s: State, card: Card) -> None:
    """One card lies on each."""
    with effect("1"):
        s.last = card
        s.coins = 5
        s.gems = 5
        for c in Card:
            s.decks[c] = s.decks[c].with_top(card)


@book.action("2")
def turn(s: State, who: Player, card: Card) -> None:
    """Too many coins are written, and then the card is put on each again."""
    with effect("2"):
        s.coins = 4 + len(s.decks[card]) + len(s.decks[card])
    with effect("2"), simultaneous():
        for c in Card:
            s.decks[c] = s.decks[c].with_top(card)


@turn.permit("2")
def may(s: State, who: Player, card: Card) -> bool:
    return all(card in s.decks[c] for c in Card)


@book.action("2")
def turn_in_order(s: State, who: Player, card: Card) -> None:
    """The same of gems, on one after the other."""
    with effect("2"):
        s.gems = 4 + len(s.decks[card]) + len(s.decks[card])
        for c in Card:
            s.last = c
            s.decks[c] = s.decks[c].with_top(card)


@turn_in_order.permit("2")
def may_in_order(s: State, who: Player, card: Card) -> bool:
    return all(card in s.decks[c] for c in Card)


@book.action("2")
def wait(s: State, who: Player) -> None:
    """Something that does not fail."""
    with effect("2"):
        s.coins = 2


@wait.permit("2")
def may_wait(s: State, who: Player) -> bool:
    return True


@checks.always("3")
def wrong(s: State) -> bool:
    return s.coins == 5
