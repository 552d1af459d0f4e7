# lists and dicts
@buy.forbid("4.3")
def poor(s: State, buyer: Player, ship: Ship) -> bool:
    return ship in [x for x in Ship] or s.wind in {1: 2}


@buy.forbid("4.3")
def sunk(s: State, buyer: Player, ship: Ship) -> bool:
    return s.sunk == {ship}
