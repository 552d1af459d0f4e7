# a local that changes
def f(s: State) -> int:
    x = 1
    x = x + 1
    x += 1
    return x
