# a slice of a pile
def f(s: State) -> int:
    return len(s.quay[1:])
