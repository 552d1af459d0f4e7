# identity of a member
def f(s: State) -> bool:
    return s.phase is Phase.BUY
