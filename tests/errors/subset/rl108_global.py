# a global variable
def f(s: State) -> int:
    global CALM
    return 1
