"""Cards are counted."""


class Card(Sort):
    """A card."""


@state
class State:
    mine: frozenset[Card]


@book.action("2")
def turn(s: State, who: Player, card: Card) -> None:
    """Do it."""
    with effect("2"):
        s.mine = s.mine | frozenset({card})


@turn.permit("2")
def may(s: State, who: Player, card: Card) -> bool:
    return True


@checks.always("3")
def wrong(s: State) -> bool:
    return sum(1 for card in Card if card in s.mine) <= 1
