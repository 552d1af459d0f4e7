# misspelt fields, attributes, members and numbers
def f(s: State, p: Player, x: Ship) -> int:
    return s.coin[p]


def g(s: State, p: Player, x: Ship) -> int:
    return x.costs


def h(s: State) -> bool:
    return s.phase == Phase.BYE


def i(s: State) -> int:
    return Numbers.mony


def j(s: State, p: Player) -> int:
    return s.wind.top + s.quay.bottom


@harbour.duty("5.5")
def pay(s: State) -> None:
    with effect("5.5"):
        open_frame(s, Auction(awaits=frozenset(Player), lots=s.quay.top))


@pay.when
def time_to_pay(s: State) -> bool:
    return s.phase == Phase.END
