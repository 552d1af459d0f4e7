"""What is added up is below nothing on the way, and a check that would have failed comes after it."""


class Card(Sort):
    """A card."""


@state
class State:
    worth: Map[Card, int]
    coins: Map[Player, Annotated[int, Range(0, None)]]
    share: int


@book.initial("1")
def begin(s: State, card: Card, other: Card) -> None:
    """One is worth as much less than nothing as another is more."""
    with effect("1"):
        s.worth[card] = -1
        s.worth[other] = 1


@book.action("2")
def turn(s: State, who: Player) -> None:
    """All is added up, and something is divided by nothing where some were worth less."""
    with effect("2"):
        for card in Card:
            gain(s.coins, who, s.worth[card])
        s.share = 10 // (0 if any(s.worth[card] < 0 for card in Card) else 1)


@turn.permit("2")
def may(s: State, who: Player) -> bool:
    return sum(s.worth[card] for card in Card) >= 0
