"""A number leaves its range, and a check that would have failed comes after it."""


class Card(Sort):
    """A card."""


@state
class State:
    worth: Map[Card, int]
    coins: Map[Card, Annotated[int, Range(0, None)]]
    share: Map[Card, int]


@book.initial("1")
def begin(s: State, card: Card) -> None:
    """One is worth less than nothing."""
    with effect("1"):
        s.worth[card] = -1


@book.action("2")
def turn(s: State, who: Player) -> None:
    """Each gets its worth, and its share of what is divided by it."""
    with effect("2"):
        for card in Card:
            s.coins[card] = s.worth[card]
            s.share[card] = 10 // (0 if s.worth[card] < 0 else 1)


@turn.permit("2")
def may(s: State, who: Player) -> bool:
    return True
