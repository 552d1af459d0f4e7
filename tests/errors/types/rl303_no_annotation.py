# a parameter and a result without a type
def f(s: State, p):
    return p
