# a local that is bound in one branch only
def f(s: State) -> int:
    if s.wind > 0:
        x = 1
    return x
