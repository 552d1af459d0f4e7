"""A property that cannot be evaluated does not hold."""


class Card(Sort):
    """A card."""


@state
class State:
    mine: frozenset[Card]
    late: bool


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
    return len(s.mine) == 0 or the(x for x in Card if x in s.mine) in s.mine
