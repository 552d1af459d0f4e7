# what piles do not have
def f(s: State) -> Ship:
    return s.quay.bottm


def g(s: State, ship: Ship) -> int:
    return len(s.quay.put_under(ship))


def h(s: State, ship: Ship) -> int:
    return len(s.quay.reversed(ship))


def i(s: State, ship: Ship) -> int:
    return len(s.quay.under(ship))
