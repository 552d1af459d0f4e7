# values of another type than the place asks for
def f(s: State, p: Player, x: Ship) -> int:
    return s.coins[x]


def g(s: State) -> Player:
    return None


def h(s: State) -> int:
    return s.phase + 1


def i(s: State, x: Ship) -> bool:
    return price(s, s.turn) == 1


def j(s: State) -> Player:
    return s.quay


@buy.permit("4.2")
def silent(s: State, buyer: Player, ship: Ship) -> bool:
    return SILENT
