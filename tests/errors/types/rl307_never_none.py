# a comparison with None of what is never None
def f(s: State) -> bool:
    return s.turn is None
