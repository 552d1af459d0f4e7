"""An ordered pile: its top, put on top, at the bottom, taken out."""


class Card(Sort):
    """A card."""


@state
class State:
    deck: Pile[Card]
    drawn: Card | None


@book.initial("1")
def begin(s: State, a: Card, b: Card, c: Card) -> None:
    """The deck in any order."""
    with effect("1"):
        s.deck = s.deck.with_top(a).with_top(b).with_bottom(c)


@begin.domain
def all_different(s: State, a: Card, b: Card, c: Card) -> bool:
    return a != b and b != c and a != c


@book.ended("9")
def over(s: State) -> bool:
    """When it ends."""
    return s.drawn is not None


@book.action("2")
def cut(s: State, who: Player) -> None:
    """The top card goes to the bottom."""
    with effect("2"):
        s.deck = s.deck.without(s.deck.top).with_bottom(s.deck.top)


@cut.permit("2")
def may(s: State, who: Player) -> bool:
    return True


@book.action("3")
def draw(s: State, who: Player) -> None:
    """The top card is drawn."""
    with effect("3"):
        s.drawn = s.deck.top
        s.deck = s.deck.without(s.deck.top)


@draw.permit("3")
def may_draw(s: State, who: Player) -> bool:
    return len(s.deck) == 3
