"""A map and a set as choices of the initial rule, whose domain filters them."""


class Card(Sort):
    """What is held."""


@state
class State:
    holder: Map[Card, Player | None]
    awake: frozenset[Player]


@book.initial("1")
def deal(s: State, holder: Map[Card, Player | None], awake: frozenset[Player]) -> None:
    """Cards are held or not, players awake or not."""
    with effect("1"):
        s.awake = awake
        for card in Card:
            s.holder[card] = holder[card]


@deal.domain
def no_two_cards(s: State, holder: Map[Card, Player | None], awake: frozenset[Player]) -> bool:
    return all(sum(1 for card in Card if holder[card] == p) <= 1 for p in Player)


@book.action("2")
def drop(s: State, who: Player, card: Card) -> None:
    """Put a card down."""
    with effect("2"):
        s.holder[card] = None


@drop.permit("2")
def who_is_awake(s: State, who: Player, card: Card) -> bool:
    return who in s.awake and s.holder[card] == who
