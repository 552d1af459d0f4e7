# of a ship, and not of a player
@harbour.out("9.1")
def sunken(s: State, ship: Ship) -> bool:
    """Is it?"""
    return ship in s.sunk
