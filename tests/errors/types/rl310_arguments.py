# too few and too many arguments
def f(s: State) -> int:
    return price(s) + len() + max(s.wind)


@harbour.duty("5.5")
def pay(s: State) -> None:
    with effect("5.5"):
        lose(s.coins, s.turn)
        open_frame(s, Auction(awaits=frozenset(Player)))
        open_frame(s, Auction(frozenset(Player)))
        open_frame(s, Auction)


@pay.when
def time_to_pay(s: State) -> bool:
    return s.phase == Phase.END
