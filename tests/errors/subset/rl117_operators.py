# operators that rules do not have
def f(s: State) -> int:
    return s.wind / 2


def g(s: State) -> int:
    return s.wind**2 + ~s.wind


@harbour.duty("5.5")
def pay(s: State) -> None:
    with effect("5.5"):
        s.wind *= 2


@pay.when
def time_to_pay(s: State) -> bool:
    return s.phase == Phase.END
