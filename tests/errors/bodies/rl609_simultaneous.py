# two changes at the same time that would count once
@harbour.duty("5.5")
def pay(s: State) -> None:
    with effect("5.5"), simultaneous():
        for p in Player:
            s.wind += 1
            for x in Ship:
                s.coins[p] -= 1


@pay.when
def time_to_pay(s: State) -> bool:
    return s.phase == Phase.END
