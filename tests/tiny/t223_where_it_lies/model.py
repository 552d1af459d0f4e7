"""Where cards lie is stored: loops about one card look at where the others are, and are asked again and again."""


class Spot(Enum):
    """Where a card may lie."""

    LEFT = "left"
    RIGHT = "right"


class Card(Sort):
    """A card."""

    gold: bool


@state
class State:
    spot: Map[Card, Spot | None]
    turned: Map[Card, bool]


def meets(s: State, card: Card, spot: Spot) -> bool:
    """Whether a card meets another one in a spot; one of gold does anywhere."""
    return any(other != card and (card.gold or s.spot[other] == spot) for other in Card)


def lies_like_another(s: State, card: Card) -> bool:
    """Whether another card lies where it does, or neither lies anywhere."""
    return any(other != card and s.spot[other] == s.spot[card] for other in Card)


def waits_for_another(s: State, card: Card) -> bool:
    """Whether another card is not turned."""
    return any(other != card and not s.turned[other] for other in Card)


@book.action("2")
def put(s: State, who: Player, card: Card, spot: Spot) -> None:
    """Put a card into a spot."""
    with effect("2"):
        s.spot[card] = spot


@put.domain
def lies_nowhere(s: State, who: Player, card: Card, spot: Spot) -> bool:
    return s.spot[card] is None


@put.permit("2")
def meets_none(s: State, who: Player, card: Card, spot: Spot) -> bool:
    return not meets(s, card, spot)


@book.action("3")
def turn(s: State, who: Player, card: Card) -> None:
    """Turn a card over."""
    with effect("3"):
        s.turned[card] = True


@turn.domain
def is_not_turned(s: State, who: Player, card: Card) -> bool:
    return not s.turned[card]


@turn.permit("3")
def is_first_of_its_like(s: State, who: Player, card: Card) -> bool:
    return lies_like_another(s, card) and waits_for_another(s, card)
