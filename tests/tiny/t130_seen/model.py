"""Who knows a member of a sort; no play depends on it."""


class Card(Sort):
    """A card with its owner."""

    owner: Player


class Zone(Enum):
    """Where a card is."""

    HAND = "hand"
    TABLE = "table"


@state
class State:
    zone: Map[Card, Zone]
    last: Card | None
    drawn: frozenset[Card]
    heap: Pile[Card]
    friend: Map[Card, Card | None]


@book.initial("1")
def begin(s: State) -> None:
    """All cards are in hands."""
    with effect("1"):
        for c in Card:
            s.zone[c] = Zone.HAND
        s.drawn = frozenset(Card)


@book.seen("2")
def knows(s: State, card: Card, who: Player) -> bool:
    """The own cards, and what lies on the table."""
    return card.owner == who or s.zone[card] == Zone.TABLE


@book.action("3")
def lay(s: State, who: Player, card: Card) -> None:
    """A card is laid on the table."""
    with effect("3"):
        s.zone[card] = Zone.TABLE


@lay.permit("3")
def from_the_own_hand(s: State, who: Player, card: Card) -> bool:
    """From the own hand."""
    return card.owner == who and s.zone[card] == Zone.HAND


@book.action("4")
def point(s: State, who: Player, card: Card) -> None:
    """Whoever points at one's own card has it on the heap, beside a friend."""
    with effect("4"):
        s.last = card
        s.friend[card] = card
        s.heap = s.heap.with_top(card)


@point.permit("4")
def at_ones_own_for_the_first_time(s: State, who: Player, card: Card) -> bool:
    """Each card once."""
    return card.owner == who and card not in s.heap
