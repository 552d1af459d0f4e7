"""Each of two cards adds one and takes one away: there is never more than one."""


class Card(Sort):
    """A card."""


@state
class State:
    coins: Map[Player, Annotated[int, Range(0, 1)]]
    first: Card
    second: Card
    late: bool


@book.initial("1")
def begin(s: State, one: Card, two: Card) -> None:
    """Some two, or one."""
    with effect("1"):
        s.first = one
        s.second = two


@book.action("2")
def turn(s: State, who: Player) -> None:
    """Each card in turn."""
    with effect("2"):
        for card in Card:
            if card == s.first or card == s.second:
                gain(s.coins, who, 1)
                lose(s.coins, who, 1)
        s.late = True


@turn.permit("2")
def may(s: State, who: Player) -> bool:
    return True


@checks.always("3")
def wrong(s: State) -> bool:
    return not s.late or s.first == s.second or any(s.coins[x] > 1 for x in Player)
