"""A clause promises how many cards a hand holds: one more is a violation."""


class Card(Sort):
    """A card."""


@state
class State:
    hand: Annotated[Pile[Card], Size(1, cite="4")]


@book.action("2")
def draw(s: State, who: Player, card: Card) -> None:
    """A card goes under the hand."""
    with effect("2"):
        s.hand = s.hand.with_bottom(card)


@draw.permit("2")
def may_draw(s: State, who: Player, card: Card) -> bool:
    return True


@book.action("3")
def play(s: State, who: Player) -> None:
    """The bottom card is played."""
    with effect("3"):
        s.hand = s.hand.without_bottom()


@play.permit("3")
def may_play(s: State, who: Player) -> bool:
    return True
