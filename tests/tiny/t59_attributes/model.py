"""Rigid attributes of all kinds: a number, a set, a map."""


class Colour(Enum):
    RED = "red"
    BLUE = "blue"


class Card(Sort):
    cost: Annotated[int, Range(0)]
    colours: frozenset[Colour]
    worth: Map[Colour, int]


@state
class State:
    coins: Annotated[int, Range(0, 3)]
    owned: frozenset[Card]
    score: Annotated[int, Range(0)]


@book.initial("1")
def begin(s: State) -> None:
    """How it starts."""
    with effect("1"):
        s.coins = 3


@book.ended("9")
def over(s: State) -> bool:
    """When it ends."""
    return s.coins == 0


@book.action("2")
def buy(s: State, who: Player, card: Card) -> None:
    """Buy a card."""
    with effect("2"):
        s.coins -= card.cost
        s.owned = s.owned | frozenset({card})
        s.score += card.worth[Colour.RED]


@buy.domain
def not_owned(s: State, who: Player, card: Card) -> bool:
    return card not in s.owned


@buy.permit("2")
def red_and_affordable(s: State, who: Player, card: Card) -> bool:
    return Colour.RED in card.colours and card.cost <= s.coins


@checks.always("2")
def five_for_a(s: State) -> bool:
    return s.score == sum(5 for c in s.owned if c.cost == 1)
