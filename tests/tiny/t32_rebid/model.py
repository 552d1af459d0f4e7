"""A joint choice repeated after a tie, counted in its frame."""


Coins = Annotated[int, Range(0, 1)]


class Player(Sort):
    """Who bids."""


@state
class State:
    winner: Player | None
    over_now: bool


@frame("2")
class Auction:
    awaits: frozenset[Player]
    ties: Annotated[int, Range(0, 1)] = 0


@book.initial("1")
def begin(s: State) -> None:
    """How it starts."""
    with effect("1"):
        open_frame(s, Auction(awaits=frozenset(Player)))


@book.ended("9")
def over(s: State) -> bool:
    """When it ends."""
    return s.over_now


@book.winners("9")
def won(s: State) -> frozenset[Player]:
    """Who bid more."""
    return frozenset(p for p in Player if p == s.winner)


@book.joint("3", at=Auction)
def reveal(s: State, f: Auction, bids: Map[Player, Coins]) -> None:
    """The higher bid wins; after a second tie nobody does."""
    high = max(bids[p] for p in f.awaits)
    leaders = frozenset(p for p in f.awaits if bids[p] == high)
    if len(leaders) == 1:
        with effect("3"):
            s.winner = the(p for p in leaders)
            s.over_now = True
            close_frame(s, Auction)
    elif f.ties == 0:
        with effect("4"):
            f.ties += 1
    else:
        with effect("5"):
            s.over_now = True
            close_frame(s, Auction)


@reveal.seat(of="bids")
def bid(s: State, f: Auction, who: Player, amount: int) -> None:
    """One bid."""


@bid.permit("4")
def any_amount(s: State, f: Auction, who: Player, amount: int) -> bool:
    return True
