# constructs that mean nothing where they stand
def f(s: State) -> bool:
    return "ship"


def g(s: State) -> int:
    return (1, 2)


def h(s: State) -> bool:
    return (p for p in Player)


def k(s: State) -> bool:
    return any(frozenset(Player))
