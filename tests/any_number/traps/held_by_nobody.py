"""Nobody is a choice, too, of how a game begins."""


class Card(Sort):
    """A card."""


@state
class State:
    holder: Map[Card, Player | None]


@book.initial("1")
def begin(s: State, holder: Map[Card, Player | None]) -> None:
    """Who holds what."""
    with effect("1"):
        for card in Card:
            s.holder[card] = holder[card]


@book.action("2")
def take(s: State, who: Player, card: Card) -> None:
    """Take a card."""
    with effect("2"):
        s.holder[card] = who


@take.permit("2")
def may(s: State, who: Player, card: Card) -> bool:
    return True


@checks.always("3")
def wrong(s: State) -> bool:
    return all(s.holder[card] is not None for card in Card)
