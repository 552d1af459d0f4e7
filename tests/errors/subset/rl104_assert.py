# an assertion
@buy.forbid("4.3")
def poor(s: State, buyer: Player, ship: Ship) -> bool:
    assert s.coins[buyer] > 0
    return True
