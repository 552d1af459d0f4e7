# a clause given as a number
@buy.forbid(4.3)
def poor(s: State, buyer: Player, ship: Ship) -> bool:
    return True


@buy.forbid(43)
def poorer(s: State, buyer: Player, ship: Ship) -> bool:
    return True
