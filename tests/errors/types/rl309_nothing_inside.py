# things without entries or members
def f(s: State) -> int:
    return s.wind[s.turn] + len(s.turn)


def g(s: State) -> bool:
    return s.turn in s.wind or any(True for p in s.coins) or s.turn in s.coins


@harbour.duty("5.5")
def pay(s: State) -> None:
    for x in s.wind:
        with effect("5.5"):
            s.owner[x] = None


@pay.when
def time_to_pay(s: State) -> bool:
    return s.phase == Phase.END
