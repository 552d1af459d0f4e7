"""A pile of equal cards: one put and taken, the uppermost of equal ones, and too many."""


class Rank(Enum):
    LOW = 1
    HIGH = 2


class Pack(Constants):
    cards: int = number(3, "1")


@state
class State:
    hand: Annotated[Pile[Rank], Size(Pack.cards)]


@book.action("2")
def put(s: State, who: Player, rank: Rank) -> None:
    """A card goes on top."""
    with effect("2"):
        s.hand = s.hand.with_top(rank)


@put.permit("2")
def may_put(s: State, who: Player, rank: Rank) -> bool:
    return True


@book.action("3")
def drop(s: State, who: Player, rank: Rank) -> None:
    """A card of this rank is taken out."""
    with effect("3"):
        s.hand = s.hand.without(rank)


@drop.permit("3")
def may_drop(s: State, who: Player, rank: Rank) -> bool:
    return rank in s.hand


@book.action("4")
def take(s: State, who: Player) -> None:
    """The top card is taken."""
    with effect("4"):
        s.hand = s.hand.without_top()


@take.permit("4")
def may_take(s: State, who: Player) -> bool:
    return True
