# `with` something else, with a name, and a method
@harbour.duty("5.5")
def pay(s: State) -> None:
    with effect("5.5") as e:
        s.wind = 0
    with open_frame(s, Auction):
        s.wind = 0
    effect("5.5")
    s.sunk.add(the(x for x in Ship))


@pay.when
def time_to_pay(s: State) -> bool:
    return s.phase == Phase.END
