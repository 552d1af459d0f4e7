# parameters by name only, with defaults, and any number of them
def f(s: State, *, x: int) -> int:
    return x


def g(s: State, x: int = 3) -> int:
    return x


def h(s: State, *x: int) -> int:
    return 0


def k(s: State, /, x: int) -> int:
    return x
