# a frame that opens at the same time as something else
@harbour.duty("5.5")
def pay(s: State) -> None:
    with effect("5.5"), simultaneous():
        open_frame(s, Storm(awaits=frozenset(Player)))


@pay.when
def time_to_pay(s: State) -> bool:
    return s.phase == Phase.END
