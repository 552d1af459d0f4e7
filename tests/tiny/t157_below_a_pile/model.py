"""What is put below a pile does not lie on top."""


class Card(Sort):
    """A card."""


@state
class State:
    deck: Pile[Card]


@book.ended("9")
def over(s: State) -> bool:
    """When it ends."""
    return len(s.deck) == 2


@book.action("2")
def cover(s: State, who: Player, card: Card) -> None:
    """On top."""
    with effect("2"):
        s.deck = s.deck.with_top(card)


@cover.permit("2")
def may(s: State, who: Player, card: Card) -> bool:
    return card not in s.deck


@book.action("3")
def lay(s: State, who: Player, card: Card) -> None:
    """Below."""
    with effect("3"):
        s.deck = s.deck.with_bottom(card)


@lay.permit("3")
def may_too(s: State, who: Player, card: Card) -> bool:
    return card not in s.deck


@checks.step("2", of=cover)
def lies_on_top(before: State, after: State, who: Player, card: Card) -> bool:
    return after.deck.top == card


@checks.step("3", of=lay)
def lies_below(before: State, after: State, who: Player, card: Card) -> bool:
    return len(before.deck) == 0 or after.deck.top == before.deck.top
