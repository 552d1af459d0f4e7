"""A field is called as the solver calls the other one of two members of a loop."""


class Card(Sort):
    """A card."""


@state
class State:
    another: Card
    total: int


@book.initial("1")
def begin(s: State, card: Card) -> None:
    """One is left out."""
    with effect("1"):
        s.another = card


@book.action("2")
def turn(s: State, who: Player) -> None:
    """All others double it, and one more."""
    with effect("2"):
        for card in Card:
            if card != s.another:
                s.total = 2 * s.total + 1


@turn.permit("2")
def may(s: State, who: Player) -> bool:
    return s.total == 0


@checks.always("3")
def wrong(s: State) -> bool:
    return s.total <= 1
