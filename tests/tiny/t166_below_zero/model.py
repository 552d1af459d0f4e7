"""Quotients and remainders of numbers below zero; the least of numbers above it."""


class Card(Sort):
    """A card."""

    cost: Annotated[int, Range(0, 3)]


@state
class State:
    count: Annotated[int, Range(0, 3)]
    half: Annotated[int, Range(-2, 0)]


@book.action("2")
def turn(s: State, who: Player) -> None:
    """Rounded towards minus infinity, and what is left of that."""
    with effect("2"):
        s.half = (s.count - 3) // 2
        s.count = (s.count - 3) % 4


@turn.permit("3")
def while_there_is_one(s: State, who: Player) -> bool:
    """The least cost that is not below the count."""
    return min(c.cost for c in Card if c.cost >= s.count) >= 2
