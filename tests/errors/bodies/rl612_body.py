# bodies where none belongs
@harbour.question("which hour?")
def hour(s: State) -> int:
    return s.wind


@hour.reading("now", default=True)
def now(s: State) -> int:
    ask()


@harbour.joint("6.1", at=Auction)
def change(s: State, f: Auction, offers: Map[Player, Coins]) -> None:
    """Change."""


@change.seat(of="offers")
def offer(s: State, f: Auction, who: Player, amount: Coins) -> None:
    x = amount
