# arguments by name
def f(s: State, x: Ship) -> int:
    return price(s, ship=x)


def g(s: State, x: Ship) -> Ship:
    return max((y.cost for y in Ship), key=price)
