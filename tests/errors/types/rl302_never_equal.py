# values that are never equal
def f(s: State, x: Ship) -> bool:
    return x == s.turn


def g(s: State) -> int:
    return len(frozenset({s.turn}) if s.wind > 0 else s.quay)


def h(s: State, x: Ship) -> bool:
    return x in frozenset(Player) or s.wind in (1, s.phase)
