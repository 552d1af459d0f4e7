# a frame that opens in a settle
@harbour.settle("5.5")
def leak(s: State, ship: Ship) -> None:
    with effect("5.5"):
        open_frame(s, Storm(awaits=frozenset(Player)))


@leak.when
def is_sunk(s: State, ship: Ship) -> bool:
    return ship in s.sunk
