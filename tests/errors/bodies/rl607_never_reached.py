# a statement after the result
def f(s: State) -> int:
    return 1
    return 2
