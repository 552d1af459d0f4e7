# two names at once
def f(s: State) -> int:
    a, b = s.wind, 1
    return a


def g(s: State) -> int:
    a = b = s.wind
    return a
