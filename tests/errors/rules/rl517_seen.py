# who is to know is no player, and a sort has two rules of sight
@harbour.seen("4.2")
def a(s: State, ship: Ship) -> bool:
    return True


@harbour.seen("4.2")
def b(s: State, ship: Ship, who: Player) -> bool:
    return True


@harbour.seen("4.2")
def c(s: State, ship: Ship, who: Player) -> bool:
    return False


@harbour.seen("4.2")
def d(s: State, ship: Ship, who: Player) -> Player:
    return who
