# `else` on a loop
@harbour.duty("5.5")
def pay(s: State) -> None:
    with effect("5.5"):
        for p in Player:
            s.coins[p] -= 1
        else:
            s.wind = 0


@pay.when
def time_to_pay(s: State) -> bool:
    return s.phase == Phase.END
