"""A rule asks who knows a card: the rule of sight, by its name."""


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
    named: Map[Player, Card | None]


@book.initial("1")
def begin(s: State) -> None:
    """All cards are in hands."""
    with effect("1"):
        for c in Card:
            s.zone[c] = Zone.HAND


@book.seen("2")
def sees(s: State, card: Card, who: Player) -> bool:
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
def name(s: State, who: Player, card: Card) -> None:
    """A card is named."""
    with effect("4"):
        s.named[who] = card


@name.permit("4")
def once_and_what_one_knows(s: State, who: Player, card: Card) -> bool:
    """Once, a card that the player knows."""
    return s.named[who] is None and sees(s, card, who)
