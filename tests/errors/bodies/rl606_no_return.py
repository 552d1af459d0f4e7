# a path without a result
def f(s: State) -> int:
    if s.wind > 0:
        return 1
