"""A joint choice of one player alone, and a rule that reads what the other one did not choose."""


Coins = Annotated[int, Range(0, 1)]


class Player(Sort):
    purse: int


@state
class State:
    sold: bool


@frame("2")
class Auction:
    awaits: frozenset[Player]


@book.ended("9")
def over(s: State) -> bool:
    """When it ends."""
    return s.sold


@book.action("2")
def call(s: State, who: Player) -> None:
    """Call for one's own bid."""
    with effect("2"):
        open_frame(s, Auction(awaits=frozenset({who})))


@call.permit("2")
def called(s: State, who: Player) -> bool:
    return True


@book.joint("3", at=Auction)
def reveal(s: State, f: Auction, bids: Map[Player, Coins]) -> None:
    """Sold where two coins are bid together: also those of a player count who is not asked."""
    with effect("3"):
        s.sold = sum(bids[p] for p in Player) == 2
        close_frame(s, Auction)


@reveal.seat(of="bids")
def bid(s: State, f: Auction, who: Player, amount: int) -> None:
    """One bid."""


@bid.permit("4")
def any_bid(s: State, f: Auction, who: Player, amount: int) -> bool:
    return True
