# a name bound inside a condition
def f(s: State) -> int:
    return x if (x := s.wind) > 0 else 0
