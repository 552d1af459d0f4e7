# writes to what never changes in a game
@harbour.duty("5.5")
def pay(s: State) -> None:
    with effect("5.5"):
        Numbers.money = 3
        s.quay.top.cost = 3
        s.quay.top = s.quay.top


@pay.when
def time_to_pay(s: State) -> bool:
    return s.phase == Phase.END


@harbour.joint("6.1", at=Auction)
def change(s: State, f: Auction, offers: Map[Player, Coins]) -> None:
    with effect("6.1"):
        offers[s.turn] = 0


@change.seat(of="offers")
def offer(s: State, f: Auction, who: Player, amount: Coins) -> None:
    """One offer."""
