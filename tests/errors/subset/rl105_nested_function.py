# a function inside a rule
@buy.forbid("4.3")
def poor(s: State, buyer: Player, ship: Ship) -> bool:
    def cheap(x: Ship) -> bool:
        return x.cost < 3
    return cheap(ship)
