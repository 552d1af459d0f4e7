# a loop that is left early
@harbour.duty("5.5")
def pay(s: State) -> None:
    with effect("5.5"):
        for p in Player:
            if s.coins[p] == 0:
                break
            s.coins[p] -= 1


@pay.when
def time_to_pay(s: State) -> bool:
    return s.phase == Phase.END
