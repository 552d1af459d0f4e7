# names that are no values, and values that are called
def f(s: State, p: Player) -> bool:
    return p == Player


def g(s: State) -> int:
    return price


def h(s: State, p: Player) -> bool:
    return p(s) and on_your_turn(s, p, s.quay.top)
