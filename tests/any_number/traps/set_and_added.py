"""Each of two cards sets a number and adds to it: the last one's stays."""


class Card(Sort):
    """A card."""


@state
class State:
    first: Card
    second: Card
    coins: Map[Player, int]
    late: bool


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
                s.coins[who] = 0
                gain(s.coins, who, 1)
        s.late = True


@turn.permit("2")
def may(s: State, who: Player) -> bool:
    return all(s.coins[one] == 0 for one in Player)


@checks.always("3")
def wrong(s: State) -> bool:
    return not s.late or s.first == s.second or all(s.coins[one] != 1 for one in Player)
