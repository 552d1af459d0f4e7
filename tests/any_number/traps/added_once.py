"""One card is named twice, and adds one."""


class Card(Sort):
    """A card."""


@state
class State:
    first: Card
    second: Card
    coins: Map[Player, int]


@book.initial("1")
def begin(s: State, one: Card, two: Card) -> None:
    """How it starts."""
    with effect("1"):
        s.first = one
        s.second = two


@book.action("2")
def turn(s: State, who: Player) -> None:
    """Do it."""
    with effect("2"):
        for card in Card:
            if card == s.first or card == s.second:
                gain(s.coins, who, 1)


@turn.permit("2")
def may(s: State, who: Player) -> bool:
    return all(s.coins[one] == 0 for one in Player)


@checks.always("3")
def wrong(s: State) -> bool:
    return s.first != s.second or all(s.coins[one] != 1 for one in Player)
