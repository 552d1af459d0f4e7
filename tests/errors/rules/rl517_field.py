# of a field: none that is there, none of a frame, another key, no text, counted, what everybody sees, twice
@harbour.seen("4.2", field="coin")
def a(s: State, p: Player, who: Player) -> bool:
    return True


@harbour.seen("4.2", field="Auktion.lot")
def b(s: State, who: Player) -> bool:
    return True


@harbour.seen("4.2", field="Auction.bids")
def c(s: State, who: Player) -> bool:
    return True


@harbour.seen("4.2", field="coins")
def d(s: State, who: Player) -> bool:
    return True


@harbour.seen("4.2", field="turn")
def e(s: State, p: Player, who: Player) -> bool:
    return True


@harbour.seen("4.2", field=State)
def f(s: State, who: Player) -> bool:
    return True


@harbour.seen("4.2", field="coins", uncounted="4.2")
def g(s: State, p: Player, who: Player) -> bool:
    return True


@harbour.seen("4.2", field="Auction.awaits")
def h(s: State, who: Player) -> bool:
    return True


@harbour.seen("4.2", field="coins")
def i(s: State, p: Player, who: Player) -> bool:
    return True


@harbour.seen("4.2", field="coins")
def j(s: State, p: Player, who: Player) -> bool:
    return False
