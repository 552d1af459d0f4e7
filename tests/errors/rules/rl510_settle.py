# a settle that does not say when it fires
@harbour.settle("5.5")
def leak(s: State, ship: Ship) -> None:
    with effect("5.5"):
        gain(s.coins, ship.builder, 1)
