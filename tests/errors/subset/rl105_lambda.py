# a function without a name
@buy.forbid("4.3")
def poor(s: State, buyer: Player, ship: Ship) -> bool:
    cheap = lambda x: x.cost < 3
    return cheap(ship)
