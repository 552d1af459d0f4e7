# a write without a clause
@harbour.duty("5.5")
def pay(s: State) -> None:
    s.wind = 0
    lose(s.coins, s.turn, 1)
    with effect("5.5"):
        s.phase = Phase.END


@pay.when
def time_to_pay(s: State) -> bool:
    return s.phase == Phase.END
