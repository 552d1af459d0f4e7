# a clause that the register does not have
@buy.forbid("4.33")
def poor(s: State, buyer: Player, ship: Ship) -> bool:
    return s.coins[buyer] == 0


@harbour.duty("5.5")
def pay(s: State) -> None:
    with effect("99"):
        s.wind = 0


@pay.when
def time_to_pay(s: State) -> bool:
    return s.phase == Phase.END
