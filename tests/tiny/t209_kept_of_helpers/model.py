"""A function that goes through all cards is asked in each state again, and of each pair of cards by itself."""


class Card(Sort):
    """Something with a height."""


@state
class State:
    height: Map[Card, Annotated[int, Range(0, 2)]]


def is_behind(s: State, card: Card, other: Card) -> bool:
    """Whether a card is lower than another, and none is lower still."""
    return s.height[card] < s.height[other] and all(s.height[card] <= s.height[one] for one in Card)


@book.ended("9")
def over(s: State) -> bool:
    """When it ends."""
    return any(s.height[card] == 2 for card in Card)


@book.action("3")
def lift(s: State, who: Player, card: Card, other: Card) -> None:
    """Lift a card towards another."""
    with effect("3"):
        s.height[card] += 1


@lift.permit("4")
def catches_up(s: State, who: Player, card: Card, other: Card) -> bool:
    return is_behind(s, card, other)


@lift.permit("5")
def starts(s: State, who: Player, card: Card, other: Card) -> bool:
    return all(s.height[one] == s.height[card] for one in Card) and card != other
