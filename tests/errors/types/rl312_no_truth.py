# conditions that are neither true nor false
def f(s: State) -> bool:
    return not s.sunk


def g(s: State, x: Ship) -> bool:
    return s.owner[x] or s.wind
