# misspelt names
def f(s: State, p: Player) -> int:
    return s.coins[q] + prise(s, the(x for x in Ship))
