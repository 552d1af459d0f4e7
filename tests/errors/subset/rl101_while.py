# a loop without an end
@buy.forbid("4.3")
def poor(s: State, buyer: Player, ship: Ship) -> bool:
    while s.wind > 0:
        pass
    return True
