# numbers added to what is no number, or no number added
@harbour.term("4.3")
def captain(s: State, ship: Ship) -> Player:
    return ship.builder


@captain.adjust("4.4")
def more(s: State, ship: Ship) -> int | Silent:
    return 1


@captain.at_least("4.4")
def least(s: State, ship: Ship) -> Player | Silent:
    return ship.builder


@price.at_most("4.4")
def most(s: State, ship: Ship) -> bool:
    return True
