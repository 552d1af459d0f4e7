"""What one card needs another has written before: a check that fails of the state before the loop."""


class Card(Sort):
    """A card."""


@state
class State:
    big: frozenset[Card]
    share: int
    parts: int
    late: bool


@book.initial("1")
def begin(s: State, first: Card) -> None:
    """One is big."""
    with effect("1"):
        s.big = frozenset({first})


@book.action("2")
def turn(s: State, who: Player) -> None:
    """The big one says by how much the others divide."""
    with effect("2"):
        for card in Card:
            if card in s.big:
                s.parts = 1
            else:
                s.share = 10 // s.parts
        s.late = True


@turn.permit("2")
def may(s: State, who: Player) -> bool:
    return not s.late and s.parts == 0


@checks.always("3")
def wrong(s: State) -> bool:
    return not s.late or all(card in s.big for card in Card)
