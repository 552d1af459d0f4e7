"""Each card's set is of the bottom of its own pile, whenever it is asked who is in it."""


class Card(Sort):
    """A card."""


@state
class State:
    first: Card
    second: Card
    pile: Map[Card, Pile[Card]]
    group: Map[Card, frozenset[Card]]


@book.initial("1")
def begin(s: State, one: Card, two: Card) -> None:
    """Each lies on its own pile."""
    with effect("1"):
        s.first = one
        s.second = two
        for card in Card:
            s.pile[card] = s.pile[card].with_top(card)


@book.action("2")
def turn(s: State, who: Player) -> None:
    """Each card's set is its bottom."""
    with effect("2"):
        for card in Card:
            s.group[card] = frozenset(x for x in Card if s.pile[card].bottom == x)


@turn.permit("2")
def may(s: State, who: Player) -> bool:
    return True


@checks.always("3")
def wrong(s: State) -> bool:
    empty = all(card not in s.pile[s.second] for card in Card)
    return s.first not in s.group[s.first] or s.first in s.pile[s.second] or empty
