# arguments whose number is not known
def f(s: State, a: Player) -> int:
    return max(*s.sunk) + max(**s.sunk)
