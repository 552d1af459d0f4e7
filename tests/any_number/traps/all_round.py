"""Each gives one to the next: how much one has when it gets one depends on who gave before."""


class Card(Sort):
    """A card."""


@state
class State:
    coins: Map[Card, Annotated[int, Range(0, 3)]]
    next: Card
    late: bool


@book.initial("1")
def begin(s: State, card: Card) -> None:
    """One has all it can have, and pays for all."""
    with effect("1"):
        s.next = card
        s.coins[card] = 3


@book.action("2")
def turn(s: State, who: Player) -> None:
    """Each gets one, and that one pays."""
    with effect("2"):
        for card in Card:
            gain(s.coins, card, 1)
            lose(s.coins, s.next, 1)
        s.late = True


@turn.permit("2")
def may(s: State, who: Player) -> bool:
    return not s.late and s.coins[s.next] == 3


@checks.always("3")
def wrong(s: State) -> bool:
    return not s.late or all(card == s.next for card in Card)
