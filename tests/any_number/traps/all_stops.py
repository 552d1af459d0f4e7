"""`all` stops at the first that is not so: what comes after it fails no check."""


class Card(Sort):
    """A card."""


@state
class State:
    parts: Map[Card, Annotated[int, Range(0, 5)]]
    late: bool


@book.initial("1")
def begin(s: State, card: Card) -> None:
    """One has parts."""
    with effect("1"):
        s.parts[card] = 5


@book.action("2")
def turn(s: State, who: Player) -> None:
    """It is late where some have few parts."""
    with effect("2"):
        if not all(10 // s.parts[card] != 2 for card in Card):
            s.late = True


@turn.permit("2")
def may(s: State, who: Player) -> bool:
    return True


@checks.always("3")
def wrong(s: State) -> bool:
    return not s.late or all(s.parts[card] > 0 for card in Card)
