"""Who is in a set is who was when it was made."""


class Card(Sort):
    """A card."""


@state
class State:
    mine: frozenset[Card]
    first: Card
    late: bool


@book.initial("1")
def begin(s: State, one: Card) -> None:
    """How it starts."""
    with effect("1"):
        s.first = one
        s.mine = frozenset({one})


@book.action("2")
def turn(s: State, who: Player) -> None:
    """Do it."""
    with effect("2"):
        mine = frozenset(card for card in Card if card in s.mine)
        s.mine = frozenset()
        if s.first in mine:
            s.late = True


@turn.permit("2")
def may(s: State, who: Player) -> bool:
    return True


@checks.always("3")
def wrong(s: State) -> bool:
    return not s.late
