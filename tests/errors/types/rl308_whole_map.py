# a map as a value
def f(s: State) -> bool:
    return s.coins == s.coins


def g(s: State) -> int:
    c = s.coins
    return c[s.turn]


@harbour.duty("5.5")
def pay(s: State) -> None:
    with effect("5.5"):
        s.coins = s.coins
        s.wind = s


@pay.when
def time_to_pay(s: State) -> bool:
    return s.phase == Phase.END
