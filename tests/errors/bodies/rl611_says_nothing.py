# statements without a meaning
def f(s: State) -> int:
    s.wind
    price(s, s.quay.top)
    pass
    return 1
