"""A seat without any legal choice: nobody can choose."""


Coins = Annotated[int, Range(0, 2)]


class Player(Sort):
    purse: int


@state
class State:
    highest: Coins
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
    """Call for bids."""
    with effect("2"):
        open_frame(s, Auction(awaits=frozenset(Player)))


@call.permit("2")
def called(s: State, who: Player) -> bool:
    return True


@book.joint("3", at=Auction)
def reveal(s: State, f: Auction, bids: Map[Player, Coins]) -> None:
    """All bids at once."""
    with effect("3"):
        s.highest = max(bids[p] for p in f.awaits)
        s.sold = True
        close_frame(s, Auction)


@reveal.seat(of="bids")
def bid(s: State, f: Auction, who: Player, amount: int) -> None:
    """One bid."""


@bid.permit("4")
def any_amount(s: State, f: Auction, who: Player, amount: int) -> bool:
    return True


@bid.forbid("5", over=any_amount, because="but")
def beyond(s: State, f: Auction, who: Player, amount: int) -> bool:
    return amount > who.purse
