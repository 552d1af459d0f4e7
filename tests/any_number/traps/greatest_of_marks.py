"""The greatest of numbers that are 1 or 0 is never more than 1, however many are 1: it is no count of them."""


class Card(Sort):
    """A card."""


@state
class State:
    marked: Map[Card, bool]


@book.action("2")
def mark(s: State, who: Player, card: Card) -> None:
    """Mark a card."""
    with effect("2"):
        s.marked[card] = True


@mark.permit("2")
def may(s: State, who: Player, card: Card) -> bool:
    return max(1 if s.marked[c] else 0 for c in Card) <= 1


@checks.always("3")
def wrong(s: State) -> bool:
    return all(
        all(a == b or b == c or a == c or not (s.marked[a] and s.marked[b] and s.marked[c]) for c in Card)
        for a in Card
        for b in Card
    )
