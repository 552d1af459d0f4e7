# joint actions without a frame, a map or a seat, of what may be None, and a member of nothing
@harbour.joint("6.1")
def a(s: State, bids: Map[Player, int]) -> None:
    """All at once."""


@harbour.joint("6.1", at=Auction)
def b(s: State, f: Auction, who: Player) -> None:
    """All at once."""


@harbour.joint("6.1", at=Auction)
def c(s: State, f: Auction, bids: Map[Player, int]) -> None:
    """All at once."""


@buy.member(of="ship")
def d(s: State, buyer: Player, member: Ship) -> None:
    """One of one."""


@harbour.joint("6.1", at=Auction)
def e(s: State, f: Auction, wishes: Map[Player, Ship | None]) -> None:
    """All at once, and None for nothing."""
