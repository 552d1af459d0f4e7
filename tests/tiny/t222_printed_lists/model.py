"""Which cards have to do with which others is printed on them: on both of a pair, on one of several ways, on a third."""


class Hue(Enum):
    """What the back of a card has."""

    BLUE = "blue"
    RED = "red"
    GREEN = "green"


class Card(Sort):
    """A card."""

    size: int
    gold: bool
    back: Hue


@state
class State:
    joined: Map[Card, bool]


def shows(s: State, card: Card, hue: Hue) -> bool:
    """Whether a card shows a hue: its gold is blue, and its back is seen once it is joined."""
    return (card.gold and hue == Hue.BLUE) or (card.back == hue and s.joined[card])


def has_a_larger_one(s: State, card: Card, hue: Hue) -> bool:
    """Whether a larger card of that hue is left."""
    return any(one.size > card.size and one.back == hue and not s.joined[one] for one in Card)


@book.ended("9")
def over(s: State) -> bool:
    """When it ends."""
    return any(shows(s, card, Hue.RED) for card in Card)


@book.action("2")
def join(s: State, who: Player, card: Card, other: Card) -> None:
    """Join a card to a smaller one."""
    with effect("2"):
        s.joined[other] = True


@join.domain
def fits(s: State, who: Player, card: Card, other: Card) -> bool:
    return (
        card.size < other.size
        and (card.gold or other.gold or s.joined[card])
        and not s.joined[other]
        and has_a_larger_one(s, card, Hue.RED)
    )


@join.permit("2")
def cards_of_a_size_are_alike(s: State, who: Player, card: Card, other: Card) -> bool:
    return all(one == two or one.size != two.size or s.joined[one] == s.joined[two] for one in Card for two in Card)
