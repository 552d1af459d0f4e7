"""Whose decision it is cannot be said for any number of cards: who sits at no seat is not judged."""


class Rank(Enum):
    LOW = 0
    HIGH = 1


class Card(Sort):
    """A card."""


@state
class State:
    ranks: Annotated[Pile[Rank], Size(2)]
    first: Player
    late: bool


@book.initial("1")
def begin(s: State, who: Player) -> None:
    """Who decides."""
    with effect("1"):
        s.first = who


@frame("2")
class Auction:
    awaits: frozenset[Player]


@book.action("2")
def call(s: State, who: Player) -> None:
    """One alone is asked."""
    with effect("2"):
        open_frame(s, Auction(awaits=frozenset({s.first})))


@call.permit("2")
def may(s: State, who: Player) -> bool:
    return True


@book.awaits
def awaited(s: State) -> frozenset[Player]:
    """One alone."""
    return frozenset(p for p in Player if p == s.first and sum(1 for rank in s.ranks if rank == Rank.HIGH) == 0)


@book.joint("2", at=Auction)
def bid(s: State, f: Auction, bids: Map[Player, bool]) -> None:
    """Who is there bids."""
    with effect("2"):
        s.late = True


@bid.seat(of="bids")
def one_bid(s: State, f: Auction, who: Player, said: bool) -> None:
    """One bid."""


@one_bid.permit("2")
def is_first(s: State, f: Auction, who: Player, said: bool) -> bool:
    return who == s.first


@checks.always("3")
def wrong(s: State) -> bool:
    return not s.late
