"""Each card doubles what it finds, and one more."""


class Card(Sort):
    """A card."""


@state
class State:
    total: int


@book.action("2")
def turn(s: State, who: Player) -> None:
    """Do it."""
    with effect("2"):
        for card in Card:
            s.total = 2 * s.total + 1


@turn.permit("2")
def may(s: State, who: Player) -> bool:
    return s.total == 0


@checks.always("3")
def wrong(s: State) -> bool:
    return s.total <= 1
