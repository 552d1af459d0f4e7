# deeds that cannot wait for the end of a block
@harbour.deed("4.3")
def tax(s: State, who: Player) -> None:
    with effect("4.3"):
        s.coins[who] -= 1


@harbour.deed("4.3")
def bid_for(s: State, who: Player, ship: Ship) -> None:
    with effect("4.3"):
        tax(s, who)
        open_frame(s, Auction(awaits=frozenset({who}), lot=ship))


@harbour.action("4.4")
def collect(s: State, who: Player, ship: Ship) -> None:
    with effect("4.4"), simultaneous():
        for p in Player:
            tax(s, p)
        bid_for(s, who, ship)
