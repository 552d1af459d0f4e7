# names that are no values, and values that are called
def f(s: State, p: Player) -> bool:
    return p == Player


def g(s: State) -> int:
    return price


def h(s: State, p: Player) -> bool:
    return p(s) and on_your_turn(s, p, s.quay.top)


@buy.permit("4.2")
def asks_for_the_end(s: State, buyer: Player, ship: Ship) -> bool:
    return not over(s)


@checks.always("9.1")
def asks_it_in_a_check(s: State) -> bool:
    return over(s) or len(won(s)) == 0
