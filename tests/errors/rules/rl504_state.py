# a rule without the state
@harbour.term("4.3")
def worth(ship: Ship) -> int:
    return ship.cost
