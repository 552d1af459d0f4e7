# a result from inside a loop
def f(s: State) -> bool:
    for p in Player:
        if s.coins[p] == 0:
            return True
    return False
