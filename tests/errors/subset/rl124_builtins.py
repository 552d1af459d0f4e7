# functions of Python that rules do not offer
def f(s: State) -> int:
    return sum(i for i in range(3)) + abs(s.wind)
