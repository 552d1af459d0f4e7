# an effect inside another
@harbour.duty("5.5")
def pay(s: State) -> None:
    with effect("5.5"):
        with effect("4.4"):
            s.wind = 0


@pay.when
def time_to_pay(s: State) -> bool:
    return s.phase == Phase.END
