"""A draw pile, a discard pile that is turned over to draw from again."""


class Card(Sort):
    """A card."""


@state
class State:
    draw: Pile[Card]
    discard: Pile[Card]


@book.action("2")
def discard(s: State, who: Player) -> None:
    """The top card of the draw pile goes on the discard pile."""
    with effect("2"):
        s.discard = s.discard.with_top(s.draw.top)
        s.draw = s.draw.without_top()


@discard.permit("2")
def may_discard(s: State, who: Player) -> bool:
    return len(s.draw) > 0


@book.action("3")
def turn_over(s: State, who: Player) -> None:
    """The discard pile is turned over, and is the draw pile."""
    with effect("3"):
        s.draw = s.discard.reversed()
        s.discard = Pile()


@turn_over.permit("3")
def may_turn_over(s: State, who: Player) -> bool:
    return len(s.draw) == 0
